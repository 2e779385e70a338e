"""Follows a recorded match with our rules: each command of the site becomes one or more of our actions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CONVERT_COST,
    CULT_TOP,
    CULTS,
    FAVORS,
    ROUNDS,
    SHORT_WAY,
    TERRAINS,
    TOWNS,
    WHEEL,
)
from ludoteka.games.terra_mystica.ledger.grammar import Ledger, LedgerError, Row
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.phases import flow, land, setup
from ludoteka.games.terra_mystica.phases.leech import effective
from ludoteka.games.terra_mystica.phases.means import coins_per_point
from ludoteka.games.terra_mystica.state import TerraState

RESULT = re.compile(r"(?:(?:cult_|other_|all_)?income_for_faction|\[.*\]|\+\d+vp for .*|score_resources)$", re.I)
"""What the site prints as the outcome of something, not as somebody's command."""
RESOURCES = {
    "PRIEST": "P",
    "PRIESTS": "P",
    "POWER": "PW",
    "WORKER": "W",
    "WORKERS": "W",
    "COIN": "C",
    "COINS": "C",
}
NAMES = {
    "TRADING POST": "TP",
    "TRADING HOUSE": "TP",
    "TEMPLE": "TE",
    "STRONGHOLD": "SH",
    "SANCTUARY": "SA",
    "DWELLING": "D",
} | {b: b for b in BUILDINGS}
DISCARDS = {
    "SPADE": "spade",
    "BRIDGE": "bridge",
    "FREE_D": "dwelling",
    "FREE_TP": "house",
    "FREE_TF": "sand",
    "GAIN_P3_FOR_VP": "token",
    "CONVERT_W_TO_P": "ordination",
}
FAVOR_NAMES = frozenset(t.name for t in FAVORS)
TOWN_NAMES = frozenset(t.name for t in TOWNS)
CARD_NAMES = frozenset(c.name for c in CARDS)


def options_of(ledger: Ledger) -> dict[str, Any]:
    """The options of our match that the header of a recorded one asks for."""
    on = set(ledger.options)
    lenient = [
        word
        for word, absent in (
            ("leech", "strict-leech"),
            ("darklings", "strict-darkling-sh"),
            ("chaos", "strict-chaosmagician-sh"),
            ("refusal", "errata-cultist-power"),
        )
        if absent not in on
    ]
    lenient += [
        word
        for word, present in (
            ("dig", "loose-dig"),
            ("multi-spade", "loose-multi-spade"),
            ("bridge", "loose-bridge-adjacency"),
            ("lose-cult", "loose-lose-cult"),
            ("done", "loose-done"),
            ("lift", "manual-fav5"),
            ("cultists", "loose-cultist-ordering"),
        )
        if present in on
    ]
    variable = [o.rpartition("_")[2] for o in ledger.options if o.startswith("fire-and-ice-factions/variable_")]
    return {
        "manner": "site",
        "map": ledger.map,
        "start_vp": ledger.start_vp,
        "final": ledger.final,
        "turn_order": "passing" if "variable-turn-order" in on else "clockwise",
        "town_promo": "mini-expansion-1" in on,
        "card_promo": "shipping-bonus" in on or "BON10" in ledger.removed,
        "tile_promo": "temple-scoring-tile" in on or "SCORE9" in ledger.tiles,
        "variable": variable[-1] if variable else "rulebook",
        "lenient": "+".join(lenient),
        "leaving": any(row.dropped or "resign" in map(str.lower, row.commands) for row in ledger.rows),
    }


class Translator:
    """Plays the rows of a ledger. `watch` is called before and after each step that nobody decides."""

    def __init__(self, ledger: Ledger, watch: Callable[[Any, bool], None] | None = None) -> None:
        self.ledger = ledger
        self.seats = len(ledger.factions)
        self.seat_of = {name: i for i, name in enumerate(ledger.factions)}
        self.actions: list[Action] = []
        self.movers: list[int] = []
        self.line = 1
        self.row: Row | None = None
        self.watch = watch
        if not 2 <= self.seats <= 5:
            raise LedgerError(ledger.last_line, f"a match has 2 to 5 factions, this one has {self.seats}")
        self.options = options_of(ledger)
        self.state: TerraState = setup.start(self.seats, TerraOptions(**self.options))
        self.deal()

    def deal(self) -> None:
        """Tiles and cards as the header says."""
        ledger = self.ledger
        self.line = ledger.rows[0].line
        if len(ledger.tiles) != ROUNDS:
            raise self.error(f"the header names {len(ledger.tiles)} of {ROUNDS} scoring tiles")
        for name in ledger.tiles:
            self.push(verbs.Round(name))
        for name in ledger.removed:
            self.push(verbs.Remove(name))
        if not isinstance(self.state.stack[-1][0], setup.FirstSeat):
            raise self.error(f"with {self.seats} players there must be {self.seats + 3} bonus cards")
        self.push(verbs.First(0))

    def error(self, problem: str) -> LedgerError:
        return LedgerError(self.line, problem)

    # playing

    def push(self, action: Action) -> None:
        """One action, checked, then everything that follows by itself."""
        s = self.state
        if action not in s.legal_actions():
            raise self.error(self.refusal(action))
        self.movers.append(s.to_move())
        self.actions.append(action)
        s.last = action
        f = s.stack.pop()
        f[0].apply(s, f, action)
        while s.stack and s.stack[-1][1] is None:
            f = s.stack.pop()
            if self.watch is not None:
                self.watch(f, False)
            f[0].run(s, f)
            if self.watch is not None:
                self.watch(f, True)

    def refusal(self, action: Action) -> str:
        s = self.state
        who = s.to_move()
        name = self.ledger.factions[who] if who >= 0 else "chance"
        why = s.why_not(action)
        return f"“{action}” is not allowed for {name} here ({why.id if why else ''} {why.args if why else ''})"

    def hear(self, seat: int) -> None:
        """Make the state listen to this seat."""
        s = self.state
        if s.to_move() == CHANCE and verbs.SPEAK[seat] in s.legal_actions():
            self.push(verbs.SPEAK[seat])
        if s.to_move() != seat:
            if s.to_move() == OVER:
                raise self.error("the match is over before this row")
            asked = s.to_move()
            whom = self.ledger.factions[asked] if asked >= 0 else "chance"
            raise self.error(f"{self.ledger.factions[seat]} speaks, but {whom} is asked")

    def can(self, seat: int, action: Action) -> bool:
        self.hear(seat)
        return action in self.state.legal_actions()

    def do(self, seat: int, action: Action) -> None:
        """An action of a seat; a player who is alone in the round first ends the turn before."""
        if not self.can(seat, action) and verbs.DONE in self.state.legal_actions():
            self.push(verbs.DONE)
            self.hear(seat)
        self.push(action)

    def end_of_row(self, seat: int) -> None:
        """The site ends a turn when it is complete and somebody else speaks."""
        s = self.state
        if s.active == seat and not s.acts and s.round:
            offered = s.to_move() == CHANCE and verbs.SPEAK[seat] in s.legal_actions()
            if offered or s.to_move() == seat:
                was = len(self.actions)
                self.hear(seat)
                if verbs.DONE in s.legal_actions():
                    self.push(verbs.DONE)
                elif len(self.actions) > was:
                    self.unspeak()

    def unspeak(self) -> None:
        """Take back a `speak` that nothing followed."""
        s = self.state
        self.actions.pop()
        self.movers.pop()
        s.stack.pop()
        s.stack.append((flow.WORD, CHANCE))
        s.last = self.actions[-1]

    # rows and commands

    def play(self, row: Row) -> None:
        self.line, self.row = row.line, row
        if row.dropped:
            self.leave(row.dropped)
            return
        seat = self.seat_of[row.faction]
        for command in row.commands:
            if not RESULT.match(command):
                self.command(seat, command)

    def leave(self, name: str) -> None:
        action = verbs.LEAVE[self.seat_of[name]]
        if self.state.to_move() != CHANCE:
            raise self.error(f"{name} cannot leave at this moment")
        self.push(action)

    def command(self, seat: int, text: str) -> None:
        for pattern, handler in COMMANDS:
            m = pattern.match(text)
            if m:
                handler(self, seat, m)
                return
        raise self.error(f"unknown command: {text}")

    def at(self, word: str) -> str:
        name = word.upper()
        if name not in self.state.board.index:
            raise self.error(f"there is no hex {word} on this map")
        return name

    def cult(self, word: str) -> str:
        if word.upper() not in CULTS:
            raise self.error(f"unknown cult: {word}")
        return word.upper()

    def colour(self, word: str) -> str:
        name = "gray" if word.lower() == "grey" else word.lower()
        if name not in TERRAINS:
            raise self.error(f"unknown terrain: {word}")
        return name

    def source(self, word: str) -> int:
        if word.lower() not in self.seat_of:
            raise self.error(f"{word} is not in this match")
        return self.seat_of[word.lower()]


def _setup(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.do(seat, verbs.Choose(m[1].lower()))


def _build(t: Translator, seat: int, m: re.Match[str]) -> None:
    s = t.state
    at = t.at(m[1])
    me = s.sides[seat]
    if s.round and not land.lands_of(s, me) >> s.board.index[at] & 1 and not s.occupied >> s.board.index[at] & 1:
        if me.home < 0:
            raise t.error(f"{at} is not a terrain this faction may build on")
        t.do(seat, verbs.Transform(at, TERRAINS[me.home]))
    t.do(seat, verbs.Build(at))


def _upgrade(t: Translator, seat: int, m: re.Match[str]) -> None:
    kind = NAMES.get(m[2].strip().upper())
    if kind is None:
        raise t.error(f"unknown building: {m[2]}")
    t.do(seat, verbs.Upgrade(t.at(m[1]), kind))


def _transform(t: Translator, seat: int, m: re.Match[str]) -> None:
    at = t.at(m[1])
    what = t.colour(m[2]) if m[2] else TERRAINS[_default_end(t, seat, at)]
    t.do(seat, verbs.Transform(at, what))


def _default_end(t: Translator, seat: int, at: str) -> int:
    """Where the site stops if no colour is named: at home, or as near to it as the spades allow."""
    s = t.state
    me = s.sides[seat]
    here = s.terrain_at(s.board.index[at])
    if s.free_sand or me.folk.changes == "volcano" or me.folk.flat_spades or not me.spades:
        return me.home
    root = me.root
    if here == root:
        return me.home
    walks = []
    for sign in (1, -1):
        stop = here
        for _ in range(me.spades):
            if stop != root:
                stop = (stop + sign) % WHEEL
        walks.append(stop)
    forwards, backwards = (SHORT_WAY[root][stop] for stop in walks)
    best = walks[0] if forwards < backwards else walks[1]
    return me.home if best == root else best


def _dig(t: Translator, seat: int, m: re.Match[str]) -> None:
    if t.state.sides[seat].folk.changes == "volcano":
        t.hear(seat)  # our transform to volcano needs no digging before it
        return
    n = int(m[1])
    if not 1 <= n < len(verbs.DIG):
        raise t.error(f"{n} spades cannot be bought at once")
    t.do(seat, verbs.DIG[n])


def _send(t: Translator, seat: int, m: re.Match[str]) -> None:
    cult = t.cult(m[1])
    s = t.state
    track = CULTS.index(cult)
    free = [v for i, v in enumerate((3, 2, 2, 2)) if s.orders[4 * track + i] < 0]
    n = int(m[2]) if m[2] else max(free, default=1)
    t.do(seat, verbs.Send(cult, n))


def _convert(t: Translator, seat: int, m: re.Match[str]) -> None:
    source, target = (RESOURCES.get(w.upper(), w.upper()) for w in (m[2], m[4]))
    given, wanted = int(m[1] or 1), int(m[3] or 1)
    what = f"{source}-{target}"
    if what not in verbs.CONVERT:
        raise t.error(f"{source} cannot be converted to {target}")
    rate = rate_of(t, seat, what)
    if given != wanted * rate:
        raise t.error(f"{wanted} {target} cost {wanted * rate} {source}, not {given}")
    for _ in range(wanted):
        t.do(seat, verbs.CONVERT[what])


def rate_of(t: Translator, seat: int, what: str) -> int:
    return coins_per_point(t.state, t.state.sides[seat]) if what == "C-VP" else CONVERT_COST[what]


def _burn(t: Translator, seat: int, m: re.Match[str]) -> None:
    for _ in range(int(m[1])):
        t.do(seat, verbs.BURN)


def _leech(t: Translator, seat: int, m: re.Match[str]) -> None:
    n = int(m[1])
    me = t.state.sides[seat]
    source = t.source(m[2]) if m[2] else -1
    real = effective(me, n)
    for to, other, amount, _, _, late in t.state.offers:
        fits = to == seat and amount in (n, real) and source in (-1, other)
        if fits and not (late and t.state.rules.strict_leech):
            t.do(seat, verbs.LEECH[other][amount])
            return
    raise t.error(f"there is no offer of {n} power to take")


def _decline(t: Translator, seat: int, m: re.Match[str]) -> None:
    if m[1]:
        t.do(seat, verbs.DECLINE[t.source(m[2])][int(m[1])])
        return
    for to, other, amount, *_ in list(t.state.offers):
        if to == seat:
            t.do(seat, verbs.DECLINE[other][amount])


def _advance(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.do(seat, verbs.Advance(m[1].lower()))


def _action(t: Translator, seat: int, m: re.Match[str]) -> None:
    name = m[1].upper()
    shift = re.fullmatch(r"ACTH([1-6])", name)
    if shift:
        name = "ACTH1" if int(shift[1]) % 2 else "ACTH2"
    t.do(seat, verbs.Act(name))


def _bridge(t: Translator, seat: int, m: re.Match[str]) -> None:
    index = t.state.board.index
    a, b = sorted((t.at(m[1]), t.at(m[2])), key=lambda name: index[name])
    t.do(seat, verbs.Bridge(a, b))


def _connect(t: Translator, seat: int, m: re.Match[str]) -> None:
    s = t.state
    if m[1].lower() in s.board.river_index:
        t.do(seat, verbs.Connect(m[1].lower()))
        return
    shared = -1
    for word in m[1].split(":"):
        shared &= s.board.waters[s.board.index[t.at(word)]]
    t.hear(seat)
    legal = s.legal_actions()
    for i, river in enumerate(s.board.rivers):
        if shared >> i & 1 and verbs.Connect(river) in legal:
            t.do(seat, verbs.Connect(river))
            return
    raise t.error(f"{m[1]}: no river hex there makes a town")


def _pass(t: Translator, seat: int, m: re.Match[str]) -> None:
    s = t.state
    if not s.round:
        t.do(seat, verbs.Card((m[1] or "").upper()))
    elif s.round == ROUNDS:
        t.do(seat, verbs.PASS_LAST)
    else:
        t.do(seat, verbs.Pass((m[1] or "none").upper()))


def _adjust(t: Translator, seat: int, m: re.Match[str]) -> None:
    plus, n, what = m[1] == "+", int(m[2] or 1), m[3].upper()
    if plus and what in FAVOR_NAMES:
        t.do(seat, verbs.Favor(what))
    elif plus and what in TOWN_NAMES:
        for _ in range(n):
            t.do(seat, verbs.Town(what))
            _lift(t, seat)
    elif plus and what in CULTS:
        _steps(t, seat, what, n)
    elif plus and what in CARD_NAMES and not t.state.round:
        t.do(seat, verbs.Card(what))
    elif not plus and what in CULTS:
        _lower(t, seat, what, n)
    elif not plus and what in DISCARDS:
        for _ in range(1 if what == "CONVERT_W_TO_P" else n):
            t.do(seat, verbs.DISCARD[DISCARDS[what]])
    else:
        raise t.error(f"not allowed: {m[0]}")


def _steps(t: Translator, seat: int, what: str, n: int) -> None:
    for _ in range(n):
        t.do(seat, verbs.Step(what))


def _lower(t: Translator, seat: int, what: str, n: int) -> None:
    s = t.state
    if s.lose and s.active == seat:
        if n != s.lose:
            raise t.error(f"this land costs {s.lose} steps on one cult, not {n}")
        t.do(seat, verbs.Sacrifice(what))
        return
    for _ in range(n):
        t.do(seat, verbs.Lower(what))


def _lift(t: Translator, seat: int) -> None:
    """Which marker took the key is not written; the row's own numbers say it."""
    s = t.state
    values = t.row.values if t.row else None
    later = [c.upper() for c in (t.row.commands if t.row else [])]
    while s.blocked and s.sides[seat].keys:
        open_tracks = [i for i in range(4) if s.blocked >> i & 1 and verbs.STEP[i] in s.legal_actions()]
        if any(f"+{CULTS[i]}" in later for i in open_tracks):
            return
        if values is not None:
            open_tracks = [i for i in open_tracks if values[5][i] == CULT_TOP]
        if not open_tracks:
            return
        t.do(seat, verbs.STEP[open_tracks[0]])


def _token(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.do(seat, verbs.TOKEN)


def _colour(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.do(seat, verbs.Settle(t.colour(m[1])))


def _unlock(t: Translator, seat: int, m: re.Match[str]) -> None:
    word = m[1].lower()
    t.do(seat, verbs.UNLOCK_PRIEST if word == "gain-priest" else verbs.Unlock(t.colour(word)))


def _done(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.end_of_row(seat)


def _wait(t: Translator, seat: int, m: re.Match[str]) -> None:
    """Says that a player waits; changes nothing."""


def _resign(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.leave(t.ledger.factions[seat])


COMMANDS: tuple[tuple[re.Pattern[str], Callable[[Translator, int, re.Match[str]], None]], ...] = tuple(
    (re.compile(pattern + r"\s*$", re.I), handler)
    for pattern, handler in (
        (r"setup (\w+)", _setup),
        (r"build (\w+)", _build),
        (r"upgrade (\w+) to ([\w ]+)", _upgrade),
        (r"transform (\w+)(?: to (\w+))?", _transform),
        (r"dig (\d+)", _dig),
        (r"send (?:p|priest) to (\w+)(?: for (\d+))?", _send),
        (r"convert (\d+)?\s*([a-z]+) to (\d+)?\s*([a-z]+)", _convert),
        (r"burn (\d+)", _burn),
        (r"leech (\d+)(?: from (\w+))?", _leech),
        (r"decline(?: (\d+) from (\w+))?", _decline),
        (r"advance (ship|dig)\w*", _advance),
        (r"action (\w+)", _action),
        (r"bridge (\w+):(\w+)", _bridge),
        (r"connect ([\w:]+)", _connect),
        (r"pass(?: (bon\d+))?", _pass),
        (r"([+-])(\d*)([a-z]\w*)(?: for [\w -]+)?", _adjust),
        (r"gain P3 for VP", _token),
        (r"pick-colou?r (\w+)", _colour),
        (r"unlock-terrain ([-\w]+)", _unlock),
        (r"done", _done),
        (r"wait", _wait),
        (r"resign|drop-faction \w+", _resign),
    )
)
"""The grammar of the players' commands."""

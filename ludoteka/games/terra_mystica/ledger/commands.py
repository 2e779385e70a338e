"""The players' commands of the site, each with what it does in our match."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludoteka.core.bits import bits
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import due
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
from ludoteka.games.terra_mystica.ledger.grammar import Row
from ludoteka.games.terra_mystica.ledger.translate import Translator
from ludoteka.games.terra_mystica.phases import choosing
from ludoteka.games.terra_mystica.phases.building import lands_of
from ludoteka.games.terra_mystica.phases.converting import coins_per_point
from ludoteka.games.terra_mystica.phases.leech import effective
from ludoteka.games.terra_mystica.phases.steps import lifts

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


def _setup(t: Translator, seat: int, m: re.Match[str]) -> None:
    t.do(seat, verbs.Choose(m[1].lower()))


def _build(t: Translator, seat: int, m: re.Match[str]) -> None:
    s = t.state
    at = t.at(m[1])
    me = s.sides[seat]
    if s.round and not lands_of(s, me) >> s.board.index[at] & 1 and not s.occupied >> s.board.index[at] & 1:
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
    if me.owes(due.SAND) or me.folk.changes == "volcano" or me.folk.flat_spades or not me.owes(due.SPADES):
        return me.home
    root = me.root
    if here == root:
        return me.home
    walks = []
    for sign in (1, -1):
        stop = here
        for _ in range(me.owes(due.SPADES)):
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
    price = t.state.sides[seat].owes(due.LOSE)
    if price:
        if n != price:
            raise t.error(f"this land costs {price} steps on one cult, not {n}")
        t.do(seat, verbs.Sacrifice(what))
        return
    for _ in range(n):
        t.do(seat, verbs.Lower(what))


def _lift(t: Translator, seat: int) -> None:
    """Which marker took the key is not written; the row's own numbers say it."""
    s = t.state
    values = t.row.values if t.row else None
    later = [c.upper() for c in (t.row.commands if t.row else [])]
    while waiting := lifts(s.sides[seat]):
        open_tracks = [i for i in bits(waiting) if verbs.STEP[i] in s.legal_actions()]
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
    s = t.state
    if not s.round and s.to_move() >= 0 and s.stack[-1][0] is choosing.EXTRA:
        seat = s.to_move()  # in the setup the site may print it on another player's row
    t.do(seat, verbs.Settle(t.colour(m[1])))


def _unlock(t: Translator, seat: int, m: re.Match[str]) -> None:
    word = m[1].lower()
    t.do(seat, verbs.UNLOCK_PRIEST if word == "gain-priest" else verbs.Unlock(t.colour(word)))


def _done(t: Translator, seat: int, m: re.Match[str]) -> None:
    if t.state.rules.loose_done and t.state.acts:
        t.do(seat, verbs.DONE)
    else:
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
RESULT = re.compile(r"(?:(?:cult_|other_|all_)?income_for_faction|\[.*\]|\+\d+vp for .*|score_resources)$", re.I)
"""What the site prints as the outcome of something, not as somebody's command."""


def play(t: Translator, row: Row) -> None:
    """All that a row of the ledger says."""
    t.line, t.row = row.line, row
    if row.dropped:
        t.leave(row.dropped)
        return
    seat = t.seat_of[row.faction]
    for command in row.commands:
        if not RESULT.match(command):
            obey(t, seat, command)


def obey(t: Translator, seat: int, text: str) -> None:
    for pattern, handler in COMMANDS:
        m = pattern.match(text)
        if m:
            handler(t, seat, m)
            return
    raise t.error(f"unknown command: {text}")

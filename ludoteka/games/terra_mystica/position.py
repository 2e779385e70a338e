"""A position as one line of JSON, and back. For puzzles, tests, bots elsewhere, and a match that begins in the middle.

    GAME.place(2, TerraOptions(), '''{"round": 1, "tiles": ["SCORE3", …], "sides": [
        {"faction": "witches", "D": ["F4", "E7"], "C": 20}, {"faction": "nomads", "D": ["A5"], "card": "BON1"}]}''')

What is left out is as at the start: the goods of the faction board, the land of the map, nobody's bridges. What follows
from the rest is never said: tiles that are left, keys, priests in the supply. Without a `stack` the first seat of the
order begins its turn.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ludoteka.core import game as core
from ludoteka.core.action import parse, verbs
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits, mask_of
from ludoteka.core.errors import NotAnAction
from ludoteka.core.game import Frame, Phase
from ludoteka.core.position import bad_position, read_object
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import VERBS
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    CARDS,
    CULT_TOP,
    CULTS,
    FAVORS,
    FINAL_TILES,
    POWER_ACTIONS,
    ROUND_TILES,
    ROUNDS,
    TERRAINS,
    TOWNS,
)
from ludoteka.games.terra_mystica.factions import BOARDS, BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.phases import asking, choosing, endgame, flow, setup, turn
from ludoteka.games.terra_mystica.phases.clock import start_turn
from ludoteka.games.terra_mystica.side import Side, empty_side
from ludoteka.games.terra_mystica.state import IDLE, TerraState, Work

MOST = 10_000
COUNTS = {"vp": "vp", "coins": "C", "workers": "W", "priests": "P", "ship": "ship", "dig": "dig", "jump": "jump"}
COUNTS |= {"shifts": "shifts"}
"""Field of a side -> its key."""
SIDE_DUES = {"spades": due.SPADES, "cult_due": due.STEPS, "unlock_due": due.PRIESTS, "token_due": due.TOKENS}
TURN_DUES = {"bridges_due": due.BRIDGES, "favors_due": due.FAVORS, "towns_due": due.TOWNS}
TURN_DUES |= {"ordination": due.ORDINATION, "blocked": due.LIFTS}
FREE = {"sand": due.SAND, "dwelling": due.DWELLING, "house": due.HOUSE}
WORK_DUES = {"lose": due.LOSE, "shed": due.SHED, "recolour": due.RECOLOUR}
"""Key -> what is due: those that end with the turn are told of the turn or of its action."""
WORK_KEYS = ("transforms", "builds", "digs", "bought", "sites", "home_due", "jumped", "free", *WORK_DUES, "track")
WORK_KEYS += ("spend", "spare_bridges")
MODULES = (turn, flow, asking, setup, choosing, endgame)
PHASES: dict[str, Phase[Any, Any]] = {
    name: value for module in MODULES for name, value in vars(module).items() if isinstance(value, Phase)
}
PHASE_NAMES = {phase: name for name, phase in PHASES.items()}
FRAMES: dict[str, type[Any]] = {
    "CLOSE": turn.Closing,
    "INCOME": flow.Payment,
    "CHOICES": flow.Choosing,
    "AFTER_INCOME": flow.Paid,
    "ASK": asking.Waiting,
    "EXTRA": choosing.Picking,
    "SIDE": choosing.Dealt,
    "AUCTION": choosing.Bidding,
    "WINNER": choosing.Won,
    "PRIZES": endgame.Scoring,
}
"""Frames that remember something; the others are a question or a step."""
KEYS = frozenset(
    ("round", "order", "start", "passing", "land", "sides", "bridges", "cards", "tiles", "final", "orders", "used")
    + ("offers", "events", "next_event", "auction", "active", "work", "left", "last", "stack", "acts", *TURN_DUES)
)


# writing


def write(s: TerraState) -> str:
    """The position in one line: `place` reads it back."""
    names = s.board.names
    told: dict[str, Any] = {"round": s.round, "order": s.order, "start": s.start, "passing": s.passing}
    told["land"] = {
        names[at]: TERRAINS[t]
        for t, mask in enumerate(s.land)
        for at in bits(mask & ~(s.board.land[t] if t < len(s.board.land) else 0))
    }
    usual = _usual(s)
    told["sides"] = [_side(s, me, usual) for me in s.sides]
    told["bridges"] = [[seat, names[a], names[b]] for seat, a, b in s.bridges]
    told["cards"] = {CARDS[i].name: coins for i, coins in enumerate(s.cards) if coins >= 0}
    told["tiles"] = [ROUND_TILES[i].name for i in s.tiles]
    told["final"] = FINAL_TILES[s.final] if s.final >= 0 else ""
    told["orders"] = s.orders if max(s.orders) >= 0 else ()
    told["used"] = [a.name for i, a in enumerate(POWER_ACTIONS) if s.used >> i & 1]
    told |= {
        "offers": s.offers,
        "events": s.events,
        "next_event": s.next_event,
        "auction": s.auction if s.auction[0] else (),
    }
    told |= {"active": s.active, "left": s.left, "last": str(s.last) if s.last is not None else ""}
    owed = dict(s.sides[s.active].dues) if s.active >= 0 else {}
    told |= {"acts": s.acts, **{key: owed.get(what, 0) for key, what in TURN_DUES.items()}}
    told["work"] = _work(s.work, owed)
    told["stack"] = [_frame(f) for f in s.stack]
    kept = {k: v for k, v in told.items() if v or k in ("order", "cards", "active", "stack")}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _work(work: Work, owed: Mapping[int, int]) -> dict[str, Any]:
    told = {k: v for k, v in work._asdict().items() if v != getattr(IDLE, k)}
    told |= {key: owed[what] for key, what in WORK_DUES.items() if what in owed}
    if due.RECOLOUR in owed:
        told["recolour"] = True
    for word, what in FREE.items():
        if what in owed:
            told["free"] = word
    return {key: told[key] for key in WORK_KEYS if key in told}


def _side(s: TerraState, me: Side, sides: Mapping[str, Side]) -> dict[str, Any]:
    if me.faction is None:
        return {"dropped": True} if me.dropped else {}
    usual = sides[me.faction.name]
    names = s.board.names
    told: dict[str, Any] = {"faction": me.faction.name}
    told |= {key: getattr(me, name) for name, key in COUNTS.items() if getattr(me, name) != getattr(usual, name)}
    told |= {key: me.owes(what) for key, what in SIDE_DUES.items() if me.owes(what)}
    if me.used:
        told["used"] = me.used
    if me.root != usual.root:
        told["start"] = TERRAINS[me.root]
    if me.home != usual.home:
        told["home"] = TERRAINS[me.home]
    if me.lands != usual.lands:
        told["lands"] = [TERRAINS[t] for t in bits(me.lands)]
    if me.paint != usual.paint:
        told["paint"] = TERRAINS[me.paint]
    if (bowls := (me.bowl1, me.bowl2, me.bowl3)) != (usual.bowl1, usual.bowl2, usual.bowl3):
        told["bowls"] = bowls
    if tuple(me.cult) != usual.cult:
        told["cult"] = me.cult
    told |= {BUILDINGS[k]: [names[at] for at in bits(mask)] for k, mask in enumerate(me.own) if mask}
    if me.towned:
        told["towned"] = [names[at] for at in bits(me.towned)]
    if me.links:
        told["links"] = [s.board.rivers[at] for at in bits(me.links)]
    if me.favors:
        told["favors"] = [FAVORS[i].name for i in bits(me.favors)]
    if any(me.towns):
        told["towns"] = {TOWNS[i].name: n for i, n in enumerate(me.towns) if n}
    if me.card >= 0:
        told["card"] = CARDS[me.card].name
    told |= {name: True for name in ("passed", "dropped") if getattr(me, name)}
    return told


def _usual(s: TerraState) -> dict[str, Side]:
    """Sides as they are when their faction has just been chosen."""
    known = _known.get((s.options, s.seats))
    if known is None:
        fresh = type(s)()
        setup.lay_out(fresh, s.seats, s.options)
        known = {}
        for name, i in BY_NAME.items():
            fresh.sides[0] = empty_side()
            choosing.take_faction(fresh, 0, i)
            known[name] = fresh.sides[0]
        _known[s.options, s.seats] = known
    return known


_known: dict[tuple[Any, int], dict[str, Side]] = {}


def _frame(f: Frame) -> list[Any]:
    return [PHASE_NAMES[v] if isinstance(v, Phase) else v for v in f]


# reading


def read(s: TerraState, text: str) -> None:
    """Make a new match the position that a line of JSON describes; raises BadOptions if that cannot be."""
    try:
        given = read_object(text)
        if unknown := sorted(set(given) - KEYS):
            raise ValueError(f"unknown keys: {', '.join(unknown)}; there are: {', '.join(sorted(KEYS))}")
        _Placer(s, given)
    except (ValueError, TypeError, LookupError, AttributeError, NotAnAction) as error:
        problem = f"unknown name {error}" if isinstance(error, KeyError) else str(error)
        raise bad_position(problem) from error


def number(value: Any, low: int, high: int, key: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{key} must be a number from {low} to {high}, not {value}")
    return value


def find(names: Sequence[str], word: Any) -> int:
    if word not in names:
        raise ValueError(f"unknown name {word}")
    return names.index(word)


class _Placer:
    def __init__(self, s: TerraState, given: Mapping[str, Any]) -> None:
        self.state, self.board, seats = s, s.board, s.seats
        s.stack = []
        self.counts(given)
        self.ground(given)
        told = given.get("sides", [])
        if len(told) != seats:
            raise ValueError(f"{seats} sides are expected, not {len(told)}")
        for seat, side in enumerate(told):
            self.side(seat, **side)
        for _, a, b in s.bridges:
            near = list(s.near)
            near[a], near[b] = near[a] | 1 << b, near[b] | 1 << a
            s.near = tuple(near)
        self.cards(given)
        s.last = parse(verbs(VERBS), given["last"]) if given.get("last") else None
        if at := getattr(s.last, "at", ""):
            find(tuple(self.board.place), at)
        self.turn(given)
        if "stack" in given:
            s.stack = [self.frame(f) for f in given["stack"]]
            if s.stack and s.stack[-1][1] is None:
                raise ValueError("the last frame of the stack must be a question")
        else:
            start_turn(s, s.order[0])
            s.stack = [core.Step(flow.ROUND), turn.TURNS[s.active]]

    def counts(self, given: Mapping[str, Any]) -> None:
        s, seats = self.state, self.state.seats
        s.round = number(given.get("round", 0), 0, ROUNDS, "round")
        s.order = tuple(number(i, -1, seats - 1, "order") for i in given.get("order", range(seats)))
        if len(s.order) != seats or sorted(i for i in s.order if i >= 0) != sorted({i for i in s.order if i >= 0}):
            raise ValueError(f"the order must name {seats} seats once each")
        s.start = number(given.get("start", 0), 0, seats - 1, "start")
        s.passing = tuple(number(i, 0, seats - 1, "passing") for i in given.get("passing", ()))
        s.active = number(given.get("active", -1), -1, seats - 1, "active")
        s.left = number(given.get("left", 0), 0, (1 << seats) - 1, "left")
        s.next_event = number(given.get("next_event", 0), 0, MOST, "next_event")
        boards, factions = given.get("auction") or ((), ())
        s.auction = (
            tuple(number(i, 0, len(BOARDS) - 1, "auction") for i in boards),
            tuple(number(i, 0, len(FACTIONS) - 1, "auction") for i in factions),
        )
        s.offers = [(*(number(n, 0, MOST, "offers") for n in o[:5]), bool(o[5])) for o in given.get("offers", ())]  # type: ignore[misc]
        s.events = {int(k): (v[0], v[1], bool(v[2])) for k, v in given.get("events", {}).items()}

    def turn(self, given: Mapping[str, Any]) -> None:
        """The turn that is being played, and what ends with it."""
        s, work = self.state, dict(given.get("work", {}))
        s.acts = number(given.get("acts", 0), 0, 15, "acts")
        owed = {what: number(given.get(key, 0), 0, 15, key) for key, what in TURN_DUES.items()}
        owed |= {what: number(int(work.pop(key, 0)), 0, MOST, key) for key, what in WORK_DUES.items()}
        if free := work.pop("free", ""):
            owed[FREE[free]] = 1
        s.work = Work(**{k: type(getattr(IDLE, k))(v) for k, v in work.items()})
        if "stack" not in given:
            return  # a turn begins: nothing is open yet
        for what, n in owed.items():
            if n and s.active < 0:
                raise ValueError("something is due, but it is nobody's turn")
            if n:
                s.edit(s.active).set_due(what, n)

    def ground(self, given: Mapping[str, Any]) -> None:
        s = self.state
        for name, terrain in given.get("land", {}).items():
            bit, t = 1 << self.board.index[name], find(TERRAINS, terrain)
            s.land = tuple(mask & ~bit for mask in s.land)
            s.land = changed(s.land, t, s.land[t] | bit)
        index = self.board.index
        s.bridges = tuple(
            (number(seat, 0, s.seats - 1, "bridges"), index[a], index[b]) for seat, a, b in given.get("bridges", ())
        )
        for _, a, b in s.bridges:
            if (a, b) not in self.board.spot_index:
                raise ValueError(f"no bridge can join {self.board.names[a]} and {self.board.names[b]}")
        s.orders = tuple(number(i, -1, s.seats - 1, "orders") for i in given.get("orders") or s.orders)
        if len(s.orders) != 4 * len(CULTS):
            raise ValueError("there are 16 order spaces")
        s.used = self.mask(given.get("used", ()), [a.name for a in POWER_ACTIONS])
        s.tiles = tuple(self.numbers(given.get("tiles", ()), [t.name for t in ROUND_TILES]))
        if len(set(s.tiles)) != len(s.tiles) or len(s.tiles) > ROUNDS:
            raise ValueError("up to six different scoring tiles are expected")
        if s.round and len(s.tiles) != ROUNDS:
            raise ValueError("six scoring tiles are expected")
        s.final = find(FINAL_TILES, given["final"]) if given.get("final") else -1

    def cards(self, given: Mapping[str, Any]) -> None:
        s = self.state
        held = [me.card for me in s.sides]
        names = [c.name for c in CARDS]
        if "cards" in given:
            ready = {find(names, k): number(v, 0, MOST, k) for k, v in given["cards"].items()}
        else:
            usable = [i for i, coins in enumerate(s.cards) if coins >= 0 and i not in held]
            ready = dict.fromkeys(usable[: s.seats + setup.CARDS_MORE - sum(card >= 0 for card in held)], 0)
        s.cards = tuple(ready.get(i, -1) for i in range(len(CARDS)))

    def numbers(self, words: Iterable[str], names: list[str]) -> list[int]:
        return [find(names, word) for word in words]

    def mask(self, words: Iterable[str], names: Iterable[str]) -> int:
        some = list(words)
        if len(set(some)) < len(some):
            raise ValueError(f"{next(word for word in some if some.count(word) > 1)} is named twice")
        return mask_of(self.numbers(some, list(names)))

    def side(self, seat: int, faction: str = "", **told: Any) -> None:
        s = self.state
        me = s.edit(seat)
        me.dropped = bool(told.pop("dropped", False))
        me.passed = bool(told.pop("passed", False))
        if not faction:
            return
        choosing.take_faction(s, seat, BY_NAME[faction])
        if "start" in told:
            choosing.settle(s, seat, find(TERRAINS, told.pop("start")))
        if "home" in told:
            me.home = find(TERRAINS, told.pop("home"))
        if "lands" in told:
            me.lands = self.mask(told.pop("lands"), TERRAINS)
        if "paint" in told:
            me.paint = find(TERRAINS, told.pop("paint"))
        for name, key in COUNTS.items():
            if key in told:
                setattr(me, name, number(told.pop(key), 0, MOST, key))
        for key, what in SIDE_DUES.items():
            me.set_due(what, number(told.pop(key, 0), 0, MOST, key))
        me.used = number(told.pop("used", 0), 0, MOST, "used")
        if "bowls" in told:
            me.bowl1, me.bowl2, me.bowl3 = (number(n, 0, MOST, "bowls") for n in told.pop("bowls"))
        if "cult" in told:
            me.cult = tuple(number(n, 0, CULT_TOP, "cult") for n in told.pop("cult"))
        me.own = tuple(self.mask(told.pop(kind, ()), self.board.names) for kind in BUILDINGS)
        for mask in me.own:
            me.built |= mask
        if me.built & s.occupied:
            raise ValueError(f"two buildings stand on {', '.join(self.board.hexes(me.built & s.occupied))}")
        s.occupied |= me.built
        me.towned = self.mask(told.pop("towned", ()), self.board.names)
        me.links = self.mask(told.pop("links", ()), self.board.rivers)
        me.favors = self.mask(told.pop("favors", ()), [t.name for t in FAVORS])
        s.favors = tuple(n - (me.favors >> i & 1) for i, n in enumerate(s.favors))
        for name, n in told.pop("towns", {}).items():
            i = find([t.name for t in TOWNS], name)
            me.towns = changed(me.towns, i, number(n, 0, TOWNS[i].count, name))
        s.towns = tuple(left - n for left, n in zip(s.towns, me.towns, strict=True))
        if min(*s.favors, *s.towns) < 0:
            raise ValueError("more tiles are owned than there are")
        if "card" in told:
            me.card = find([c.name for c in CARDS], told.pop("card"))
        if told:
            raise ValueError(f"unknown keys of a side: {', '.join(sorted(told))}")
        me.sent = s.orders.count(seat)
        opened = me.lands.bit_count() - 1 if me.folk.on_priests and me.root >= 0 else 0
        me.priest_max = me.folk.priest_limit + opened - me.sent
        me.bridges_left -= sum(owner == seat for owner, _, _ in s.bridges)
        me.keys = sum(n * TOWNS[i].keys for i, n in enumerate(me.towns)) - me.cult.count(CULT_TOP)
        if min(me.keys, me.bridges_left, me.priest_max - me.priests) < 0:
            raise ValueError(f"seat {seat} has too many priests, bridges or markers on 10")

    def frame(self, told: list[Any]) -> Frame:
        name, seat, *data = told
        plain = core.Asked if seat is not None else core.Step
        if seat is not None:
            number(seat, -1, self.state.seats - 1, "stack")
        make: Callable[..., Frame] = FRAMES.get(name, plain)
        values = [PHASES[v] if v in PHASES else tuple(v) if isinstance(v, list) else v for v in _hashable(data)]
        return make(PHASES[name], seat, *values)


def _hashable(data: list[Any]) -> list[Any]:
    return [tuple(v) if isinstance(v, list) else v for v in data]

"""What players of Terra Mystica mean by a click: dig and build in one, pay for it with power, end the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Asked, Step
from ludoteka.core.manner import Amount, Default, Form, Manner
from ludoteka.games.terra_mystica.actions import BURN, CONVERT, DONE
from ludoteka.games.terra_mystica.data import BUILDINGS, CULTS, TERRAINS
from ludoteka.games.terra_mystica.needs import needs
from ludoteka.games.terra_mystica.phases.clock import start_turn
from ludoteka.games.terra_mystica.phases.flow import ROUND
from ludoteka.games.terra_mystica.phases.leech import effective
from ludoteka.games.terra_mystica.phases.owed import rewards
from ludoteka.games.terra_mystica.phases.turn import TURN
from ludoteka.games.terra_mystica.state import TerraState

SPADES = ("dig *", "act ACT5", "act ACT6", "act BON1", "act ACTG")
"""Where spades come from."""

WISHES = (
    "build {at}",
    "transform {at} {home}; build {at}",
    *(f"{spade}; transform {{at}} {{home}}; build {{at}}" for spade in SPADES),
    "act ACTW; build {at}",
    "act ACTN; transform {at} {home}; build {at}",
    "upgrade {at} TP",
    "upgrade {at} TE",
    "upgrade {at} SH",
    "upgrade {at} SA",
    "act ACTS; upgrade {at} TP",
    "transform {at} {home}",
    *(f"{spade}; transform {{at}} {{home}}" for spade in SPADES[:3]),
    "act ACT1; bridge {at} *",
    "act ACT1; bridge * {at}",
    "connect {at}",
    "act {what}",
    "advance {what}",
    "send {what} 3",
    "send {what} 2",
    "send {what} 1",
    "act FAV6; step {what}",
    "pass {what}",
    "favor {what}",
    "town {what}",
    "convert {what}",
)

STONES = 4
"""Places that are tried on the way to another one."""

MEANS = {
    "w": (CONVERT["PW-W"], CONVERT["P-W"]),
    "c": (CONVERT["PW-C"], CONVERT["W-C"], CONVERT["P-C"]),
    "p": (CONVERT["PW-P"],),
}
"""What buys workers, coins and priests; power comes from burning."""
POWER = {CONVERT["PW-W"]: 3, CONVERT["PW-C"]: 1, CONVERT["PW-P"]: 5}


def words(s: TerraState, seat: int) -> Mapping[str, str]:
    home = s.sides[seat].home
    return {"home": TERRAINS[home]} if home >= 0 else {}


def means(s: TerraState, seat: int, why: Reason) -> Sequence[Action]:
    """Conversions towards what is missing: power first, as it comes back."""
    me = s.sides[seat]
    if why.id == "why.short_pw":
        return (BURN,) if me.bowl2 > 1 else ()
    if not why.id.startswith("why.short_") or why.id == "why.short_tokens":
        return ()
    kinds = [k for k in "pwc" if k in why.args]
    legal = set(s.legal_actions())
    found: list[Action] = []
    for convert in MEANS[kinds[0]] if kinds else ():
        if convert in legal:
            found.append(convert)
        elif convert in POWER and me.bowl3 + me.bowl2 // 2 >= POWER[convert] and BURN in legal:
            found.append(BURN)
    return found


def keeps(s: TerraState, seat: int) -> Sequence[Amount]:
    me = s.sides[seat]
    return (("C", me.coins), ("W", me.workers), ("P", me.priests), ("bowl3", me.bowl3))


def then(s: TerraState, seat: int) -> Sequence[tuple[int, Reason]]:
    """Neighbours who may take power, with the points it costs them."""
    found = [(o[0], o[3]) for o in s.offers if o[1] == seat]
    return [(o, reason("then.leech" if n > 1 else "then.leech_free", "TM-8.2", n=n, points=n - 1)) for o, n in found]


def free_power(s: TerraState, seat: int) -> bool:
    """One offer of power that costs no point and rewards nobody else."""
    mine, me = [o for o in s.offers if o[0] == seat], s.sides[seat]
    if len(mine) != 1 or rewards(me):
        return False
    return effective(me, mine[0][2]) == 1 and s.sides[mine[0][1]].folk.on_taken is None


def afterwards(s: TerraState, seat: int) -> Sequence[Action]:
    """When the neighbours have answered, nothing but conversions is left of the turn."""
    return (DONE,) if s.active == seat and not s.acts and s.to_move() != seat else ()


def stones(s: TerraState, seat: int, things: Mapping[str, str]) -> Sequence[Mapping[str, str]]:
    """Hexes within reach from which the one that is meant could be reached in the next turn, better shipping, and for
    what is short the power actions that bring it."""
    at, me = s.board.index.get(things.get("at", ""), -1), s.sides[seat]
    if (at >= 0 and me.built >> at & 1) or things.get("what") in ("ship", "dig"):
        return [{"what": act} for act in ("ACT2", "ACT3", "ACT4")]
    if at < 0 or s.occupied >> at & 1:
        return ()
    places = bits(s.reach_of(me) & ~s.occupied)
    near = [i for i in places if me.folk.jump or (s.near[i] | s.board.ships[me.ship][i]) >> at & 1]
    near.sort(key=lambda i: _apart(s.board.names[i], s.board.names[at]))
    return [{"what": "ship"}, *({"at": s.board.names[i]} for i in near[:STONES])]


def _apart(one: str, other: str) -> int:
    """How far two hexes lie apart, roughly: rows are letters."""
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def next_turn(s: TerraState, seat: int) -> TerraState | None:
    """The neighbours decline and nothing else happens; who has passed has no turn until the next income."""
    me = s.sides[seat]
    if not s.round or me.passed or me.dropped:
        return None
    c = s.clone()
    c.offers.clear()
    c.stack = [Step(ROUND, None), Asked(TURN, seat)]
    start_turn(c, seat)
    return c


BESIDE_THE_POINT = frozenset(
    f"why.{id}"
    for id in (
        *("no_such_hex", "no_such_thing", "not_your_building", "not_your_action", "wrong_building", "occupied"),
        *("already_terrain", "no_favor_due", "no_town_due", "no_conversion", "card_gone", "river_town_only"),
        *("no_river_town", "no_stronghold", "buys_no_spades", "forbidden_action", "not_your_turn"),
    )
)


def explains(s: TerraState, seat: int, things: Mapping[str, str]) -> Reason | None:
    """Rivers, the buildings and the boards of others."""
    at, other = things.get("at", ""), things.get("seat", "")
    if at and at not in s.board.index:
        return reason("why.river", "TM-7.2", ship=s.sides[seat].ship)
    for side in s.sides if at else ():
        if side.built >> s.board.index[at] & 1 and side is not s.sides[seat] and side.faction is not None:
            return reason("why.built_on", "TM-6.1", at=at, what=side.folk.name)
    if other.isdecimal():
        return reason("why.own_board" if int(other) == seat else "why.other_board", "TM-8.1")
    return None


USES = (
    ("FAV", "why.use_favor", "TM-5.4"),
    ("BON", "why.use_card", "TM-13.3"),
    ("ACT", "why.use_action", "TM-10.1"),
    ("TW", "why.use_town", "TM-11.1"),
)
"""What tiles are for, by the beginning of their names."""


def uses(s: TerraState, seat: int, things: Mapping[str, str]) -> Reason | None:
    if "at" in things:
        return reason("why.use_hex", "TM-6.1", at=things["at"])
    what = things.get("what", "")
    if what in BUILDINGS:
        return reason("why.use_building", "TM-8.5", what=what)
    if what in TERRAINS:
        return reason("why.use_wheel", "TM-6.3", what=what)
    if what in ("ship", "dig"):
        return reason("why.use_track", "TM-7.2", what=what)
    if what in CULTS:
        return reason("why.use_cult", "TM-9.3", what=what)
    return next((reason(id, rule, what=what) for start, id, rule in USES if what.startswith(start)), None)


def apart(what: str, why: str) -> str:
    """What the end of a round brings, as its moment says."""
    return "told.income" if why == "income" else "told.cults" if why[:5] == "SCORE" and what != "VP" else ""


MANNER = Manner(
    wishes=WISHES,
    words=words,
    means=means,
    defaults={
        "Turn.done": Default("done", 1.0, ends=True),
        "Answer": Default("leech * *", 1.0, alone=True, when=free_power),
    },
    beside_the_point=BESIDE_THE_POINT,
    explains=explains,
    uses=uses,
    needs=needs,
    stones=stones,
    next_turn=next_turn,
    afterwards=afterwards,
    turns=frozenset({"Turn"}),
    rests=frozenset({"Turn"}),
    keeps=keeps,
    apart=apart,
    then=then,
    orders=(
        Form("decline_above", "decline * >{n}", asked="Answer", numbers=range(1, 8)),
        Form("take_up_to", "leech * <={n}", asked="Answer", numbers=range(1, 8)),
    ),
)

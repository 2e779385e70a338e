"""The end: the extra tile, cults, area, leftovers. Each step is a frame of its own, so that a reader can follow."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.bits import bits
from ludoteka.core.game import Phase, Step
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.data import AREA_PRIZES, CULT_PRIZES, CULTS, FINAL_TILES, SA, SH
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


def push(s: TerraState) -> None:
    s.stack.append(LEFTOVERS.step)
    s.stack.append(Scoring(PRIZES, None, "network"))
    for cult in reversed(CULTS):
        s.stack.append(Scoring(PRIZES, None, cult))
    if s.final >= 0:
        s.stack.append(Scoring(PRIZES, None, FINAL_TILES[s.final]))


class Scoring(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    what: str


class Prizes(Phase[TerraState, Scoring]):
    """18, 12, 6 or 8, 4, 2 for the best three in one thing [TM-18.1]."""

    def run(self, s: TerraState, f: Scoring) -> None:
        prizes = CULT_PRIZES if f.what in CULTS else AREA_PRIZES
        values = [value_of(s, side, f.what) for side in s.sides]
        for seat, n in enumerate(shares(values, prizes)):
            gain.vp(s, seat, n, f.what)


class Leftovers(Phase[TerraState, Step]):
    def run(self, s: TerraState, f: Step) -> None:
        for seat in range(s.seats):
            if s.sides[seat].faction is not None:
                cash_in(s, seat)


def shares(values: list[int], prizes: tuple[int, ...]) -> list[int]:
    """Tied places add up their prizes and share them, rounded down; nothing for a zero [TM-18.2]."""
    result = []
    for value in values:
        better = sum(v > value for v in values)
        equal = values.count(value)
        result.append(sum(prizes[better : better + equal]) // equal if value else 0)
    return result


def value_of(s: TerraState, me: Side, what: str) -> int:
    if me.faction is None:
        return 0
    if what in CULTS:
        return me.cult[CULTS.index(what)]
    return best(s, me, what)[0]


def best(s: TerraState, me: Side, what: str) -> tuple[int, int]:
    """What the network that counts most is worth, and the network."""
    return max(((METRICS[what](s, me, net), net) for net in networks(s, me)), default=(0, 0))


def networks(s: TerraState, me: Side) -> list[int]:
    """The own buildings in groups that neighbourhood, ships, tunnels or carpets connect [TM-18.4]."""
    ships, jumps = beyond(s, me)
    parts = []
    left = me.built
    while left:
        group = fresh = left & -left
        while fresh:
            low = fresh & -fresh
            at = low.bit_length() - 1
            fresh ^= low
            more = (s.linked(me, at) | ships[at] | jumps[at]) & me.built & ~group
            group |= more
            fresh |= more
        parts.append(group)
        left &= ~group
    return parts


def beyond(s: TerraState, me: Side) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What ships, and what tunnels or carpets reach from each hex."""
    return s.board.ships[me.ship], s.board.within[me.jump + 1 if me.folk.jump else 0]


def size(s: TerraState, me: Side, net: int) -> int:
    return net.bit_count()


def distance(s: TerraState, me: Side, net: int) -> int:
    hexes = list(bits(net))
    steps = s.board.steps
    return max((steps[a][b] for a in hexes for b in hexes), default=0)


def clusters(s: TerraState, me: Side, net: int) -> int:
    n = 0
    while net:
        net &= ~s.group_of(me, (net & -net).bit_length() - 1)
        n += 1
    return n


def on_border(s: TerraState, me: Side, net: int) -> int:
    return (net & s.board.border).bit_count()


def fortress(s: TerraState, me: Side, net: int) -> int:
    """Between stronghold and sanctuary, if both are in the network."""
    strong, holy = me.own[SH] & net, me.own[SA] & net
    return s.board.steps[strong.bit_length() - 1][holy.bit_length() - 1] if strong and holy else 0


METRICS: Final = {
    "network": size,
    "connected-distance": distance,
    "connected-clusters": clusters,
    "building-on-edge": on_border,
    "connected-sa-sh-distance": fortress,
}


def cash_in(s: TerraState, seat: int) -> None:
    """All power, priests and workers become coins, three coins a point [TM-18.7]."""
    me = s.edit(seat)
    burnt = me.bowl2 // 2
    me.bowl2 -= 2 * burnt
    me.bowl3 += burnt
    coins = me.bowl3 + me.priests + me.workers
    gain.spend_power(s, seat, me.bowl3, "leftovers")
    gain.pay(s, seat, me.workers, 0, me.priests, "leftovers")
    gain.coins(s, seat, coins, "leftovers")
    rate = me.folk.coins_per_vp or 3
    points = me.coins // rate
    gain.pay(s, seat, 0, points * rate, 0, "leftovers")
    gain.vp(s, seat, points, "leftovers")


PRIZES: Final = Prizes()
LEFTOVERS: Final = Leftovers()

"""What the value of a position sees besides a seat's own things: groups on their way to a town, land within reach,
neighbours, rivals, and the deeds that round tiles still reward."""

from __future__ import annotations

from typing import Final

from ludoteka.core.bits import bits
from ludoteka.games.terra_mystica.data import FAV5, FAV10, FAV11, FAV12, ROUND_TILES, ROUNDS, SA, SHORT_WAY, WHEEL, D
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

DEEDS: Final[tuple[str, ...]] = ("D", "TP", "TE", "big", "town", "spade")
SOUGHT: Final[tuple[int, ...]] = (FAV5, FAV10, FAV11, FAV12)
"""Favours that are worth the more, the earlier they are taken."""
TRACKS: Final = ("fire", "water", "earth", "air")
AROUND: Final = (
    *(f"steps on {track}" for track in TRACKS),
    *(f"best rival on {track}" for track in TRACKS),
    *("power to a town", "pieces to a town", "room for a town", "power to a second town", "pieces to a second town"),
    *("groups", "power in no town", "buildings"),
    *("home in reach", "one spade in reach", "two spades in reach"),
    *("home with a ship more", "one spade with a ship more", "two spades with a ship more"),
    *("power of neighbours", "buildings with neighbours", "dwellings with neighbours", "neighbouring buildings"),
    *("place in the order", "points", "points of rivals", "buildings of rivals", "largest network of rivals"),
    *(f"tiles for {deed} {when}" for deed in DEEDS for when in ("now", "next", "later")),
    *(f"favour {i + 1} is left" for i in SOUGHT),
)
"""What each number of `around` is."""
NO_GROUP: Final = (0.0, 7, 4, 0)
"""Stands for a town that nothing has been built for."""
SHARES: Final = ((0, 5), (1, 6), (2, 8))
"""So many spades away, and so many hexes of that kind count at most."""


def around(s: TerraState, seat: int, networks: list[int]) -> list[float]:
    """The position as the seat sees it at the start of a round; `networks` are the largest ones of all seats."""
    me = s.sides[seat]
    rivals = [side for q, side in enumerate(s.sides) if q != seat]
    found: list[float] = [float(v) for v in me.cult]
    found += [float(max((side.cult[track] for side in rivals), default=0)) for track in range(4)]
    found += _groups(s, me)
    found += _land(s, me)
    found += _neighbours(s, me, rivals)
    order = s.order
    place = (order.index(seat) - order.index(s.start)) % len(order) if seat in order and s.start in order else 1.5
    n = max(1, len(rivals))
    found += [float(place), float(me.vp), sum(side.vp for side in rivals) / n]
    found.append(sum(side.built.bit_count() for side in rivals) / n)
    found.append(float(max((net for q, net in enumerate(networks) if q != seat), default=0)))
    counts = [0.0] * (3 * len(DEEDS))
    for k in range(s.round - 1, ROUNDS):
        counts[3 * DEEDS.index(ROUND_TILES[s.tiles[k]].deed) + min(2, k - s.round + 1)] += 1
    return found + counts + [float(s.favors[i] > 0) for i in SOUGHT]


def _groups(s: TerraState, me: Side) -> list[float]:
    """The two groups that lack least for a town, and what stands outside of towns."""
    left, need = me.built & ~me.towned, me.town_power()
    groups: list[tuple[float, int, int, int]] = []
    loose = 0
    while left:
        group = s.group_of(me, (left & -left).bit_length() - 1)
        left &= ~group
        if group & me.towned:
            continue
        power = me.power_of(group)
        loose += power
        free = 0
        for at in bits(group):
            free |= s.near[at]
        lacks = max(0, need - power)
        pieces = max(0, 4 - group.bit_count() - (1 if me.own[SA] & group else 0))
        groups.append((lacks + 1.5 * pieces, lacks, pieces, min(4, (free & ~s.occupied).bit_count())))
    groups.sort()
    first = groups[0] if groups else NO_GROUP
    second = groups[1] if len(groups) > 1 else NO_GROUP
    numbers = [first[1], first[2], first[3], second[1], second[2], len(groups), loose, me.built.bit_count()]
    return [float(v) for v in numbers]


def _land(s: TerraState, me: Side) -> list[float]:
    """Free hexes by the spades they need, in reach now and with one more step of shipping."""
    free, lands = ~s.occupied, [0, 0, 0]
    if 0 <= me.root < WHEEL:
        for terrain in range(WHEEL):
            spades = SHORT_WAY[terrain][me.root]
            if spades < 3:
                lands[spades] |= s.land[terrain]
        if me.home != me.root:  # it builds on land of another kind, and a spade more makes that
            lands = [s.land[me.home] if me.home >= 0 else 0, lands[0] | lands[1], lands[2]]
    reach = s.reach_of(me)
    if me.folk.jump:
        reach |= s.jump_reach(me)
    further = 0
    ship = me.ship + s.card_ship(me) + 1
    if me.ship < me.folk.ship_max and ship < len(s.board.ships):
        for at in bits(me.built):
            further |= s.board.ships[ship][at]
        further &= ~reach
    found = [float(min(most, (reach & free & lands[n]).bit_count())) for n, most in SHARES]
    return found + [float(min(most, (further & free & lands[n]).bit_count())) for n, most in SHARES]


def _neighbours(s: TerraState, me: Side, rivals: list[Side]) -> list[float]:
    """Who lives beside it: they give power and make trading houses cheap."""
    theirs = 0
    for side in rivals:
        theirs |= side.built
    beside = touched = cheap = 0
    for at in bits(me.built):
        near = s.near[at]
        beside |= near
        if near & theirs:
            touched += 1
            cheap += me.own[D] >> at & 1
    power = sum(side.power_of(side.built & beside) for side in rivals)
    return [float(power), float(touched), float(cheap), float((beside & theirs).bit_count())]

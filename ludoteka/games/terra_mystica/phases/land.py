"""Changing land and raising buildings: dig, transform, build, upgrade."""

from __future__ import annotations

from functools import cache

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DIG, Build, Dig, Transform, Upgrade, places
from ludoteka.games.terra_mystica.data import (
    BUILDINGS,
    DEED_OF,
    FAV10,
    FAV11,
    FAVORS,
    ICE,
    LIMITS,
    SA,
    SH,
    SHORT_WAY,
    TE,
    TERRAINS,
    TP,
    UPGRADE_FROM,
    VOLCANO,
    WHEEL,
    D,
)
from ludoteka.games.terra_mystica.phases import leech, towns
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState

TERRAIN_INDEX = {name: i for i, name in enumerate(TERRAINS)}
BUILDING_INDEX = {name: i for i, name in enumerate(BUILDINGS)}
MOST_SPADES = 3
MOST_SPADES_LONG_WAY = 6

Ends = tuple[tuple[tuple[int, int], ...], ...]


@cache
def ends(home: int, root: int, flat: int, spades: int, long_way: bool) -> Ends:
    """For each terrain of the wheel what it can become and how many spades that takes."""
    return tuple(tuple(_ends_of(t, home, root, flat, spades, long_way)) for t in range(WHEEL))


def _ends_of(t: int, home: int, root: int, flat: int, spades: int, long_way: bool) -> list[tuple[int, int]]:
    if flat:  # Giants: to home, always the same number [TM-19.9]
        return [(home, flat)] if t != home else []
    result = []
    for u in range(WHEEL):
        if home == ICE and u == root:
            # arriving on the start terrain means ice, and it costs a spade even there [TM-19.25]
            result.append((ICE, SHORT_WAY[t][root] or 1))
        elif u != t:
            cost = SHORT_WAY[t][u]
            if long_way:
                cost = _site_way(t, u, root, cost, spades)
            result.append((u, cost))
    return result


def _site_way(t: int, u: int, root: int, short: int, spades: int) -> int:
    """The site never goes across the home terrain, and to or from it by the way that fits the spades [TM-20.9]."""
    if root in (t, u):
        return WHEEL - short if spades == WHEEL - short else short
    if (u - t) % WHEEL == short:
        between = {(t + i) % WHEEL for i in range(1, short)}
    else:
        between = {(t - i) % WHEEL for i in range(1, short)}
    return WHEEL - short if root in between else short


# reach


def jump_price(me: Side) -> tuple[int, int]:
    return me.folk.jump_cost[1 if me.own[SH] else 0]


def jumpable(s: TerraState, me: Side, workers: int, coins: int) -> int:
    """Hexes out of reach that a tunnel or carpet reaches, if it can be paid beside these costs [TM-7.5]."""
    jumped = s.work.jumped
    if jumped >= 0:
        return 1 << jumped
    w, p = jump_price(me)
    if me.workers < workers + w or me.priests < p:
        return 0
    return s.jump_reach(me) & ~s.reach_of(me)


def in_reach(s: TerraState, me: Side, workers: int = 0, coins: int = 0) -> int:
    reach = s.reach_of(me)
    if me.folk.jump:
        reach |= jumpable(s, me, workers, coins)
    return reach


def pay_jump(s: TerraState, seat: int, me: MutableSide, at: int) -> None:
    """A tunnel or carpet is paid only where it is needed, once an action [TM-7.6]."""
    if me.folk.jump and not s.reach_of(me) >> at & 1 and s.work.jumped != at:
        w, p = jump_price(me)
        gain.pay(s, seat, w, 0, p, "jump")
        gain.vp(s, seat, me.folk.jump_vp, "faction")
        s.work = s.work._replace(jumped=at)


def lands_of(s: TerraState, me: Side) -> int:
    """Empty hexes of a terrain that the seat may build on."""
    if me.home >= 0:
        return s.land[me.home] & ~s.occupied
    mask = 0
    for t in bits(me.lands):
        mask |= s.land[t]
    return mask & ~s.occupied


# digging


def spade_price(me: Side) -> tuple[int, int]:
    """(workers, priests) of one spade, or (0, 0) if it buys none."""
    folk = me.folk
    if folk.dig:
        return folk.dig[me.dig], 0
    return 0, folk.dig_priests


def legal_dig(s: TerraState, me: Side, out: list[Action]) -> None:
    w, p = spade_price(me)
    if not w and not p:
        return
    rules = s.rules
    most = MOST_SPADES_LONG_WAY if rules.site else me.folk.flat_spades or MOST_SPADES
    most -= me.spades
    afford = me.workers // w if w else me.priests // p
    if afford < most:
        most = afford
    if most <= 0:
        return
    if rules.site:
        out += DIG[1 : most + 1]
        return
    targets = s.transformable()
    flat = me.folk.flat_spades
    if flat:
        targets &= ~s.land[me.home]
    if not targets & s.reach_of(me):
        if not me.folk.jump:
            return
        # the tunnel or carpet has to be paid as well
        while most and not targets & in_reach(s, me, w * most):
            most -= 1
    for n in range(1, most + 1):
        if flat and me.spades + n != flat:
            continue
        if tops_up(s, me) and not can_reach_home(s, me, me.spades + n):
            continue
        out.append(DIG[n])


def tops_up(s: TerraState, me: Side) -> bool:
    """Whether a spade bought now joins those of an action, and all of them have to end at home [TM-6.5]."""
    return me.spades > 0 and s.rules.top_up_home and (s.work.home_due or not s.work.bought)


def can_reach_home(s: TerraState, me: Side, spades: int) -> bool:
    """Whether exactly so many spades turn some hex in reach into home terrain."""
    targets = in_reach(s, me) & s.transformable()
    rows = ends(me.home, me.root, me.folk.flat_spades, 0, False)
    return any(targets & s.land[t] and (me.home, spades) in row for t, row in enumerate(rows))


def do_dig(s: TerraState, seat: int, me: MutableSide, a: Dig) -> None:
    w, p = spade_price(me)
    home_due = s.work.home_due or tops_up(s, me)
    gain.pay(s, seat, w * a.n, 0, p * a.n, "dig")
    gain.vp(s, seat, me.folk.dig_vp * a.n, "faction")
    gain.spades(s, seat, a.n, "dig")
    # topping up an action binds all its spades to one hex [TM-6.5]; more may be bought until the first transform
    s.work = s.work._replace(transforms=1, builds=1, digs=s.rules.dig_on, bought=True, home_due=home_due)


# transforming


def transform_ends(s: TerraState, me: Side) -> Ends:
    return ends(me.home, me.root, me.folk.flat_spades, me.spades if s.rules.long_way else 0, s.rules.long_way)


def legal_transform(s: TerraState, me: Side, out: list[Action], reach: int) -> None:
    """Uses of the open spades within these hexes."""
    targets = reach & s.transformable()
    spades = me.spades
    # bought spades go to one hex together [TM-6.4]
    exactly = s.work.bought and not s.rules.loose_dig
    home_due = s.work.home_due
    tables = places(s.board.name).transform
    home = me.home
    for t, row in enumerate(transform_ends(s, me)):
        hexes = targets & s.land[t]
        if hexes:
            fit = [
                tables[u]
                for u, cost in row
                if cost <= spades and (not exactly or cost == spades) and not (home_due and u != home)
            ]
            if fit:
                for at in bits(hexes):
                    for table in fit:
                        out.append(table[at])


def can_transform(s: TerraState, me: Side, reach: int) -> bool:
    """Whether some hex there can take the open spades."""
    found: list[Action] = []
    legal_transform(s, me, found, reach)
    return bool(found)


def can_use_spades(s: TerraState, me: Side) -> bool:
    found: list[Action] = []
    if s.work.digs:
        legal_dig(s, me, found)
    return bool(found) or can_transform(s, me, in_reach(s, me))


def legal_sand(s: TerraState, me: Side, out: list[Action]) -> None:
    """The sandstorm: one hex beside a building, not over a bridge [TM-19.2]."""
    table = places(s.board.name).transform[me.home]
    for at in bits(sand_targets(s, me)):
        out.append(table[at])


def sand_targets(s: TerraState, me: Side) -> int:
    near, beside = s.board.near, 0
    for at in bits(me.built):
        beside |= near[at]
    return beside & s.transformable() & ~s.land[me.home]


def land_price(s: TerraState, me: Side, terrain: int) -> int:
    """What a volcano faction pays for a hex of this terrain."""
    cheap, dear = me.folk.land_price
    return dear if s.is_home(terrain) else cheap


def legal_volcano(s: TerraState, me: Side, out: list[Action]) -> None:
    targets = in_reach(s, me) & s.transformable()
    afford = max(me.cult) if me.folk.pays_land_in == "cult" else me.bowl1 + me.bowl2 + me.bowl3
    table = places(s.board.name).transform[VOLCANO]
    for t in range(WHEEL):
        hexes = targets & s.land[t]
        if hexes and land_price(s, me, t) <= afford:
            for at in bits(hexes):
                out.append(table[at])


def do_transform(s: TerraState, seat: int, me: MutableSide, a: Transform) -> None:
    at = s.board.index[a.at]
    u = TERRAIN_INDEX[a.what]
    t = s.terrain_at(at)
    if not me.passed:
        pay_jump(s, seat, me, at)
    if u == VOLCANO:
        price = land_price(s, me, t)
        s.work = s.work._replace(transforms=0, builds=1, digs=False)
        if me.folk.pays_land_in == "cult":
            s.work = s.work._replace(lose=price)
        elif s.rules.fixed_tokens:
            gain.shed(s, seat, price)
        else:
            s.work = s.work._replace(shed=price)
    elif s.work.free == "sand":
        s.work = s.work._replace(free="", transforms=0)
    else:
        cost = next(c for end, c in transform_ends(s, me)[t] if end == u)
        me.spades -= cost
        if not s.rules.spades_on_receipt:
            gain.score(s, seat, "spade", cost)
        if not me.passed:
            spend_transform(s, me, u)
    s.land = changed(s.land, t, s.land[t] ^ 1 << at)
    s.land = changed(s.land, u, s.land[u] | 1 << at)
    if u == me.home:
        s.work = s.work._replace(sites=s.work.sites | 1 << at)


def spend_transform(s: TerraState, me: Side, u: int) -> None:
    """One of the transforms of an action is used; at most one may end away from home [TM-6.6]."""
    work = s.work
    if s.rules.site:
        home_due = bool(me.spades) and u != me.home and not s.rules.loose_multi_spade
    else:
        home_due = work.home_due or u != me.home
    s.work = work._replace(digs=False, transforms=work.transforms - 1 if me.spades else 0, home_due=home_due)


# building


def legal_build(s: TerraState, me: Side, out: list[Action], free_choice: bool) -> None:
    """`free_choice`: a dwelling as an action of its own; else only where the action before allows."""
    if me.count(D) >= LIMITS[D]:
        return
    w, c = me.folk.dwelling
    if me.coins < c or me.workers < w:
        return
    hexes = lands_of(s, me) & in_reach(s, me, w, c)
    if not free_choice:
        if s.work.sites:
            hexes &= s.work.sites
        elif not s.rules.build_elsewhere:
            return
    table = places(s.board.name).build
    for at in bits(hexes):
        out.append(table[at])


def legal_free_dwelling(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.count(D) >= LIMITS[D]:
        return
    table = places(s.board.name).build
    for at in bits(lands_of(s, me)):
        out.append(table[at])


def do_build(s: TerraState, seat: int, me: MutableSide, a: Build) -> None:
    at = s.board.index[a.at]
    if s.work.free != "dwelling":
        pay_jump(s, seat, me, at)
        w, c = me.folk.dwelling
        gain.pay(s, seat, w, c, 0, "build")
    if s.work is not IDLE:
        s.work = s.work._replace(transforms=0, builds=0, digs=False, sites=0, free="")
    # the tile of the round and favor tiles pay first: the new building may bring new ones [TM-8.9]
    raise_building(s, seat, me, at, D)


def upgrade_price(s: TerraState, seat: int, me: Side, at: int, kind: int) -> tuple[int, int]:
    folk = me.folk
    if kind == TP:
        w, c = folk.house
        return (w, c) if has_neighbour(s, seat, at) else (w, 2 * c)
    return folk.temple if kind == TE else folk.stronghold if kind == SH else folk.sanctuary


def has_neighbour(s: TerraState, seat: int, at: int) -> bool:
    return bool(s.near[at] & s.occupied & ~s.sides[seat].built)


def legal_upgrade(s: TerraState, seat: int, me: Side, out: list[Action]) -> None:
    own = me.own
    folk = me.folk
    tables = places(s.board.name).upgrade
    if own[D] and own[TP].bit_count() < LIMITS[TP] and me.workers >= folk.house[0]:
        coins = me.coins
        cheap = folk.house[1]
        if coins >= 2 * cheap:
            for at in bits(own[D]):
                out.append(tables[TP][at])
        elif coins >= cheap:
            for at in bits(own[D]):
                if has_neighbour(s, seat, at):
                    out.append(tables[TP][at])
    if own[TP]:
        w, c = folk.temple
        if own[TE].bit_count() < LIMITS[TE] and me.workers >= w and me.coins >= c:
            for at in bits(own[TP]):
                out.append(tables[TE][at])
        w, c = folk.stronghold
        if not own[SH] and me.workers >= w and me.coins >= c:
            for at in bits(own[TP]):
                out.append(tables[SH][at])
    if own[TE]:
        w, c = folk.sanctuary
        if not own[SA] and me.workers >= w and me.coins >= c:
            for at in bits(own[TE]):
                out.append(tables[SA][at])


def legal_free_house(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.count(TP) >= LIMITS[TP]:
        return
    table = places(s.board.name).upgrade[TP]
    for at in bits(me.own[D]):
        out.append(table[at])


def do_upgrade(s: TerraState, seat: int, me: MutableSide, a: Upgrade) -> None:
    at = s.board.index[a.at]
    kind = BUILDING_INDEX[a.what]
    if s.work.free == "house" and kind == TP:
        s.work = s.work._replace(free="")
    else:
        w, c = upgrade_price(s, seat, me, at, kind)
        gain.pay(s, seat, w, c, 0, "upgrade")
    me.own = changed(me.own, UPGRADE_FROM[kind], me.own[UPGRADE_FROM[kind]] ^ 1 << at)
    raise_building(s, seat, me, at, kind)
    if kind in (TE, SA):
        gain.favors(s, seat, me.folk.favors)
    elif kind == SH and me.folk.on_stronghold is not None:
        me.folk.on_stronghold(s, seat)


def raise_building(s: TerraState, seat: int, me: MutableSide, at: int, kind: int) -> None:
    """The building stands: offers to neighbours, points, perhaps a town."""
    bit = 1 << at
    leech.offer(s, seat, at)
    me.own = changed(me.own, kind, me.own[kind] | bit)
    if kind == D:
        me.built |= bit
        s.occupied |= bit
        if me.reach >= 0:
            me.reach = -1
        if me.favors >> FAV11 & 1:
            gain.vp(s, seat, FAVORS[FAV11].dwelling_vp, "FAV11")
    elif kind == TP and me.favors >> FAV10 & 1:
        gain.vp(s, seat, FAVORS[FAV10].house_vp, "FAV10")
    gain.score(s, seat, DEED_OF[kind])
    towns.look(s, seat, me, at)

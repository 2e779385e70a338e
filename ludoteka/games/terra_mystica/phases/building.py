"""Raising buildings: dwellings, and what becomes of them."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import Build, Upgrade, places
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
    TE,
    TERRAINS,
    TP,
    UPGRADE_FROM,
    D,
)
from ludoteka.games.terra_mystica.phases import leech, towns
from ludoteka.games.terra_mystica.phases.digging import shortest
from ludoteka.games.terra_mystica.phases.reach import in_reach, jump_extra, pay_jump, why_out_of_reach
from ludoteka.games.terra_mystica.refusal import reason, short
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState

BUILDING_INDEX: Final = {name: i for i, name in enumerate(BUILDINGS)}
UPGRADES: Final[tuple[int, ...]] = (TP, TE, SH, SA)

# dwellings


def lands_of(s: TerraState, me: Side) -> int:
    """Empty hexes of a terrain that the seat may build on."""
    if me.home >= 0:
        return s.land[me.home] & ~s.occupied
    mask = 0
    for t in bits(me.lands):
        mask |= s.land[t]
    return mask & ~s.occupied


def sites(s: TerraState) -> int:
    """Where the dwelling of the action under way may rise, as far as that action goes [TM-6.6]."""
    return s.work.sites or (s.board.full if s.rules.build_elsewhere else 0)


def legal_build(s: TerraState, me: Side, out: list[Action], free_choice: bool) -> None:
    """`free_choice`: a dwelling as an action of its own; else only where the action before allows."""
    if not me.left(D):
        return
    w, c = me.folk.dwelling
    if me.coins < c or me.workers < w:
        return
    hexes = lands_of(s, me) & in_reach(s, me, w)
    if not free_choice:
        hexes &= sites(s)
    table = places(s.board.name).build
    for at in bits(hexes):
        out.append(table[at])


def legal_free_dwelling(s: TerraState, me: Side, out: list[Action]) -> None:
    if not me.left(D):
        return
    table = places(s.board.name).build
    for at in bits(lands_of(s, me)):
        out.append(table[at])


def why_no_build(s: TerraState, seat: int, me: Side, a: Build) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if s.occupied >> at & 1:
        return reason("why.occupied", "TM-6.1", at=a.at)
    wrong = why_none_left(me, D, "TM-6.2") or why_wrong_terrain(s, me, a.at, at)
    if wrong is not None or me.owes(due.DWELLING):
        return wrong
    if s.work.builds and not s.acts and not sites(s) >> at & 1:
        return reason("why.not_on_this_site", "TM-6.6")
    out = why_out_of_reach(s, me, a.at, at)
    if out is not None:
        return out
    w, c = me.folk.dwelling
    workers, priests = jump_extra(s, me, at)
    missing = short(me, w + workers, c, priests, "TM-6.2")
    if missing is None and s.work.builds and me.owes(due.SPADES):
        return reason("why.spades_first", "TM-6.7")
    return missing


def why_none_left(me: Side, kind: int, rule: str) -> Reason | None:
    if me.left(kind):
        return None
    n = LIMITS[kind]
    return reason("why.building_limit" if n > 1 else "why.one_stands", rule, n=n, what=BUILDINGS[kind])


def why_wrong_terrain(s: TerraState, me: Side, name: str, at: int) -> Reason | None:
    t = s.terrain_at(at)
    if me.lands >> t & 1:
        return None
    if me.home < 0:
        return reason("why.locked_terrain", "TM-19.44", at=name, terrain=TERRAINS[t])
    if t >= ICE:
        return reason("why.untransformable", "TM-6.9", at=name, terrain=TERRAINS[t])
    if me.folk.changes != "spade":
        return reason("why.not_changed_here", "TM-6.1", at=name, terrain=TERRAINS[t], home=TERRAINS[me.home])
    n = next(cost for end, cost in shortest(me)[t] if end == me.home)
    return reason("why.wrong_terrain", "TM-6.3", at=name, terrain=TERRAINS[t], home=TERRAINS[me.home], n=n)


def do_build(s: TerraState, seat: int, me: MutableSide, a: Build) -> None:
    at = s.board.index[a.at]
    if me.owes(due.DWELLING):
        me.settle(due.DWELLING)
    else:
        pay_jump(s, seat, me, at)
        w, c = me.folk.dwelling
        gain.pay(s, seat, w, c, 0, "build")
    if s.work is not IDLE:
        s.work = s.work._replace(transforms=0, builds=0, digs=False, sites=0)
    # the tile of the round and favor tiles pay first: the new building may bring new ones [TM-8.9]
    raise_building(s, seat, me, at, D)


# upgrades


def price_alone(me: Side, kind: int) -> tuple[int, int]:
    """Without a neighbour a trading house costs twice the coins [TM-8.6]."""
    w, c = me.folk.cost(kind)
    return (w, 2 * c) if kind == TP else (w, c)


def upgrade_price(s: TerraState, seat: int, me: Side, at: int, kind: int) -> tuple[int, int]:
    return me.folk.cost(kind) if has_neighbour(s, seat, at) else price_alone(me, kind)


def has_neighbour(s: TerraState, seat: int, at: int) -> bool:
    return bool(s.near[at] & s.occupied & ~s.sides[seat].built)


def legal_upgrade(s: TerraState, seat: int, me: Side, out: list[Action]) -> None:
    own, workers, coins, tables = me.own, me.workers, me.coins, places(s.board.name).upgrade
    for kind in UPGRADES:
        hexes = own[UPGRADE_FROM[kind]]
        if me.left(kind):
            w, c = me.folk.cost(kind)
            if workers >= w and coins >= c:
                table = tables[kind]
                anywhere = coins >= price_alone(me, kind)[1]
                for at in bits(hexes):
                    if anywhere or has_neighbour(s, seat, at):
                        out.append(table[at])


def legal_free_house(s: TerraState, me: Side, out: list[Action]) -> None:
    if not me.left(TP):
        return
    table = places(s.board.name).upgrade[TP]
    for at in bits(me.own[D]):
        out.append(table[at])


def why_no_upgrade(s: TerraState, seat: int, me: Side, a: Upgrade) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if a.what not in BUILDINGS[1:]:
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    if not me.built >> at & 1:
        return reason("why.not_your_building", "TM-8.5", at=a.at)
    kind = BUILDING_INDEX[a.what]
    if not me.own[UPGRADE_FROM[kind]] >> at & 1:
        have = next(k for k in range(5) if me.own[k] >> at & 1)
        need = BUILDINGS[UPGRADE_FROM[kind]]
        return reason("why.wrong_building", "TM-8.5", at=a.at, have=BUILDINGS[have], what=a.what, need=need)
    w, c = upgrade_price(s, seat, me, at, kind)
    return why_none_left(me, kind, "TM-8.5") or short(me, w, c, 0, "TM-8.6")


def do_upgrade(s: TerraState, seat: int, me: MutableSide, a: Upgrade) -> None:
    at = s.board.index[a.at]
    kind = BUILDING_INDEX[a.what]
    if kind == TP and me.owes(due.HOUSE):
        me.settle(due.HOUSE)
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
        me.reach = -1
        if me.favors >> FAV11 & 1:
            gain.vp(s, seat, FAVORS[FAV11].dwelling_vp, "FAV11")
    elif kind == TP and me.favors >> FAV10 & 1:
        gain.vp(s, seat, FAVORS[FAV10].house_vp, "FAV10")
    gain.score(s, seat, DEED_OF[kind])
    towns.look(s, seat, me, at)

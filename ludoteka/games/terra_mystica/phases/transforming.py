"""Changing land: by spades, by a sandstorm, into volcano."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import Transform, places
from ludoteka.games.terra_mystica.data import CULTS, ICE, TERRAINS, VOLCANO, WHEEL
from ludoteka.games.terra_mystica.phases.digging import Ends, ends, legal_dig
from ludoteka.games.terra_mystica.phases.reach import in_reach, jump_extra, pay_jump, why_out_of_reach
from ludoteka.games.terra_mystica.refusal import reason, short, short_tokens
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState

TERRAIN_INDEX: Final = {name: i for i, name in enumerate(TERRAINS)}


def why_no_transform(s: TerraState, seat: int, me: Side, a: Transform) -> Reason | None:
    at = s.board.index.get(a.at)
    if at is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at)
    if a.what not in TERRAINS:
        return reason("why.no_such_thing", "TM-3.1", what=a.what)
    t, u = s.terrain_at(at), TERRAIN_INDEX[a.what]
    if s.occupied >> at & 1:
        return reason("why.occupied", "TM-6.3", at=a.at)
    if t >= ICE:
        return reason("why.untransformable", "TM-6.9", at=a.at, terrain=TERRAINS[t])
    if t == u:
        return reason("why.already_terrain", "TM-6.3", at=a.at, terrain=TERRAINS[t])
    changes = me.folk.changes
    if changes == "never":
        return reason("why.buys_no_spades", "TM-19.43")
    if me.owes(due.SAND):
        return _why_no_sand(me, a.at, u)
    if changes == "volcano" and u != VOLCANO:
        return reason("why.only_home", "TM-19.28", home=TERRAINS[me.home])
    out = why_out_of_reach(s, me, a.at, at)
    if out is not None:
        return out
    if changes == "volcano":
        return _why_no_volcano(s, me, t)
    workers, priests = jump_extra(s, me, at)
    return _why_no_spades(s, me, t, u) or short(me, workers, 0, priests, "TM-7.5")


# with spades


def transform_ends(s: TerraState, me: Side) -> Ends:
    long_way = s.rules.long_way
    return ends(me.home, me.root, me.folk.flat_spades, me.owes(due.SPADES) if long_way else 0, long_way)


def all_at_once(s: TerraState) -> bool:
    """Bought spades go to one hex together [TM-6.4]."""
    return s.work.bought and not s.rules.split_bought


def legal_transform(s: TerraState, me: Side, out: list[Action], reach: int) -> None:
    """Uses of the open spades within these hexes."""
    targets = reach & s.transformable()
    spades = me.owes(due.SPADES)
    exactly = all_at_once(s)
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


def _why_no_spades(s: TerraState, me: Side, t: int, u: int) -> Reason | None:
    costs = dict(transform_ends(s, me)[t])
    if u not in costs:
        return reason("why.only_home", "TM-19.9", home=TERRAINS[me.home])
    have, n = me.owes(due.SPADES), costs[u]
    if not have:
        return reason("why.no_spades", "TM-6.3")
    if n > have:
        return reason("why.spades_needed", "TM-6.3", n=n - have, need=n, have=have)
    if n != have and all_at_once(s):
        return reason("why.all_spades", "TM-6.4", n=n, have=have)
    return reason("why.home_first", "TM-6.6") if s.work.home_due and u != me.home else None


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


# by a sandstorm


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


def _why_no_sand(me: Side, name: str, u: int) -> Reason:
    if u != me.home:
        return reason("why.sand_home", "TM-19.2", home=TERRAINS[me.home])
    return reason("why.sand_beside", "TM-19.2", at=name)


# into volcano


def land_price(s: TerraState, me: Side, terrain: int) -> int:
    """What a volcano faction pays for a hex of this terrain."""
    cheap, dear = me.folk.land_price
    return dear if s.is_home(terrain) else cheap


def legal_volcano(s: TerraState, me: Side, out: list[Action]) -> None:
    targets = in_reach(s, me) & s.transformable()
    afford = max(me.cult) if me.folk.pays_land_in == "cult" else me.tokens()
    table = places(s.board.name).transform[VOLCANO]
    for t in range(WHEEL):
        hexes = targets & s.land[t]
        if hexes and land_price(s, me, t) <= afford:
            for at in bits(hexes):
                out.append(table[at])


def _why_no_volcano(s: TerraState, me: Side, t: int) -> Reason | None:
    price = land_price(s, me, t)
    if me.folk.pays_land_in != "cult":
        return short_tokens(me, price, "TM-19.35")
    have = max(me.cult)
    if have >= price:
        return None
    best = CULTS[me.cult.index(have)]
    return reason("why.cult_low", "TM-19.30", what=best, have=have, need=price, n=price - have)


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
            me.owe(due.LOSE, price)
        else:
            s.rules.remove_tokens(s, seat, price)
    elif me.owes(due.SAND):
        me.settle(due.SAND)
        s.work = s.work._replace(transforms=0)
    else:
        cost = next(c for end, c in transform_ends(s, me)[t] if end == u)
        me.settle(due.SPADES, cost)
        s.rules.spades_used(s, seat, cost)
        if not me.passed:
            spend_transform(s, me, u)
    s.land = changed(s.land, t, s.land[t] ^ 1 << at)
    s.land = changed(s.land, u, s.land[u] | 1 << at)
    if u == me.home:
        s.work = s.work._replace(sites=s.work.sites | 1 << at)


def spend_transform(s: TerraState, me: Side, u: int) -> None:
    """One of the transforms of an action is used; at most one may end away from home [TM-6.6]."""
    work, left = s.work, me.owes(due.SPADES)
    home_due = s.rules.home_due(work.home_due, left, u == me.home)
    s.work = work._replace(digs=False, transforms=work.transforms - 1 if left else 0, home_due=home_due)

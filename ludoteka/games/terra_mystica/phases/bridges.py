"""Bridges: where one may stand, and what it joins."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import Bridge, places
from ludoteka.games.terra_mystica.phases import towns
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState


def spot_free(s: TerraState, x: int, y: int) -> bool:
    return s.rules.many_bridges or not s.near[x] >> y & 1


def spot_held(s: TerraState, me: Side, x: int, y: int) -> bool:
    """An own building stands at an end [TM-10.5]."""
    return bool(me.built & (1 << x | 1 << y)) or s.rules.any_bridge


def bridge_spots(s: TerraState, me: Side) -> list[int]:
    """Where it may place a bridge now."""
    if not me.bridges_left:
        return []
    return [i for i, (x, y) in enumerate(s.board.spots) if spot_held(s, me, x, y) and spot_free(s, x, y)]


def can_bridge(s: TerraState, me: Side) -> bool:
    return s.rules.idle_actions or bool(bridge_spots(s, me))


def no_spots(s: TerraState, me: Side) -> Reason | None:
    """Said of an action that would bring a bridge."""
    if can_bridge(s, me):
        return None
    return reason("why.no_bridge_spot", "TM-10.5") if me.bridges_left else reason("why.no_bridges", "TM-10.4")


def legal_bridge(s: TerraState, me: Side, out: list[Action]) -> None:
    table = places(s.board.name).bridge
    for i in bridge_spots(s, me):
        out.append(table[i])


def why_no_bridge(s: TerraState, seat: int, me: Side, a: Bridge) -> Reason | None:
    x, y = s.board.index.get(a.at), s.board.index.get(a.to)
    if x is None or y is None:
        return reason("why.no_such_hex", "TM-3.1", at=a.at if x is None else a.to)
    if (y, x) in s.board.spot_index:
        return reason("why.spot_reversed", "TM-10.5", at=a.to, other=a.at)
    if (x, y) not in s.board.spot_index:
        return reason("why.no_spot", "TM-10.5", at=a.at, other=a.to)
    if not spot_free(s, x, y):
        return reason("why.spot_taken", "TM-10.5", at=a.at, other=a.to)
    if not me.bridges_left:
        return reason("why.no_bridges", "TM-10.4")
    if not spot_held(s, me, x, y):
        return reason("why.bridge_needs_building", "TM-10.5", at=a.at, other=a.to)
    return reason("why.no_bridge_due", "TM-10.4")


def do_bridge(s: TerraState, seat: int, me: MutableSide, a: Bridge) -> None:
    x, y = s.board.index[a.at], s.board.index[a.to]
    me.settle(due.BRIDGES)
    me.bridges_left -= 1
    s.bridges = (*s.bridges, (seat, x, y))
    near = list(s.near)
    near[x] |= 1 << y
    near[y] |= 1 << x
    s.near = tuple(near)
    for i, side in enumerate(s.sides):
        if side.built & (1 << x | 1 << y):
            s.edit(i).reach = -1
    if not can_bridge(s, me):
        me.set_due(due.BRIDGES, 0)
    towns.look(s, seat, me, x)
    towns.look(s, seat, me, y)

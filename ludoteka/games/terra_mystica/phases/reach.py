"""Where a seat may change land and build: beside its buildings, by ship, by tunnel or carpet."""

from __future__ import annotations

from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.board import SHIPS
from ludoteka.games.terra_mystica.data import SH
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState


def jump_price(me: Side) -> tuple[int, int]:
    """Workers and priests for a tunnel or carpet."""
    return me.folk.jump_cost[1 if me.own[SH] else 0]


def jumpable(s: TerraState, me: Side, workers: int) -> int:
    """Hexes out of reach that a tunnel or carpet reaches, if it can be paid beside so many workers [TM-7.5]."""
    jumped = s.work.jumped
    if jumped >= 0:
        return 1 << jumped
    w, p = jump_price(me)
    if me.workers < workers + w or me.priests < p:
        return 0
    return s.jump_reach(me) & ~s.reach_of(me)


def in_reach(s: TerraState, me: Side, workers: int = 0) -> int:
    reach = s.reach_of(me)
    if me.folk.jump:
        reach |= jumpable(s, me, workers)
    return reach


def needs_jump(s: TerraState, me: Side, at: int) -> bool:
    """A tunnel or carpet is paid only where it is needed, once an action [TM-7.6]."""
    return not s.reach_of(me) >> at & 1 and s.work.jumped != at


def jump_extra(s: TerraState, me: Side, at: int) -> tuple[int, int]:
    """Workers and priests for the tunnel or carpet that this hex needs."""
    return jump_price(me) if needs_jump(s, me, at) else (0, 0)


def pay_jump(s: TerraState, seat: int, me: MutableSide, at: int) -> None:
    if me.folk.jump and needs_jump(s, me, at):
        w, p = jump_price(me)
        gain.pay(s, seat, w, 0, p, "jump")
        gain.vp(s, seat, me.folk.jump_vp, "faction")
        s.work = s.work._replace(jumped=at)


def why_out_of_reach(s: TerraState, me: Side, name: str, at: int) -> Reason | None:
    """Out of reach, and the shipping that would do."""
    if s.reach_of(me) >> at & 1:
        return None
    if me.folk.jump and not me.passed and s.jump_reach(me) >> at & 1:
        return reason("why.jump_used", "TM-7.6") if s.work.jumped not in (-1, at) else None
    if me.folk.reach_by_ship_only and not s.board.riverside >> at & 1:
        return reason("why.not_riverside", "TM-19.43", at=name)
    card = s.card_ship(me)
    for level in range(me.ship + card + 1, min(SHIPS, me.folk.ship_max + card) + 1):
        if any(s.board.ships[level][home] >> at & 1 for home in bits(me.built)):
            return reason("why.out_of_reach", "TM-7.3", at=name, n=level, ship=me.ship + card)
    if me.folk.jump and me.built and not me.passed:
        by = "carpet" if me.folk.jump_flies else "tunnel"
        far, home = min((s.board.steps[home][at], home) for home in bits(me.built))
        return reason("why.beyond_jump", "TM-7.5", at=name, what=by, n=me.jump, other=s.board.names[home], have=far - 1)
    return reason("why.unreachable", "TM-7.1", at=name)

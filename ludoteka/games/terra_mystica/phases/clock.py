"""Whose turn it is, and what a turn remembers."""

from __future__ import annotations

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.state import IDLE, TerraState


def start_turn(s: TerraState, seat: int) -> None:
    s.active = seat
    s.work = IDLE
    s.acts = 1


def nobodys_turn(s: TerraState) -> None:
    s.active = -1
    s.work = IDLE
    s.acts = 0


def end_turn(s: TerraState) -> None:
    """What was open ends with the turn; the next seat that has not passed, clockwise, is active."""
    seat = s.active
    if s.sides[seat].dues:
        me = s.edit(seat)
        me.dues = tuple([d for d in me.dues if d.what in due.LASTING])
    circle = s.order
    i = circle.index(seat)
    for other in circle[i + 1 :] + circle[: i + 1]:
        side = s.sides[other]
        if not side.passed and not side.dropped:
            start_turn(s, other)
            return
    nobodys_turn(s)

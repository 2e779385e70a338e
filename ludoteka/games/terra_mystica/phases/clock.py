"""Whose turn it is, and what a turn remembers."""

from __future__ import annotations

from ludoteka.games.terra_mystica.state import IDLE, TerraState


def start_turn(s: TerraState, seat: int) -> None:
    s.active = seat
    clear_turn(s)
    s.acts = 1


def clear_turn(s: TerraState) -> None:
    s.work = IDLE
    s.acts = s.bridges_due = s.favors_due = s.towns_due = s.ordination = s.blocked = 0


def end_turn(s: TerraState) -> None:
    """The next seat that has not passed, clockwise, is active."""
    seat = s.active
    clear_turn(s)
    circle = s.order
    i = circle.index(seat)
    for other in circle[i + 1 :] + circle[: i + 1]:
        side = s.sides[other]
        if not side.passed and not side.dropped:
            start_turn(s, other)
            return
    s.active = -1

"""A seat leaves for good: what becomes of what it was asked and of what it could still decide [TM-15.9]."""

from __future__ import annotations

from typing import Final

from ludoteka.core.game import Frame
from ludoteka.games.terra_mystica.phases import leech, passing
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.state import TerraState

STAY: Final = 60
"""In edition 1: how much likelier it is that somebody speaks than that somebody leaves."""


def may_leave(s: TerraState) -> list[int]:
    """Anybody, as long as somebody stays."""
    here = [i for i, side in enumerate(s.sides) if not side.dropped]
    return here if len(here) > 1 else []


def leave(s: TerraState, seat: int) -> None:
    """Buildings and markers stay; the card goes back; no more decisions."""
    me = s.edit(seat)
    me.dropped = True
    leech.withdraw(s, seat)
    passing.give_card_back(s, me)
    me.dues = ()
    if s.active == seat:
        end_turn(s)


def take_questions_away(s: TerraState, seat: int) -> None:
    """Nothing that waits to be decided is asked of this seat any more."""
    waiting, s.stack[:] = s.stack[:], []
    for f in waiting:
        s.stack += frames_without(s, f, seat)


def frames_without(s: TerraState, f: Frame, seat: int) -> list[Frame]:
    """What stays of a frame when a seat has left: a phase may say so itself."""
    without = getattr(f[0], "without", None)
    if without is not None:
        found: list[Frame] = without(s, f, seat)
        return found
    return [] if f[1] == seat else [f]

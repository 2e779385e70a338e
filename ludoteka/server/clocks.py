"""Clocks: none, so much time per move (correspondence), or a stock that grows with every move (Fischer)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MINUTE, DAY = 60.0, 86400.0


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["none", "correspondence", "live"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=90 * 86400)] = 0
    """Per move (correspondence) or at the start (live)."""
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0
    """Added after every move of a live clock."""

    def start(self, seats: int) -> ClockState:
        return ClockState([float(self.seconds)] * seats if self.kind == "live" else [], 0.0)


class ClockState(msgspec.Struct):
    left: list[float] = []
    """Seconds per seat of a live clock, as they were when the seat to move began to think."""
    since: float = 0.0
    """When that was."""


def moved(clock: Clock, state: ClockState, mover: int, now: float) -> ClockState:
    """The clocks after a seat has answered; a seat that answers twice in a row keeps its time running."""
    if clock.kind != "live" or not state.since:
        return ClockState(state.left, now)
    left = state.left[:]
    left[mover] = max(0.0, left[mover] - (now - state.since)) + clock.increment
    return ClockState(left, now)


def deadline(clock: Clock, state: ClockState, to_move: int, away_until: float = 0.0) -> float | None:
    """When the seat to move runs out of time. Time on vacation does not count for correspondence."""
    if clock.kind == "none" or to_move < 0 or not state.since:
        return None
    if clock.kind == "live":
        return state.since + state.left[to_move]
    return max(state.since, away_until) + clock.seconds

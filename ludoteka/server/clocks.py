"""Clocks: none, so much time per turn (correspondence), or a stock that grows with every turn (Fischer).

A turn is a run of decisions of one seat, whatever chance does in between. Time is counted when a turn ends; taking a
turn back takes back what was paid for it, never the time that was really spent.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

DAY = 86400.0
GRACE = 30.0
"""What somebody who comes back after a timeout finds on a live clock, at least, and only once."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["none", "correspondence", "live"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=90 * 86400)] = 0
    """Per turn (correspondence) or at the start (live)."""
    increment: Annotated[int, Meta(ge=0, le=86400)] = 0
    """Added after every turn of a live clock."""

    def start(self, seats: int) -> ClockState:
        left = [float(self.seconds)] * seats if self.kind == "live" else []
        return ClockState(left, used=[0.0] * seats if self.kind != "none" else [])


class ClockState(msgspec.Struct, omit_defaults=True):
    left: list[float] = []
    """Seconds per seat of a live clock, as they were when the turn began."""
    since: float = 0.0
    """When that was."""
    used: list[float] = []
    """What the last turn of each seat took."""
    given: list[int] = []
    """Seats that came back after a timeout and were given time for it."""


def turn_over(clock: Clock, state: ClockState, seat: int, now: float, paid: bool = True) -> ClockState:
    """The clocks after a seat's turn. A bot that plays on for somebody spends nothing and earns nothing (`paid`)."""
    left, used = state.left[:], state.used[:]
    if paid and clock.kind != "none" and state.since:
        took = now - state.since
        if left:
            took = min(took, left[seat])
            left[seat] += clock.increment - took
        if used:
            used[seat] = took
    return ClockState(left, now, used, state.given)


def turn_back(clock: Clock, state: ClockState, seat: int) -> ClockState:
    """The clocks when a seat by right takes back the end of its turn: as if the turn had never ended. What the next
    one has thought meanwhile is on the clock of the one who takes back."""
    took = state.used[seat] if state.used else 0.0
    left = state.left[:]
    if left:
        left[seat] += took - clock.increment
    return ClockState(left, state.since - took, state.used, state.given)


def turns_back(
    clock: Clock, state: ClockState, running: int | None, seat: int, lost: Sequence[int], now: float
) -> ClockState:
    """The clocks when all agree to go back over `lost` turns of each seat, to a turn of `seat`: time is spent as it
    was spent, and what was paid for those turns is taken back. `running` is whose clock runs now, if anybody's."""
    left = state.left[:]
    if left:
        if running is not None:
            left[running] -= now - state.since
        left = [max(0.0, have - clock.increment * n) for have, n in zip(left, lost, strict=True)]
        return ClockState(left, now, state.used, state.given)
    took = state.used[seat] if state.used else 0.0
    return ClockState(left, now - took, state.used, state.given)


def turns(movers: Sequence[int], to_move: int) -> list[int]:
    """The numbers of the actions that ended a turn; the turn of the seat to move is not over."""
    asked = [(i, mover) for i, mover in enumerate([*movers, to_move]) if mover >= 0 or i == len(movers)]
    return [i for (i, mover), (_, after) in pairwise(asked) if mover != after]


def with_grace(state: ClockState, seat: int, asked: bool, now: float) -> ClockState:
    """Somebody comes to a seat in the middle of a match: if its time is short they get a little, once a match."""
    left = state.left[:]
    if left and left[seat] - (now - state.since if asked else 0.0) >= GRACE:
        return state
    if left:
        left[seat] = GRACE
    elif not asked:
        return state
    return ClockState(left, now if asked else state.since, state.used, [*state.given, seat])


def deadline(clock: Clock, state: ClockState, to_move: int, away_until: float = 0.0) -> float | None:
    """When the seat to move runs out of time. Time on vacation does not count for correspondence."""
    if clock.kind == "none" or to_move < 0 or not state.since:
        return None
    if clock.kind == "live":
        return state.since + state.left[to_move]
    return max(state.since, away_until) + clock.seconds

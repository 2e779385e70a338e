"""What all moments of Small World have besides the rules of a phase: what a view shows of the question."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from ludoteka.core.game import CHANCE, MOST_SEATS, Frame, Phase
from ludoteka.games.small_world.state import NOBODY, SLOTS, SmallWorld

F = TypeVar("F", bound=Frame)


class Moment(Phase[SmallWorld, F]):
    def people(self, s: SmallWorld, f: F) -> int:
        """The slot of the people that the question is about, or NOBODY."""
        return s.turn * SLOTS if f[1] != CHANCE else NOBODY

    def shown(self, s: SmallWorld, f: F) -> dict[str, Any]:
        """What else a view tells of the question."""
        return {}


class SlotStep(NamedTuple):
    """Nobody decides; it is about one people."""

    phase: Phase[Any, Any]
    seat: None
    slot: int


class SeatStep(NamedTuple):
    """Nobody decides; it is about one player."""

    phase: Phase[Any, Any]
    seat: None
    whose: int


class OfSlot(Moment[SlotStep]):
    """A step about one people. Its frames are made once, by slot: `s.stack.append(REGROUP.of[slot])`."""

    def __init__(self) -> None:
        super().__init__()
        self.of = [SlotStep(self, None, slot) for slot in range(MOST_SEATS * SLOTS)]


def rising(mask: int, start: int, left: int) -> int:
    """Where the next of several things can go that are placed in rising order: not before `start`, and enough regions
    must stay above for the rest."""
    mask &= -1 << start
    for _ in range(left - 1):
        mask ^= 1 << mask.bit_length() - 1
    return mask

"""The verbs of Pebbles. Every action there can be is made once; the rules only pick from these tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ludoteka.core.action import Action

COLOURS: Final[tuple[str, ...]] = ("red", "blue", "white")
STONES: Final = tuple("ABCDEFGHIJKLMNO")
MOST_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A seat draws a pebble; the others see only "?"."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put a pebble of that colour on an empty stone."""

    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Snatch(Action):
    """Give up a pebble of the placed colour and take the points."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Let the points go to the one who placed."""


DRAW: Final = tuple(tuple(Draw(seat, colour) for colour in COLOURS) for seat in range(MOST_SEATS))
DRAW_UNSEEN: Final = tuple(Draw(seat, "?") for seat in range(MOST_SEATS))
PLACE: Final = tuple(tuple(Place(colour, stone) for stone in STONES) for colour in COLOURS)
SNATCH: Final = Snatch()
DECLINE: Final = Decline()
COLOUR_NUMBER: Final = {colour: i for i, colour in enumerate(COLOURS)}
STONE_NUMBER: Final = {stone: i for i, stone in enumerate(STONES)}


def every_action(seats: int, options: Any) -> Iterator[Action]:
    """All that a seat may ever choose."""
    yield from (SNATCH, DECLINE)
    for row in PLACE:
        yield from row[: options.stones]

"""The verbs and their tables. Every action is made once; rules only pick from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteka.core.action import Action
from ludoteka.games.tigris_euphrates.board import NAMES
from ludoteka.games.tigris_euphrates.data import BLACK, GREEN, HAND, LEADERS, MONUMENTS, POINTS, RED, TILES


@dataclass(frozen=True, slots=True)
class First(Action):
    """Chance: who begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Chance: a seat draws a tile from the bag."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Tile(Action):
    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Leader(Action):
    """From the reserve to the board."""

    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Move(Action):
    """From its cell to another."""

    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    what: str


@dataclass(frozen=True, slots=True)
class Catastrophe(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Put one tile aside to draw another; goes on until `done`."""

    what: str


@dataclass(frozen=True, slots=True)
class Done(Action):
    """No more tiles to swap."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """End the turn before both actions are used."""


@dataclass(frozen=True, slots=True)
class War(Action):
    """Which leaders fight next."""

    what: str


@dataclass(frozen=True, slots=True)
class Commit(Action):
    """Add tiles from the hand to a conflict."""

    n: int


@dataclass(frozen=True, slots=True)
class Building(Action):
    """Put or move the civilization building of the tile's colour."""

    at: str


@dataclass(frozen=True, slots=True)
class Monument(Action):
    """`at` is the top left cell of the square."""

    what: str
    at: str


@dataclass(frozen=True, slots=True)
class Wonder(Action):
    """`at` is the middle of the cross."""

    at: str


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Build nothing."""


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """The treasure that stays on the board; the trader takes the others."""

    at: str


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """The kind of point that the wonder gives."""

    what: str


VERBS = (
    *(First, Draw, Tile, Leader, Move, Withdraw, Catastrophe, Swap, Done, Pass),
    *(War, Commit, Building, Monument, Wonder, Decline, Keep, Claim),
)

FIRST: Final = tuple(First(seat) for seat in range(4))
DRAW: Final = tuple(tuple(Draw(seat, what) for what in TILES) for seat in range(4))
HIDDEN_DRAW: Final = tuple(Draw(seat, "?") for seat in range(4))
TILE: Final = tuple(tuple(Tile(what, at) for at in NAMES) for what in TILES)
LEADER: Final = tuple(tuple(Leader(what, at) for at in NAMES) for what in LEADERS)
MOVE: Final = tuple(tuple(Move(what, at) for at in NAMES) for what in LEADERS)
WITHDRAW: Final = tuple(Withdraw(what) for what in LEADERS)
CATASTROPHE: Final = tuple(Catastrophe(at) for at in NAMES)
SWAP: Final = tuple(Swap(what) for what in TILES)
HIDDEN_SWAP: Final = Swap("?")
DONE: Final = Done()
PASS: Final = Pass()
DECLINE: Final = Decline()
WAR: Final = tuple(War(what) for what in LEADERS)
COMMIT: Final = tuple(Commit(n) for n in range(HAND + 1))
BUILDING: Final = tuple(Building(at) for at in NAMES)
MONUMENT: Final = tuple(tuple(Monument(what, at) for at in NAMES) for what in MONUMENTS)
WONDER: Final = tuple(Wonder(at) for at in NAMES)
KEEP: Final = tuple(Keep(at) for at in NAMES)
CLAIM: Final = tuple(Claim(what) for what in POINTS)

CHOICES: Final = (TILE, LEADER, MOVE, MONUMENT)
PLAIN_CHOICES = (WITHDRAW, CATASTROPHE, SWAP, (DONE, PASS, DECLINE), WAR, COMMIT, BUILDING, WONDER, KEEP, CLAIM)


def every_action(seats: int, options: object) -> list[Action]:
    """All that a seat may ever choose, on either board and with any option; the guard column, which has no name, is
    numbered too, so that a mask of cells is a mask of actions."""
    rows = [row for table in CHOICES for row in table]
    return [action for row in (*rows, *PLAIN_CHOICES) for action in row]


COLOUR: Final = {name: c for names in (TILES, LEADERS, POINTS) for c, name in enumerate(names)}
"""The colour of a tile, leader or point by its name."""

LAND_COLOURS: Final = (RED, GREEN, BLACK)

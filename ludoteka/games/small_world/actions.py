"""The verbs. Actions that name a region are interned per board by `Verbs`, the others here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteka.core.action import Action
from ludoteka.games.small_world.board import Board

MOST: Final = 30  # tokens one people can ever have in hand


@dataclass(frozen=True, slots=True)
class Banner(Action):
    """Chance turns up a race."""

    what: str


@dataclass(frozen=True, slots=True)
class Badge(Action):
    """Chance turns up a power."""

    what: str


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The reinforcement die falls."""

    n: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the combination with this race."""

    what: str


@dataclass(frozen=True, slots=True)
class Expand(Action):
    """Go on with the race: take up its troops and conquer."""


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Let the active race go into decline."""


@dataclass(frozen=True, slots=True)
class Abandon(Action):
    """Leave a region before the first conquest of the turn."""

    at: str


@dataclass(frozen=True, slots=True)
class Conquer(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Dragon(Action):
    """Send the dragon: one token takes the region."""

    at: str


@dataclass(frozen=True, slots=True)
class Bewitch(Action):
    """Replace a lone enemy token by one from the tray."""

    at: str


@dataclass(frozen=True, slots=True)
class Attempt(Action):
    """The last conquest: name the region, then roll."""

    at: str


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Roll the die before a conquest."""


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """No more conquests this turn."""


@dataclass(frozen=True, slots=True)
class Lift(Action):
    """Redeploying: take up all but one token of a region."""

    at: str


@dataclass(frozen=True, slots=True)
class Deploy(Action):
    """Put n tokens from the hand into a region: one, or all there are."""

    at: str
    n: int


@dataclass(frozen=True, slots=True)
class Forgo(Action):
    """Give a region up because its token has to be set aside."""

    at: str


@dataclass(frozen=True, slots=True)
class Strike(Action):
    """Take up all encampments to place them anew."""


@dataclass(frozen=True, slots=True)
class Camp(Action):
    """Put n encampments into a region: one, or all there are."""

    at: str
    n: int


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Hero(Action):
    at: str


@dataclass(frozen=True, slots=True)
class Befriend(Action):
    """Name the opponent who must keep peace."""

    seat: int


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Nothing more here."""


VERBS: tuple[type[Action], ...] = (
    Banner, Badge, Roll, Take, Expand, Decline, Abandon, Conquer, Dragon, Bewitch, Attempt, Throw, Stop,
    Lift, Deploy, Forgo, Strike, Camp, Fortify, Hero, Befriend, Done,
)  # fmt: skip

EXPAND: Final = Expand()
DECLINE: Final = Decline()
THROW: Final = Throw()
STOP: Final = Stop()
STRIKE: Final = Strike()
DONE: Final = Done()
ROLL: Final = tuple(Roll(n) for n in range(4))
BEFRIEND: Final = tuple(Befriend(seat) for seat in range(5))


class Verbs:
    """The actions that name a region of one board, by region number."""

    def __init__(self, board: Board) -> None:
        names = board.names
        self.abandon: tuple[Action, ...] = tuple(Abandon(x) for x in names)
        self.conquer: tuple[Action, ...] = tuple(Conquer(x) for x in names)
        self.dragon: tuple[Action, ...] = tuple(Dragon(x) for x in names)
        self.bewitch: tuple[Action, ...] = tuple(Bewitch(x) for x in names)
        self.attempt: tuple[Action, ...] = tuple(Attempt(x) for x in names)
        self.lift: tuple[Action, ...] = tuple(Lift(x) for x in names)
        self.forgo: tuple[Action, ...] = tuple(Forgo(x) for x in names)
        self.fortify: tuple[Action, ...] = tuple(Fortify(x) for x in names)
        self.hero: tuple[Action, ...] = tuple(Hero(x) for x in names)
        self.deploy: tuple[tuple[Action, ...], ...] = tuple(tuple(Deploy(x, n) for n in range(MOST)) for x in names)
        self.camp: tuple[tuple[Action, ...], ...] = tuple(tuple(Camp(x, n) for n in range(11)) for x in names)

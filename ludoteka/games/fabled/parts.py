"""What content is made of: effects, conditions, abilities, events, tricks, levels. Records without logic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE, SUN

ANY: Final = -1
NONE: Final = -1


@dataclass(frozen=True)
class Condition:
    """At least `least` of a count, or nobody has fewer books of a tier, or nobody's books are worth less;
    in comradeship everybody's are worth `comrades` more."""

    count: str = ""
    least: int = 0
    fewest: int = NONE
    poorest: bool = False
    comrades: int = 0


@dataclass(frozen=True)
class Op:
    """One operation of an effect. Keys that its word does not have keep their defaults."""

    name: str
    book: int = 0
    n: int = 0
    per: str = ""
    max: int = 0
    each: int = 1
    up: bool = False
    books: int = 0
    tiers: int = 0
    distinct: bool = False
    source: tuple[int, ...] = (SUN, FOREST, MOUNTAIN, STEPPE)
    cap: int = 0
    among: str = "row"
    terrain: int = ANY
    then: int = NONE
    options: tuple[int, ...] = ()
    different: bool = False
    condition: Condition | None = None
    otherwise: int = NONE


@dataclass(frozen=True)
class Mod:
    """A lasting change."""

    name: str
    delta: int = 0
    terrain: int = ANY
    limit: int = 0
    book: int = 0
    n: int = 0
    places: int = 0
    action: str = ""
    effects: int = NONE


@dataclass(frozen=True)
class Ability:
    bit: int
    effects: int
    mods: dict[str, tuple[Mod, ...]] = field(default_factory=dict)
    limit: int = 0
    condition: Condition | None = None
    places: int = 0
    terrains: int = 0
    action: str = ""


@dataclass(frozen=True)
class Ally:
    id: str
    terrain: int
    ability: Ability
    empowered: Ability
    tokens: int = 0
    place_tokens: tuple[int, ...] = ()
    """Numbers of its place tokens."""
    toll: tuple[int, int] = STEPPE, 0
    """What its owner gains when another side applies one of its places: tier, number."""


@dataclass(frozen=True)
class Hook:
    """What an event or the assistance of a level brings, and what comes instead (-1: nothing)."""

    effects: int
    otherwise: int = NONE
    condition: Condition | None = None


@dataclass(frozen=True)
class Event:
    id: str
    deck: str
    mods: dict[str, tuple[Mod, ...]] = field(default_factory=dict)
    on_reveal: tuple[Hook, ...] = ()
    start_of_turn: tuple[Hook, ...] = ()
    on_announce: tuple[Hook, ...] = ()


@dataclass(frozen=True)
class Trick:
    id: str
    effects: int
    high: int
    comradeship: bool = False
    milder: bool = False


@dataclass(frozen=True)
class Deed:
    """A standard action, or a paid one of scenario 4."""

    id: str
    effects: int
    price: int = 0
    repeat: bool = False
    once_per_sage: bool = False


@dataclass(frozen=True)
class Override:
    """What every trick card reads instead of its text, with so many steppe books and with fewer."""

    steppe_at_least: int
    then: int
    otherwise: int


@dataclass(frozen=True)
class Level:
    epilogue: bool
    eliminated: int
    """Rivalry: the tier of the book for each player who falls behind."""
    scenario: int = NONE
    forest_first: bool = False
    high_tricks: bool = False
    trick_override: Override | None = None
    assistance: tuple[Hook, ...] = ()
    """By terrain."""
    head_start: dict[str, int] = field(default_factory=dict)
    """By players: what is added to the spirits' sun books when they are counted, or taken off (FB-9.70)."""
    forest_start: int = 0
    """Against one player: what is added to their forest books when these break a tie (FB-9.70)."""


class Layout(NamedTuple):
    """The path tokens of the time board for a number of sides: chapters."""

    end: int
    allies: tuple[int, ...]
    events: tuple[int, ...]
    milestone_a: int
    milestone_b: int

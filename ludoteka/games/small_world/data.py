"""The fourteen races and twenty powers, and what lies in the box. No logic, only words of `effects.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteka.games.small_world.effects import (
    CoinsFlat,
    CoinsPerConquest,
    CoinsPerFortress,
    CoinsPerRegion,
    ConquerInDecline,
    DeclineAfterScoring,
    DieBeforeConquest,
    Discount,
    Dragon,
    Effect,
    Encampments,
    EnterAnywhere,
    ExemptFromLimit,
    ExtraTokens,
    Fly,
    Fortresses,
    Heroes,
    Holes,
    KeepTokens,
    Lairs,
    Linked,
    NewTokens,
    NoLoss,
    Peace,
    Substitute,
    Water,
)

START_COINS: Final = 5
COLUMN: Final = 6  # combinations on offer
FORTRESSES: Final = 6  # on the whole board, SW-7.14
DIE: Final[tuple[int, ...]] = (0, 0, 0, 1, 2, 3)
REINFORCEMENT: Final = 3  # the most the die can bring
BASE_COST: Final = 2
RACE_LIMIT: Final = 10
POWER_LIMIT: Final = 5


@dataclass(frozen=True)
class Race:
    id: str
    tokens: int
    """The number on the banner."""
    box: int
    """Tokens of this race in the box."""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Power:
    id: str
    tokens: int
    """The number on the badge."""
    effects: tuple[Effect, ...] = ()


RACES: Final[tuple[Race, ...]] = (
    Race("amazons", 6, 15, (ExtraTokens(4),)),
    Race("dwarves", 3, 8, (CoinsPerRegion(symbol="mine", in_decline=True),)),
    Race("elves", 6, 11, (NoLoss(),)),
    Race("ghouls", 5, 10, (KeepTokens(), ConquerInDecline())),
    Race("giants", 6, 11, (Discount(beside="mountain"),)),
    Race("halflings", 6, 11, (EnterAnywhere(), Holes(2))),
    Race("humans", 5, 10, (CoinsPerRegion(terrain="farmland"),)),
    Race("orcs", 5, 10, (CoinsPerConquest(),)),
    Race("ratmen", 8, 13),
    Race("skeletons", 6, 20, (NewTokens(conquests=2, tokens=1),)),
    Race("sorcerers", 5, 18, (Substitute(),)),
    Race("tritons", 6, 11, (Discount(coastal=True),)),
    Race("trolls", 5, 10, (Lairs(),)),
    Race("wizards", 5, 10, (CoinsPerRegion(symbol="magic"),)),
)

POWERS: Final[tuple[Power, ...]] = (
    Power("alchemist", 4, (CoinsFlat(2),)),
    Power("berserk", 4, (DieBeforeConquest(),)),
    Power("bivouacking", 5, (Encampments(5),)),
    Power("commando", 4, (Discount(),)),
    Power("diplomat", 5, (Peace(),)),
    Power("dragon_master", 5, (Dragon(),)),
    Power("flying", 5, (Fly(),)),
    Power("forest", 4, (CoinsPerRegion(terrain="forest"),)),
    Power("fortified", 3, (Fortresses(), CoinsPerFortress())),
    Power("heroic", 5, (Heroes(2),)),
    Power("hill", 4, (CoinsPerRegion(terrain="hill"),)),
    Power("merchant", 2, (CoinsPerRegion(),)),
    Power("mounted", 5, (Discount(terrain=("hill", "farmland")),)),
    Power("pillaging", 5, (CoinsPerConquest(),)),
    Power("seafaring", 5, (Water(),)),
    Power("spirit", 5, (ExemptFromLimit(),)),
    Power("stout", 4, (DeclineAfterScoring(),)),
    Power("swamp", 4, (CoinsPerRegion(terrain="swamp"),)),
    Power("underworld", 5, (Discount(symbol="cavern"), Linked("cavern"))),
    Power("wealthy", 4, (CoinsFlat(7, first_turn_only=True),)),
)

RACE_INDEX: Final = {race.id: i for i, race in enumerate(RACES)}
POWER_INDEX: Final = {power.id: i for i, power in enumerate(POWERS)}

"""The tables of the common board: terrain, buildings, cults, actions and tiles. Numbers only, no logic.

Kinds are plain ints so that hot code compares ints; the names beside them are the words of the notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# terrain: the seven of the wheel in cyclic order, then the two that nothing can transform
YELLOW: Final = 0
BROWN: Final = 1
BLACK: Final = 2
BLUE: Final = 3
GREEN: Final = 4
GRAY: Final = 5
RED: Final = 6
ICE: Final = 7
VOLCANO: Final = 8
WHEEL: Final = 7
TERRAINS: Final[tuple[str, ...]] = ("yellow", "brown", "black", "blue", "green", "gray", "red", "ice", "volcano")
TERRAIN_NAMES: Final[tuple[str, ...]] = (
    "desert",
    "plains",
    "swamp",
    "lakes",
    "forest",
    "mountains",
    "wasteland",
    "ice",
    "volcano",
)
LETTERS: Final = "YUKBGSR"
SHORT_WAY: Final = tuple(tuple(min((b - a) % WHEEL, (a - b) % WHEEL) for b in range(WHEEL)) for a in range(WHEEL))
"""Spades between two terrains, the shorter way round the wheel."""

# buildings
D: Final = 0
TP: Final = 1
TE: Final = 2
SH: Final = 3
SA: Final = 4
BUILDINGS: Final[tuple[str, ...]] = ("D", "TP", "TE", "SH", "SA")
LIMITS: Final[tuple[int, ...]] = (8, 4, 3, 1, 1)
UPGRADE_FROM: Final[tuple[int, ...]] = (-1, D, TP, TP, TE)

# cults
FIRE: Final = 0
WATER: Final = 1
EARTH: Final = 2
AIR: Final = 3
CULTS: Final[tuple[str, ...]] = ("FIRE", "WATER", "EARTH", "AIR")
CULT_TOP: Final = 10
CULT_POWER: Final[tuple[int, ...]] = (0, 0, 0, 1, 0, 2, 0, 2, 0, 0, 3)
"""Power for entering each space."""
CULT_POWER_TO: Final = tuple(sum(CULT_POWER[: i + 1]) for i in range(11))
ORDER_SPACES: Final[tuple[int, ...]] = (3, 2, 2, 2)

ROUNDS: Final = 6
PRIESTS: Final = 7
BRIDGES: Final = 3
TOWN_POWER: Final = 7
ORDINATIONS: Final = 3
"""Workers whom the Darklings may ordain when their stronghold is built."""
TOWN_BUILDINGS: Final = 4
AREA_PRIZES: Final[tuple[int, ...]] = (18, 12, 6)
CULT_PRIZES: Final[tuple[int, ...]] = (8, 4, 2)
CONVERSIONS: Final[tuple[str, ...]] = ("PW-P", "PW-W", "PW-C", "P-W", "P-C", "W-C", "W-P", "VP-C", "C-VP")
"""What may be turned into what; the last three only for some factions or tables."""
CONVERT_COST: Final = {"PW-P": 5, "PW-W": 3, "PW-C": 1, "P-W": 1, "P-C": 1, "W-C": 1, "W-P": 1, "VP-C": 1}
SHIP_COST: Final = (0, 4, 1)
"""Workers, coins and priests of a step on the shipping track."""
DIG_VP: Final = 6


@dataclass(frozen=True, slots=True)
class PowerAction:
    name: str
    cost: int
    coins: int = 0
    workers: int = 0
    priests: int = 0
    spades: int = 0
    bridges: int = 0


POWER_ACTIONS: Final[tuple[PowerAction, ...]] = (
    PowerAction("ACT1", 3, bridges=1),
    PowerAction("ACT2", 3, priests=1),
    PowerAction("ACT3", 4, workers=2),
    PowerAction("ACT4", 4, coins=7),
    PowerAction("ACT5", 4, spades=1),
    PowerAction("ACT6", 6, spades=2),
)


@dataclass(frozen=True, slots=True)
class Favor:
    name: str
    count: int
    cult: int
    steps: int
    coins: int = 0
    workers: int = 0
    power: int = 0
    dwelling_vp: int = 0
    house_vp: int = 0


FAVORS: Final[tuple[Favor, ...]] = (
    Favor("FAV1", 1, FIRE, 3),
    Favor("FAV2", 1, WATER, 3),
    Favor("FAV3", 1, EARTH, 3),
    Favor("FAV4", 1, AIR, 3),
    Favor("FAV5", 3, FIRE, 2),
    Favor("FAV6", 3, WATER, 2),
    Favor("FAV7", 3, EARTH, 2, workers=1, power=1),
    Favor("FAV8", 3, AIR, 2, power=4),
    Favor("FAV9", 3, FIRE, 1, coins=3),
    Favor("FAV10", 3, WATER, 1, house_vp=3),
    Favor("FAV11", 3, EARTH, 1, dwelling_vp=2),
    Favor("FAV12", 3, AIR, 1),
)
FAV5: Final = 4
FAV6: Final = 5
FAV10: Final = 9
FAV11: Final = 10
FAV12: Final = 11
FAV5_TOWN_POWER: Final = 6
FAV12_VP: Final[tuple[int, ...]] = (0, 2, 3, 3, 4)
"""Points for passing, by trading houses on the map."""


@dataclass(frozen=True, slots=True)
class Card:
    """A bonus card: what it pays each round and what it scores when its owner passes."""

    name: str
    coins: int = 0
    workers: int = 0
    priests: int = 0
    power: int = 0
    per_building: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    per_ship: int = 0
    ship: int = 0
    promo: bool = False


CARDS: Final[tuple[Card, ...]] = (
    Card("BON1", coins=2),
    Card("BON2", coins=4),
    Card("BON3", coins=6),
    Card("BON4", power=3, ship=1),
    Card("BON5", power=3, workers=1),
    Card("BON6", workers=2, per_building=(0, 0, 0, 4, 4)),
    Card("BON7", workers=1, per_building=(0, 2, 0, 0, 0)),
    Card("BON8", priests=1),
    Card("BON9", coins=2, per_building=(1, 0, 0, 0, 0)),
    Card("BON10", power=3, per_ship=3, promo=True),
)
BON1: Final = 0
BON2: Final = 1
BON4: Final = 3

PRIESTS_SENT: Final = -1
"""In the place of a cult: counts the priests in the orders of all cults."""


@dataclass(frozen=True, slots=True)
class RoundTile:
    """A scoring tile: points for one kind of deed, and a bonus by cult at the end of the round."""

    name: str
    deed: str
    vp: int
    cult: int
    per: int
    coins: int = 0
    workers: int = 0
    priests: int = 0
    power: int = 0
    spades: int = 0
    promo: bool = False


ROUND_TILES: Final[tuple[RoundTile, ...]] = (
    RoundTile("SCORE1", "spade", 2, EARTH, 1, coins=1),
    RoundTile("SCORE2", "town", 5, EARTH, 4, spades=1),
    RoundTile("SCORE3", "D", 2, WATER, 4, priests=1),
    RoundTile("SCORE4", "big", 5, FIRE, 2, workers=1),
    RoundTile("SCORE5", "D", 2, FIRE, 4, power=4),
    RoundTile("SCORE6", "TP", 3, WATER, 4, spades=1),
    RoundTile("SCORE7", "big", 5, AIR, 2, workers=1),
    RoundTile("SCORE8", "TP", 3, AIR, 4, spades=1),
    RoundTile("SCORE9", "TE", 4, PRIESTS_SENT, 1, coins=2, promo=True),
)
DEED_OF: Final[tuple[str, ...]] = ("D", "TP", "TE", "big", "big")
"""The deed that raising each building is."""
NOT_IN_LAST_ROUNDS: Final = 0
"""The spade tile never lies in round 5 or 6."""


@dataclass(frozen=True, slots=True)
class Town:
    name: str
    vp: int
    count: int
    keys: int = 1
    coins: int = 0
    workers: int = 0
    priests: int = 0
    power: int = 0
    cults: int = 0
    ship: int = 0
    promo: bool = False


TOWNS: Final[tuple[Town, ...]] = (
    Town("TW1", 5, 2, coins=6),
    Town("TW2", 7, 2, workers=2),
    Town("TW3", 9, 2, priests=1),
    Town("TW4", 6, 2, power=8),
    Town("TW5", 8, 2, cults=1),
    Town("TW6", 2, 1, keys=2, cults=2, promo=True),
    Town("TW7", 4, 2, ship=1, promo=True),
    Town("TW8", 11, 1, promo=True),
)

FINAL_TILES: Final[tuple[str, ...]] = (
    "connected-distance",
    "connected-clusters",
    "building-on-edge",
    "connected-sa-sh-distance",
)

INTRO_ROUNDS: Final[tuple[str, ...]] = ("SCORE5", "SCORE7", "SCORE1", "SCORE6", "SCORE4", "SCORE8")
INTRO_UNUSED: Final = {
    2: ("BON2", "BON7", "BON8", "BON9"),
    3: ("BON2", "BON7", "BON9"),
    4: ("BON7", "BON9"),
    5: ("BON9",),
}
INTRO_DWELLINGS: dict[int, tuple[tuple[str, tuple[str, ...]], ...]] = {
    2: (("witches", ("C3", "F4")), ("nomads", ("E8", "F3", "I7"))),
    3: (("witches", ("E9", "F4")), ("nomads", ("F3", "G4", "I7")), ("alchemists", ("E5", "G5"))),
    4: (
        ("witches", ("E9", "F4")),
        ("nomads", ("D3", "E8", "I7")),
        ("halflings", ("E6", "F5")),
        ("mermaids", ("D5", "E4")),
    ),
    5: (
        ("witches", ("C3", "E9")),
        ("nomads", ("A5", "D3", "I7")),
        ("halflings", ("E6", "F5")),
        ("mermaids", ("E4", "H4")),
        ("giants", ("D4", "D7")),
    ),
}
"""The first game: factions in order from the first player on, with their dwellings."""

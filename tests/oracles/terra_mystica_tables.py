"""What is printed on the boards, tiles and cards of Terra Mystica, for the second engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WHEEL = ("yellow", "brown", "black", "blue", "green", "gray", "red")
LETTER = dict(zip("YUKBGSR", WHEEL, strict=True))
FIRE, WATER, EARTH, AIR = CULTS = ("FIRE", "WATER", "EARTH", "AIR")
PIECES = {"D": 8, "TP": 4, "TE": 3, "SH": 1, "SA": 1}
BRIDGES = 3
PRIESTS = 7
ORDER_SPACES = (3, 2, 2, 2)
POWER_AT = {3: 1, 5: 2, 7: 2, 10: 3}
POWER_ACTIONS = {"ACT1": 3, "ACT2": 3, "ACT3": 4, "ACT4": 4, "ACT5": 4, "ACT6": 6}
TOWN_POWER = 7
SHIP_PRICE = {"C": 4, "P": 1}
JUMP_POINTS = 4
START_POINTS = 20
AREA_PRIZES = (18, 12, 6)
CULT_PRIZES = (8, 4, 2)
FINAL_TILES = ("connected-distance", "connected-clusters", "building-on-edge", "connected-sa-sh-distance")


@dataclass(frozen=True)
class Faction:
    """One side of a faction board; the defaults are what most of them have."""

    colour: str
    power: tuple[int, int] = (5, 7)
    cults: tuple[int, int, int, int] = (0, 0, 0, 0)
    sh: tuple[int, int] = (4, 6)
    sa: tuple[int, int] = (4, 6)
    d: tuple[int, int] = (1, 2)
    tp: tuple[int, int] = (2, 3)
    te: tuple[int, int] = (2, 5)
    coins: int = 15
    workers: int = 3
    priests: int = 0
    dwellings: int = 2
    ship: tuple[int, int] = (0, 3)
    spade: tuple[int, ...] = (3, 2, 1)
    dig: tuple[int, int] = (2, 5)
    """Workers and coins of a step on the digging track, besides a priest."""
    d_workers: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 8)
    tp_coins: tuple[int, ...] = (0, 2, 4, 6, 8)
    tp_power: tuple[int, ...] = (0, 1, 2, 4, 6)
    te_priests: tuple[int, ...] = (0, 1, 2, 3)
    te_power: tuple[int, ...] = (0, 0, 0, 0)
    sh_income: tuple[str, int] = ("PW", 2)
    sa_priests: int = 1
    points_2017: int = 20


ENGINEER_TEMPLES: dict[str, Any] = {"te_priests": (0, 1, 1, 2), "te_power": (0, 0, 5, 5)}
ICE: dict[str, Any] = {"colour": "ice", "dig": (1, 5), "d_workers": (1, 2, 3, 4, 5, 6, 7, 8, 9)}
VOLCANO: dict[str, Any] = {
    "colour": "volcano",
    "sh": (4, 8),
    "sa": (4, 8),
    "spade": (),
    "d_workers": (0, 1, 2, 3, 3, 4, 5, 6, 6),
}
RICH_HOUSES: dict[str, Any] = {"tp_coins": (0, 2, 4, 7, 11), "tp_power": (0, 1, 2, 3, 4)}

FACTIONS = {
    "nomads": Faction("yellow", cults=(1, 0, 1, 0), sh=(4, 8), workers=2, dwellings=3, points_2017=19, **RICH_HOUSES),
    "fakirs": Faction(
        "yellow", (7, 5), (1, 0, 0, 1), (4, 10), ship=(0, 0), spade=(3, 2), sh_income=("P", 1), points_2017=33
    ),
    "chaosmagicians": Faction(
        "red", cults=(2, 0, 0, 0), sh=(4, 4), sa=(4, 8), workers=4, dwellings=1, sh_income=("W", 2), points_2017=19
    ),
    "giants": Faction("red", cults=(1, 0, 0, 1), sh_income=("PW", 4), points_2017=25),
    "swarmlings": Faction(
        "blue",
        (3, 9),
        (1, 1, 1, 1),
        (5, 8),
        (5, 8),
        (2, 3),
        (3, 4),
        (3, 6),
        coins=20,
        workers=8,
        d_workers=(2, 3, 4, 5, 6, 7, 8, 9, 9),
        tp_coins=(0, 2, 4, 6, 9),
        tp_power=(0, 2, 4, 6, 8),
        sh_income=("PW", 4),
        sa_priests=2,
        points_2017=22,
    ),
    "mermaids": Faction("blue", (3, 9), (0, 2, 0, 0), sa=(4, 8), ship=(1, 5), sh_income=("PW", 4), points_2017=19),
    "dwarves": Faction("gray", cults=(0, 0, 2, 0), ship=(0, 0), tp_coins=(0, 3, 5, 7, 10)),
    "engineers": Faction(
        "gray",
        (3, 9),
        sh=(3, 6),
        sa=(3, 6),
        d=(1, 1),
        tp=(1, 2),
        te=(1, 4),
        coins=10,
        workers=2,
        d_workers=(0, 1, 2, 2, 3, 4, 4, 5, 6),
        points_2017=16,
        **ENGINEER_TEMPLES,
    ),
    "halflings": Faction("brown", (3, 9), (0, 0, 1, 1), (4, 8), dig=(2, 1)),
    "cultists": Faction("brown", cults=(1, 0, 1, 0), sh=(4, 8), sa=(4, 8), points_2017=16),
    "alchemists": Faction("black", cults=(1, 1, 0, 0), sh_income=("C", 6), points_2017=27, **RICH_HOUSES),
    "darklings": Faction(
        "black", cults=(0, 1, 1, 0), sa=(4, 10), workers=1, priests=1, spade=(1,), sa_priests=2, points_2017=15
    ),
    "auren": Faction("green", cults=(0, 1, 0, 1), sa=(4, 8), points_2017=27),
    "witches": Faction("green", cults=(0, 0, 0, 2), points_2017=19),
    "icemaidens": Faction(power=(6, 6), cults=(0, 1, 0, 1), sh_income=("PW", 4), **ICE),
    "yetis": Faction(
        power=(0, 12),
        cults=(0, 0, 1, 1),
        sh_income=("PW", 4),
        tp_power=(0, 2, 4, 6, 8),
        points_2017=22,
        **ICE,
    ),
    "acolytes": Faction(power=(6, 6), cults=(3, 3, 3, 3), points_2017=23, **VOLCANO),
    "dragonlords": Faction(power=(4, 4), cults=(2, 0, 0, 0), points_2017=24, **VOLCANO),
    "shapeshifters": Faction("variable", (4, 4), (1, 1, 0, 0), (3, 6), spade=(3,), sh_income=("PW", 4), points_2017=22),
    "riverwalkers": Faction(
        "variable",
        (10, 2),
        (1, 0, 0, 1),
        ship=(1, 1),
        spade=(),
        d_workers=(1, 2, 3, 3, 4, 5, 5, 6, 7),
        points_2017=21,
        **ENGINEER_TEMPLES,
    ),
}
BASE = tuple(name for name, f in FACTIONS.items() if f.colour in WHEEL)
VOLCANIC = ("acolytes", "dragonlords")
ICY = ("icemaidens", "yetis")
JUMPERS = ("dwarves", "fakirs")

SHIFTS = {
    # variant: power or tokens of a shift, points for it, price of a token, coins for a terrain, for somebody's home
    "rulebook": (3, 2, 0, 0, 0),
    "v2": (3, 2, 1, 0, 0),
    "v3": (3, 2, 1, 0, 0),
    "v4": (4, 0, 1, 2, 3),
    "v5": (5, 0, 1, 1, 2),
}

FAVORS = {
    # tile: pieces, cult, steps
    "FAV1": (1, FIRE, 3),
    "FAV2": (1, WATER, 3),
    "FAV3": (1, EARTH, 3),
    "FAV4": (1, AIR, 3),
    "FAV5": (3, FIRE, 2),
    "FAV6": (3, WATER, 2),
    "FAV7": (3, EARTH, 2),
    "FAV8": (3, AIR, 2),
    "FAV9": (3, FIRE, 1),
    "FAV10": (3, WATER, 1),
    "FAV11": (3, EARTH, 1),
    "FAV12": (3, AIR, 1),
}
FAVOR_INCOME = {"FAV7": {"W": 1, "PW": 1}, "FAV8": {"PW": 4}, "FAV9": {"C": 3}}
FAV12_POINTS = (0, 2, 3, 3, 4)

CARDS: dict[str, dict[str, int]] = {
    "BON1": {"C": 2},
    "BON2": {"C": 4},
    "BON3": {"C": 6},
    "BON4": {"PW": 3},
    "BON5": {"PW": 3, "W": 1},
    "BON6": {"W": 2},
    "BON7": {"W": 1},
    "BON8": {"P": 1},
    "BON9": {"C": 2},
    "BON10": {"PW": 3},
}

ROUNDS: dict[str, tuple[str, int, str, int, str, int]] = {
    # tile: deed, points, cult, steps for one bonus, bonus
    "SCORE1": ("spade", 2, EARTH, 1, "C", 1),
    "SCORE2": ("town", 5, EARTH, 4, "spade", 1),
    "SCORE3": ("D", 2, WATER, 4, "P", 1),
    "SCORE4": ("SH SA", 5, FIRE, 2, "W", 1),
    "SCORE5": ("D", 2, FIRE, 4, "PW", 4),
    "SCORE6": ("TP", 3, WATER, 4, "spade", 1),
    "SCORE7": ("SH SA", 5, AIR, 2, "W", 1),
    "SCORE8": ("TP", 3, AIR, 4, "spade", 1),
    "SCORE9": ("TE", 4, "priests", 1, "C", 2),
}

TOWNS: dict[str, tuple[int, int, dict[str, int]]] = {
    # tile: pieces, points, what it brings
    "TW1": (2, 5, {"C": 6}),
    "TW2": (2, 7, {"W": 2}),
    "TW3": (2, 9, {"P": 1}),
    "TW4": (2, 6, {"PW": 8}),
    "TW5": (2, 8, {"cults": 1}),
    "TW6": (1, 2, {"cults": 2}),
    "TW7": (2, 4, {"ship": 1}),
    "TW8": (1, 11, {}),
}

INTRO_TILES = ("SCORE5", "SCORE7", "SCORE1", "SCORE6", "SCORE4", "SCORE8")
INTRO: dict[int, tuple[str, dict[str, tuple[str, ...]]]] = {
    # seats: cards that are not used, factions from the first player on and their dwellings
    2: ("BON2 BON7 BON8 BON9", {"witches": ("C3", "F4"), "nomads": ("E8", "F3", "I7")}),
    3: (
        "BON2 BON7 BON9",
        {"witches": ("E9", "F4"), "nomads": ("F3", "G4", "I7"), "alchemists": ("E5", "G5")},
    ),
    4: (
        "BON7 BON9",
        {
            "witches": ("E9", "F4"),
            "nomads": ("D3", "E8", "I7"),
            "halflings": ("E6", "F5"),
            "mermaids": ("D5", "E4"),
        },
    ),
    5: (
        "BON9",
        {
            "witches": ("C3", "E9"),
            "nomads": ("A5", "D3", "I7"),
            "halflings": ("E6", "F5"),
            "mermaids": ("E4", "H4"),
            "giants": ("D4", "D7"),
        },
    ),
}

"""A faction board as it is printed, before anybody plays it: for whoever is about to choose one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.svg import Svg
from ludoteka.core.text import game_catalogue
from ludoteka.games.terra_mystica.data import BUILDINGS, TERRAINS
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.income import GOODS, income
from ludoteka.games.terra_mystica.mats import board_of
from ludoteka.games.terra_mystica.side import empty_side
from ludoteka.games.terra_mystica.view import tracks

FOLDER = Path(__file__).parent


@lru_cache(maxsize=64)
def printed(name: str, lang: str) -> Svg:
    folk = FACTIONS[BY_NAME[name]]
    me = empty_side()
    me.faction = me.folk = folk
    home = TERRAINS[folk.home] if folk.home >= 0 else ""
    gains = dict(zip(GOODS, income(me), strict=True))
    side: dict[str, Any] = {
        "bowls": list(folk.bowls),
        "ship": folk.ship,
        "ship_max": folk.ship_max,
        "spade_cost": {"W": folk.dig[0]} if folk.dig else {"P": folk.dig_priests} if folk.dig_priests else {},
        "jump": folk.jump,
        "on_map": dict.fromkeys(BUILDINGS, 0),
        "tracks": tracks(folk),
        "income": gains,
        "cult_income": {},
        "terrains": [home] if home else [],
        "home": home,
        "start_terrain": "",
        "actions": [],
        "card": None,
        "favors": [],
        "towns": {},
        "used": {"own": False, "card": False, "favor": False},
    }
    return board_of(side, f"f-{folk.board}", game_catalogue(lang, FOLDER).name("faction", name), lang)

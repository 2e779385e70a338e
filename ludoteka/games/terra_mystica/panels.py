"""What lies beside the map: cults, the market of tiles and cards, power actions, and the faction boards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.svg import Keyed, Panel, Place, Svg
from ludoteka.core.text import game_catalogue
from ludoteka.games.terra_mystica.cults import cults
from ludoteka.games.terra_mystica.market import market
from ludoteka.games.terra_mystica.mats import brief, card, mat, title
from ludoteka.games.terra_mystica.order import factions
from ludoteka.games.terra_mystica.symbols import colours, defs
from ludoteka.games.terra_mystica.tiles import face

FOLDER = Path(__file__).parent
WIDTH = 340.0
CHOOSING = ("FactionChoice", "BoardSide", "Auction", "Winner", "ChoiceWord")
"""Questions about factions,"""
LASTING = ("FactionChoice", "Winner")
"""and those that are answered with one."""


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    sides = colours(view)
    result = [
        Panel("cults", words.say("panel.cults"), cults(view, sides, lang), bare=True),
        Panel("market", words.say("panel.market"), market(view, sides, lang), bare=True),
    ]
    if view["asked"] in CHOOSING:
        place: Place = "choose" if view["asked"] in LASTING else ""
        result.insert(0, Panel("factions", words.say("panel.factions"), factions(view, lang), place=place))
    for seat in range(view["seats"]):
        side = view["sides"][seat]
        drawn, figures = card(view, seat, lang), brief(side, lang)
        plays = title(side, lang) if side["faction"] else ""
        result.append(
            Panel(f"seat-{seat}", title(side, lang), drawn, seat, brief=figures, tint=sides[seat], plays=plays)
        )
    for seat in _from(view["seat"], view["seats"]):
        side = view["sides"][seat]
        if side["faction"]:
            result.append(Panel(f"mat-{seat}", title(side, lang), mat(view, seat, sides[seat], lang), seat))
    result.append(Panel("actions", words.say("panel.actions"), _actions(view, lang), place="act"))
    return result


def _from(viewer: int | None, seats: int) -> list[int]:
    """The seats from the viewer on: the own board comes first."""
    first = viewer or 0
    return [(first + i) % seats for i in range(seats)]


def _actions(view: Mapping[str, Any], lang: str) -> Svg:
    body = _power(Keyed.of(view["actions"]), lang)
    return Svg(WIDTH, 115, defs(), "", body, game_catalogue(lang, FOLDER).say("panel.actions"))


@lru_cache(maxsize=256)
def _power(shown: Keyed, lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    w = (WIDTH - 10) / 3
    return "".join(
        face(name, words, i % 3 * (w + 5), i // 3 * 58, w, 54, used=act["used"])
        for i, (name, act) in enumerate(shown.value.items())
    )

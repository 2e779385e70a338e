"""The board as a picture: regions from their polygons, what stands in them, and a hit area for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit, num, seat_defs, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.small_world.board import printed_board
from ludoteka.games.small_world.words import name_of

FOLDER = Path(__file__).parent
CELL = 130.0


@cache
def _printed(board: str) -> tuple[float, float, tuple[tuple[str, tuple[float, float]], ...]]:
    sheet = printed_board(int(board))
    shapes = tuple((str(r["polygon"]), (float(r["anchor"][0]), float(r["anchor"][1]))) for r in sheet.regions)
    return float(sheet.drawing["width"]), float(sheet.drawing["height"]), shapes


def _shapes(view: Mapping[str, Any]) -> tuple[float, float, tuple[tuple[str, tuple[float, float]], ...]]:
    """Width, height, and polygon and anchor of each region; a board without a picture becomes a grid of cells."""
    if "map" not in view:
        return _printed(str(view["board"]))
    size = len(view["map"])
    wide = max(1, round(size**0.5 * 1.3))
    shapes = []
    for i in range(size):
        x, y = i % wide * CELL, i // wide * CELL
        corners = ((x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL))
        shapes.append((" ".join(f"{num(a)},{num(b)}" for a, b in corners), (x + CELL / 2, y + CELL / 2)))
    return wide * CELL, (size + wide - 1) // wide * CELL, tuple(shapes)


def _paint(region: Mapping[str, Any]) -> str:
    terrain = region["terrain"]
    return colour("b-sea") if terrain == "water" else colour(f"w-{terrain}") if terrain else colour("b-frame")


def _static(view: Mapping[str, Any]) -> str:
    parts = []
    for region, (polygon, (x, y)) in zip(view["regions"], _shapes(view)[2], strict=True):
        edge = f'stroke="{colour("b-ink")}" stroke-width="2"'
        parts.append(f'<polygon points="{polygon}" fill="{_paint(region)}" {edge}/>')
        parts.append(f'<text x="{num(x)}" y="{num(y + 34)}" class="axis">{escape(region["name"])}</text>')
    return "".join(parts)


def _label(view: Mapping[str, Any], region: Mapping[str, Any], words: Catalogue) -> str:
    args = {"at": region["name"], "terrain": region["terrain"]}
    if region["owner"] is not None:
        what = name_of(view["names"], region["race"], words)
        args |= {"what": what, "state": region["state"], "tokens": region["tokens"], "player": region["owner"] + 1}
        return words.say("draw.region_held", **args)
    return words.say("draw.region_tribe" if region["tribe"] else "draw.region", **args)


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    width, height, shapes = _shapes(view)
    live, hits = [], []
    for region, (polygon, (x, y)) in zip(view["regions"], shapes, strict=True):
        if region["owner"] is not None:
            live.append(seat_sign(region["owner"], x, y, 40, str(region["tokens"])))
            what = name_of(view["names"], region["race"], words)
            shown = what if region["state"] == "active" else f"({what})"
            live.append(fit_text(x, y - 24, shown, 90, 13, "middle", bold=region["state"] == "active"))
        elif region["tribe"]:
            live.append(fit_text(x, y, words.name("what", "tribe"), 90, 12, "middle"))
        marks = [key for key in ("fortress", "lair", "hole", "hero", "dragon") if region[key]]
        marks += ["camp"] * region["camps"]
        if marks:
            live.append(fit_text(x, y + 48, ", ".join(words.name("what", m) for m in marks), 110, 11, "middle"))
        hits.append(hit(f'<polygon points="{polygon}"/>', _label(view, region, words), at=region["name"]))
    return Svg(width, height, seat_defs(), _static(view), "".join(live + hits), words.say("game.title"))

"""Our drawings (art.toml): the landscape of each terrain, the Fabled Places, books, sages and spirits. One set of
definitions."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from ludoteka.core.palette import colour
from ludoteka.core.svg import SEAT_SHAPES, icon_defs, seat_defs, symbol

INK, DARK = "#1d1812", "#3a3227"
WIDE, HIGH = 200, 380
FOLDER = Path(__file__).parent
_ART = tomllib.loads((FOLDER / "art.toml").read_text("utf-8"))
PLACES: dict[str, str] = _ART["places"]
BOOKS: dict[str, str] = _ART["books"]
TERRAINS = tuple(_ART["terrains"])


@cache
def defs() -> str:
    figures, lines = _ART["figures"], _ART["lines"]
    card = f'<rect width="{WIDE}" height="{HIGH}"'
    parts = [
        seat_defs(),
        icon_defs("sage", "spiral", "steps", "people", "scroll", "crown", "land", "burst", "clock", "no", "key"),
        f'<clipPath id="fb-clip">{card} rx="13"/></clipPath>',
        *(f'<g id="fb-l-{k}">{card} fill="{{l-sky}}"/>{art}</g>' for k, art in _ART["terrains"].items()),
        *(symbol(f"fb-p-{k}", art) for k, art in PLACES.items()),
        *(symbol(f"fb-b-{k}", figures["book"].replace("SIGN", art).replace("TIER", k), 40) for k, art in BOOKS.items()),
        *_ART["things"].values(),
    ]
    for i, shape in enumerate(SEAT_SHAPES, 1):
        parts.append(f'<g id="fb-sage-{i}">{figures["sage"]}{figures["chest"].replace("SHAPE", shape)}</g>')
    parts.append(f'<g id="fb-spirit">{figures["spirit"]}</g>')
    return re.sub(r"{([\w-]+)}", lambda m: lines.get(m[1]) or colour(m[1]), "".join(parts).replace("\n", ""))

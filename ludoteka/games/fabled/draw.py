"""The row of lands as a picture: a card per land with its cells, the gaps between them, sages by owner."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit_rect, num, seat_defs, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue

FOLDER = Path(__file__).parent
CARD, GAP, CELL, TOP = 200, 24, 40, 30
HEIGHT = 250


@cache
def _defs() -> str:
    return seat_defs()


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    row = view["row"]
    width = max(1, len(row)) * (CARD + GAP) + GAP
    ground = f'<rect width="{width}" height="{HEIGHT}" rx="16" fill="{colour("l-sky")}"/>'
    parts, hits = [], []
    for i in range(len(row) + 1):
        x = i * (CARD + GAP)
        hits.append(hit_rect(x, TOP, GAP, HEIGHT - TOP, words.say("draw.gap", at=f"g{i}"), at=f"g{i}"))
    for i, land in enumerate(row):
        x = i * (CARD + GAP) + GAP
        parts.append(land_card(land, x, words))
        label = words.say("draw.land", at=land["id"], terrain=land["terrain"])
        hits.append(hit_rect(x, 0, CARD, TOP, label, at=land["id"]))
        hits.extend(cell_hits(land, x, words))
    return Svg(width, HEIGHT, _defs(), ground, "".join(parts + hits), words.say("game.title"))


def cell_spot(k: int, no: int) -> tuple[float, float]:
    return 6 + (no - 1) * CELL, TOP + 10 + k * 105


def land_card(land: Mapping[str, Any], x: float, words: Catalogue) -> str:
    terrain = land["terrain"]
    ink = colour(f"l-{terrain}-i")
    parts = [
        f'<rect x="{num(x)}" y="2" width="{CARD}" height="{HEIGHT - 4}" rx="12" fill="{colour(f"l-{terrain}")}"'
        f' stroke="{ink}"/>',
        fit_text(x + 8, 20, f"{land['id']} {words.name('terrain', terrain)}", CARD - 40, 14, bold=True),
    ]
    if land["joined"]:
        parts.append(f'<path d="M{num(x + CARD)} 120h{GAP}" stroke="{ink}" stroke-width="8"/>')
    for k, path in enumerate(land["paths"]):
        for cell in path["cells"]:
            dx, y = cell_spot(k, cell["no"])
            paint = colour("l-mountain-2" if cell["places"] else "b-key")
            parts.append(
                f'<rect x="{num(x + dx)}" y="{num(y)}" width="36" height="36" rx="8" fill="{paint}" stroke="{ink}"/>'
            )
            names = " / ".join(words.name("what", p) for p in (*cell["places"], *cell["tokens"]))
            parts.append(fit_text(x + dx, y + 48, names, 38, 10))
            for n, sage in enumerate(cell["sages"]):
                parts.append(seat_sign(min(sage["side"], 4), x + dx + 8 + 9 * (n % 3), y + 10 + 12 * (n // 3), 16))
    return "".join(parts)


def cell_hits(land: Mapping[str, Any], x: float, words: Catalogue) -> list[str]:
    found = []
    for k, path in enumerate(land["paths"]):
        for cell in path["cells"]:
            dx, y = cell_spot(k, cell["no"])
            linked = ", ".join(words.name("what", p) for p in (*cell["places"], *cell["tokens"]))
            key = "draw.vortex" if linked else "draw.cell"
            found.append(hit_rect(x + dx, y, 36, 52, words.say(key, at=cell["at"], places=linked), at=cell["at"]))
    return found

"""The factions while they are chosen or bid for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit_rect, num, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.data import TERRAIN_NAMES
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.symbols import defs, hexagon

FOLDER = Path(__file__).parent
WIDTH = 340.0


def factions(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    auction = view["auction"]
    names = auction["factions"] if auction else [f.name for f in FACTIONS]
    taken = [s["faction"] for s in view["sides"] if s["faction"]]
    body = "".join(_faction(words, name, i, name in taken) for i, name in enumerate(names))
    height = (len(names) + 1) // 2 * 40.0 + 2
    if auction and auction["bid"] >= 0:
        parts = [fit_text(2, height + 16, words.say("draw.bid", n=auction["bid"]), 200, 14, bold=True)]
        if auction["holder"] is not None and auction["holder"] >= 0:
            parts.append(seat_sign(auction["holder"], WIDTH - 20, height + 12, 24, str(auction["holder"] + 1)))
        body, height = body + "".join(parts), height + 30
    return Svg(WIDTH, height, defs(), "", body, words.say("panel.factions"))


def _faction(words: Catalogue, name: str, i: int, taken: bool) -> str:
    """A faction with its land; struck through if somebody has it."""
    w, x, y = WIDTH / 2 - 3, i % 2 * (WIDTH / 2 + 3), i // 2 * 40.0
    folk = FACTIONS[BY_NAME[name]]
    home = TERRAIN_NAMES[folk.home] if folk.home >= 0 else ""
    land = f'<use href="#tm-t-{home}"/>' if home else f'<path d="{hexagon(31)}" fill="{colour("line")}"/>'
    parts = [
        f'<rect x="{num(x + 0.6)}" y="{num(y + 0.6)}" width="{num(w)}" height="36" rx="8" fill="{colour("card-2")}" '
    ]
    parts.append(
        f'stroke="{colour("line")}"/><g transform="translate({num(x + 20)} {num(y + 18)}) scale(.46)">{land}</g>'
    )
    label = words.name("faction", name)
    parts.append(fit_text(x + 40, y + 23, label, w - 44, 13.5, bold=not taken, cls="small" if taken else ""))
    if taken:
        line = f"M{num(x + 6)} {num(y + 30)}L{num(x + w - 6)} {num(y + 6)}"
        parts.append(f'<path class="struck" d="{line}" stroke="{colour("ink-2")}" stroke-width="2"/>')
    return "".join(parts) + hit_rect(x, y, w, 37, label, what=name)

"""Whose turn it is and what is open in it; and the factions while they are chosen or bid for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Svg, fit_text, hit_rect, num, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.data import TERRAIN_NAMES
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.symbols import defs, goods, hexagon
from ludoteka.games.terra_mystica.tiles import Items, line_of

FOLDER = Path(__file__).parent
WIDTH = 340.0
FREE = 'fill="none" stroke-width="1.5" stroke-dasharray="4 3"'
DUE = {"spades": "spade", "favors": "flame", "towns": "key", "bridges": "bridge", "steps": "wind", "builds": "house"}
"""What is still open in a turn -> its sign."""


def turn(view: Mapping[str, Any], sides: list[str], lang: str) -> Svg:
    passed = [bool(s["passed"]) for s in view["sides"]]
    due = {k: v for k, v in view["turn"].items() if k in DUE and v}
    shown = (view["order"], view["passing"], passed, view["turn"]["active"], view["offers"], due, sides)
    height, body = _order(Keyed.of(shown), lang)
    return Svg(WIDTH, height, defs(), "", body, game_catalogue(lang, FOLDER).say("panel.turn"))


@lru_cache(maxsize=1024)
def _order(shown: Keyed, lang: str) -> tuple[float, str]:
    """The order of this round with an arrow at the active seat, that of the next as far as known, offers of power."""
    order, passing, passed, active, offers, due, sides = shown.value
    words = game_catalogue(lang, FOLDER)
    parts, y = [], 4.0
    for key, seats in (("draw.order", order), ("draw.next_order", passing)):
        if not seats:
            continue
        parts.append(fit_text(2, y + 19, words.say(key), 118, 12.5, cls="small"))
        for i, seat in enumerate(seats):
            x = 140 + i * 40
            if seat < 0:  # a place nobody has bid for yet
                parts.append(f'<circle cx="{x}" cy="{num(y + 15)}" r="12" {FREE} stroke="{colour("line-2")}"/>')
                continue
            parts.append(seat_sign(seat, x, y + 15, 26, str(seat + 1), sides[seat]))
            if key == "draw.order" and seat == active:
                tip = f"M{num(x - 19)} {num(y + 9)}l6 6-6 6z"
                parts.append(f'<path class="active" d="{tip}" fill="{colour("ink")}"/>')
            if key == "draw.order" and passed[seat]:
                line = f"M{num(x - 14)} {num(y + 27)}L{num(x + 14)} {num(y + 3)}"
                parts.append(f'<path class="struck" d="{line}" stroke="{colour("ink")}" stroke-width="2.4"/>')
        y += 34
    for offer in offers:
        parts.append(seat_sign(offer["from"], 16, y + 12, 20, str(offer["from"] + 1), sides[offer["from"]]))
        parts.append(
            f'<path d="M32 {num(y + 12)}h14m-5-5l5 5-5 5" fill="none" stroke="{colour("ink-2")}" stroke-width="2"/>'
        )
        parts.append(seat_sign(offer["seat"], 62, y + 12, 20, str(offer["seat"] + 1), sides[offer["seat"]]))
        parts.append(goods(82, y + 12, [("power", offer["n"])], 14)[0])
        y += 26
    owed: Items = [(DUE[k], n) for k, n in due.items()]
    if owed:
        parts.append(line_of(words.say("draw.due"), owed, 2, y + 12, WIDTH - 4, 14))
        y += 26
    return max(y, 20.0), "".join(parts)


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

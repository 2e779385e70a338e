"""Pebbles as a picture: stones in a ring round the bag, and one panel per seat. And as text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import (
    Figure,
    Panel,
    Svg,
    fit_text,
    hit,
    hit_rect,
    icon_defs,
    num,
    seat_defs,
    symbol,
    text_at,
    use,
)
from ludoteka.core.text import game_catalogue
from ludoteka.games.pebbles.actions import COLOURS

FOLDER = Path(__file__).parent
SIZE, RADIUS, STONE = 420, 160, 34
PAINT = {"red": colour("seat-1"), "blue": colour("seat-2"), "white": colour("b-key")}
# a mark on each pebble, so that nobody needs to tell the colours: a bar, a ring, a dot
MARK = {
    "red": '<path d="M8 20h24" stroke="#fff6df" stroke-width="5" stroke-linecap="round"/>',
    "blue": '<circle cx="20" cy="20" r="9" fill="none" stroke="#fff6df" stroke-width="4"/>',
    "white": '<circle cx="20" cy="20" r="5" fill="#1d1812"/>',
}


@cache
def _defs() -> str:
    shadow = '<ellipse cx="20" cy="22" rx="18" ry="15" fill="#1d1812" opacity=".25"/>'
    pebbles = ""
    for c in COLOURS:
        body = f'<ellipse cx="20" cy="20" rx="17" ry="14.5" fill="{PAINT[c]}" stroke="#1d1812" stroke-width="1.5"/>'
        pebbles += symbol(f"pb-{c}", shadow + body + MARK[c], 40)
    return seat_defs() + icon_defs("bag") + pebbles


@cache
def _places(stones: int) -> list[tuple[float, float]]:
    turns = [2 * pi * i / stones - pi / 2 for i in range(stones)]
    return [(SIZE / 2 + RADIUS * cos(t), SIZE / 2 + RADIUS * sin(t)) for t in turns]


@cache
def _ground(names: tuple[str, ...]) -> str:
    water, bed, middle = colour("b-sea"), colour("b-sea-2"), SIZE / 2
    stone = f'r="{STONE}" fill="{colour("b-frame")}" stroke="{colour("line-2")}" stroke-width="2"/>'
    parts = [
        f'<rect width="{SIZE}" height="{SIZE}" rx="16" fill="{water}"/>',
        f'<circle cx="{middle}" cy="{middle}" r="{RADIUS}" fill="none" stroke="{bed}" stroke-width="14"/>',
    ]
    for name, (x, y) in zip(names, _places(len(names)), strict=True):
        parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" {stone}')
        parts.append(text_at(x, y + 5, name, 'class="axis"'))
    return "".join(parts)


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    names = tuple(view["ring"])
    pieces, hits = [], []
    for name, (x, y) in zip(names, _places(len(names)), strict=True):
        lies = view["ring"][name]
        if lies:
            pieces.append(use(f"pb-{lies}", x, y, 52, "piece"))
        label = words.say("draw.stone", at=name, what=lies or "nothing")
        hits.append(hit(f'<circle cx="{num(x)}" cy="{num(y)}" r="{STONE}"/>', label, at=name))
    middle = SIZE / 2
    bag = use("i-bag", middle, middle - 14, 64, fill=colour("ink-2"))
    bag += fit_text(middle, middle + 40, words.say("draw.bag", n=view["bag"]), 160, 15, "middle", bold=True)
    return Svg(SIZE, SIZE, _defs(), _ground(names), bag + "".join(pieces + hits), words.say("game.title"))


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    result = []
    if view["hand"]:
        row, x = [], 8.0
        for what, n in view["hand"].items():
            for _ in range(n):
                row.append(use(f"pb-{what}", x + 20, 24, 40))
                row.append(hit_rect(x, 4, 40, 40, words.name("what", what), what=what))
                x += 44
        result.append(
            Panel(
                "hand",
                words.say("panel.hand"),
                Svg(160, 48, _defs(), "", "".join(row)),
                view["seat"],
                True,
                place="hand",
            )
        )
    for seat, points in enumerate(view["points"]):
        said, pebbles = words.say("panel.points", n=points), words.say("panel.pebbles", n=view["hand_sizes"][seat])
        line = fit_text(4, 19, said, 170, 15, bold=True) + fit_text(4, 37, pebbles, 170, 13, cls="small")
        line += hit('<rect x="0" y="0" width="180" height="48" rx="8"/>', f"{said}, {pebbles}", seat=seat, about=True)
        figures = (Figure("i-vp", str(points), said, "points"), Figure("i-bag", str(view["hand_sizes"][seat]), pebbles))
        title = words.say("panel.seat", seat=seat + 1)
        result.append(Panel(f"seat-{seat}", title, Svg(180, 48, _defs(), "", line), seat, brief=figures))
    return result


def source(what: str, why: str) -> str:
    """Points by how they were won."""
    return why if what == "points" else ""


def text(view: Mapping[str, Any], lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    ring = "  ".join(f"{at}:{words.name('what', what)[:5] if what else '·'}" for at, what in view["ring"].items())
    lines = [ring, words.say("draw.bag", n=view["bag"])]
    for seat, n in enumerate(view["points"]):
        lines.append(f"{words.say('panel.seat', seat=seat + 1)}: {words.say('panel.points', n=n)}")
    if view["hand"]:
        hand = ", ".join(f"{n} × {words.name('what', what)}" for what, n in view["hand"].items() if n)
        lines.append(f"{words.say('panel.hand')}: {hand}")
    return "\n".join(lines)

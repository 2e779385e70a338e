"""The map as a picture: hexes with terrain, buildings, bridges and towns; and panels beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import cos, pi, sin, sqrt
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Panel, Svg, fit_text, hit, hit_rect, num, seat_defs, seat_sign
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import BUILDINGS, CULTS, TERRAIN_NAMES, TERRAINS

FOLDER = Path(__file__).parent
SIZE = 32.0
MARGIN = 14.0
TERRAIN_OF = dict(zip(TERRAINS, TERRAIN_NAMES, strict=True))


@cache
def centres(map_name: str) -> dict[str, tuple[float, float]]:
    """Middle of every hex, land and river."""
    b = board(map_name)
    top = min(y for y, _ in b.place.values())
    wide = sqrt(3) * SIZE
    return {
        name: (MARGIN + wide * (x + 0.5 + 0.5 * (y % 2)), MARGIN + SIZE * (1 + 1.5 * (y - top)))
        for name, (y, x) in b.place.items()
    }


def outline(x: float, y: float, r: float = SIZE - 1) -> str:
    points = ((x + r * cos(pi / 6 + k * pi / 3), y + r * sin(pi / 6 + k * pi / 3)) for k in range(6))
    return " ".join(f"{num(a)},{num(b)}" for a, b in points)


@cache
def _rivers(map_name: str) -> str:
    sea = colour("b-sea-2")
    places = centres(map_name)
    return "".join(f'<polygon points="{outline(*places[r])}" fill="{sea}"/>' for r in board(map_name).rivers)


def size(map_name: str) -> tuple[float, float]:
    places = centres(map_name).values()
    return max(x for x, _ in places) + SIZE + MARGIN, max(y for _, y in places) + SIZE + MARGIN


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    places = centres(view["map"])
    parts, hits = [], []
    for name, terrain in view["land"].items():
        x, y = places[name]
        parts.append(f'<polygon points="{outline(x, y)}" fill="{colour("t-" + TERRAIN_OF[terrain])}"/>')
        parts.append(f'<text x="{num(x)}" y="{num(y + 26)}" class="axis" font-size="9">{name}</text>')
        label = f"{name}, {words.name('terrain', terrain)}"
        if name in view["buildings"]:
            seat, kind = view["buildings"][name]
            parts.append(seat_sign(seat, x, y, 30, (BUILDINGS.index(kind) and kind[1:]) or "D"))
            label += f", {words.name('what', kind)}, {words.name('faction', view['sides'][seat]['faction'])}"
        if name in view["in_town"]:
            parts.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="20" fill="none" stroke="{colour("gold")}"/>')
        hits.append(hit(f'<polygon points="{outline(x, y)}"/>', label, at=name))
    for river in board(view["map"]).rivers:
        hits.append(hit(f'<polygon points="{outline(*places[river])}"/>', river, at=river))
    for _, a, b in view["bridges"]:
        (x, y), (u, v) = places[a], places[b]
        line = f'x1="{num(x)}" y1="{num(y)}" x2="{num(u)}" y2="{num(v)}"'
        parts.append(f'<line {line} stroke="{colour("b-ink")}" stroke-width="5"/>')
    width, height = size(view["map"])
    return Svg(width, height, seat_defs(), _rivers(view["map"]), "".join(parts + hits), words.say("game.title"))


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    common = [
        _list("cults", words.say("panel.cults"), [(c, _markers(view, c, words)) for c in CULTS]),
        _list(
            "actions",
            words.say("panel.actions"),
            [(a, words.name("what", a) + (" ✕" if d["used"] else "")) for a, d in view["actions"].items()],
        ),
        _list(
            "cards", words.say("panel.cards"), [(c, f"{words.name('what', c)} +{n}") for c, n in view["cards"].items()]
        ),
        _list(
            "favors",
            words.say("panel.favors"),
            [(f, f"{words.name('what', f)} ×{n}") for f, n in view["favors"].items()],
        ),
        _list(
            "towns", words.say("panel.towns"), [(t, f"{words.name('what', t)} ×{n}") for t, n in view["towns"].items()]
        ),
        _list("tiles", words.say("panel.tiles"), [(t["what"], words.name("what", t["what"])) for t in view["tiles"]]),
    ]
    return common + [_side(view, i, words) for i in range(view["seats"])]


def _markers(view: Mapping[str, Any], cult: str, words: Catalogue) -> str:
    return words.name("what", cult) + ": " + " ".join(str(m) for m in view["cults"][cult]["markers"])


def _list(id: str, title: str, rows: list[tuple[str, str]]) -> Panel:
    parts, y = [], 0
    for what, line in rows:
        parts.append(fit_text(4, y + 15, line, 292, 13))
        parts.append(hit_rect(0, y, 300, 20, line, what=what))
        y += 21
    return Panel(id, title, Svg(300, max(y, 20), seat_defs(), "", "".join(parts)))


def _side(view: Mapping[str, Any], seat: int, words: Catalogue) -> Panel:
    me = view["sides"][seat]
    title = words.name("faction", me["faction"]) if me["faction"] else words.say("panel.nobody", n=seat + 1)
    lines = [words.say("panel.points", n=me["vp"])]
    if me["faction"]:
        lines.append(words.say("panel.stock", C=me["C"], W=me["W"], P=me["P"], bowls="/".join(map(str, me["bowls"]))))
        lines.append(words.say("panel.income", **me["income"]))
    parts = [seat_sign(seat, 20, 22, 30, str(seat + 1))]
    parts += [fit_text(44, 16 + 18 * i, line, 252, 13, bold=not i) for i, line in enumerate(lines)]
    parts.append(hit('<rect width="300" height="60"/>', title, seat=seat))
    return Panel(f"seat-{seat}", title, Svg(300, 60, seat_defs(), "", "".join(parts)), seat)

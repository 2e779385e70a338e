"""The board: sand and rivers below, kingdoms as bright islands, pieces on them, and on top what can be clicked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, hit_rect, num, text_at, use
from ludoteka.core.text import game_catalogue
from ludoteka.games.tigris_euphrates.art import CREAM, INK, defs
from ludoteka.games.tigris_euphrates.board import (
    BIT,
    BOARDS,
    COLUMNS,
    HEIGHT,
    NEAR,
    SQUARE,
    WIDTH,
    cell_names,
)
from ludoteka.games.tigris_euphrates.data import LEADERS

FOLDER = Path(__file__).parent
CELL, EDGE = 48, 28
WIDE, HIGH = 2 * EDGE + WIDTH * CELL, 2 * EDGE + HEIGHT * CELL

# where the rivers leave the board: cell -> direction
MOUTHS = {
    "standard": {"A4": (-1, 0), "A7": (-1, 0), "P4": (1, 0), "P5": (1, 0), "M1": (0, -1), "I1": (0, -1)},
    "advanced": {"C1": (0, -1), "D1": (0, -1), "P1": (0, -1), "G11": (0, 1)},
    "land": {},
}
CENTRE = {name: (EDGE + COLUMNS.index(name[0]) * CELL + CELL / 2, EDGE + (int(name[1:]) - 0.5) * CELL) for name in BIT}


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    live = _kingdoms(view["kingdoms"]) + _pieces(view) + _hits(view, lang)
    return Svg(WIDE, HIGH, defs() + _patterns(view["board"]), _ground(view["board"]), live, words.say("draw.label"))


# --- the static layer ------------------------------------------------------------------------------------------------


@cache
def _patterns(board: str) -> str:
    grid, ripple = colour("e-grid"), colour("e-river-i")
    sand = (
        f'<path d="M5 8h.1M22 5h.1M13 20h.1M30 24h.1M28 14h.1" stroke="{grid}" stroke-width="2" '
        'stroke-linecap="round"/>'
        f'<path d="M8 27q4-3 8 0M22 17q3-2 6 0" stroke="{grid}" fill="none" opacity=".7"/>'
    )
    wave = (
        f'<path d="M3 6q4 3 8 0t8 0M17 16q4 3 8 0t6 0" fill="none" stroke="{ripple}" stroke-width="1.3" '
        'stroke-linecap="round" opacity=".8"/>'
    )
    return (
        f'<pattern id="te-sand" width="36" height="30" patternUnits="userSpaceOnUse">{sand}</pattern>'
        f'<pattern id="te-wave" width="32" height="20" patternUnits="userSpaceOnUse">{wave}</pattern>'
        f'<clipPath id="te-clip"><rect x="{EDGE}" y="{EDGE}" width="{WIDTH * CELL}" height="{HEIGHT * CELL}" rx="6"/>'
        f'</clipPath><path id="te-river-{board}" d="{_river(board)}" fill="none" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _river(board: str) -> str:
    """One stroke through the middles of the river cells."""
    water = BOARDS[board].river
    path = []
    for name in cell_names(water):
        x, y = CENTRE[name]
        path.append(f"M{num(x)} {num(y)}h.1")
        for other in cell_names(NEAR[BIT[name]] & water):
            if BIT[other] > BIT[name]:
                path.append(f"M{num(x)} {num(y)}L{num(CENTRE[other][0])} {num(CENTRE[other][1])}")
        square = SQUARE[BIT[name]]
        if square and square & water == square:  # close the hole between four river cells
            path.append(f"M{num(x)} {num(y)}l{CELL} {CELL}")
        if name in MOUTHS[board]:
            dx, dy = MOUTHS[board][name]
            path.append(f"M{num(x)} {num(y)}l{dx * 60} {dy * 60}")
    return "".join(path)


@cache
def _ground(board: str) -> str:
    grid = colour("e-grid")
    area = f'x="{EDGE}" y="{EDGE}" width="{WIDTH * CELL}" height="{HEIGHT * CELL}"'
    parts = [
        f'<rect width="{WIDE}" height="{HIGH}" rx="14" fill="{colour("b-frame")}"/><g clip-path="url(#te-clip)">',
        f'<rect {area} fill="{colour("e-land")}"/><rect {area} fill="url(#te-sand)" opacity=".8"/>',
    ]
    river = f'<use href="#te-river-{board}" stroke='
    parts.append(f'{river}"{grid}" stroke-width="54" opacity=".55"/>{river}"{colour("b-coast")}" stroke-width="49"/>')
    parts.append(f'{river}"{colour("e-river-2")}" stroke-width="46"/>{river}"{colour("e-river")}" stroke-width="38"/>')
    parts.append(f'{river}"url(#te-wave)" stroke-width="38"/>')
    lines = "".join(f"M{EDGE + i * CELL} {EDGE}v{HEIGHT * CELL}" for i in range(1, WIDTH))
    lines += "".join(f"M{EDGE} {EDGE + i * CELL}h{WIDTH * CELL}" for i in range(1, HEIGHT))
    parts.append(f'<path d="{lines}" stroke="{grid}" opacity=".75"/></g>')
    parts.append(f'<rect {area} rx="6" fill="none" stroke="{grid}" stroke-width="2"/>')
    for i, letter in enumerate(COLUMNS):
        for y in (22, HIGH - 7):
            parts.append(text_at(EDGE + i * CELL + CELL // 2, y, letter, 'class="axis"'))
    for row in range(HEIGHT):
        for x in (14, WIDE - 14):
            parts.append(text_at(x, EDGE + row * CELL + CELL // 2 + 7, row + 1, 'class="axis"'))
    for name in cell_names(BOARDS[board].temples):
        parts.append(_winged(name))
    return "".join(parts)


def _winged(name: str) -> str:
    """The sign of a cell that starts with a temple: seen again when the temple is gone."""
    x, y = CENTRE[name]
    wings = "M-15 -5c6-5 11-3 15 2 4-5 9-7 15-2-3 6-8 9-13 8v9h-4v-9c-5 1-10-2-13-8z"
    return f'<path d="{wings}" transform="translate({num(x)} {num(y)})" fill="{colour("e-grid")}" opacity=".8"/>'


# --- the live layer --------------------------------------------------------------------------------------------------


def _kingdoms(kingdoms: list[list[str]]) -> str:
    """Each kingdom on a bright ground of its own with one line around it."""
    if not kingdoms:
        return ""
    cells = ["".join([_SQUARES[name] for name in realm]) for realm in kingdoms]
    outer = "".join([f'<path d="{path}" stroke-width="7"/>' for path in cells])
    inner = "".join([f'<path d="{path}" stroke-width="3"/>' for path in cells])
    return (
        f'<g class="realms" stroke-linejoin="round"><g fill="{colour("b-ink")}" stroke="{colour("b-ink")}" '
        f'opacity=".55">{outer}</g><g fill="{colour("b-coast")}" stroke="{colour("b-coast")}">{inner}</g>'
        f'<path d="{"".join(cells)}" fill="{colour("e-realm")}"/></g>'
    )


_SQUARES = {name: f"M{num(x - 24)} {num(y - 24)}h48v48h-48z" for name, (x, y) in CENTRE.items()}


@cache
def _piece(symbol: str, name: str, size: float = CELL, dx: float = 0, dy: float = 0, cls: str = "piece") -> str:
    x, y = CENTRE[name]
    return use(f"te-{symbol}", x + dx, y + dy, size, cls)


@cache
def _wide(symbol: str, name: str, cells: int, shift: float) -> str:
    """What stands on several cells and is called by one of them: the page marks all of it."""
    return _piece(symbol, name, cells * CELL, shift, shift).replace("<use", f'<use data-over="{name}"', 1)


@cache
def _border(name: str) -> str:
    """The dashed rim of a cell whose treasure goes first."""
    x, y = CENTRE[name]
    box = f'x="{num(x - 22.5)}" y="{num(y - 22.5)}" width="45" height="45" rx="8" fill="none"'
    return (
        f'<rect {box} stroke="{colour("b-key")}" stroke-width="3.4"/>'
        f'<rect {box} stroke="{colour("gold-ink")}" stroke-width="3" stroke-dasharray="5 4"/>'
    )


def _pieces(view: Mapping[str, Any]) -> str:
    parts = []
    for what, names in view["tiles"].items():
        parts += [_piece(what, name) for name in names]
    built = {name for names in view["monument_cells"].values() for name in names}
    built.update(view["wonder_cells"])
    parts += [_piece("down", name) for name in view["down"] if name not in built]
    for what, names in view["monument_cells"].items():
        parts.append(_wide(what, names[0], 2, CELL / 2))
    if view["wonder_cells"]:
        parts.append(_wide("wonder", view["wonder"], 3, 0))
    parts += [_piece("catastrophe", name) for name in view["dead"]]
    parts += [_border(name) for name in cell_names(BOARDS[view["board"]].bordered)]
    parts += [_piece(what, name, 21, -12.5, 12.5) for what, name in view["buildings"].items() if name]
    parts += [_piece("treasure", name, 23, 12, -12) for name in view["treasures"]]
    for seat, leaders in enumerate(view["leaders"]):
        dynasty = view["players"][seat]["dynasty"]
        parts += [_piece(f"{what}-{dynasty}", name) for what, name in leaders.items() if name]
    if view["union"]:
        parts.append(_piece("union", view["union"], 34))
    fight = view["conflict"]
    if fight:
        for seat, cells in zip((fight["attacker"], fight["defender"]), fight["supporters"], strict=True):
            parts += [
                _support(name, seat, fight["kind"] == "revolt" and all(name in s for s in fight["supporters"]))
                for name in cells
            ]
        for seat, n in ((fight["attacker"], fight["attack"]), (fight["defender"], fight["defence"])):
            parts.append(
                _strength(view["leaders"][seat][fight["what"]], n + (fight["added"] or 0) * (seat == fight["attacker"]))
            )
    return "".join(parts)


@cache
def _support(name: str, seat: int, shared: bool) -> str:
    """The sign of the side that a tile supports; a temple between two rebels counts for both."""
    x, y = CENTRE[name]
    dx = (9 if seat % 2 else -9) if shared else 0
    disc = f'<circle cx="{num(x + dx)}" cy="{num(y + 13)}" r="10" fill="{CREAM}" stroke="{INK}" stroke-width="1.5"/>'
    return f'<g class="support s{seat + 1}">{disc}{use(f"sig-{seat + 1}", x + dx, y + 13, 13)}</g>'


def _strength(name: str, n: int) -> str:
    """The strength of a leader in the conflict, as a dark tag over it."""
    x, y = CENTRE[name]
    box = f'<rect x="{num(x - 20)}" y="{num(y - 42)}" width="40" height="28" rx="8"/>'
    strength = text_at(x, y - 20, n, 'font-size="21"')
    return f'<g class="tag">{box}{strength}</g>'


# --- what can be clicked -------------------------------------------------------------------------------------------


@cache
def _hit(name: str, label: str) -> str:
    x, y = CENTRE[name]
    return hit_rect(x - 22, y - 22, 44, 44, label, at=name)


@cache
def _empty_labels(board: str, lang: str) -> dict[str, str]:
    words = game_catalogue(lang, FOLDER)
    water = set(cell_names(BOARDS[board].river))
    return {name: f"{name}, {words.say('draw.river' if name in water else 'draw.land')}" for name in CENTRE}


def _hits(view: Mapping[str, Any], lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    labels = dict(_empty_labels(view["board"], lang))
    for what, names in view["tiles"].items():
        said = words.name("what", what)
        for name in names:
            labels[name] = f"{name}, {said}"
    for name in view["down"]:
        labels[name] = f"{name}, {words.say('draw.down')}"
    for what, names in view["monument_cells"].items():
        for name in names:
            labels[name] = f"{name}, {words.say('draw.monument', what=what)}"
    for name in view["wonder_cells"]:
        labels[name] = f"{name}, {words.name('what', 'wonder')}"
    for name in view["dead"]:
        labels[name] = f"{name}, {words.name('what', 'catastrophe')}"
    for name in view["treasures"]:
        labels[name] += f", {words.name('what', 'treasure')}"
    for what, name in view["buildings"].items():
        if name:
            labels[name] += f", {words.name('what', what)}"
    for seat, leaders in enumerate(view["leaders"]):
        for what in LEADERS:
            if leaders[what]:
                whose = words.name("dynasty", view["players"][seat]["dynasty"])
                labels[leaders[what]] = f"{leaders[what]}, {words.name('what', what)}, {whose}"
    return '<g class="hits">' + "".join([_hit(name, label) for name, label in labels.items()]) + "</g>"

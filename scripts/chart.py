"""Line charts for the docs: panels side by side in one drawing, the same lines in each.

A line has a colour, a dash and the shape of a seat, so that it can be told apart without its colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludoteka.core.palette import PALETTE
from ludoteka.core.svg import SEAT_SHAPES, markup, text_at

WIDE, HIGH = 300.0, 190.0
LEFT, TOP, GAP = 46.0, 34.0, 30.0
LEGEND = 26.0
"""Below the panels: what the lines are."""
COLUMNS: Final = 2
DASHES: Final = ("", "7 4", "2 4", "9 3 2 3", "1 3")
ROUND: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
STEPS: Final = 5
"""Lines across a panel at most, besides the one at nothing."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Panel:
    """`ticks` say where along the bottom something is written; `straight` draws the line on which both are equal."""

    title: str
    lines: dict[str, Sequence[Point]]
    ticks: Sequence[tuple[float, str]]
    unit: str = ""
    straight: bool = False


def chart(panels: Sequence[Panel]) -> str:
    """A file of its own."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.lines))
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    wide = columns * (LEFT + WIDE + GAP)
    high = rows * (TOP + HIGH + GAP) + LEGEND
    parts = [
        _panel(panel, names, i % columns * (LEFT + WIDE + GAP) + LEFT, i // columns * (TOP + HIGH + GAP) + TOP)
        for i, panel in enumerate(panels)
    ]
    parts += [
        _mark(i, LEFT + i * (wide - LEFT) / len(names), high - 14)
        + text_at(LEFT + i * (wide - LEFT) / len(names) + 12, high - 10, name)
        for i, name in enumerate(names)
    ]
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" fill="{_paint("ink")}"'
    ground = f'<rect width="{wide:g}" height="{high:g}" fill="{_paint("card")}"/>'
    return f'<svg {head} font-family="sans-serif" font-size="12">{ground}{"".join(parts)}</svg>\n'


def _panel(panel: Panel, names: Sequence[str], left: float, top: float) -> str:
    points = [point for line in panel.lines.values() for point in line]
    first, last = panel.ticks[0][0], panel.ticks[-1][0]
    step = grid_step(max(y for _, y in points))
    highest = step * -(-max(y for _, y in points) // step)

    def place(x: float, y: float) -> str:
        return f"{left + WIDE * (x - first) / (last - first):.1f} {top + HIGH * (1 - y / highest):.1f}"

    parts = [text_at(left, top - 14, panel.title, 'font-weight="bold"')]
    for k in range(round(highest / step) + 1):
        _, y = place(first, k * step).split()
        parts.append(f'<path d="M{left:g} {y}h{WIDE:g}" stroke="{_paint("line")}"/>')
        parts.append(text_at(left - 6, float(y) + 4, f"{k * step:g}{panel.unit}", 'text-anchor="end"'))
    for x, said in panel.ticks:
        parts.append(text_at(float(place(x, 0).split()[0]), top + HIGH + 17, said, 'text-anchor="middle"'))
    if panel.straight:
        parts.append(f'<path d="M{place(first, first)}L{place(last, last)}" stroke="{_paint("line-2")}"/>')
    for name, line in panel.lines.items():
        n = names.index(name)
        way = "L".join(place(x, y) for x, y in line)
        look = f'fill="none" stroke="{_colour(n)}" stroke-width="2" stroke-dasharray="{DASHES[n]}"'
        parts.append(f'<path d="M{way}" {look}><title>{markup(name)}</title></path>')
        parts += [_mark(n, *map(float, place(x, y).split())) for x, y in line]
    return "".join(parts)


def _mark(n: int, x: float, y: float) -> str:
    return f'<g transform="translate({x - 4:.1f} {y - 4:.1f}) scale(.2)" fill="{_colour(n)}">{SEAT_SHAPES[n]}</g>'


def _colour(n: int) -> str:
    return _paint(f"seat-{n + 1}-text")


def _paint(name: str) -> str:
    """By day: a page that shows a file as a picture lends it no colours."""
    return PALETTE[name][0]


def grid_step(highest: float) -> float:
    """A round number, so that few lines across reach the highest value."""
    size = 10.0**-6
    while True:
        for round_number in ROUND:
            if round_number * size * STEPS >= highest:
                return round_number * size
        size *= 10

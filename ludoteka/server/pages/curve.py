"""Ratings over time as one drawing: a line for each game with a dash and a shape of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from babel.dates import format_skeleton
from markupsafe import Markup

from ludoteka.core.svg import text_at, tooltip
from ludoteka.server.profile import Point

HIGH = 250
LEFT, TOP, BOTTOM = 44, 12, 222
WIDE, NARROW = (640, 430), (400, 384)
"""How wide the drawing is, and where the lines end: with names beside them, or on a phone without."""
LINE = 17
"""From one name to the next."""
DASHES = ("", "7 5", "2 5", "9 4 2 4", "1 3")
MARKS = 8
"""Shapes on a line, so that it can be told apart without its colour."""
DAY, MONTHS = 86_400.0, 62
"""In days: a longer time is told by months."""


def rating_curve(curve: Sequence[Point], titles: dict[str, str], lang: str, phone: bool = False) -> Markup:
    """The drawing; empty while there is less than a line to draw. Games have the shapes of seats in the order of
    `titles`; for a phone their names are left to the table below."""
    width, right = NARROW if phone else WIDE
    lines = {game: own for game in titles if len(own := [p for p in curve if p.game == game]) > 1}
    if not lines:
        return Markup("")
    drawn = [p for own in lines.values() for p in own]
    first, last = min(p.at for p in drawn), max(p.at for p in drawn)
    low, high, step = grid([p.rating for p in drawn])

    def x(at: float) -> float:
        return LEFT + (right - LEFT) * (at - first) / max(1.0, last - first)

    def y(rating: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low)

    parts: list[str] = []
    for rating in range(low, high + 1, step):
        parts.append(f'<path class="grid" d="M{LEFT} {y(rating):.1f}H{right}"/>')
        parts.append(text_at(LEFT - 8, y(rating) + 4, rating, 'class="tick" text-anchor="end"'))
    look = 'class="tick" text-anchor="middle"'
    parts += [text_at(x(at), HIGH - 6, said, look) for at, said in days(first, last, lang)]
    free = float(TOP - LINE)
    for game, own in sorted(lines.items(), key=lambda item: -item[1][-1].rating):
        n = list(lines).index(game)
        free = max(y(own[-1].rating), free + LINE)
        way = "L".join(f"{x(p.at):.1f} {y(p.rating):.1f}" for p in own)
        every = max(1, math.ceil(len(own) / MARKS))
        marks = "".join(
            f'<use href="#sig-{n + 1}" x="{x(p.at) - 6:.1f}" y="{y(p.rating) - 6:.1f}" width="12" height="12"/>'
            for p in own[::-every]
        )
        line = f'<path class="line" d="M{way}" stroke-dasharray="{DASHES[n % len(DASHES)]}"/>'
        parts.append(f'<g class="s{n + 1}">{line}{marks}</g>')
        if not phone:
            parts.append(text_at(right + 12, free + 4, f"{titles[game]} {own[-1].rating}", 'class="end"'))
    said = ", ".join(f"{titles[game]}: {own[0].rating} → {own[-1].rating}" for game, own in lines.items())
    head = f'<svg class="chart{" narrow" * phone}" viewBox="0 0 {width} {HIGH}" role="img">'
    return Markup(f"{head}{tooltip(said)}{''.join(parts)}</svg>")


def grid(values: Sequence[int]) -> tuple[int, int, int]:
    """From where to where in which steps: round numbers around all values."""
    rough = max(1, max(values) - min(values)) / 4
    size = 10 ** math.floor(math.log10(max(rough, 5)))
    step = next(k * size for k in (1, 2, 5, 10) if k * size >= rough)
    low = min(values) // step * step
    return low, max(low + step, -(-max(values) // step) * step), step


def days(first: float, last: float, lang: str) -> list[tuple[float, str]]:
    """A few dates below the lines; one where all was on a day."""
    spread = (last - first) / DAY
    skeleton = "MMMy" if spread > 365 else "MMM" if spread > MONTHS else "MMMd"
    parts = 3 if spread >= 4 else 1 if spread >= 1 else 0
    at = [first + (last - first) * k / max(1, parts) for k in range(parts + 1)]
    found: list[tuple[float, str]] = []
    for moment in at:
        said = format_skeleton(skeleton, datetime.fromtimestamp(moment), locale=lang)
        if not found or found[-1][1] != said:
            found.append((moment, said))
    return found

"""What a player's place at the table of this round would mean: surely among the first, surely not, or still open."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Literal

from ludoteka.server.tournaments.standings import Line, Met, worth

Fate = Literal["sure", "open", "lost"]


def outlook(me: int, lines: Sequence[Line], tables: Sequence[Met], first: int) -> list[Fate]:
    """For each place that I may take: whether I am then among the `first` ones by points. Tables that are over have
    their points in `lines` already."""
    points = {line.player: line.points for line in lines}
    playing = [m for m in tables if not m.ranks]
    mine = next((m for m in playing if me in m.seats), None)
    if mine is None:
        return []
    prize = worth(len(mine.seats))
    busy = {p for m in playing for p in m.seats}
    found: list[Fate] = []
    for place in range(len(prize)):
        total = points[me] + prize[place]
        settled = [p for p in points if p != me and p not in busy]
        most = sum(points[p] >= total for p in settled)
        least = sum(points[p] > total for p in settled)
        for m in playing:
            high, low = _others(m, me, place if m is mine else None, points, total)
            most, least = most + high, least + low
        found.append("sure" if most < first else "lost" if least >= first else "open")
    return found


def _others(m: Met, me: int, place: int | None, points: dict[int, Fraction], total: Fraction) -> tuple[int, int]:
    """How many of a table may at most come level with `total`, and how many must at least come past it."""
    prize = worth(len(m.seats))
    counts = []
    for way in permutations(range(len(m.seats))):
        if place is not None and way[m.seats.index(me)] != place:
            continue
        ends = [points[p] + prize[w] for p, w in zip(m.seats, way, strict=True) if p != me and p in points]
        counts.append((sum(e >= total for e in ends), sum(e > total for e in ends)))
    return max(high for high, _ in counts), min(low for _, low in counts)

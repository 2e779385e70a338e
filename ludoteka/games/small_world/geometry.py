"""Where things lie on a board: soft outlines of the regions, and room for symbols and names beside the counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any

from ludoteka.core.svg import num
from ludoteka.games.small_world.board import printed_board

Point = tuple[float, float]
CELL = 150.0  # of a board without a picture
# what a counter with its marks covers, round its middle: squares as (x, y, half) and discs as (x, y, radius)
COVERED_BOX = (2.0, -2.0, 34.0)
COVERED_DISCS = ((-30.0, -30.0, 13.0), (28.0, 27.0, 18.0), (-30.0, 32.0, 17.0), (-38.0, -2.0, 17.0))


@dataclass(frozen=True, eq=False)  # compared by identity: they are keys of caches
class Place:
    """A region on paper."""

    name: str
    middle: Point
    outline: str
    """The `d` of a path."""
    signs: tuple[tuple[str, Point], ...]
    """Symbols of the region, and mountain, each with its place."""
    label: Point
    water: bool


@dataclass(frozen=True, eq=False)
class Layout:
    key: str
    """Part of the ids of the outlines; empty: the outlines are not shared."""
    width: float
    height: float
    places: tuple[Place, ...]
    track: tuple[Point, ...]
    """A place per round; empty where it would run over the regions (the smaller boards)."""


@cache
def _printed(seats: int) -> Layout:
    board = printed_board(seats)
    width, height = float(board.drawing["width"]), float(board.drawing["height"])
    places = []
    for i, region in enumerate(board.regions):
        polygon = [_point(pair) for pair in str(region["polygon"]).split()]
        signs = [m for m, mask in board.symbol.items() if mask >> i & 1]
        signs += ["mountain"] if board.mountains >> i & 1 else []
        middle = _kept_in(float(region["anchor"][0]), float(region["anchor"][1]), width, height)
        water = bool(board.water >> i & 1)
        places.append(_place(board.names[i], polygon, middle, signs, water, (width, height)))
    track = tuple((float(x), float(y)) for x, y in board.drawing["track"]) if seats >= 4 else ()
    return Layout(f"{seats}-", width, height, tuple(places), track)


def layout(view: Mapping[str, Any]) -> Layout:
    if "map" not in view:
        return _printed(int(view["board"]))
    signs = ((r["name"], tuple(r["symbols"]) + ("mountain",) * r["mountain"], r["terrain"]) for r in view["regions"])
    return _cells(tuple(signs))


@cache
def _cells(regions: tuple[tuple[str, tuple[str, ...], str], ...]) -> Layout:
    """A board without a picture: regions in rows."""
    wide = max(1, round(len(regions) ** 0.5 * 1.3))
    high = (len(regions) + wide - 1) // wide
    size = (wide * CELL, high * CELL)
    places = []
    for i, (name, signs, terrain) in enumerate(regions):
        x, y = i % wide * CELL, i // wide * CELL
        square = [(x + 3, y + 3), (x + CELL - 3, y + 3), (x + CELL - 3, y + CELL - 3), (x + 3, y + CELL - 3)]
        middle = (x + CELL / 2, y + CELL / 2)
        outline = "M" + "L".join(f"{num(a)} {num(b)}" for a, b in square) + "z"
        spots = _spots(square, middle, signs)
        places.append(Place(name, middle, outline, spots[:-1], spots[-1][1], terrain == "water"))
    return Layout("", *size, tuple(places), ())


def _kept_in(x: float, y: float, width: float, height: float) -> Point:
    """So far from the edge that a counter is not cut off."""
    return min(max(x, 50.0), width - 50), min(max(y, 46.0), height - 48)


def _point(pair: str) -> Point:
    x, y = pair.split(",")
    return float(x), float(y)


def _place(
    name: str, polygon: Sequence[Point], middle: Point, signs: Sequence[str], water: bool, size: Point
) -> Place:  # fmt: skip
    spots = _spots(polygon, middle, signs)
    return Place(name, middle, _soft(polygon, size), spots[:-1], spots[-1][1], water)


def _soft(polygon: Sequence[Point], size: Point) -> str:
    """A closed outline through the midpoints of the sides, corners as control points; on the frame it stays sharp."""
    out = ""
    for i, (x, y) in enumerate(polygon):
        (px, py), (nx, ny) = polygon[i - 1], polygon[(i + 1) % len(polygon)]
        if not out:
            out = f"M{num((px + x) / 2)} {num((py + y) / 2)}"
        end = f"{num((x + nx) / 2)} {num((y + ny) / 2)}"
        sharp = x in (0, size[0]) or y in (0, size[1])
        out += f"L{num(x)} {num(y)}L{end}" if sharp else f"Q{num(x)} {num(y)} {end}"
    return out + "z"


@cache
def _ring() -> tuple[Point, ...]:
    """Offsets from the middle, nearest first."""
    step = range(-132, 133, 6)
    return tuple(sorted(((float(x), float(y)) for x in step for y in step), key=lambda p: hypot(*p)))


def _spots(polygon: Sequence[Point], middle: Point, signs: Sequence[str]) -> tuple[tuple[str, Point], ...]:
    """The nearest room to the counter for each sign and, last, for the name; crowded regions let things touch."""
    taken: list[tuple[float, float, float]] = []
    result = []
    for sign in (*signs, ""):
        radius = 15.0 if sign else 11.0
        spot = next(
            (found for slack in (0.0, 5.0, 11.0) if (found := _spot(polygon, middle, radius - slack, taken))),
            (middle[0] + 42, middle[1] - 42),
        )
        taken.append((spot[0], spot[1], radius))
        result.append((sign, spot))
    return tuple(result)


def _spot(
    polygon: Sequence[Point], middle: Point, room: float, taken: Sequence[tuple[float, float, float]]
) -> Point | None:  # fmt: skip
    for dx, dy in _ring():
        if _covered(dx, dy, room):
            continue
        x, y = middle[0] + dx, middle[1] + dy
        if all(hypot(x - a, y - b) > r + room for a, b, r in taken) and _inside(polygon, x, y, room + 3):
            return x, y
    return None


def _covered(dx: float, dy: float, room: float) -> bool:
    x, y, half = COVERED_BOX
    if hypot(max(abs(dx - x) - half, 0), max(abs(dy - y) - half, 0)) < room:
        return True
    return any(hypot(dx - a, dy - b) < r + room for a, b, r in COVERED_DISCS)


def _inside(polygon: Sequence[Point], x: float, y: float, room: float) -> bool:
    """The point lies in the polygon, at least so far from every side."""
    inside = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        wx, wy = bx - ax, by - ay
        length = wx * wx + wy * wy
        t = min(1.0, max(0.0, ((x - ax) * wx + (y - ay) * wy) / length)) if length else 0.0
        if hypot(x - ax - t * wx, y - ay - t * wy) < room:
            return False
        ax, ay = bx, by
    return inside

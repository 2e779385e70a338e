"""A land card on paper: where its cells and places lie, and the card itself, drawn once per land and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot, pi, sin
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import fit_text, num, use
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled.symbols import DARK, FOLDER, HIGH, PLACES, WIDE

Point = tuple[float, float]
LEVEL = {"upper": 112.0, "middle": 192.0, "lower": 272.0}
CAPTION = 36


@dataclass(frozen=True, eq=False)  # one per printed card: a key of caches, quick to compare
class Face:
    """What is printed on a land card. `paths`: the cells of each as (name, places)."""

    id: str
    terrain: str
    entries: tuple[str, ...]
    exit: str
    paths: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]


def cells_of(land: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Of a land in a view."""
    return [cell for path in land["paths"] for cell in path["cells"]]


def face_of(land: Mapping[str, Any]) -> Face:
    paths = tuple([tuple([(c["at"], tuple(c["places"])) for c in path["cells"]]) for path in land["paths"]])
    return _face(land["id"], land["terrain"], tuple(land["entries"]), land["exit"], paths)


_face = lru_cache(maxsize=512)(Face)


@dataclass(frozen=True, eq=False)  # a key of caches
class Plan:
    """Points on the card: of every cell, of the places of every vortex, and where a token would hang."""

    face: Face
    ways: tuple[tuple[Point, ...], ...]
    cells: Mapping[str, Point]
    places: Mapping[str, tuple[Point, ...]]
    tokens: Mapping[str, Point]


@lru_cache(maxsize=512)
def plan(face: Face) -> Plan:
    ways = _ways(face)
    cells = {
        name: spot
        for path, way in zip(face.paths, ways, strict=True)
        for (name, _), spot in zip(path, way, strict=True)
    }
    taken = list(cells.values())
    places: dict[str, tuple[Point, ...]] = {}
    for path in face.paths:
        for name, here in path:
            if here:
                spots = _hang(cells[name], len(here), taken)
                places[name] = tuple(spots)
                taken += spots
    tokens = {name: _free(cells[name], taken) for name in places}
    return Plan(face, ways, cells, places, tokens)


def _ways(face: Face) -> tuple[tuple[Point, ...], ...]:
    """The cells of the normal path from its entries to its exit, and of the dead end where it is farthest from it."""
    heights = [LEVEL[e] for e in face.entries]
    start, end = sum(heights) / max(1, len(heights)), LEVEL[face.exit]
    n = len(face.paths[0])
    main = []
    for i in range(n):
        t = i / (n - 1) if n > 1 else 0.5
        main.append((38 + t * 124, start + (end - start) * t + sin(t * 2 * pi) * 16))
    ways = [tuple(main)]
    for path in face.paths[1:]:
        ways.append(_dead_end(len(path), main))
    return tuple(ways)


def _dead_end(n: int, main: Sequence[Point]) -> tuple[Point, ...]:
    best: tuple[float, tuple[Point, ...]] = (-1.0, ())
    for y in (98, 300):
        for low, high in ((36, 120), (36, 150), (74, 156)):
            way = tuple((low + i / max(1, n - 1) * (high - low), y + (7.0 if i % 2 else -3.0)) for i in range(n))
            far = min(hypot(a - c, b - d) for a, b in way for c, d in main)
            if far > best[0] + 2:
                best = (far, way)
    return best[1]


def _hang(vortex: Point, n: int, taken: Sequence[Point]) -> list[Point]:
    """Places hang above or below their vortex, away from cells and from each other."""
    x, y = vortex
    best: tuple[float, list[Point]] = (-1e9, [])
    for dy in (-50.0, 50.0):
        for dx in (0.0, -16.0, 16.0):
            spots = [(x + dx + 48 * (k - (n - 1) / 2), y + dy) for k in range(n)]
            shift = max(0.0, 25 - spots[0][0]) - max(0.0, spots[-1][0] - (WIDE - 25))
            spots = [(a + shift, b) for a, b in spots]
            far = min((hypot(a - c, b - d) for a, b in spots for c, d in taken if (c, d) != vortex), default=99.0)
            edge = 200 if spots[0][1] < 28 or spots[0][1] > HIGH - 62 else 0
            score = min(far, 46) + (4 if dy < 0 else 0) - abs(dx) / 4 - edge
            if score > best[0]:
                best = (score, spots)
    return best[1]


def _free(vortex: Point, taken: Sequence[Point]) -> Point:
    """Where one place more hangs, so that it hides as little as may be of the others."""
    x, y = vortex
    best: tuple[float, Point] = (-1e9, vortex)
    for dy in (50.0, -50.0, -98.0, 98.0):  # at the foot of a card above the printed ones
        for dx in (0.0, -24.0, 24.0, -48.0, 48.0):
            a, b = x + dx, y + dy
            far = min((hypot(a - c, b - d) for c, d in taken if (c, d) != vortex), default=99.0)
            edge = 200 if not (25 <= a <= WIDE - 25 and 28 <= b <= HIGH - 62) else 0
            best = max(best, (min(far, 46) - (abs(dx) + abs(dy)) / 8 - edge, (a, b)))
    return best[1]


def curve(points: Sequence[Point]) -> str:
    d = f"M{num(points[0][0])} {num(points[0][1])}"
    for (a, b), (c, e) in pairwise(points):
        m = (a + c) / 2
        d += f"C{num(m)} {num(b)} {num(m)} {num(e)} {num(c)} {num(e)}"
    return d


@lru_cache(maxsize=512)
def card(face: Face, lang: str, small: bool = False, dense: bool = False) -> str:
    """The card with its upper left corner at the origin. Small ones have a larger name and no numbers of cells; in a
    dense row, which is drawn small, names and numbers are larger."""
    at, terrain = plan(face), face.terrain
    ink, key = colour(f"l-{terrain}-i"), colour("b-key")
    main = at.ways[0]
    ways = "".join(curve([(0, LEVEL[e]), main[0]]) for e in face.entries)
    ways += curve([*main, (WIDE, LEVEL[face.exit])]) + "".join(curve(way) for way in at.ways[1:])
    line = f'<path d="{ways}" fill="none" stroke-linecap="round" stroke='
    parts = [
        f'<rect x="-4" y="-2" width="{WIDE + 8}" height="{HIGH + 8}" rx="16" fill="#1d1812" opacity=".16"/>',
        f'<g clip-path="url(#fb-clip)"><use href="#fb-l-{terrain}"/>{line}"{ink}" stroke-width="17" opacity=".5"/>',
        f'{line}"{key}" stroke-width="13"/>{line}"{ink}" stroke-width="1.5" stroke-dasharray="2 5" opacity=".9"/>',
    ]
    for way in at.ways[1:]:
        x, y = way[-1]
        parts.append(f'<path d="M{num(x + 14)} {num(y)}h12" stroke="{key}" stroke-width="7"/>')
        parts.append(
            f'<path d="M{num(x + 26)} {num(y - 9)}v18" stroke="{ink}" stroke-width="4" stroke-linecap="round"/>'
        )
    foot = HIGH - CAPTION - (12 if small or dense else 0)
    parts.append(f'<path d="M0 {foot}h{WIDE}V{HIGH}H0z" fill="{colour("card")}"/></g>')
    digits = 0 if small else 26 if dense else 22
    for path in face.paths:
        for no, (name, places) in enumerate(path, 1):
            parts.append(_vortex(at, name, places, digits) if places else _cell(*at.cells[name], no, ink, digits))
    parts.append(_caption(face, lang, small or dense))
    rim = f'<rect width="{WIDE}" height="{HIGH}" rx="13" fill="none" stroke='
    return "".join(parts) + f'{rim}"{key}" stroke-width="4"/>{rim}"{DARK}" stroke-width="1.5"/>'


def _cell(x: float, y: float, no: int, ink: str, digits: int) -> str:
    """Without a size of digits it has none."""
    look = f'r="{num(max(11, digits * 0.62))}" fill="{colour("b-key")}" stroke="{ink}" stroke-width="2.5"'
    disc = f'<circle cx="{num(x)}" cy="{num(y)}" {look}/>'
    if not digits:
        return disc
    return disc + fit_text(x, y + digits * 0.35, str(no), digits * 1.2, digits, "middle", bold=True, cls="on-key")


def _vortex(at: Plan, name: str, places: Sequence[str], digits: int) -> str:
    x, y = at.cells[name]
    spots = at.places[name]
    threads = "".join(f"M{num(x)} {num(y)}L{num(a)} {num(b)}" for a, b in spots)
    parts = [
        f'<path d="{threads}" stroke="{DARK}" stroke-width="2.5"/><use href="#fb-vortex" x="{num(x)}" y="{num(y)}"/>'
    ]
    parts += [medallion(place, a, b, digits=digits) for place, (a, b) in zip(places, spots, strict=True)]
    return "".join(parts)


def medallion(place: str, x: float, y: float, token: bool = False, digits: int = 22) -> str:
    """A place in its arch; one that an ally has put there has a dashed rim."""
    arch = f'<use href="#fb-{"token" if token else "place"}" x="{num(x)}" y="{num(y)}"/>'
    kind = place if place in PLACES else "other"
    art = f'<use href="#fb-p-{kind}" x="{num(x - 14)}" y="{num(y - 14)}" width="28" height="28" color="{DARK}"/>'
    if place.startswith("stones") and digits:
        art += fit_text(x + 13, y + 20, place[-1], digits, digits, "middle", bold=True, cls="on-key haloed")
    return arch + art


def _caption(face: Face, lang: str, small: bool) -> str:
    name = game_catalogue(lang, FOLDER).name("terrain", face.terrain)
    name = name[:1].upper() + name[1:]
    if small:
        return use(f"fb-b-{face.terrain}", 24, HIGH - 24, 36) + fit_text(48, HIGH - 15, face.id, 146, 28, bold=True)
    title = fit_text(42, HIGH - 11, name, 111, 21, bold=True)
    number = fit_text(WIDE - 7, HIGH - 11, face.id, 40, 19, "end", cls="small")
    return use(f"fb-b-{face.terrain}", 24, HIGH - 18, 28) + title + number

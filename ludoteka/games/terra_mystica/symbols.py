"""Our drawings: an engraving per terrain, the five buildings, and the signs of goods. One string of definitions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import icon_defs, num, seat_defs, text_at, use

# ruff: noqa: E501 - a path is one string

INK = "#1d1812"
_FIR = "M0 0h-1.5v-3h-5l4-5h-2.5l4-5h-2l3-4.5 3 4.5h-2l4 5h-2.5l4 5h-5v3z"
_FIRS = ((-16, -2, 1), (15, -5, 1), (-14, 21, 0.9), (14, 20, 0.9), (0, -11, 0.85))

# terrain: lines, dots, filled shapes; the middle of the hex is the origin, its radius 32
MOTIFS: dict[str, tuple[str, str, str]] = {
    "desert": ("M-21 -7q5-6 10 0q5-6 10 0M3 -13q4-5 8 0q4-5 8 0M-18 16q5-6 10 0q5-6 10 0M8 11q4-5 8 0", "M-3 -21h.1M14 2h.1M-17 5h.1M4 22h.1", ""),
    "plains": ("M-22 -9h9M-10 -13h8M6 -15h9M12 -8h10M-22 12h7M-12 18h10M4 16h9M14 10h7M-18 -9l-2-4M-18 -9l2-4M10 -15l-2-4M10 -15l2-4M-7 18l-2-4M-7 18l2-4M18 10l-2-4M18 10l2-4M0 -19l-2-4M0 -19l2-4", "", ""),
    "swamp": ("M-18 -5v-9M-14 -5v-12M-10 -5v-8M13 -8v-9M17 -8v-12M-15 19v-8M-11 19v-11M12 17v-9M16 17v-7M-21 -4h5M-14 -4h5M9 -7h5M16 -7h5M-19 20h5M-12 20h5M8 18h5M15 18h5", "M-14 -17v-3M17 -20v-2.5M-11 8v-3M12 8v-3", ""),
    "lakes": ("M-21 -8q4 3.5 8 0t8 0M4 -15q4 3.5 8 0t8 0M-16 14q4 3.5 8 0t8 0t8 0M6 5q4 3.5 8 0t6 0M-9 -19q3 2.5 6 0t6 0M-22 3q3 2.5 6 0t6 0", "", ""),
    "forest": ("", "", ""),
    "mountains": ("M-24 0l9-15 4 6 2-3 7 12M2 -6l8-13 11 15M-17 21l8-12 8 12M2 20l9-14 10 14M-15 -15l2 6 -2 4M10 -19l1 6 -2 4M-9 9l1 5M11 6l1 6-2 3", "", ""),
    "wasteland": ("M-22 -6l5-3 4 4 6-4 3 3M4 -14l5 4 6-5 5 5M-19 13l6 3 4-5 6 4M5 14l5-4 5 5 5-4M-4 -22l3 4 4-3M-13 -5l-3 5M10 -10l-2 5", "", "M-8 -14l3 2-3 2zM17 0l3 2-3 2zM-21 4l3 2-3 2zM2 21l3 2-3 2z"),
    "ice": ("M-20 -4l7-12 8 5-3 10zM4 -18l12 2 4 11-10 3zM-14 8l10-2 5 10-9 8zM8 6h10l3 10-9 6zM-13 -16l5 15M16 -16l-6 14M-4 6l-4 18M18 6l-6 16", "", ""),
    "volcano": ("M-22 4l7-14h6l7 14M4 -4l6-12h5l7 12M-16 22l6-12h5l7 12M4 20l6-11h5l6 11M-12 -15v-5M-15 -14l-3-4M-9 -14l3-4M12.5 -20v-3M-7.5 6v-4M12.5 4v-4", "", ""),
}  # fmt: skip

# buildings: outline and what lies on it; the middle of the foot is the origin
PIECES = {
    "D": ("M-9.5 0V-9L0 -18 9.5 -9V0z", '<path class="phi" d="M0 -18L-9.5 -9h19z"/><path class="pink" d="M-2.5 0v-6h5v6z" opacity=".75"/>'),
    "TP": ("M-13 0V-10L-6.5 -16 0 -10V-20h13V0z", '<path class="phi" d="M-6.5 -16L-13 -10H0z"/><path class="pdk" d="M0 -20h13v4H0z"/><path class="pink" d="M-8.5 0v-5h4v5zM3 -12h3v4H3zM8 -12h3v4H8z" opacity=".75"/>'),
    "TE": ("M-14 0v-3h2v-10h-3L0 -24 15 -13h-3V-3h2V0z", '<path class="phi" d="M0 -24L-15 -13h30z"/><path class="pink" d="M-9 -13h3.5v10H-9zM-1.75 -13h3.5v10h-3.5zM5.5 -13H9v10H5.5z" opacity=".7"/>'),
    "SH": ("M-17 0V-25h5v4h4v-4h5v4h6v-4h5v4h4v-4h5V0z", '<path class="phi" d="M-17 -25h5v4h4v-4h5v4h6v-4h5v4h4v-4h5v9h-34z"/><path class="pink" d="M-4 0v-6a4 4 0 0 1 8 0v6zM-12 -13h3v5h-3zM9 -13h3v5H9z" opacity=".75"/>'),
    "SA": ("M-18 0V-9h3c0-8 5-13 13.5-14v-6h3v6C10 -22 15 -17 15 -9h3V0z", '<path class="phi" d="M-15 -9c0-8 6-14 15-14s15 6 15 14z"/><path class="pink" d="M-13 -6h4v6h-4zM-3.5 0v-3.5a3.5 3.5 0 0 1 7 0V0zM9 -6h4v6H9z" opacity=".75"/>'),
}  # fmt: skip
FOOT = {"D": 9, "TP": 10, "TE": 11, "SH": 12, "SA": 13}
"""How far below the middle of its hex a building stands."""

CULT_ICON = {"FIRE": "flame", "WATER": "drop", "EARTH": "hill", "AIR": "wind"}
BUILDING_ICON = {"D": "house", "TP": "trade", "TE": "temple", "SH": "castle", "SA": "dome"}
_PAINT = {"coin": "r-coin", "worker": "r-worker", "priest": "r-priest", "power": "r-power", "vp": "r-vp"}
_PAINT |= {"flame": "c-fire", "drop": "c-water", "hill": "c-earth", "wind": "c-air"}
GOODS = {"C": "coin", "W": "worker", "P": "priest", "PW": "power", "VP": "vp", "spade": "spade"}


def colours(view: Mapping[str, Any]) -> list[str]:
    """By seat: the class of its pieces."""
    return [f"f-{s['colour']}" if s["faction"] else f"s{i + 1}" for i, s in enumerate(view["sides"])]


def paint(icon: str) -> str:
    """Goods and cults have a colour of their own besides their shape."""
    return colour(_PAINT.get(icon, "ink-2"))


def icon(name: str, x: float, y: float, size: float) -> str:
    # `color` for the icons made of lines
    tint = paint(name)
    return use(f"i-{name}", x, y, size, fill=tint).replace("/>", f' color="{tint}"/>')


def goods(x: float, y: float, items: list[tuple[str, int | str]], size: float = 14) -> tuple[str, float]:
    """Numbers with their icons in a row, the middle of the line at y; and where the row ends."""
    parts: list[str] = []
    for k, (name, n) in enumerate(items):
        if n != "":
            x += _gap(size) if k else 0
            look = f'font-size="{num(size)}" font-weight="700"'
            parts.append(text_at(x, y + size * 0.36, n, look))
            x += len(str(n)) * size * 0.66 + 2
        parts.append(icon(name, x + size * 0.55, y, size * 1.15))
        x += size * _step(items, k)
    return "".join(parts), x


def _step(items: list[tuple[str, int | str]], k: int) -> float:
    """From an icon to what follows; icons without a number stand side by side."""
    return 1.15 if k + 1 < len(items) and items[k + 1][1] == "" else 1.3


def _gap(size: float) -> float:
    """Before a number; icons without one stand closer."""
    return size * 0.4


def goods_width(items: list[tuple[str, int | str]], size: float = 14) -> float:
    icons = sum(size * _step(items, k) for k in range(len(items)))
    wide = icons + sum(len(str(n)) * size * 0.66 + 2 for _, n in items if n != "")
    return wide + _gap(size) * sum(n != "" for _, n in items[1:]) - (size * 0.15 if items else 0)


def goods_middle(x: float, y: float, items: list[tuple[str, int | str]], size: float = 14) -> str:
    return goods(x - goods_width(items, size) / 2, y, items, size)[0]


def corners(r: float) -> tuple[tuple[float, float], ...]:
    w = r * 0.8660254
    return (0, -r), (w, -r / 2), (w, r / 2), (0, r), (-w, r / 2), (-w, -r / 2)


def hexagon(r: float, x: float = 0, y: float = 0) -> str:
    return "M" + "L".join(f"{num(x + a)} {num(y + b)}" for a, b in corners(r)) + "z"


def _motif(terrain: str) -> str:
    lines, dots, shapes = MOTIFS[terrain]
    ink = colour(f"t-{terrain}-i")
    round_line = f'fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"'
    art = f'<path d="{lines}" {round_line} stroke-width="1.4"/>' if lines else ""
    art += f'<path d="{dots}" {round_line} stroke-width="2.4"/>' if dots else ""
    art += f'<path d="{shapes}" fill="{ink}"/>' if shapes else ""
    if terrain == "forest":
        firs = "".join(f'<path d="{_FIR}" transform="translate({x} {y}) scale({k})"/>' for x, y, k in _FIRS)
        art = f'<g fill="{ink}">{firs}</g>'
    if terrain == "mountains":
        art = f'<path d="{lines}" fill="{ink}" opacity=".2"/>' + art
    return f'<g id="tm-m-{terrain}" opacity="var(--engrave,.78)">{art}</g>'


def _land(terrain: str) -> str:
    """A whole hex of this terrain."""
    wash = f'fill="{colour(f"t-{terrain}")}" stroke="{colour("b-coast")}" stroke-width="1.4"'
    return f'<g id="tm-t-{terrain}"><path d="{hexagon(31.4)}" {wash}/><use href="#tm-m-{terrain}"/></g>'


def _piece(kind: str) -> str:
    outline, art = PIECES[kind]
    shadow = '<ellipse class="psh" cx="2" cy="1" rx="18" ry="4.5"/>'
    body = f'<path class="pk" stroke-width="5.5" d="{outline}"/><path class="pp" d="{outline}"/>'
    free = f'<path d="{outline}" fill="none" stroke="{colour("line-2")}" stroke-width="1.6" stroke-dasharray="3 2.5"/>'
    return f'<g id="tm-{kind}">{shadow}{body}{art}</g><g id="tm-{kind}-gone">{free}</g>'


@cache
def defs() -> str:
    wave = f'stroke="{colour("b-sea-ink")}" stroke-width="1" opacity=".45" stroke-linecap="round"'
    key = f'fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.3"'
    used = f'stroke="{colour("ink-3")}" stroke-width="1.4"'
    parts = [
        seat_defs(),
        icon_defs(
            "coin", "worker", "priest", "power", "vp", "spade", "ship", "key", "bridge", "house", "trade", "temple",
            "castle", "dome", "flame", "drop", "hill", "wind", "burst", "land",
        ),
        '<pattern id="tm-sea" width="44" height="24" patternUnits="userSpaceOnUse">'
        f'<path d="M4 7q4 3 8 0t8 0M26 19q4 3 8 0t8 0" fill="none" {wave}/></pattern>',
        '<pattern id="tm-used" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0v7" {used} opacity=".5"/></pattern>',
        f'<path id="tm-hx" d="{hexagon(32)}"/>',
        "".join(_motif(terrain) + _land(terrain) for terrain in MOTIFS),
        "".join(_piece(kind) for kind in PIECES),
        f'<g id="tm-town"><circle r="9.5" {key}/><use href="#i-key" x="-6.5" y="-6.5" width="13" height="13" fill="#7a4d00"/></g>',
    ]  # fmt: skip
    return "".join(parts)

"""Our drawings: the landscape of each terrain, the Fabled Places, books, sages and spirits. One set of definitions."""

from __future__ import annotations

from functools import cache

from ludoteka.core.palette import colour
from ludoteka.core.svg import SEAT_SHAPES, icon_defs, seat_defs, symbol, use

# ruff: noqa: E501 - a path is one string

INK, DARK = "#1d1812", "#3a3227"
WIDE, HIGH = 200, 380
TERRAINS = ("steppe", "mountain", "forest")

PLACES = {
    "wind": '<path d="M2 8h11a3 3 0 1 0-3-3M2 12.5h16.5a3 3 0 1 1-3 3M2 17h8a2.5 2.5 0 1 1-2.5 2.5" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>',
    "stones_1": '<path d="M3 20l2-9 6-4 7 3 3 10z" fill="currentColor"/><path d="M9 8l3 6-3 6M12 14l8 2" fill="none" stroke="#fffaf0" stroke-width="1.4"/>',
    "stones_2": '<path d="M1 21l2-8 5-3 5 3 1 8zM11 14l2-8 5-3 5 5v13h-8z" fill="currentColor"/><path d="M7 11l2 5-2 5M17 5l1 7-2 8" fill="none" stroke="#fffaf0" stroke-width="1.4"/>',
    "roots": '<path d="M12 1c5 0 8 3 8 7 0 3-2 5-5 5h-1v2l6 3v2l-5-1 2 4h-2l-3-5-3 5H7l2-4-5 1v-2l6-3v-2H9c-3 0-5-2-5-5 0-4 3-7 8-7z" fill="currentColor"/>',
    "tavern": '<path d="M4 6h12v2h2c3 0 4 2 4 4s-1 5-5 5h-1v5H4zm12 4v5c2 0 3.5-1 3.5-2.8S18 10 16 10z" fill="currentColor"/><path d="M4 6c0-3 3-4 5-3 3-2 7 0 7 3z" fill="currentColor" opacity=".55"/>',
    "academy": '<path d="M12 2l11 5-11 5L1 7z" fill="currentColor"/><path d="M5 11v5c2 4 12 4 14 0v-5l-7 3.5zM21 8h1.8v8H21z" fill="currentColor"/>',
    "library": '<path d="M2 4h5v17H2zM8.5 4h4v17h-4zM14 5.5l4-1.2 4.5 15.5-4 1.2z" fill="currentColor"/><path d="M3 8h3M9.5 8h2M3 17h3" stroke="#fffaf0" stroke-width="1.3"/>',
    "tower": '<path d="M7 3h2v2h2V3h2v2h2V3h2v6l-1.5 2L17 22H7l1.5-11L7 9z" fill="currentColor"/><path d="M11 13h2v4h-2z" fill="#fffaf0"/>',
    "temple": '<path d="M12 1l10 6v2H2V7zM4 10.5h3v8H4zM10.5 10.5h3v8h-3zM17 10.5h3v8h-3zM2 20h20v2.5H2z" fill="currentColor"/>',
    "serpent": '<path d="M5 21c8 1 11-2 9-5s-8-2-8-7c0-4 4-6 8-5 3 .7 5 3 5 5" fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/><circle cx="19" cy="9.5" r="2.6" fill="currentColor"/><path d="M19 12v3" stroke="currentColor" stroke-width="1.3"/>',
    "gates": '<path d="M2 22V8C2 4 6 2 12 2s10 2 10 6v14h-5V10c0-2-2-3-5-3s-5 1-5 3v12z" fill="currentColor"/><path d="M9 15h6M12 12l3 3-3 3" fill="none" stroke="currentColor" stroke-width="1.8"/>',
    "menhirs": '<path d="M2 21l1-10 3-2 2 3v9zM9 21V6l3-4 4 3v16zM17 21l.5-8 3-3 2.5 3V21z" fill="currentColor"/>',
    "sky_tent": '<path d="M12 5l11 17h-8l-3-7-3 7H1zM12 0l1 2.5 2.5.3-1.9 1.7.6 2.5L12 5.7 9.8 7l.6-2.5-1.9-1.7L11 2.5z" fill="currentColor"/>',
    "sky_pier": '<path d="M1 15h22v3h-3v5h-3v-5h-3v5h-3v-5H8v5H5v-5H1zM12 1l1.8 4.2 4.5.4-3.4 3 1 4.4L12 10.7 8.1 13l1-4.4-3.4-3 4.5-.4z" fill="currentColor"/>',
    # a place from an owner's file
    "other": '<path d="M12 1l11 11-11 11L1 12zM12 7l-5 5 5 5 5-5z" fill="currentColor" fill-rule="evenodd"/>',
}  # fmt: skip
BOOKS = {
    "steppe": "M4 17c3-5 2-9 1-11 3 2 4 6 4 10 0-6 2-10 5-12-2 4-2 8 0 13z",
    "mountain": "M2 17l6-12 3 5 2-3 5 10z",
    "forest": "M10 2l5 6h-3l4 5h-5v4H9v-4H4l4-5H5z",
    "sun": "M10 4a6 6 0 1 0 .01 0zM9 0h2v3H9zM9 17h2v3H9zM0 9h3v2H0zM17 9h3v2h-3z",
}
_SAGE = "M0 -38c6 0 10 5 10 10 0 4-2 6-4 8 5 4 7 11 8 20h-28c1-9 3-16 8-20-2-2-4-4-4-8 0-5 4-10 10-10z"
_GHOST = "M0 -40c8 0 13 6 13 14V0l-5-5-4 5-4-5-4 5-4-5-5 5v-26c0-8 5-14 13-14z"
_FIR = "M0 0h-2.5v-8h-15l10-14h-6l9-13h-5l9.5-14 9.5 14h-5l9 13h-6l10 14h-15v8z"
_TUFTS = ((34, 118), (120, 96), (168, 150), (60, 226), (150, 246), (28, 300), (104, 318), (176, 312))
_BACK = ((18, 96, 1.2), (52, 84, 1.4), (92, 98, 1.2), (130, 82, 1.45), (170, 96, 1.25), (196, 84, 1.2))
_FRONT = ((14, 348, 1.1), (188, 344, 1.15), (186, 214, 0.8), (14, 150, 0.75), (110, 346, 0.7))


def place_art(place: str) -> str:
    return f"fb-p-{place if place in PLACES else 'other'}"


def book(tier: str, x: float, y: float, size: float) -> str:
    return use(f"fb-b-{tier}", x, y, size)


def _scenery(kind: str) -> str:
    """Three flat layers of one hue."""
    a, b, ink = colour(f"l-{kind}"), colour(f"l-{kind}-2"), colour(f"l-{kind}-i")
    line = f'fill="none" stroke="{ink}" stroke-width="1.6" stroke-linecap="round" opacity=".6"'
    if kind == "steppe":
        tufts = "".join(f"M{x} {y}q-4-8-6-10M{x} {y}q0-8 1-13M{x} {y}q4-8 7-9" for x, y in _TUFTS)
        return (
            f'<circle cx="152" cy="52" r="24" fill="{b}" opacity=".8"/><path d="M0 84q50-28 104-6t96-10v312H0z" fill="{a}"/>'
            f'<path d="M0 176q60 26 110 0t90-4v208H0z" fill="{b}" opacity=".35"/>'
            f'<path d="M0 262q70-26 120 2t80-6v122H0z" fill="{b}" opacity=".4"/><path d="{tufts}" {line}/>'
        )
    if kind == "mountain":
        return (
            f'<path d="M0 130L44 48l30 44 40-70 48 78 38-36v316H0z" fill="{b}" opacity=".75"/>'
            f'<path d="M44 48l14 22-12 10-8-8-10 8zM114 22l18 30-16 12-10-10-12 14zM200 64l-16 16 16 8z" fill="{colour("l-sky")}"/>'
            f'<path d="M0 176l54-60 38 50 46-62 62 72v204H0z" fill="{a}"/>'
            f'<path d="M0 300l60-66 44 44 40-50 56 66v86H0z" fill="{b}" opacity=".38"/>'
            f'<path d="M54 116l6 22-8 14M138 104l4 24-10 16M60 234l5 20-8 12M144 228l4 18-8 14" {line}/>'
        )
    firs = [
        "".join(f'<path d="{_FIR}" transform="translate({x} {y}) scale({k})"/>' for x, y, k in spots)
        for spots in (_BACK, _FRONT)
    ]
    return (
        f'<g fill="{b}" opacity=".75">{firs[0]}</g><path d="M0 92q60-18 110-4t90-6v298H0z" fill="{a}"/>'
        f'<path d="M0 214q60 22 110 0t90 2v164H0z" fill="{b}" opacity=".38"/><g fill="{ink}" opacity=".38">{firs[1]}</g>'
    )


def _book(tier: str) -> str:
    cover = f'fill="{colour(f"k-{tier}")}" stroke="{INK}" stroke-width="1.3"'
    art = (
        f'<path d="M6 4a3 3 0 0 1 3-3h25v32H10c-2 0-3 1-3 2s1 2 3 2h24v2H10c-3 0-4-2-4-4z" {cover}/>'
        f'<path d="M10 33h24v4H10c-2 0-3-1-3-2s1-2 3-2z" fill="#fffaf0" stroke="{INK}" stroke-width="1"/>'
        f'<path d="M10 1v32" stroke="{INK}" opacity=".35" stroke-width="1.3"/>'
        f'<path transform="translate(12 7)" d="{BOOKS[tier]}" fill="#fffaf0"/>'
    )
    return symbol(f"fb-b-{tier}", art, 40)


def _figures() -> str:
    """Sages in the colour around them, with their owner's shape on the chest; spirits as ghosts."""
    shadow = f'<ellipse cx="1" cy="1" rx="13" ry="4" fill="{INK}" opacity=".3"/>'
    hood = '<path class="phi" d="M0 -38c6 0 10 5 10 10 0 4-2 6-4 8h-6z"/>'
    body = f'{shadow}<path class="pk" stroke-width="5" d="{_SAGE}"/><path class="pp" d="{_SAGE}"/>{hood}'
    parts = []
    for i, shape in enumerate(SEAT_SHAPES):
        chest = f'<g transform="translate(-8 -17.5) scale(.4)" fill="{colour("b-key")}" stroke="{INK}" stroke-width="2.5">{shape}</g>'
        parts.append(f'<g id="fb-sage-{i + 1}">{body}{chest}</g>')
    eyes = '<circle cx="-4.5" cy="-26" r="2.6"/><circle cx="4.5" cy="-26" r="2.6"/>'
    look = f'fill="#e9e4f6" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"'
    parts.append(
        f'<g id="fb-spirit">{shadow}<path class="pk" stroke-width="5" d="{_GHOST}"/><path d="{_GHOST}" {look}/><g fill="{INK}">{eyes}</g></g>'
    )
    return "".join(parts)


@cache
def defs() -> str:
    key = colour("b-key")
    arch = "M-21 21V-4A21 21 0 0 1 21 -4V21z"
    vortex = f'<circle r="15" fill="#3a3f5c" stroke="{key}" stroke-width="3"/>'
    parts = [
        seat_defs(),
        icon_defs("sage", "spiral", "steps", "people", "scroll", "crown", "land", "burst", "clock", "no", "key"),
        f'<clipPath id="fb-clip"><rect width="{WIDE}" height="{HIGH}" rx="13"/></clipPath>',
        "".join(
            f'<g id="fb-l-{k}"><rect width="{WIDE}" height="{HIGH}" fill="{colour("l-sky")}"/>{_scenery(k)}</g>'
            for k in TERRAINS
        ),
        "".join(symbol(f"fb-p-{k}", art) for k, art in PLACES.items()),
        "".join(_book(tier) for tier in BOOKS),
        f'<path id="fb-arch" d="{arch}"/>',
        f'<g id="fb-place"><path d="{arch}" fill="{key}" stroke="{DARK}" stroke-width="2" stroke-linejoin="round"/></g>',
        f'<g id="fb-token"><path d="{arch}" fill="{key}" stroke="{DARK}" stroke-width="2.5" stroke-dasharray="5 4" stroke-linejoin="round"/></g>',
        f'<g id="fb-vortex">{vortex}<use href="#i-spiral" x="-10" y="-10" width="20" height="20" color="#cfd7ff"/></g>',
        _figures(),
    ]
    return "".join(parts)

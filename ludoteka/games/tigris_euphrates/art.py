"""Our own drawings of the pieces, as symbols that the board and the panels share."""

from __future__ import annotations

from functools import cache

from ludoteka.core.palette import colour
from ludoteka.core.svg import icon_defs, seat_defs, symbol
from ludoteka.games.tigris_euphrates.data import BUILDINGS, COLOURS, DYNASTIES, LEADERS, MONUMENTS, POINTS, TILES

# ruff: noqa: E501 - a path is one string

INK, CREAM, STONE = "#1d1812", "#fff6df", "#6b6151"

# 24 x 24: stepped temple, ear of corn, awning, roofs
TILE_PATH = {
    "temple": "M3 21v-4h3v-4h3V9h6v4h3v4h3v4zM10 5h4v3h-4z",
    "farm": "M11 22V9h2v13zM12 1c2 2 2 5 0 7-2-2-2-5 0-7zM5 5c3 0 5 2 6 5-3 0-5-2-6-5zM19 5c-3 0-5 2-6 5 3 0 5-2 6-5zM5 11c3 0 5 2 6 5-3 0-5-2-6-5zM19 11c-3 0-5 2-6 5 3 0 5-2 6-5z",
    "market": "M3 4h18l2 6c0 3-4 3-4 0 0 3-5 3-5 0 0 3-4 3-4 0 0 3-5 3-5 0 0 3-4 3-4 0zM4 14h2v8H4zM18 14h2v8h-2zM7 16h10v6H7z",
    "settlement": "M2 21V11l5-5 5 5V7l4-4 6 6v12h-6v-6h-3v6H8v-5H5v5z",
}
# around 0, 0: disc, square, diamond, shield; the shape alone tells the colour
LEADER_PATH = {
    "priest": "M0 -21A21 21 0 1 0 .01 -21z",
    "farmer": "M-18 -18h36v36h-36z",
    "trader": "M0 -24L24 0 0 24-24 0z",
    "king": "M-19 -14l7 3 5-9 7 6 7-6 5 9 7-3v13c0 12-9 18-19 23-10-5-19-11-19-23z",
}
DYNASTY_PATH = {
    "lion": "M12 2c5 0 8 3 9 7l-2 1c1 4-1 8-4 10l-3 2-3-2c-3-2-5-6-4-10L3 9c1-4 4-7 9-7zM9 9.5a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zm6 0a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zM10 14l2 2 2-2z",
    "bow": "M5 2c9 1 15 7 17 16l-2 .5C18 11 13 6 5 4.5zM3 3h2.5l13 13.5V20H15L3 6zM19 17l3 5-5-3z",
    "pot": "M8 2h8v3l-2 2c5 2 7 6 5 11-1 3-3 4-7 4s-6-1-7-4c-2-5 0-9 5-11L8 5zM7 13h10v2H7z",
    "bull": "M3 2c0 5 2 7 5 7h8c3 0 5-2 5-7 3 5 1 10-3 11-1 5-3 9-6 9s-5-4-6-9C2 12 0 7 3 2z",
}
# scroll, jar, two awnings, battlements
BUILDING_PATH = {
    "library": "M6 3h11a3 3 0 0 1 3 3v1h-4v11a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-1h4zM8 8v2h6V8zm0 4v2h6v-2z",
    "granary": "M12 2c6 3 8 7 8 12v8H4v-8C4 9 6 5 12 2zM10 14v8h4v-8z",
    "hall": "M2 9l10-7 10 7v3H2zM4 13h3v9H4zM10.5 13h3v9h-3zM17 13h3v9h-3z",
    "palace": "M2 22V7h3v3h3V4h3v3h2V4h3v6h3V7h3v15h-7v-6H9v6z",
}
# drop, ear, jug, brick
POINT_PATH = {
    "amulet": "M12 2l5 6a8 8 0 1 1-10 0zM12 10a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "crop": TILE_PATH["farm"],
    "goods": "M9 2h6v4c5 2 6 7 5 11-1 4-4 5-8 5s-7-1-8-5c-1-4 0-9 5-11z",
    "brick": "M2 6h9v5H2zM13 6h9v5h-9zM2 13h4v5H2zM8 13h9v5H8zM19 13h3v5h-3z",
}
TREASURE = f'<path d="M5 7h14l4 5-11 11L1 12z" fill="{colour("e-treasure")}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/><path d="M5 7l3 5h8l3-5M8 12l4 11 4-11" fill="none" stroke="#7a4d00" stroke-width="1.2"/>'
CATASTROPHE = '<rect x="3.5" y="3.5" width="41" height="41" rx="7" fill="#0c0a09" stroke="#a0937f" stroke-width="1.5"/><path d="M10 8l7 9-5 7 9 5-3 12M39 10l-8 8 6 6-7 5 6 9" fill="none" stroke="#e8795f" stroke-width="2.4" stroke-linejoin="round"/>'
UNION = f'<circle cx="24" cy="24" r="17" fill="{CREAM}" stroke="{INK}" stroke-width="2"/><path d="M14 14l20 20M34 14L14 34" stroke="{INK}" stroke-width="4" stroke-linecap="round"/><path d="M13 29l6 6M29 35l6-6" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>'


def paint(c: int) -> str:
    return colour(f"e-{COLOURS[c]}")


def light(c: int) -> str:
    return colour(f"e-{COLOURS[c]}-l")


def _tile(c: int, what: str) -> str:
    body = f'<rect x="3.5" y="3.5" width="41" height="41" rx="7" fill="{paint(c)}" stroke="{light(c)}" stroke-width="1.6"/>'
    return (
        body
        + f'<path d="{TILE_PATH[what]}" transform="translate(9 9) scale(1.25)" fill="{light(c)}" fill-rule="evenodd"/>'
    )


def _leader(c: int, dynasty: str) -> str:
    shape = LEADER_PATH[LEADERS[c]]
    sign = DYNASTY_PATH[dynasty]
    return (
        '<g transform="translate(24 24) scale(.88)"><ellipse cx="1" cy="19" rx="19" ry="5" opacity=".3"/>'
        f'<path d="{shape}" fill="{colour("b-key")}" stroke="{colour("b-key")}" stroke-width="5.5" stroke-linejoin="round"/>'
        f'<path d="{shape}" fill="{paint(c)}" stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="{sign}" transform="translate(-12.5 -12.5) scale(1.04)" fill="{CREAM}" fill-rule="evenodd"/></g>'
    )


def _monument(base: int, top: int) -> str:
    """A stepped tower seen from above, on 96 x 96; the tiles of its colours lie in two corners."""
    parts = [
        f'<rect x="3" y="3" width="90" height="90" rx="9" fill="{STONE}" stroke="{colour("b-key")}" stroke-width="1.5"/>',
        '<path d="M8 8h80v80H8zM48 8v80M8 48h80" fill="none" stroke="#3a342a" stroke-width="2"/>',
    ]
    for half, c in ((34, base), (25, base), (17, top), (9, top)):
        box = f'x="{48 - half}" y="{48 - half}" width="{2 * half}" height="{2 * half}" rx="3"'
        parts.append(f'<rect {box} fill="{paint(c)}" stroke="{light(c)}" stroke-width="1.5"/>')
    parts.append(
        f'<path d="M44 82V57h8v25zM45.5 62h5M45.5 67h5M45.5 72h5M45.5 77h5" fill="{INK}" stroke="{CREAM}" stroke-width="1"/>'
    )
    for x, c in ((5, base), (67, top)):
        parts.append(f'<svg x="{x}" y="68" width="24" height="24" viewBox="0 0 48 48">{_tile(c, TILES[c])}</svg>')
    return "".join(parts)


def _wonder() -> str:
    """A cross of terraces with a winged figure in the middle, on 144 x 144."""
    cross = "M50 4h44v46h46v44H94v46H50V94H4V50h46z"
    inner = "M57 11h30v46h46v30H87v46H57V87H11V57h46z"
    figure = f'<path d="M72 50c4 0 7 3 7 7 6-5 13-6 18-4-2 4-6 8-12 10 5 1 8 3 10 6-5 3-10 3-14 1v22h-5V81h-8v11h-5V70c-4 2-9 2-14-1 2-3 5-5 10-6-6-2-10-6-12-10 5-2 12-1 18 4 0-4 3-7 7-7z" fill="{CREAM}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    return (
        f'<path d="{cross}" fill="{STONE}" stroke="{colour("b-key")}" stroke-width="2" stroke-linejoin="round"/>'
        f'<path d="{inner}" fill="#8b7d62" stroke="#3a342a" stroke-width="2" stroke-linejoin="round"/>'
        f'<circle cx="72" cy="72" r="30" fill="#4b4335" stroke="{CREAM}" stroke-width="2"/>{figure}'
    )


def _badge(c: int, what: str) -> str:
    body = f'<path d="M3 3h18v18H3z" fill="{CREAM}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
    return (
        body
        + f'<path d="{BUILDING_PATH[what]}" transform="translate(5 5) scale(.58)" fill="{paint(c)}" fill-rule="evenodd" stroke="{INK}" stroke-width=".6"/>'
    )


def _face_down() -> str:
    box = f'<rect x="3.5" y="3.5" width="41" height="41" rx="7" fill="{STONE}" stroke="{colour("b-key")}" stroke-width="1.2"/>'
    return box + '<path d="M12 12l24 24M36 12L12 36" stroke="#3a342a" stroke-width="2"/>'


@cache
def defs() -> str:
    parts = [seat_defs(), icon_defs("bag", "crown", "swords", "burst")]
    for c in range(4):
        parts.append(symbol(f"te-{TILES[c]}", _tile(c, TILES[c]), 48))
        parts.append(symbol(f"te-{BUILDINGS[c]}", _badge(c, BUILDINGS[c])))
        parts.append(
            symbol(
                f"te-{POINTS[c]}",
                f'<path d="{POINT_PATH[POINTS[c]]}" fill="{paint(c)}" fill-rule="evenodd" stroke="{light(c)}" stroke-width="1" paint-order="stroke"/>',
            )
        )
        for dynasty in DYNASTIES:
            parts.append(symbol(f"te-{LEADERS[c]}-{dynasty}", _leader(c, dynasty), 48))
    for name, path in DYNASTY_PATH.items():
        parts.append(symbol(f"te-{name}", f'<path d="{path}" fill-rule="evenodd"/>'))
    for i, name in enumerate(MONUMENTS):
        one, two = name.split("-")
        parts.append(symbol(f"te-{MONUMENTS[i]}", _monument(COLOURS.index(one), COLOURS.index(two)), 96))
    parts.append(symbol("te-wonder", _wonder(), 144))
    parts.append(symbol("te-treasure", TREASURE))
    parts.append(symbol("te-catastrophe", CATASTROPHE, 48))
    parts.append(symbol("te-union", UNION, 48))
    parts.append(symbol("te-down", _face_down(), 48))
    return "".join(parts)

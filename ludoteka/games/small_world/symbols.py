"""Our drawings: an engraving per terrain, an emblem per race and power, a mark for everything that stands in a region.

Silhouettes on 24 x 24; holes by the even-odd rule. One string of definitions serves the board and all panels.
"""

from __future__ import annotations

from functools import cache

from ludoteka.core.palette import colour
from ludoteka.core.svg import icon_defs, seat_defs, symbol

# ruff: noqa: E501 - a path is one string

INK = "#1d1812"
LAND = ("farmland", "forest", "hill", "swamp", "mountain")

# width, height and art of a tile; `l` is a line, `t` a filled shape, in the engraving colour of the terrain
ENGRAVING = {
    "farmland": (34, 26, "M2 6h10M18 4h12M8 14h12M24 13h8M2 22h9M16 23h12M7 6l-2-4M7 6l2-4M27 13l-2-4M27 13l2-4", ""),
    "forest": (38, 34, "", "M9 15H8v-3H3l4-5H5l4-6 4 6h-2l4 5h-5v3zM28 32h-1v-3h-5l4-5h-2l4-6 4 6h-2l4 5h-5v3z"),
    "hill": (46, 30, "M2 14q9-12 18 0M24 28q9-12 18 0M8 14q4-5 7 0M31 28q4-5 7 0", ""),
    "swamp": (38, 30, "M4 12h12M22 26h12M7 12V5M10 12V3M13 12V6M26 26v-7M29 26v-9M32 26v-6M22 9h6M3 24h6", ""),
    "mountain": (50, 38, "M3 17L13 2l5 8 3-3 6 10M13 2l2 7-3 4M27 36l9-14 10 14M36 22l2 6-3 4", ""),
}

RACES = {
    "amazons": "M5 2c9 2 14 9 14 20l-3-4C15 11 11 7 5 6zM3 21L17 7l-1-3 6-2-2 6-3-1L5 22z",
    "dwarves": "M5 8c0-8 14-8 14 0v2H5zM4 11h16l-2 7-3-2-3 6-3-6-3 2z",
    "elves": "M2 7l6 2c1-3 7-3 8 0l6-2c-1 4-3 6-5 7-1 4-3 7-5 8-2-1-4-4-5-8-2-1-4-3-5-7z",
    "ghouls": "M3 1l5 5c2-1 6-1 8 0l5-5-1 9c1 7-2 13-8 13S3 17 4 10zM7.5 10.5v3.6H11zm9 0v3.6H13zM8 16.5l1.6 3.2 1.4-3.2h2l1.4 3.2 1.6-3.2z",
    "giants": "M9 1.5h6V7h4.5L23 11v8h-3.5v-5H18v9h-4.5v-6.5h-3V23H6v-9H4.5v5H1v-8l3.5-4H9z",
    "halflings": "M12 3c3 0 5 2 5 5s-2 5-5 5-5-2-5-5 2-5 5-5zM4 22c0-5 3-8 8-8s8 3 8 8zM5 6c2-4 12-4 14 0l2 1-1 2H4L3 7z",
    "humans": "M12 2c5 0 8 4 8 9v11h-5.5l-1-7h-3l-1 7H4V11c0-5 3-9 8-9zM7 9.5v2.6h4V9.5zm6 0v2.6h4V9.5z",
    "orcs": "M12 3c5 0 7.5 3 8 7.5L23.5 9l-2 6c-1.5 4.5-4.5 7.5-9.5 7.5S4 19.5 2.5 15l-2-6L4 10.5C4.5 6 7 3 12 3zM7.5 9.5v2.8H11zm9 0v2.8H13zM6.5 14v6l2.3-3.2h6.4l2.3 3.2v-6l-2 1h-7z",
    "ratmen": "M4 3a4 4 0 0 1 6 3h4a4 4 0 1 1 5 5c0 5-4 11-7 11S5 16 5 11a4 4 0 0 1-1-8zM9 11v2h2v-2zm4 0v2h2v-2z",
    "skeletons": "M12 2c6 0 8 4 8 9 0 3-1 4-3 5v3l-2-1v3l-3-2-3 2v-3l-2 1v-3c-2-1-3-2-3-5 0-5 2-9 8-9zM7 10a2.3 2.3 0 1 0 4.6 0A2.3 2.3 0 0 0 7 10zm5.4 0a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 0 0-4.6 0z",
    "sorcerers": "M12 1.5a8.5 8.5 0 0 1 5.3 15.1L19.5 23h-15l2.2-6.4A8.5 8.5 0 0 1 12 1.5zM8.8 5.8a5.5 5.5 0 0 0-2.3 5h2.3c.1-1.4.6-2.4 1.6-3.2z",
    "tritons": "M11 8V2h2v6c2 0 3-1 3-3l-1-2 3-2 2 3c0 5-2 7-7 7v11h-2V11C6 11 4 9 4 4l2-3 3 2-1 2c0 2 1 3 3 3z",
    "trolls": "M5 3l3 4h8l3-4v8c2 3 2 8-1 11h-3v-4H9v4H6c-3-3-3-8-1-11zM8.5 10v2.5H11V10zm4.5 0v2.5h2.5V10zM9 16l1-2h4l1 2z",
    "wizards": "M12 1l7 16H5zM2 18h20l-2 4H4zM12 7l1 2.2 2.4.3-1.8 1.6.5 2.4-2.1-1.2-2.1 1.2.5-2.4-1.8-1.6 2.4-.3z",
    # a player-made people: a mask
    "custom": "M3 3h18v9c0 6-4 10-9 10s-9-4-9-10zM6.5 8.5v3H11zm11 0v3H13zM8 15.5c2 2 6 2 8 0v2c-2 2-6 2-8 0z",
    "tribe": "M12 2l3 5 5-1-2 5 4 4-6 1 1 6-5-4-5 4 1-6-6-1 4-4-2-5 5 1z",
}  # fmt: skip

POWERS = {
    "alchemist": "M8.5 1.5h7V4H14v5l6.5 10c1 2 0 3.5-2 3.5h-13c-2 0-3-1.5-2-3.5L10 9V4H8.5zM8 15.5h8L13.6 12h-3.2z",
    "berserk": "M11 1h2v3.5c4-1 8 1.5 9 5.5-1 4-5 6.5-9 5.5V23h-2v-7.5C7 16.5 3 14 2 10c1-4 5-6.5 9-5.5z",
    "bivouacking": "M12 2l11 19h-7.5L12 12l-3.5 9H1z",
    "commando": "M12 1l3 4v10h4v3h-5v5h-4v-5H5v-3h4V5z",
    "diplomat": "M1.5 9.5c4 1 6 0 8.5-3 2-3 5-4.5 8-3.5l4.5 2.5L19 7c0 7-4 11-10.5 11L4 22l1-5.5c-2-1.5-3.5-4-3.5-7z",
    "dragon_master": "M2 22C2 13 5 8 10 6.5L8.5 1 13 4.5 17 1l.5 5c3 1 5 3.5 5 6.5l-6 1.5 4 2.5-5 2h-3.5c-2.5 0-3.5 1.5-2.5 3.5zM14.5 8.5v2.5H17z",
    "flying": "M1.5 4.5c8-3.5 16-2.5 21 1-2 2.2-5 3.3-8 3.3 2 1 4 1.2 6 1-2 3.2-5 4.4-8 4.2 1.2 1 2.8 1.3 4 1.2-3 4.6-9.5 5.3-15 2z",
    "forest": "M13.5 23h-3v-4H4l4.5-6H6l4-5.5H7.5L12 1l4.5 6.5H14l4 5.5h-2.5l4.5 6h-6.5z",
    "fortified": "M3 3h3v3h3V3h6v3h3V3h3v7l-2 2v10h-5v-5a2 2 0 0 0-4 0v5H5V12l-2-2z",
    "heroic": "M12 1l9.5 3.5c0 8-2.5 15-9.5 18.5C5 19.5 2.5 12.5 2.5 4.5zM12 6l-1.6 3.6-3.9.4 2.9 2.6-.8 3.9 3.4-2 3.4 2-.8-3.9 2.9-2.6-3.9-.4z",
    "hill": "M.5 20.5c1-8.5 4-13 8.5-13 3 0 5 2 6 5 1-1.5 2-2.5 4-2.5 2.5 0 4 3.5 4.5 10.5z",
    "merchant": "M8.5 1.5h7L14 6c5.5 2 8 6 8 10 0 4.5-3.5 6.5-10 6.5S2 20.5 2 16c0-4 2.5-8 8-10zM8 12v2.2h8V12zm0 4v2.2h8V16z",
    "mounted": "M12 1.5c6 0 9.5 5 9.5 10.5 0 4-1 7.5-3 10.5H14V19c2-2 2.8-4 2.8-7 0-3.5-1.8-6-4.8-6s-4.8 2.5-4.8 6c0 3 .8 5 2.8 7v3.5H5.5c-2-3-3-6.5-3-10.5C2.5 6.5 6 1.5 12 1.5z",
    "pillaging": "M12 .5c1 4 5.5 5.5 5.5 9.8 0 3.2-2.4 5.2-5.5 5.2s-5.5-2-5.5-5.2c0-2.2 1-3.5 2.2-4.5 0 1.2.5 2 1.5 2.4C10 5.5 11 2.5 12 .5zM8.5 16.5h7L14 23.5h-4z",
    "seafaring": "M2 15h20l-3.5 7h-13zM11 1h2v13h-2zM14 3c4.5 2 6 6.5 6 10h-6zM10 4v9H4.5C5 9 7 6 10 4z",
    "spirit": "M12 1.5c5 0 8.5 4 8.5 9V23L17 20.5 14.5 23 12 20.5 9.5 23 7 20.5 3.5 23V10.5c0-5 3.5-9 8.5-9zM7.5 8.5V12h3V8.5zm6 0V12h3V8.5z",
    "stout": "M1.5 5h21v3.5c-4.5 0-6.5 2-6.5 5l3.5 4.5v3.5h-15V18L8 13.5c0-3-2-4-6.5-4z",
    "swamp": "M10 1.5h4V10h-1v12.5h-2V10h-1zM3.5 6h4v7.5h-1v9h-2v-9h-1zM16.5 8h4v7.5h-1v7h-2v-7h-1z",
    "underworld": "M1.5 21.5C1.5 9 6 2.5 12 2.5S22.5 9 22.5 21.5H17c0-7-2-10-5-10s-5 3-5 10z",
    "wealthy": "M3.5 6c0-5.5 17-5.5 17 0s-17 5.5-17 0zm0 4.5c2.5 4 14.5 4 17 0V14c-2.5 4-14.5 4-17 0zm0 6.5c2.5 4 14.5 4 17 0v3c-2.5 4-14.5 4-17 0z",
    "custom": "M12 1l3.2 7.2L23 9l-5.8 5.2L18.8 22 12 18l-6.8 4 1.6-7.8L1 9l7.8-.8z",
}  # fmt: skip

# region symbols and the pieces that races and powers bring
MARKS = {
    "mine": "M4.5 10.5C9 3 17 3.5 21.5 9.5l-2 1.2c-1.8-3-4-4.2-6-4.2l1 2-9.5 14-3-2L11.5 6.5c-2 0-4 2-5 4.8z",
    "magic": "M12 .5l2.8 8.2L23 11.5l-8.2 2.8L12 22.5l-2.8-8.2L1 11.5l8.2-2.8z",
    "cavern": POWERS["underworld"],
    "mountain": "M1 21L9.5 4l5 8 2-3L23 21z",
    "fortress": "M2 22V5h5v4h3V5h4v4h3V5h5v17z",
    "lair": "M.5 21L7 4l5 8 3.5-5L23.5 21h-7c0-4-2-6-4.5-6s-4.5 2-4.5 6z",
    "camp": POWERS["bivouacking"],
    "hole": "M1 21C1 11 5.5 4.5 12 4.5S23 11 23 21zM8 21h8c0-4.5-1.5-7-4-7s-4 2.5-4 7z",
    "hero": POWERS["heroic"],
    "dragon": POWERS["dragon_master"],
    "fresh": "M5 1.5h2.5V3l13 4.5-13 5V23H5z",
    "peace": POWERS["diplomat"],
}  # fmt: skip

PIPS = {1: ((12, 12),), 2: ((7.5, 7.5), (16.5, 16.5)), 3: ((6.5, 6.5), (12, 12), (17.5, 17.5))}
HALF = 30  # of a counter


def race_emblem(race: str) -> str:
    return f"sw-r-{race if race in RACES else 'custom'}"


def power_emblem(power: str) -> str:
    return f"sw-p-{power if power in POWERS else 'custom'}"


def _engraving(terrain: str) -> str:
    wide, high, lines, shapes = ENGRAVING[terrain]
    ink = colour(f"w-{terrain}-i")
    art = f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>'
    if shapes:
        art = f'<path d="{shapes}" fill="{ink}"/>'
    size = f'width="{wide}" height="{high}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="sw-{terrain}" {size}><g opacity="var(--engrave,.55)">{art}</g></pattern>'


def _emblem(id: str, path: str) -> str:
    return symbol(id, f'<path fill-rule="evenodd" d="{path}"/>')


def _counters() -> str:
    """Bodies of the counters, origin in the middle: one, several or ten and more tokens; active, in decline (hatched), exempt
    (hatched and with a dashed rim); the Lost Tribe in cream."""
    h = HALF
    rect = f'<rect x="{-h}" y="{-h}" width="{2 * h}" height="{2 * h}" rx="11"'
    edge = f'stroke="{INK}" stroke-width="2"'
    key = f'{rect} class="pk" stroke-width="6"/>'
    body = f'{rect} fill="var(--me)" {edge}/>'
    behind = f'<g transform="translate(5 -5)">{body}</g>'
    worn = f'{rect} fill="#8a8278" opacity=".55"/>{rect} fill="url(#sw-old)"/>'
    rim = f'{rect} fill="none" stroke="#fffaf0" stroke-width="3" stroke-dasharray="7 6"/>'
    disc = f'<circle cx="{h - 2}" cy="{h - 3}" r="17" fill="{colour("b-key")}" stroke="{INK}" stroke-width="2"/>'
    pill = f'<rect x="{h - 27}" y="{h - 20}" width="50" height="34" rx="17" fill="{colour("b-key")}" {edge}/>'
    bodies = {"active": body, "declined": body + worn, "exempt": body + worn + rim}
    parts = []
    for state, art in bodies.items():
        parts.append(f'<g id="sw-one-{state}">{key}{art}{disc}</g>')
        parts.append(f'<g id="sw-many-{state}">{behind}{key}{art}{disc}</g>')
        parts.append(f'<g id="sw-host-{state}">{behind}{key}{art}{pill}</g>')
    small = f'<rect x="-23" y="-23" width="46" height="46" rx="9" fill="{colour("b-key")}" {edge}/>'
    star = f'<path transform="translate(-16 -16) scale(1.33)" fill="#6f6452" d="{RACES["tribe"]}"/>'
    parts.append(f'<g id="sw-tribe">{small}{star}</g>')
    return "".join(parts)


def _die(n: int) -> str:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="2.6" fill="{INK}"/>' for x, y in PIPS.get(n, ()))
    face = f'<rect x="1" y="1" width="22" height="22" rx="5" fill="#fffaf0" stroke="{INK}" stroke-width="1.4"/>'
    return symbol(f"sw-die-{n}", face + pips)


@cache
def defs() -> str:
    wave = f'stroke="{colour("b-sea-ink")}" stroke-width="1.2" opacity=".45" stroke-linecap="round"'
    hatch = '<path d="M0 0v9" stroke="#1d1812" stroke-width="4" opacity=".45"/>'
    parts = [
        seat_defs(),
        icon_defs("token", "coin", "die", "land"),
        '<pattern id="sw-water" width="66" height="40" patternUnits="userSpaceOnUse">'
        f'<path d="M6 12q6 4.5 12 0t12 0M38 32q6 4.5 12 0t12 0" fill="none" {wave}/></pattern>',
        '<pattern id="sw-old" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f"{hatch}</pattern>",
        "".join(_engraving(terrain) for terrain in LAND),
        "".join(_emblem(f"sw-r-{race}", path) for race, path in RACES.items()),
        "".join(_emblem(f"sw-p-{power}", path) for power, path in POWERS.items()),
        "".join(_emblem(f"sw-m-{mark}", path) for mark, path in MARKS.items()),
        f'<circle id="sw-disc" r="17" fill="{colour("b-key")}" stroke="{INK}" stroke-width="2"/>',
        _counters(),
        "".join(_die(n) for n in range(4)),
    ]
    return "".join(parts)

"""The map as a picture: sea, coasts and the printed land once; then what has been changed and built."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import hypot
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Keyed, Svg, hit, num, text_at, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import LETTERS, TERRAIN_NAMES, TERRAINS
from ludoteka.games.terra_mystica.symbols import FOOT, INK, colours, corners, defs, goods_middle, hexagon

NAME_BELOW = 25  # from the middle of a hex: above the ring of what can be chosen
FOLDER = Path(__file__).parent
R = 32.0
WIDE = R * 3**0.5
MARGIN = 44.0
NAME_OF = dict(zip(TERRAINS, TERRAIN_NAMES, strict=True))
TICK = 0.25  # of a side, at the corners of the hex that changed last


@cache
def centres(map_name: str) -> dict[str, tuple[float, float]]:
    """Middle of every hex, land and river."""
    place = board(map_name).place
    top = min(y for y, _ in place.values())
    left = min(x + y % 2 / 2 for y, x in place.values())
    return {
        name: (round(MARGIN + WIDE * (x + y % 2 / 2 - left), 1), round(MARGIN + 1.5 * R * (y - top), 1))
        for name, (y, x) in place.items()
    }


@cache
def size(map_name: str) -> tuple[float, float]:
    places = centres(map_name).values()
    return max(x for x, _ in places) + MARGIN, max(y for _, y in places) + MARGIN


@cache
def _static(map_name: str) -> str:
    b, places = board(map_name), centres(map_name)
    width, height = size(map_name)
    page = f'width="{num(width)}" height="{num(height)}"'
    coast, sea, ink = colour("b-coast"), colour("b-sea-2"), colour("b-sea-ink")
    land = "".join(hexagon(R, *places[n]) for n in b.names)
    river = "".join(hexagon(R - 1, *places[n]) for n in b.rivers)
    under = f'<use href="#tm-land-{map_name}" fill="none" stroke='
    dots = f'fill="none" stroke="{ink}" stroke-width=".9" stroke-dasharray="1 4" stroke-linecap="round"'
    parts = [
        f'<rect {page} fill="{colour("b-sea")}"/><rect {page} fill="url(#tm-sea)"/>',
        f'<defs><path id="tm-land-{map_name}" d="{land}" stroke-linejoin="round"/></defs>',
        f'<path d="{river}" {dots}/>',
        f'{under}"{sea}" stroke-width="19" opacity=".45"/>{under}"{sea}" stroke-width="12" opacity=".6"/>',
        f'{under}"{coast}" stroke-width="6.5"/>{under}"{colour("b-ink")}" stroke-width="1.6" opacity=".55"/>',
    ]
    for name in b.names:
        terrain = TERRAIN_NAMES[LETTERS.index(b.terrain_letter[name])]
        x, y = places[name]
        parts.append(f'<use href="#tm-t-{terrain}" x="{num(x)}" y="{num(y)}"/>')
    return "".join(parts) + _names(map_name)


def _names(map_name: str) -> str:
    look = 'class="desk label coord" font-size="10" font-weight="700" text-anchor="middle"'
    places = centres(map_name)
    return "".join(text_at(places[n][0], places[n][1] + NAME_BELOW, n, look) for n in board(map_name).names)


@cache
def _printed(map_name: str) -> dict[str, str]:
    b = board(map_name)
    return {n: TERRAINS[LETTERS.index(b.terrain_letter[n])] for n in b.names}


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    name, sides = view["map"], colours(view)
    places = centres(name)
    buildings, towned = view["buildings"], view["in_town"]
    folk = [words.name("faction", s["faction"]) if s["faction"] else "" for s in view["sides"]]
    changed, empty = _ground(name, Keyed.of(view["land"]), lang)
    hits, pieces = empty.copy(), []
    for at in [at for at in empty if at in buildings]:
        seat, kind = buildings[at]
        hits[at] = _hit(name, at, view["land"][at], lang, kind, folk[seat], at in towned)
        pieces.append(_piece(*places[at], kind, seat, sides[seat], at in towned))
    links = [_link(*places[at], sides[seat]) for at, seat in view["links"].items()]
    bridges = [_bridge(places[a], places[b], seat, sides[seat]) for seat, a, b in view["bridges"]]
    above = (
        "".join(links + bridges + pieces) + _last(view["last"], places) + _spades(view, places) + _offers(view, places)
    )
    hexes = "".join([*hits.values(), _rivers(name, lang)])
    live = f'{changed}<g class="hexes">{hexes}</g><g pointer-events="none">{above}</g>'
    return Svg(*size(name), defs(), _static(name), live, _label(view, words))


@lru_cache(maxsize=256)
def _ground(map_name: str, land: Keyed, lang: str) -> tuple[str, dict[str, str]]:
    """What the land shows by itself: the hexes that are not as printed, and what each hex answers while it is empty."""
    places, printed, shown = centres(map_name), _printed(map_name), land.value.items()
    changed = [_land(*places[at], NAME_OF[terrain], at) for at, terrain in shown if terrain != printed[at]]
    return "".join(changed), {at: _hit(map_name, at, terrain, lang, "", "", False) for at, terrain in shown}


def _label(view: Mapping[str, Any], words: Catalogue) -> str:
    return f"{words.say('game.title')}, {words.name('option.map', view['map'])}"


@lru_cache(maxsize=4096)
def _land(x: float, y: float, terrain: str, name: str) -> str:
    look = 'class="desk label coord" font-size="10" font-weight="700" text-anchor="middle"'
    told = text_at(x, y + NAME_BELOW, name, look)
    return f'<use class="changed" href="#tm-t-{terrain}" x="{num(x)}" y="{num(y)}"/>{told}'


@lru_cache(maxsize=20_000)
def _hit(map_name: str, at: str, terrain: str, lang: str, kind: str, folk: str, town: bool) -> str:
    words = game_catalogue(lang, FOLDER)
    said = [at, words.name("terrain", terrain)]
    if kind:
        said += [words.name("what", kind), folk]
    if town:
        said.append(words.say("draw.town"))
    x, y = centres(map_name)[at]
    return hit(f'<use href="#tm-hx" x="{num(x)}" y="{num(y)}"/>', ", ".join(said), at=at)


@cache
def _rivers(map_name: str, lang: str) -> str:
    river = game_catalogue(lang, FOLDER).say("draw.river").capitalize()  # its hexes have no names on the map
    places = centres(map_name)
    shape = '<use href="#tm-hx" x="{}" y="{}"/>'
    shapes = [shape.format(num(places[at][0]), num(places[at][1])) for at in board(map_name).rivers]
    return "".join([hit(shape, river, at=at) for shape, at in zip(shapes, board(map_name).rivers, strict=True)])


@lru_cache(maxsize=20_000)
def _piece(x: float, y: float, kind: str, seat: int, cls: str, town: bool) -> str:
    """A building with the shape of its owner at its foot, and a key if it is part of a town."""
    body = f'<use href="#tm-{kind}" x="{num(x)}" y="{num(y + FOOT[kind])}"/>'
    disc = f'<circle cx="{num(x + 16)}" cy="{num(y + 12)}" r="8.5" fill="{colour("b-key")}" stroke="{INK}"/>'
    shape = disc + use(f"sig-{seat + 1}", x + 16, y + 12, 12)
    key = f'<use class="town" href="#tm-town" x="{num(x + 17)}" y="{num(y - 15)}"/>' if town else ""
    return f'<g class="piece {cls}">{body}{shape}{key}</g>'


@lru_cache(maxsize=512)
def _link(x: float, y: float, cls: str) -> str:
    """Mermaids have joined a town over this river hex."""
    ring = f'<circle cx="{num(x)}" cy="{num(y)}" r="14" fill="none" stroke="var(--me)" stroke-width="4"/>'
    return f'<g class="link {cls}">{ring}<use href="#tm-town" x="{num(x)}" y="{num(y)}"/></g>'


@lru_cache(maxsize=2048)
def _bridge(a: tuple[float, float], b: tuple[float, float], seat: int, cls: str) -> str:
    (x, y), (u, v) = a, b
    dx, dy = (u - x) * 0.3, (v - y) * 0.3
    line = f'<path d="M{num(x + dx)} {num(y + dy)}L{num(u - dx)} {num(v - dy)}" stroke='
    planks = f'{line}"{INK}" stroke-width="7" stroke-dasharray="1.5 4" opacity=".5"/>'
    deck = f'{line}"{INK}" stroke-width="12"/>{line}"{colour("b-key")}" stroke-width="9.5"/>'
    shape = use(f"sig-{seat + 1}", (x + u) / 2, (y + v) / 2, 11)
    return f'<g class="bridge {cls}">{deck}{line}"var(--me)" stroke-width="7"/>{planks}{shape}</g>'


def _spades(view: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> str:
    """What it takes to make free hexes in reach one's own, for the one who decides."""
    found = view["digging"]
    if not found or view["seat"] != view["to_move"]:
        return ""
    return "".join([_spade(*places[at], n, n > found["most"]) for at, n in found["costs"].items()])


@lru_cache(maxsize=1024)
def _spade(x: float, y: float, n: int, dear: bool) -> str:
    disc = f'<circle cx="{num(x)}" cy="{num(y)}" r="12.5"/>'
    look = f'<use class="ti" href="#i-house" x="{num(x - 8)}" y="{num(y - 9)}" width="16" height="16"/>'
    if n:
        look = text_at(x, y + 6, n, 'class="count" font-size="17"')
    return f'<g class="tag{" dear" if dear else ""}">{disc}{look}</g>'


def _offers(view: Mapping[str, Any], places: Mapping[str, tuple[float, float]]) -> str:
    """From what was just built to the neighbours who may take power for it, with what it would bring."""
    words = view["last"].split()
    at = words[1] if len(words) > 1 else ""
    builder, _ = view["buildings"].get(at, (None, ""))
    drawn = []
    for offer in view["offers"]:
        theirs = [places[b] for b, (seat, _) in view["buildings"].items() if seat == offer["seat"]]
        if offer["from"] != builder or not theirs:
            continue
        x, y = places[at]
        to = min(theirs, key=lambda p: hypot(p[0] - x, p[1] - y))
        drawn.append(_offer(x, y, *to, offer["got"]))
    return "".join(drawn)


@lru_cache(maxsize=1024)
def _offer(x: float, y: float, to_x: float, to_y: float, n: int) -> str:
    bend = f"{num((x + to_x) / 2 + (to_y - y) * 0.25)} {num((y + to_y) / 2 - (to_x - x) * 0.25)}"
    way = f'd="M{num(x)} {num(y)}Q{bend} {num(to_x)} {num(to_y)}" fill="none" stroke-linecap="round"'
    line = f'<path {way} stroke="{INK}" stroke-width="5"/><path {way} stroke="{colour("b-key")}" stroke-width="2.6" '
    middle = (x + to_x) / 2 + (to_y - y) * 0.125, (y + to_y) / 2 - (to_x - x) * 0.125
    box = f'x="{num(middle[0] - 19)}" y="{num(middle[1] - 10)}" width="38" height="20" rx="10"'
    return (
        f'<g class="offer">{line}stroke-dasharray="6 6"/><rect {box} fill="{colour("b-key")}" stroke="{INK}"/>'
        f'<g class="on-key">{goods_middle(*middle, [("power", n)], 13)}</g></g>'
    )


def _last(action: str, places: Mapping[str, tuple[float, float]]) -> str:
    """Corner ticks on the hexes that the last action named."""
    return "".join([_ticks(*places[word]) for word in action.split()[1:] if word in places])


@lru_cache(maxsize=512)
def _ticks(x: float, y: float) -> str:
    points = corners(R - 5)
    ticks = ""
    for i, (a, b) in enumerate(points):
        (pa, pb), (na, nb) = points[i - 1], points[(i + 1) % 6]
        ticks += f"M{num(x + a + (pa - a) * TICK)} {num(y + b + (pb - b) * TICK)}L{num(x + a)} {num(y + b)}"
        ticks += f"L{num(x + a + (na - a) * TICK)} {num(y + b + (nb - b) * TICK)}"
    return f'<g class="last-move"><path class="last-u" d="{ticks}"/><path class="last" d="{ticks}"/></g>'

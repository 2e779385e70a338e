"""A faction board: stock, bowls, tracks, buildings left with income and price, the wheel of terrains, tiles owned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Figure, Keyed, Svg, fit_text, hit, hit_rect, num, text_width
from ludoteka.core.text import game_catalogue
from ludoteka.games.terra_mystica.data import BUILDINGS, LIMITS, SHORT_WAY, TERRAIN_NAMES, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.symbols import GOODS, INK, defs, goods, goods_middle, goods_width, hexagon, icon
from ludoteka.games.terra_mystica.tiles import Items, face, faces, line_of
from ludoteka.games.terra_mystica.view import shown_side

FOLDER = Path(__file__).parent
WIDTH = 264.0
LINE = 22.0
"""How high the line of a seat is."""
TILE = (85.0, 46.0)


def card(view: Mapping[str, Any], seat: int, lang: str) -> Svg:
    """The means of a seat in a line: shipping, digging, and what it owns."""
    side = view["sides"][seat]
    body = ""
    if side["faction"]:
        skill = (side["ship"] if side["ship_max"] else -1, tuple(side["spade_cost"].items()), side["jump"])
        owned = (side["card"] or "", side["used"]["card"], tuple(side["favors"]), sum(side["towns"].values()))
        body = _means(skill, owned, "left" if side["dropped"] else "passed" if side["passed"] else "", lang)
    return Svg(WIDTH, LINE if body else 1.0, defs(), "", body, title(side, lang))


def brief(side: Mapping[str, Any], lang: str) -> tuple[Figure, ...]:
    """Points and stock in a line."""
    stock = (side["C"], side["W"], side["P"]) if side["faction"] else ()
    return _brief(side["vp"], stock, tuple(side["bowls"]) if stock else (), lang)


@lru_cache(maxsize=1024)
def _brief(vp: int, stock: tuple[int, ...], power: tuple[int, ...], lang: str) -> tuple[Figure, ...]:
    words = game_catalogue(lang, FOLDER)
    found = [Figure("i-vp", str(vp), words.say("panel.points", n=vp), "VP")]
    if stock:
        for g, n in zip(("C", "W", "P"), stock, strict=True):
            found.append(Figure(f"i-{GOODS[g]}", str(n), f"{words.say(f'note.{g}', n=n)}: {n}", g))
        bowls = "/".join(map(str, power))
        found.append(Figure("i-power", bowls, words.say("draw.bowls", bowls=bowls), "PW"))
    return tuple(found)


def mat(view: Mapping[str, Any], seat: int, cls: str, lang: str) -> Svg:
    """The faction board."""
    side = shown_side(view, seat)
    asked = view["to_move"] == seat
    offered = [o["got"] for o in view["offers"] if o["seat"] == seat]
    return board_of(side, cls, title(side, lang), lang, asked, sum(offered))


def board_of(
    side: Mapping[str, Any], cls: str, name: str, lang: str, asked: bool = False, offered: int = 0
) -> Svg:  # fmt: skip
    """The board of a side that need not sit at a table."""
    height, body = _mat(Keyed.of(side), cls, asked, offered, lang)
    return Svg(WIDTH, height, defs(), "", body, name)


def title(side: Mapping[str, Any], lang: str) -> str:
    return _title(side["faction"], side["seat"], lang)


@lru_cache(maxsize=256)
def _title(faction: str | None, seat: int, lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    return words.name("faction", faction) if faction else words.say("panel.nobody", n=seat + 1)


@lru_cache(maxsize=2048)
def _mat(shown: Keyed, cls: str, asked: bool, offered: int, lang: str) -> tuple[float, str]:
    """`asked`: this seat decides, so that what lies here can be chosen. Made of blocks that are kept for themselves,
    because an action changes few of them."""
    side = shown.value
    parts = [_bowls(tuple(side["bowls"]), lang)]
    skill = (side["ship"], side["ship_max"], tuple(side["spade_cost"].items()), side["jump"])
    parts.append(_skills(*skill, asked, lang))
    y = 78.0
    for kind, name in enumerate(BUILDINGS):
        on_map, cost = side["on_map"][name], tuple(side["tracks"]["costs"][name])
        parts.append(_at(y, _row(kind, on_map, cost, _row_income(side, name, on_map), cls, asked, lang)))
        y += 27
    lines = (
        ("draw.income", side["income"]),
        ("draw.cult_income", side["cult_income"]),
        ("draw.offered", {"PW": offered}),
    )
    for key, got in lines:
        goods_of = tuple((g, n) for g, n in got.items() if n)
        if goods_of or (key == "draw.income" and got):
            parts.append(_at(y, _line(key, goods_of, lang)))
            y += 24
    if side["terrains"] or asked:
        home = side["home"] or side["start_terrain"]
        parts.append(_at(y, _wheel(home, tuple(side["terrains"]), bool(side["spade_cost"]), asked, lang)))
        y += 46
    height, tiles = _tiles(_owned(side), asked, lang)
    return y + height, "".join(parts) + _at(y, tiles)


def _at(y: float, block: str) -> str:
    return f'<g transform="translate(0 {num(y)})">{block}</g>'


@lru_cache(maxsize=4096)
def _means(
    skill: tuple[int, tuple[tuple[str, int], ...], int], owned: tuple[str, bool, tuple[str, ...], int],
    state: str, lang: str,
) -> str:  # fmt: skip
    """Shipping, the price of a spade, tunnel or carpet; then the bonus card, favor tiles and towns, small."""
    words = game_catalogue(lang, FOLDER)
    (ship, spade, jump), (card, card_used, favors, towns) = skill, owned
    parts, x = [], 2.0
    items: list[tuple[str, Items]] = [("ship", [("ship", ship)])] if ship >= 0 else []
    items += [("dig", [("spade", ""), *((GOODS[g], n) for g, n in spade)])] if spade else []
    items += [("jump", [("burst", f"+{jump}")])] if jump else []
    for what, figures in items:
        drawn, end = goods(x, LINE / 2, figures, 12)
        parts.append(drawn + hit_rect(x - 2, 1, end - x + 2, LINE - 2, words.name("what", what), what=what, about=True))
        x = end + 7
    if state:
        said = words.say(f"draw.{state}")
        parts.append(fit_text(x, LINE / 2 + 4.5, said, 60, 12.5, cls="small", bold=True))
        x += min(60.0, text_width(said, 12.5)) + 7
    tiles = [(card, card_used)] if card else []
    tiles += [(name, False) for name in favors]
    for i, (name, used) in enumerate(tiles):
        upper, lower, _ = faces()[name]
        shown = upper + lower if name == card else upper
        wide = goods_width(shown, 11) + 9
        if x + wide > WIDTH - (30 if towns else 0) - (22 if i + 1 < len(tiles) else 0):
            parts.append(fit_text(x, LINE / 2 + 4.5, f"+{len(tiles) - i}", 22, 12.5, bold=True))
            x += 24
            break
        parts.append(_small(x, wide, shown, name == card, used, words.name("what", name), name))
        x += wide + 4
    if towns:
        parts.append(_small(x, 28, [("key", towns)], False, False, words.say("panel.towns"), ""))
    return "".join(parts)


def _small(x: float, wide: float, items: Items, card: bool, used: bool, said: str, what: str) -> str:
    """A tile in a line: a frame, and its signs in it."""
    edge = colour("accent" if card else "line-2")
    box = f'x="{num(x + 0.6)}" y="2" width="{num(wide - 1.2)}" height="{num(LINE - 4)}" rx="5"'
    drawn = f'<rect {box} fill="{colour("card-2")}" stroke="{edge}" stroke-width="1.3"/>'
    drawn += goods_middle(x + wide / 2, LINE / 2, items, 11)
    if used:
        drawn += f'<rect {box} fill="url(#tm-used)"/>'
    return drawn + (hit_rect(x, 1, wide, LINE - 2, said, what=what, about=True) if what else "")


@lru_cache(maxsize=4096)
def _bowls(bowls: tuple[int, ...], lang: str) -> str:
    """Tokens in rings, the third bowl with the thick rim: only that one can be spent."""
    words = game_catalogue(lang, FOLDER)
    dot = f'r="4.6" fill="{colour("r-power")}" stroke="{colour("b-key")}" stroke-width="1.2"'
    arrow = f'fill="none" stroke="{colour("ink-3")}" stroke-width="1.8"'
    parts = [f'<path d="M52 28h8M57 24l4 4-4 4M114 28h8M119 24l4 4-4 4" {arrow}/>']
    for i, n in enumerate(bowls):
        cx, rim = 27 + i * 61, 2.8 if i == 2 else 1.3
        look = f'fill="{colour("card-2")}" stroke="{colour("line-2")}" stroke-width="{rim}"'
        parts.append(f'<circle cx="{cx}" cy="28" r="23" {look}/>')
        parts += [f'<circle cx="{num(cx + dx)}" cy="{num(28 + dy)}" {dot}/>' for dx, dy in _ring(n)]
        parts.append(fit_text(cx, 66, f"{('I', 'II', 'III')[i]} · {n}", 56, 12.5, "middle", bold=True, cls="small"))
    said = words.say("draw.bowls", bowls="/".join(map(str, bowls)))
    return "".join(parts) + hit_rect(2, 2, 174, 68, said, what="bowls", about=True)


def _ring(n: int) -> list[tuple[float, float]]:
    """Where the tokens of a bowl lie: one in the middle, six round it, the rest outside."""
    if n <= 4:
        far = 0.0 if n == 1 else 7.5
        return [(far * cos(2 * pi * k / n), far * sin(2 * pi * k / n)) for k in range(n)]
    inner = [(0.0, 0.0)] + [(10.5 * cos(pi * k / 3), 10.5 * sin(pi * k / 3)) for k in range(6)]
    outer = [(18.0 * cos(pi * k / 4.5 + 0.4), 18.0 * sin(pi * k / 4.5 + 0.4)) for k in range(9)]
    return (inner + outer)[:n]


@lru_cache(maxsize=1024)
def _skills(
    ship: int, ship_max: int, spade: tuple[tuple[str, int], ...], jump: int, asked: bool, lang: str
) -> str:  # fmt: skip
    """Shipping and the price of a spade, tunnel or carpet."""
    words = game_catalogue(lang, FOLDER)
    rows = [("ship", "ship", f"{ship}/{ship_max}")] if ship_max else []
    rows += [("dig", "spade", "")] if spade else []
    rows += [("jump", "burst", f"+{jump}")] if jump else []
    parts = []
    for i, (what, art, text) in enumerate(rows):
        y = 15.0 + i * 25
        cost: Items = [] if text else [(GOODS[g], n) for g, n in spade]
        parts.append(icon(art, 198, y, 17))
        parts.append(fit_text(213, y + 5, text, 48, 14, bold=True) if text else goods(211, y, cost, 14)[0])
        parts.append(
            hit_rect(187, y - 12, 76, 24, words.name("what", what), what=what, about=not asked or what == "jump")
        )
    return "".join(parts)


@lru_cache(maxsize=4096)
def _row(
    kind: int, on_map: int, cost: tuple[int, int], income: tuple[tuple[str, int], ...], cls: str, asked: bool, lang: str
) -> str:  # fmt: skip
    """Buildings still on the board, empty places of those on the map; what they bring and what one costs."""
    words, name, most = game_catalogue(lang, FOLDER), BUILDINGS[kind], LIMITS[kind]
    step, scale = (14.5, 0.62) if most > 4 else (20.5, 0.66)
    parts = [f'<path d="M0 0h{num(WIDTH)}" stroke="{colour("line")}"/>']
    for k in range(most):
        art = f"tm-{name}" if k >= on_map else f"tm-{name}-gone"
        parts.append(f'<g transform="translate({num(14 + k * step)} 22) scale({scale})"><use href="#{art}"/></g>')
    price: Items = [("worker", cost[0]), ("coin", cost[1])]
    parts.append(goods(WIDTH - goods_width(price, 12) - 2, 13.5, price, 12)[0])
    brought: Items = [(GOODS[g], f"+{n}") for g, n in income]
    parts.append(goods(WIDTH - 68 - goods_width(brought, 12), 13.5, brought, 12)[0])
    label = f"{words.name('what', name)}: {words.say('draw.left_over', n=most - on_map)}"
    return f'<g class="{cls}">{"".join(parts)}</g>' + hit_rect(0, 0, WIDTH, 27, label, what=name, about=not asked)


def _row_income(side: Mapping[str, Any], name: str, on_map: int) -> tuple[tuple[str, int], ...]:
    track = side["tracks"][name]
    at = [(g, v[on_map] if isinstance(v, list) else v * on_map) for g, v in track.items()]
    return tuple([(g, n) for g, n in at if n])


@lru_cache(maxsize=2048)
def _line(key: str, got: tuple[tuple[str, int], ...], lang: str) -> str:
    items: Items = [(GOODS[g], n) for g, n in got]
    words = game_catalogue(lang, FOLDER)
    about = hit_rect(0, 0, WIDTH, 24, words.name("what", "income"), what="income", about=True)
    return line_of(words.say(key), items, 4, 12, WIDTH - 6) + (about if key == "draw.income" else "")


@lru_cache(maxsize=512)
def _wheel(home: str, opened: tuple[str, ...], digs: bool, asked: bool, lang: str) -> str:
    """The terrains in the order of the wheel from home on, with the spades each is away; open ones are ringed.
    A home outside the wheel stands before it."""
    words = game_catalogue(lang, FOLDER)
    round_it = home in TERRAINS[:WHEEL]
    first = TERRAINS.index(home) if round_it else 0
    cells = [(first + i) % WHEEL for i in range(WHEEL)]
    cells = [TERRAINS.index(home), *cells] if home and not round_it else cells
    parts = [f'<path d="M0 0h{num(WIDTH)}" stroke="{colour("line")}"/>']
    for i, t in enumerate(cells):
        x, y = 20 + i * (WIDTH - 40) / (len(cells) - 1), 22
        land = f'<use href="#tm-t-{TERRAIN_NAMES[t]}"/>'
        parts.append(f'<g transform="translate({num(x)} {y}) scale(.48)">{land}</g>')
        if TERRAINS[t] in opened:
            ring = f'fill="none" stroke="{colour("ink")}" stroke-width="2"'
            parts.append(f'<path class="open" d="{hexagon(18, x, y)}" {ring}/>')
        shape = f'<path d="{hexagon(19, x, y)}"/>'
        parts.append(hit(shape, words.name("terrain", TERRAINS[t]), what=TERRAINS[t], about=not asked))
        far = SHORT_WAY[first][t] if round_it and digs else 0
        if far:  # above the ring of what can be chosen
            disc = f'<circle cx="{num(x + 11)}" cy="{y + 12}" r="7.5" fill="{colour("b-key")}" stroke="{INK}"/>'
            figure = fit_text(x + 11, y + 16, str(far), 12, 11.5, "middle", bold=True, cls="on-key")
            parts.append(f'<g pointer-events="none">{disc}{figure}</g>')
    return "".join(parts)


def _owned(side: Mapping[str, Any]) -> tuple[tuple[str, bool, str], ...]:
    """The own action, the bonus card, favor and town tiles; whether used this round; how many."""
    used = side["used"]
    names = [(name, used["own"], "") for name in side["actions"]]
    names += [(side["card"], used["card"], "")] if side["card"] else []
    names += [(f, used["favor"] and f == "FAV6", "") for f in side["favors"]]
    names += [(t, False, f"×{n}" if n > 1 else "") for t, n in side["towns"].items()]
    return tuple(names)


@lru_cache(maxsize=2048)
def _tiles(owned: tuple[tuple[str, bool, str], ...], asked: bool, lang: str) -> tuple[float, str]:
    words = game_catalogue(lang, FOLDER)
    w, h = TILE
    parts = [
        face(name, words, i % 3 * (w + 4.5), 4 + i // 3 * (h + 5), w, h, corner, gone, click=asked)
        for i, (name, gone, corner) in enumerate(owned)
    ]
    return 4 + (len(owned) + 2) // 3 * (h + 5), "".join(parts)

"""The row of lands as a picture: the cards of this row, then sages, spirits and the places that allies have put."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit, hit_rect, num, text_at, use, wrap_text
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.fabled import words as say
from ludoteka.games.fabled.lands import LEVEL, Face, Plan, card, cells_of, face_of, medallion, plan
from ludoteka.games.fabled.symbols import DARK, FOLDER, HIGH, INK, WIDE, defs

GAP, SIDE, TOP = 26, 34, 16
STEP = WIDE + GAP
RING = f'fill="none" stroke="{colour("accent")}" stroke-width="4" stroke-dasharray="7 4"'
ROOMY = 8  # with more lands than that the row is drawn small
FEWEST = 4  # lands that the drawing has room for at least: a phone shows so many, and a short row is not blown up
BEFORE = 3  # and before the first one: the sheet of a phone leaves the board less height, so that fewer are in sight
ABOUT_ONE = ("Vortex", "AtPlace")
"""Questions about the places of a single vortex."""
Row = tuple[tuple[Face, float], ...]
"""The lands, each with its left edge."""


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    lands = view["row"]
    width = 2 * SIDE + (max(FEWEST, len(lands)) if lands else BEFORE) * STEP - GAP
    first = (width - len(lands) * STEP + GAP) / 2
    row = tuple([(face_of(land), first + i * STEP) for i, land in enumerate(lands)])
    spots = _spots(row)
    spirits = view["spirits"]["side"] if view["spirits"] else -1
    hits, figures = [], []
    asked = view["question"] or {}
    only = asked.get("at") if asked.get("phase") in ABOUT_ONE else None
    for land, (face, x) in zip(lands, row, strict=True):
        on = plan(face)
        cells = cells_of(land)
        tokens = tuple([(c["at"], t) for c in cells if c["tokens"] for t in c["tokens"]])
        hits.append(_hits(on, tokens, x, only, words))
        sages = tuple([(c["at"], s["side"], s["waits"], s["moving"]) for c in cells if c["sages"] for s in c["sages"]])
        if tokens or sages:
            figures.append(_standing(on, tokens, sages, x, spirits))
        if land["terrain"] in view["announced"]:
            figures.append(_announced(x))
    names = ["", *(land["id"] for land in lands), ""]
    gaps = [_gap_hit(i, first + i * STEP, *names[i : i + 2], words) for i in range(len(lands) + 1)]
    if not lands:  # the only place of an empty row is as large as a card
        gaps = [hit_rect((width - WIDE) / 2, TOP, WIDE, HIGH, say.spot(words, "", ""), at="g0", radius=13)]
    if asked.get("at") in spots:
        x, y = spots[asked["at"]]
        figures.append(f'<circle class="asked" cx="{num(x)}" cy="{num(y)}" r="27" {RING}/>')
    if asked.get("phase") == "Inserting":
        figures.append(_ways_on(view, row))
    last = _last((view["last"] or "").split()[1:], row, spots)
    live = f'<g>{"".join(gaps + hits)}</g><g pointer-events="none">{"".join(figures)}{last}</g>'
    label = f"{words.say('game.title')}, {words.say('part.' + view['part'], n=view['round'])}"
    joined = tuple([land["joined"] for land in lands])
    return Svg(width, HIGH + 2 * TOP + 10, defs(), _static(row, joined, width, words), live, label)


@lru_cache(maxsize=256)
def _spots(row: Row) -> dict[str, tuple[float, float]]:
    """Where the cells of the row are."""
    return {name: (x + a, TOP + b) for face, x in row for name, (a, b) in plan(face).cells.items()}


@lru_cache(maxsize=256)
def _static(row: Row, joined: tuple[bool, ...], width: float, words: Catalogue) -> str:
    """The table, the cards, and a bridge of path over every gap that can be walked."""
    parts = [f'<rect width="{num(width)}" height="{HIGH + 2 * TOP + 10}" rx="14" fill="{colour("b-frame")}"/>']
    for (face, x), on in zip(row, joined, strict=True):
        if on:
            way = f'<path class="joint" d="M{num(x + WIDE - 3)} {num(TOP + LEVEL[face.exit])}h{GAP + 6}" fill="none" '
            parts.append(f'{way}stroke="{DARK}" stroke-width="17"/>{way}stroke="{colour("b-key")}" stroke-width="13"/>')
            parts.append(f'{way}stroke="{DARK}" stroke-width="1.5" stroke-dasharray="2 5"/>')
    for face, x in row:
        drawn = card(face, words.lang, dense=len(row) > ROOMY)
        parts.append(f'<g transform="translate({num(x)} {TOP})">{drawn}</g>')
    if not row:
        parts.append(_empty(width, words))
    return "".join(parts)


PLATE = 560.0
"""As much of an empty row as an upright phone shows on both sides of its middle."""


def _empty(width: float, words: Catalogue) -> str:
    """Before the first land: where the row will lie, and which way sages walk along it."""
    rim = f'fill="none" stroke="{colour("line-2")}" stroke-width="2" stroke-dasharray="9 8" opacity=".75"'
    size = f'y="{TOP}" width="{WIDE}" height="{HIGH}" rx="13"'
    parts = [f'<rect x="{num(SIDE + i * STEP)}" {size} {rim}/>' for i in range(BEFORE)]
    middle, y = width / 2, TOP + HIGH / 2
    more = wrap_text(words.say("draw.empty_row_more"), PLATE - 40, 28)
    high = 84 + 36 * len(more)
    plate = f'x="{num(middle - PLATE / 2)}" y="{num(y - high / 2)}" width="{num(PLATE)}" height="{high}" rx="16"'
    parts.append(f'<rect {plate} fill="{colour("card")}" stroke="{colour("line-2")}" stroke-width="1.5"/>')
    parts.append(fit_text(middle, y - high / 2 + 52, words.say("draw.empty_row"), PLATE - 30, 36, "middle", bold=True))
    for i, line in enumerate(more):
        parts.append(fit_text(middle, y - high / 2 + 96 + 36 * i, line, PLATE - 40, 28, "middle", cls="small"))
    return "".join(parts)


@lru_cache(maxsize=2048)
def _gap_hit(i: int, x: float, left: str, right: str, words: Catalogue) -> str:
    """Left of a land that begins there."""
    label = say.spot(words, left, right)
    return hit_rect(x - GAP / 2 - 17, TOP - 6, 34, HIGH + 14, label, at=f"g{i}", radius=10)


Tokens = tuple[tuple[str, str], ...]
"""Cell and place of every token of an ally on a land."""
Sage = tuple[str, int, str | None, bool]
"""Its cell, its side, the place it waits to visit, and whether it still has steps."""


@lru_cache(maxsize=8192)
def _hits(on: Plan, tokens: Tokens, x: float, only: str | None, words: Catalogue) -> str:
    """The land, its cells, and their places by kind unless the question is about one vortex only."""
    face = on.face
    label = words.say("draw.land", at=face.id, terrain=face.terrain)
    parts = [hit_rect(x + 5, TOP, WIDE - 10, HIGH, label, at=face.id, radius=13)]
    for cell, (cx, cy) in on.cells.items():
        places = _places(on, cell, tokens)
        linked = ", ".join(words.name("what", place) for place in places)
        label = words.say("draw.vortex" if linked else "draw.cell", at=cell, places=linked)
        parts.append(hit(f'<circle cx="{num(x + cx)}" cy="{num(TOP + cy)}" r="19"/>', label, at=cell))
        for place, (px, py) in places.items() if only in (None, cell) else ():
            arch = f'<use href="#fb-arch" x="{num(x + px)}" y="{num(TOP + py)}"/>'
            parts.append(hit(arch, f"{words.name('what', place)}, {cell}", what=place))
    return "".join(parts)


def _places(on: Plan, cell: str, tokens: Tokens) -> dict[str, tuple[float, float]]:
    """The places of a vortex, printed ones and tokens, with where they hang."""
    printed = next(here for path in on.face.paths for name, here in path if name == cell)
    spots = dict(zip(printed, on.places.get(cell, ()), strict=True))
    x, y = on.tokens.get(cell, on.cells[cell])
    added = [token for at, token in tokens if at == cell]
    return spots | {token: (x + 46 * k, y) for k, token in enumerate(added)}


@lru_cache(maxsize=20_000)
def _standing(on: Plan, tokens: Tokens, sages: tuple[Sage, ...], x: float, spirits: int) -> str:
    """Tokens of allies, sages by side with their number, and at a place those who wait for their visit."""
    parts = []
    for cell, token in tokens:
        (cx, cy), (a, b) = on.cells[cell], _places(on, cell, tokens)[token]
        start = cy if abs(b - cy) < 60 else cy + (72 if b > cy else -72)  # from the place that hangs between
        thread = f"M{num(x + cx)} {num(TOP + start)}L{num(x + a)} {num(TOP + b)}"
        parts.append(f'<path d="{thread}" stroke="{DARK}" stroke-width="2.5"/>')
        parts.append(medallion(token, x + a, TOP + b, token=True))
    groups = Counter(sages)
    for cell in dict.fromkeys([sage[0] for sage in sages]):
        cx, cy = on.cells[cell]
        here = [g for g in groups if g[0] == cell]
        crowd, waiting = [g for g in here if not g[2]], [g for g in here if g[2]]
        for k, group in enumerate(crowd):
            px = x + cx + (k - (len(crowd) - 1) / 2) * 24
            parts.append(_figure(group, groups[group], px, TOP + cy + 6, spirits))
        spots = _places(on, cell, tokens) if waiting else {}
        for k, group in enumerate(waiting):
            a, b = spots.get(group[2] or "", (cx, cy))
            parts.append(_figure(group, groups[group], x + a + 16 + k * 14, TOP + b + 25, spirits))
    return "".join(parts)


def _figure(sage: Sage, n: int, x: float, y: float, spirits: int) -> str:
    """A sage (or spirit) and, if there are several, how many; those that still have steps get footprints."""
    cell, side, place, moving = sage
    art, cls = ("fb-spirit", "spirit") if side == spirits else (f"fb-sage-{side + 1}", f"s{side + 1}")
    parts = [f'<use href="#{art}"/>']
    if n > 1:
        # nearly as large as the numbers of cells, which it must not be taken for
        box = 'x="2" y="-10" width="36" height="27" rx="13.5"'
        parts.append(f'<rect {box} fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.5"/>')
        look = 'class="on-key" font-size="23" font-weight="800" text-anchor="middle"'
        parts.append(text_at(20, 11.6, f"×{n}", look))
    if moving:
        prints = use("i-steps", -13, -3, 13, fill="#fff6df")
        parts.append(f'<g class="moving"><circle cx="-13" cy="-3" r="9" fill="{INK}"/>{prints}</g>')
    # by its spot a page knows a figure that stays, though its land is shifted when the row grows
    spot = f'data-spot="{cell} {place}"' if place else f'data-spot="{cell}"'
    return f'<g class="piece {cls}" {spot} transform="translate({num(x)} {num(y)})">{"".join(parts)}</g>'


@lru_cache(maxsize=512)
def _announced(x: float) -> str:
    """Footprints in the sky of a land whose terrain was announced."""
    disc = f'<circle cx="{num(x + 24)}" cy="{TOP + 24}" r="16" fill="{colour("card")}" opacity=".9"/>'
    return f'<g class="announced">{disc}{use("i-steps", x + 24, TOP + 24, 22, fill=colour("accent"))}</g>'


def _ways_on(view: Mapping[str, Any], row: Row) -> str:
    """Where the land in hand would be joined to its neighbours: half a bridge to each of them, in every gap."""
    hand = next((x for two in view["open"].values() for x in two if x and x["id"] == view["question"]["land"]), None)
    if hand is None:
        return ""
    new, ways, middle = face_of(hand), [], GAP / 2
    for face, x in row:
        if new.exit in face.entries:
            ways.append(f"M{num(x - middle + 2)} {num(TOP + LEVEL[new.exit])}h15")
        if face.exit in new.entries:
            ways.append(f"M{num(x + WIDE + middle - 17)} {num(TOP + LEVEL[face.exit])}h15")
    line = f'<path d="{"".join(ways)}" fill="none" stroke='
    rim, core = f'{line}"{colour("card")}" stroke-width="19"/>', f'{line}"{colour("accent")}" stroke-width="11"/>'
    return f'<g class="ways">{rim}{core}</g>'


def _last(named: list[str], row: Row, spots: Mapping[str, tuple[float, float]]) -> str:
    """Corner ticks on the cell or land that the last action named."""
    lands = [_ticks(x + 5, TOP + 5, WIDE - 10, HIGH - 10) for face, x in row if face.id in named]
    cells = [_ticks(x - 20, y - 20, 40, 40) for x, y in (spots[word] for word in named if word in spots)]
    return "".join(lands + cells)


@lru_cache(maxsize=2048)
def _ticks(x: float, y: float, w: float, h: float) -> str:
    arm = min(w, h) * 0.25
    right, low = x + w, y + h
    d = f"M{num(x)} {num(y + arm)}V{num(y)}H{num(x + arm)}M{num(right - arm)} {num(y)}H{num(right)}V{num(y + arm)}"
    d += f"M{num(right)} {num(low - arm)}V{num(low)}H{num(right - arm)}"
    d += f"M{num(x + arm)} {num(low)}H{num(x)}V{num(low - arm)}"
    return f'<g class="last-move"><path class="last-u" d="{d}"/><path class="last" d="{d}"/></g>'

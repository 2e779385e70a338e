"""The row of lands as a picture: the cards of this row, then sages, spirits and the places that allies have put."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, fit_text, hit, hit_rect, num, text_at, use, wrap_text
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled.lands import LEVEL, Face, Plan, card, face_of, medallion, plan
from ludoteka.games.fabled.symbols import DARK, FOLDER, HIGH, INK, WIDE, defs

GAP, SIDE, TOP = 26, 34, 16
ROOMY = 8  # with more lands than that the row is drawn small
FEWEST = 4  # lands that the drawing has room for at least: a phone shows so many, and a short row is not blown up
BEFORE = 3  # and before the first one: the sheet of a phone leaves the board less height, so that fewer are in sight
ABOUT_ONE = ("Vortex", "AtPlace")
"""Questions about the places of a single vortex."""


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    row = view["row"]
    faces = tuple([face_of(land) for land in row])
    joined = tuple([land["joined"] for land in row])
    width = 2 * SIDE + (max(FEWEST, len(row)) if row else BEFORE) * (WIDE + GAP) - GAP
    shift = (width - 2 * SIDE - len(row) * (WIDE + GAP) + GAP) / 2
    spirits = view["spirits"]["side"] if view["spirits"] else -1
    hits, figures = [], []
    asked = view["question"] or {}
    only = asked.get("at") if asked.get("phase") in ABOUT_ONE else None
    for i, (land, face) in enumerate(zip(row, faces, strict=True)):
        x, on = SIDE + shift + i * (WIDE + GAP), plan(face)
        cells = [cell for path in land["paths"] for cell in path["cells"]]
        tokens = tuple([(c["at"], t) for c in cells if c["tokens"] for t in c["tokens"]])
        hits.append(_hits(on, tokens, x, only, lang))
        sages = tuple([(c["at"], s["side"], s["waits"], s["moving"]) for c in cells if c["sages"] for s in c["sages"]])
        if tokens or sages:
            figures.append(_standing(on, tokens, sages, x, spirits))
        if land["terrain"] in view["announced"]:
            figures.append(_announced(x))
    names = ["", *(land["id"] for land in row), ""]
    gaps = [_gap_hit(i, shift, *names[i : i + 2], lang) for i in range(len(row) + 1)]
    gaps = gaps if row else [_first_hit(width, lang)]
    if asked.get("at"):
        figures.append(_asked(asked["at"], faces, shift))
    if asked.get("phase") == "Inserting":
        figures.append(_ways_on(view, faces, shift))
    last = _last(view["last"], row, faces, shift)
    live = f'<g>{"".join(gaps + hits)}</g><g pointer-events="none">{"".join(figures)}{last}</g>'
    label = f"{words.say('game.title')}, {words.say('part.' + view['part'], n=view['round'])}"
    return Svg(width, HIGH + 2 * TOP + 10, defs(), _static(faces, joined, width, shift, lang), live, label)


@lru_cache(maxsize=256)
def _static(faces: tuple[Face, ...], joined: tuple[bool, ...], width: float, shift: float, lang: str) -> str:
    """The table, the cards, and a bridge of path over every gap that can be walked."""
    parts = [f'<rect width="{num(width)}" height="{HIGH + 2 * TOP + 10}" rx="14" fill="{colour("b-frame")}"/>']
    for i, face in enumerate(faces):
        x = SIDE + shift + i * (WIDE + GAP)
        if joined[i]:
            y, key = TOP + LEVEL[face.exit], colour("b-key")
            from_x = x + WIDE
            way = f'<path class="joint" d="M{num(from_x - 3)} {num(y)}h{GAP + 6}" fill="none" stroke='
            parts.append(f'{way}"{DARK}" stroke-width="17"/>{way}"{key}" stroke-width="13"/>')
            parts.append(f'{way}"{DARK}" stroke-width="1.5" stroke-dasharray="2 5"/>')
    for i, face in enumerate(faces):
        drawn = card(face, lang, dense=len(faces) > ROOMY)
        parts.append(f'<g transform="translate({num(SIDE + shift + i * (WIDE + GAP))} {TOP})">{drawn}</g>')
    if not faces:
        parts.append(_empty(width, lang))
    return "".join(parts)


PLATE = 560.0
"""As much of an empty row as an upright phone shows on both sides of its middle."""


def _empty(width: float, lang: str) -> str:
    """Before the first land: where the row will lie, and which way sages walk along it."""
    words = game_catalogue(lang, FOLDER)
    rim = f'fill="none" stroke="{colour("line-2")}" stroke-width="2" stroke-dasharray="9 8" opacity=".75"'
    size = f'y="{TOP}" width="{WIDE}" height="{HIGH}" rx="13"'
    parts = [f'<rect x="{num(SIDE + i * (WIDE + GAP))}" {size} {rim}/>' for i in range(BEFORE)]
    middle, y = width / 2, TOP + HIGH / 2
    more = wrap_text(words.say("draw.empty_row_more"), PLATE - 40, 28)
    high = 84 + 36 * len(more)
    plate = f'x="{num(middle - PLATE / 2)}" y="{num(y - high / 2)}" width="{num(PLATE)}" height="{high}" rx="16"'
    parts.append(f'<rect {plate} fill="{colour("card")}" stroke="{colour("line-2")}" stroke-width="1.5"/>')
    parts.append(fit_text(middle, y - high / 2 + 52, words.say("draw.empty_row"), PLATE - 30, 36, "middle", bold=True))
    for i, line in enumerate(more):
        parts.append(fit_text(middle, y - high / 2 + 96 + 36 * i, line, PLATE - 40, 28, "middle", cls="small"))
    return "".join(parts)


def _first_hit(width: float, lang: str) -> str:
    """The only place of an empty row is as large as a card."""
    label = game_catalogue(lang, FOLDER).say("spot.only")
    return hit_rect((width - WIDE) / 2, TOP, WIDE, HIGH, label, at="g0", radius=13)


@lru_cache(maxsize=2048)
def _gap_hit(i: int, shift: float, left: str, right: str, lang: str) -> str:
    x = SIDE + shift + i * (WIDE + GAP) - GAP / 2
    where = "spot.between" if left and right else "spot.right" if left else "spot.left"
    label = game_catalogue(lang, FOLDER).say(where, left=left, right=right)
    return hit_rect(x - 17, TOP - 6, 34, HIGH + 14, label, at=f"g{i}", radius=10)


Tokens = tuple[tuple[str, str], ...]
"""Cell and place of every token of an ally on a land."""
Sage = tuple[str, int, str | None, bool]
"""Its cell, its side, the place it waits to visit, and whether it still has steps."""


@lru_cache(maxsize=8192)
def _hits(on: Plan, tokens: Tokens, x: float, only: str | None, lang: str) -> str:
    """The land, its cells, and their places by kind unless the question is about one vortex only."""
    words = game_catalogue(lang, FOLDER)
    face = on.face
    label = words.say("draw.land", at=face.id, terrain=face.terrain)
    parts = [hit_rect(x + 5, TOP, WIDE - 10, HIGH, label, at=face.id, radius=13)]
    for path in face.paths:
        for cell, _ in path:
            places = _places(on, cell, tokens)
            linked = ", ".join(words.name("what", place) for place in places)
            label = words.say("draw.vortex" if linked else "draw.cell", at=cell, places=linked)
            cx, cy = on.cells[cell]
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
    groups: dict[Sage, int] = {}
    for sage in sages:
        groups[sage] = groups.get(sage, 0) + 1
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


def _asked(at: str, faces: tuple[Face, ...], shift: float) -> str:
    """A ring around the cell the question is about: which of several sages it is, one sees at once."""
    for i, face in enumerate(faces):
        spot = plan(face).cells.get(at)
        if spot is not None:
            x = SIDE + shift + i * (WIDE + GAP) + spot[0]
            return f'<circle class="asked" cx="{num(x)}" cy="{num(TOP + spot[1])}" r="27" {_RING}/>'
    return ""


_RING = f'fill="none" stroke="{colour("accent")}" stroke-width="4" stroke-dasharray="7 4"'


def _ways_on(view: Mapping[str, Any], faces: tuple[Face, ...], shift: float) -> str:
    """Where the land in hand would be joined to its neighbours: half a bridge to each of them, in every gap."""
    hand = next((x for two in view["open"].values() for x in two if x and x["id"] == view["question"]["land"]), None)
    if hand is None:
        return ""
    new, ways = face_of(hand), []
    for i in range(len(faces) + 1):
        x = SIDE + shift + i * (WIDE + GAP) - GAP / 2
        if i and faces[i - 1].exit in new.entries:
            ways.append(f"M{num(x - 17)} {num(TOP + LEVEL[faces[i - 1].exit])}h15")
        if i < len(faces) and new.exit in faces[i].entries:
            ways.append(f"M{num(x + 2)} {num(TOP + LEVEL[new.exit])}h15")
    line = f'<path d="{"".join(ways)}" fill="none" stroke='
    rim, core = f'{line}"{colour("card")}" stroke-width="19"/>', f'{line}"{colour("accent")}" stroke-width="11"/>'
    return f'<g class="ways">{rim}{core}</g>'


def _last(action: str | None, row: list[Mapping[str, Any]], faces: tuple[Face, ...], shift: float) -> str:
    """Corner ticks on the cell or land that the last action named."""
    named = (action or "").split()[1:]
    parts = []
    for i, face in enumerate(faces):
        x = SIDE + shift + i * (WIDE + GAP)
        if face.id in named:
            parts.append(_ticks(x + 5, TOP + 5, WIDE - 10, HIGH - 10))
        for word in named:
            spot = plan(face).cells.get(word)
            if spot is not None:
                parts.append(_ticks(x + spot[0] - 20, TOP + spot[1] - 20, 40, 40))
    return "".join(parts)


@lru_cache(maxsize=2048)
def _ticks(x: float, y: float, w: float, h: float) -> str:
    arm = min(w, h) * 0.25
    right, low = x + w, y + h
    d = f"M{num(x)} {num(y + arm)}V{num(y)}H{num(x + arm)}M{num(right - arm)} {num(y)}H{num(right)}V{num(y + arm)}"
    d += f"M{num(right)} {num(low - arm)}V{num(low)}H{num(right - arm)}"
    d += f"M{num(x + arm)} {num(low)}H{num(x)}V{num(low - arm)}"
    return f'<g class="last-move"><path class="last-u" d="{d}"/><path class="last" d="{d}"/></g>'

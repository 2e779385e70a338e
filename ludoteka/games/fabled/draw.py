"""The row of lands as a picture: the cards of this row, then sages, spirits and the places that allies have put."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Svg, hit, hit_rect, num, use
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled.lands import CAPTION, LEVEL, Face, Plan, card, face_of, medallion, plan
from ludoteka.games.fabled.symbols import DARK, HIGH, INK, WIDE, defs

FOLDER = Path(__file__).parent
GAP, SIDE, TOP = 26, 34, 16
FEWEST = 5  # lands that the drawing has room for at least, so that a short row is not blown up
ABOUT_ONE = ("Vortex", "AtPlace")
"""Questions about the places of a single vortex."""


def draw(view: Mapping[str, Any], lang: str) -> Svg:
    words = game_catalogue(lang, FOLDER)
    row = view["row"]
    faces = tuple([face_of(land) for land in row])
    joined = tuple([land["joined"] for land in row])
    width = 2 * SIDE + max(FEWEST, len(row)) * (WIDE + GAP) - GAP
    shift = (width - 2 * SIDE - len(row) * (WIDE + GAP) + GAP) / 2
    spirits = view["spirits"]["side"] if view["spirits"] else -1
    lands, cells, figures = [], [], []
    asked = view["question"] or {}
    only = asked.get("at") if asked.get("phase") in ABOUT_ONE else None
    for i, (land, face) in enumerate(zip(row, faces, strict=True)):
        x, on = SIDE + shift + i * (WIDE + GAP), plan(face)
        lands.append(_land_hit(face, x, lang))
        for path in land["paths"]:
            for cell in path["cells"]:
                tokens = tuple(cell["tokens"])
                clicks = only is None or only == cell["at"]
                cells.append(_cell_hits(on, cell["at"], tuple(cell["places"]), tokens, x, clicks, lang))
                if tokens or cell["sages"]:
                    sages = tuple([(s["side"], s["waits"] or "", s["moving"]) for s in cell["sages"]])
                    figures.append(_standing(on, cell["at"], tuple(cell["places"]), tokens, sages, x, spirits))
        if land["terrain"] in view["announced"]:
            figures.append(_announced(x))
    gaps = [_gap_hit(i, shift, lang) for i in range(len(row) + 1)]
    last = _last(view["last"], row, faces, shift)
    live = f'<g>{"".join(gaps + lands + cells)}</g><g pointer-events="none">{"".join(figures)}{last}</g>'
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
        parts.append(f'<g transform="translate({num(SIDE + shift + i * (WIDE + GAP))} {TOP})">{card(face, lang)}</g>')
    return "".join(parts)


@lru_cache(maxsize=2048)
def _gap_hit(i: int, shift: float, lang: str) -> str:
    x = SIDE + shift + i * (WIDE + GAP) - GAP / 2
    label = game_catalogue(lang, FOLDER).say("draw.gap", at=f"g{i}")
    return hit_rect(x - 17, TOP - 6, 34, HIGH + 14, label, at=f"g{i}", radius=10)


@lru_cache(maxsize=4096)
def _land_hit(face: Face, x: float, lang: str) -> str:
    label = game_catalogue(lang, FOLDER).say("draw.land", at=face.id, terrain=face.terrain)
    return hit_rect(x + 5, TOP, WIDE - 10, HIGH, label, at=face.id, radius=13)


@lru_cache(maxsize=20_000)
def _cell_hits(
    on: Plan, cell: str, places: tuple[str, ...], tokens: tuple[str, ...], x: float, clicks: bool, lang: str
) -> str:  # fmt: skip
    """The cell, and its places by their kind unless the question is about another vortex."""
    words = game_catalogue(lang, FOLDER)
    cx, cy = on.cells[cell]
    linked = ", ".join(words.name("what", p) for p in (*places, *tokens))
    label = words.say("draw.vortex" if linked else "draw.cell", at=cell, places=linked)
    parts = [hit(f'<circle cx="{num(x + cx)}" cy="{num(TOP + cy)}" r="19"/>', label, at=cell)]
    if clicks:
        for place, (px, py) in zip((*places, *tokens), _spots(on, cell, tokens), strict=False):
            arch = f'<use href="#fb-arch" x="{num(x + px)}" y="{num(TOP + py)}"/>'
            parts.append(hit(arch, f"{words.name('what', place)}, {cell}", what=place))
    return "".join(parts)


def _spots(on: Plan, cell: str, tokens: tuple[str, ...]) -> list[tuple[float, float]]:
    """Of the printed places, then of the tokens."""
    spots = list(on.places.get(cell, ()))
    if tokens:
        x, y = on.tokens.get(cell, on.cells[cell])
        spots += [(x + 46 * k, y) for k in range(len(tokens))]
    return spots


@lru_cache(maxsize=20_000)
def _standing(
    on: Plan, cell: str, places: tuple[str, ...], tokens: tuple[str, ...],
    sages: tuple[tuple[int, str, bool], ...], x: float, spirits: int,
) -> str:  # fmt: skip
    """Tokens of allies, sages by side with their number, and at a place those who wait for their visit."""
    spots = dict(zip((*places, *tokens), _spots(on, cell, tokens), strict=False))
    cx, cy = on.cells[cell]
    parts = []
    for token in tokens:
        a, b = spots[token]
        thread = f"M{num(x + cx)} {num(TOP + cy)}L{num(x + a)} {num(TOP + b)}"
        parts.append(f'<path d="{thread}" stroke="{DARK}" stroke-width="2.5"/>')
        parts.append(medallion(token, x + a, TOP + b, token=True))
    groups: dict[tuple[str, int, bool], int] = {}
    for side, waits, moving in sages:
        groups[waits, side, moving] = groups.get((waits, side, moving), 0) + 1
    crowd = [g for g in groups if not g[0]]
    for k, group in enumerate(crowd):
        px = x + cx + (k - (len(crowd) - 1) / 2) * 24
        parts.append(_figure(group[1], groups[group], group[2], px, TOP + cy + 6, spirits))
    waiting = [g for g in groups if g[0]]
    for k, group in enumerate(waiting):
        a, b = spots.get(group[0], (cx, cy))
        parts.append(_figure(group[1], groups[group], group[2], x + a + 8 + k * 14, TOP + b + 22, spirits))
    return "".join(parts)


def _figure(side: int, n: int, moving: bool, x: float, y: float, spirits: int) -> str:
    """A sage (or spirit) and, if there are several, how many; those that still have steps get footprints."""
    art, cls = ("fb-spirit", "spirit") if side == spirits else (f"fb-sage-{side + 1}", f"s{side + 1}")
    parts = [f'<use href="#{art}" x="{num(x)}" y="{num(y)}"/>']
    if n > 1:
        disc = f'fill="{colour("b-key")}" stroke="{INK}" stroke-width="1.5"'
        parts.append(f'<circle cx="{num(x + 12)}" cy="{num(y - 4)}" r="9" {disc}/>')
        look = 'class="on-key" font-size="13" font-weight="800" text-anchor="middle"'
        parts.append(f'<text x="{num(x + 12)}" y="{num(y + 0.6)}" {look}>{n}</text>')
    if moving:
        parts.append(f'<g class="moving"><circle cx="{num(x - 13)}" cy="{num(y - 3)}" r="9" fill="{INK}"/>')
        parts.append(use("i-steps", x - 13, y - 3, 13, fill="#fff6df") + "</g>")
    return f'<g class="piece {cls}">{"".join(parts)}</g>'


@lru_cache(maxsize=512)
def _announced(x: float) -> str:
    """Footprints beside the name of a land whose terrain was announced."""
    y = TOP + HIGH - CAPTION / 2
    return f'<g class="announced">{use("i-steps", x + WIDE - 62, y, 20, fill=colour("accent"))}</g>'


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
    return f'<path class="last-u" d="{d}"/><path class="last" d="{d}"/>'

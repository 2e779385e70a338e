"""What lies beside the board: hand, points behind the screen, conflict, supply, one panel per seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludoteka.core.contest import Contest
from ludoteka.core.palette import colour
from ludoteka.core.svg import Figure, Keyed, Panel, Place, Svg, fit_text, hit, hit_rect, num, text_block, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.tigris_euphrates.art import defs
from ludoteka.games.tigris_euphrates.contest import contest, named
from ludoteka.games.tigris_euphrates.data import LEADERS, MONUMENTS, POINTS
from ludoteka.games.tigris_euphrates.draw import FOLDER
from ludoteka.games.tigris_euphrates.realms import kingdoms
from ludoteka.games.tigris_euphrates.words import treasures_left

WIDE = 340
SUPPLY = ("monuments", "buildings", "options", "wonder", "treasures_left")
"""What a view says of the supply. Panels are kept under what they show: a move changes one or two of them."""


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    seat = view["seat"]
    found = []
    if fight := contest(view, words):
        found.append(_conflict(fight, view, words))
    if seat is not None:
        found.append(_hand(Keyed.of((view["players"][seat], view["leaders"][seat])), seat, lang))
        found.append(_screen(Keyed.of(view["players"][seat]), seat, lang))
    found.append(kingdoms(view, lang))
    found.append(_supply(Keyed.of({name: view[name] for name in SUPPLY}), bool(view["scores"]), lang))
    for q in range(view["seats"]):
        is_open = q != seat or bool(view["scores"])  # the own points stand on the screen
        found.append(_seat(Keyed.of((view["players"][q], view["leaders"][q])), q, is_open, lang))
    return found


def _panel(
    id: str,
    title: str,
    height: float,
    parts: list[str],
    seat: int | None = None,
    private: bool = False,
    place: Place = "",
) -> Panel:
    return Panel(id, title, Svg(WIDE, height, defs(), "", "".join(parts), title), seat, private, place=place)


def _slot(x: float, y: float, w: float, h: float) -> str:
    box = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="9"'
    return f'<rect {box} fill="{colour("card-2")}" stroke="{colour("line-2")}" stroke-dasharray="4 3"/>'


@lru_cache(maxsize=512)
def _hand(shown: Keyed, seat: int, lang: str) -> Panel:
    (player, leaders), words = shown.value, game_catalogue(lang, FOLDER)
    parts, x = [], 6.0
    for what, n in player["hand"].items():
        for _ in range(n):
            parts.append(use(f"te-{what}", x + 26, 30, 52))
            parts.append(hit_rect(x + 2, 6, 48, 48, words.name("what", what), what=what))
            x += 55
    if x == 6:
        parts.append(fit_text(8, 36, words.say("panel.no_tiles"), WIDE - 16, 15, cls="small"))
    for i, what in enumerate(LEADERS):
        left = 6 + i * 84
        at = leaders[what]
        parts.append(_slot(left, 64, 78, 62))
        parts.append(use(f"te-{what}-{player['dynasty']}", left + 22, 95, 42))
        note = at or words.say("panel.reserve")
        parts.append(fit_text(left + 45, 100, at or "–", 29, 14, bold=bool(at)))
        parts.append(hit_rect(left, 64, 78, 62, f"{words.name('what', what)}, {note}", what=what, radius=9))
    return _panel("hand", words.say("panel.hand"), 132, parts, seat, private=True, place="hand")


@lru_cache(maxsize=512)
def _screen(shown: Keyed, seat: int, lang: str) -> Panel:
    player, words = shown.value, game_catalogue(lang, FOLDER)
    points = player["points"]
    lowest = min(points.values())
    parts = []
    for i, (what, n) in enumerate(points.items()):
        x = 6 + i * 84
        strong = n == lowest
        edge = f'stroke="{colour("ink" if strong else "line")}" stroke-width="{2 if strong else 1}"'
        parts.append(f'<rect x="{x}" y="6" width="78" height="54" rx="9" fill="{colour("card-2")}" {edge}/>')
        parts.append(use(f"te-{what}", x + 18, 25, 26))
        parts.append(fit_text(x + 35, 34, str(n), 40, 22, bold=True))
        parts.append(fit_text(x + 39, 55, words.say(f"colour.{_colour_word(what)}"), 74, 16, "middle"))
        parts.append(hit_rect(x, 6, 78, 54, f"{words.name('what', what)}: {n}", what=what, radius=9))
    parts.append(use("te-treasure", 20, 82, 26))
    parts.append(fit_text(40, 87, words.say("panel.taken", n=player["taken"]), WIDE - 46, 16))
    return _panel("screen", words.say("panel.screen"), 104, parts, seat, private=True, place="mine")


def _colour_word(what: str) -> str:
    return ("red", "blue", "green", "black")[POINTS.index(what)]


@lru_cache(maxsize=512)
def _supply(shown: Keyed, over: bool, lang: str) -> Panel:
    """Monuments beside the board; those that stand are shown by their cell."""
    view, words = shown.value, game_catalogue(lang, FOLDER)
    parts = []
    for i, what in enumerate(MONUMENTS):
        x, at = 4.0 + i * 56, view["monuments"][what]
        parts.append(_slot(x, 4, 52, 68))
        dim = ' opacity=".35"' if at else ""
        parts.append(f"<g{dim}>{use(f'te-{what}', x + 26, 30, 46)}</g>")
        note = at if at not in ("", "-") else "–" if at else words.say("panel.free")
        parts.append(fit_text(x + 26, 67, note, 50, 12, "middle", bold=bool(at)))
        label = f"{words.say('draw.monument', what=what)}, {at or words.say('panel.free')}"
        parts.append(hit_rect(x, 4, 52, 68, label, what=what, radius=9))
    y, left = 80.0, 4.0
    for what, at in view["buildings"].items():
        parts.append(use(f"te-{what}", left + 15, y + 15, 28))
        parts.append(fit_text(left + 33, y + 20, at or "–", 30, 14, bold=bool(at)))
        parts.append(hit_rect(left, y, 62, 30, f"{words.name('what', what)}, {at or '–'}", what=what, about=True))
        left += 66
    if view["options"]["wonder"]:
        parts.append(use("te-wonder", left + 15, y + 15, 30))
        parts.append(fit_text(left + 34, y + 20, view["wonder"] or "–", 30, 14, bold=bool(view["wonder"])))
        parts.append(hit_rect(left, y, 62, 30, words.name("what", "wonder"), what="wonder", about=True))
    y += 36 if left > 4 or view["options"]["wonder"] else 0
    parts.append(use("te-treasure", 20, y + 14, 26))
    said = treasures_left(view["treasures_left"], words, over)
    parts.append(fit_text(40, y + 19, said, WIDE - 46, 14))
    parts.append(hit_rect(4, y, WIDE - 8, 28, said, what="treasure", about=True))
    return _panel("supply", words.say("panel.supply"), y + 34, parts)


@lru_cache(maxsize=512)
def _seat(shown: Keyed, seat: int, is_open: bool, lang: str) -> Panel:
    (player, leaders), words = shown.value, game_catalogue(lang, FOLDER)
    name = words.name("dynasty", player["dynasty"])
    tiles = words.say("panel.tiles", n=player["hand_size"])
    curses = words.say("panel.catastrophes", n=player["catastrophes"])
    parts = []
    for i, what in enumerate(LEADERS):
        at = leaders[what]
        x = 22 + i * 84
        fade = ' opacity=".45"' if not at else ""
        piece = use(f"te-{what}-{player['dynasty']}", x, 20, 34)
        parts.append(f"<g{fade}>{piece}</g>")
        parts.append(fit_text(x + 21, 26, at or "–", 36, 16, bold=bool(at)))
    height = 40.0
    figures = [Figure("i-token", str(player["hand_size"]), tiles)]
    figures += [Figure("te-catastrophe", str(player["catastrophes"]), curses)] if player["catastrophes"] else []
    if player["points"]:
        points = player.get("final", player["points"])
        named = {what: f"{words.name('what', what)}: {n}" for what, n in points.items()}
        figures += [Figure(f"te-{what}", str(n), named[what], what, not is_open) for what, n in points.items()]
        if is_open:
            for i, (what, n) in enumerate(points.items()):
                parts.append(use(f"te-{what}", 22 + i * 84, 56, 26))
                parts.append(fit_text(40 + i * 84, 62, str(n), 36, 17, bold=True))
            height = 76.0
    title = words.say("panel.seat", seat=seat + 1, name=name)
    area = f'<rect x="0" y="0" width="{WIDE}" height="{num(height)}" rx="8"/>'
    parts.append(hit(area, f"{title}, {tiles}, {curses}", seat=seat, about=True))
    svg = Svg(WIDE, height, defs(), "", "".join(parts), title)
    return Panel(f"seat-{seat}", title, svg, seat, brief=tuple(figures), emblem=f"te-{player['dynasty']}", plays=name)


def _conflict(fight: Contest, view: Mapping[str, Any], words: Catalogue) -> Panel:
    """Who fights whom: strengths on the board, tiles added, what is still to add, and what each victory would bring."""
    parts = []
    for i, side in enumerate(fight.sides):
        x, anchor = ((6, "start"), (WIDE - 6, "end"))[i]
        inner = 1 - 2 * i  # towards the middle
        parts.append(use(side.symbol, x + 22 * inner, 26, 48))
        shown = f"{side.strength}{' + ?' if side.open else ''}"
        parts.append(fit_text(x + 52 * inner, 37, shown, 84, 28, anchor, bold=True))
        who = f"{side.role}: {named(view, side.seat, words)}"
        parts.append(fit_text(x, 69, who, 162, 14, anchor, bold=True))
        parts.append(fit_text(x, 86, side.made, 162, 12.5, anchor, cls="small"))
    parts.append(use("i-swords", WIDE / 2, 16, 28, fill=colour("ink-2")))
    parts.append(use(fight.counted, WIDE / 2, 46, 28))
    parts.append(f'<path d="M4 96H{WIDE - 4}" stroke="{colour("line")}"/>')
    y = 114.0
    for line in (fight.need, *(said for _, said in fight.outcomes)):
        block, y = text_block(6, y, line, WIDE - 12, 13, bold=y == 114)
        parts.append(block)
        y += 3
    svg = Svg(WIDE, y - 8, defs(), "", "".join(parts), fight.title)
    return Panel("conflict", fight.title, svg, now=True, contest=fight)

"""What lies beside the row: open lands, the time board, the event, the spirits, one panel per seat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.svg import Panel, Svg, fit_text, hit_rect, seat_defs
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.fabled import words as say

FOLDER = Path(__file__).parent
WIDTH = 360
LINE = 22


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    found = [open_panel(view, words), time_panel(view, words)]
    if view["question"] and view["question"]["offered"]:
        lines = [(named(view, r["id"], words), r["id"]) for r in view["question"]["offered"]]
        found.append(Panel("offer", words.say("panel.offer"), lines_svg(lines)))
    if view["spirits"]:
        found.append(spirits_panel(view, words))
        told = [(say.told(words, entry), "") for entry in view["spirits"]["told"]]
        found.append(Panel("told", words.say("panel.told"), lines_svg(told)))
    for seat in range(view["seats"]):
        found.append(Panel(f"seat-{seat}", words.say("panel.seat", seat=seat + 1), seat_svg(view, seat, words), seat))
    return found


def named(view: Mapping[str, Any], id: str, words: Catalogue) -> str:
    pair = view["names"].get(id)
    return str(pair[words.lang == "ru"]) if pair else words.name("what", id)


def lines_svg(lines: list[tuple[str, str]]) -> Svg:
    """Lines of text, each clickable if it has a name."""
    parts = []
    for i, (text, what) in enumerate(lines):
        parts.append(fit_text(4, 16 + i * LINE, text, WIDTH - 8, 13))
        if what:
            parts.append(hit_rect(0, i * LINE, WIDTH, LINE, text, what=what))
    return Svg(WIDTH, max(1, len(lines)) * LINE, seat_defs(), "", "".join(parts))


def open_panel(view: Mapping[str, Any], words: Catalogue) -> Panel:
    lines = []
    for terrain, cards in view["open"].items():
        for land in cards:
            if land:
                lines.append((f"{land['id']} {words.name('terrain', terrain)}", land["id"]))
        lines.append((words.say("draw.deck", n=view["decks"][terrain]), ""))
    lines.append((words.say("draw.discard", n=len(view["discard"])), ""))
    return Panel("open", words.say("panel.open"), lines_svg(lines))


def time_panel(view: Mapping[str, Any], words: Catalogue) -> Panel:
    lines = [(words.say(f"part.{view['part']}", n=view["round"]), "")]
    if view["event"]:
        lines.append((named(view, view["event"]["id"], words), ""))
        lines.append((say.event(words, view["event"]["text"]), ""))
    else:
        lines.append((words.say("draw.no_event"), ""))
    return Panel("time", words.say("panel.time"), lines_svg(lines))


def spirits_panel(view: Mapping[str, Any], words: Catalogue) -> Panel:
    spirits = view["spirits"]
    lines = [(books_line(view, spirits["side"], words), "")]
    if spirits["territory"]:
        lines.append((words.say("draw.territory", terrain=spirits["territory"]), ""))
    lines.append((words.say("draw.tricks", n=spirits["tricks_held"]), ""))
    return Panel("spirits", words.say("panel.spirits"), lines_svg(lines))


def books_line(view: Mapping[str, Any], side: int, words: Catalogue) -> str:
    books = ", ".join(say.books(words, tier, n) for tier, n in view["books"][side].items())
    return f"{books}; {words.say('draw.supply', n=view['sages'][side]['supply'])}"


def seat_svg(view: Mapping[str, Any], seat: int, words: Catalogue) -> Svg:
    lines = [(books_line(view, seat, words), "")]
    for ally in view["allies"][seat]:
        text = say.ability(words, ally["empowerment" if ally["empowered"] else "ability"])
        lines.append((f"{named(view, ally['id'], words)}. {text}", ally["id"]))
    return lines_svg(lines)

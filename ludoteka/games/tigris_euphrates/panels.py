"""What lies beside the board: hand, points behind the screen, conflict, supply, one panel per seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.palette import colour
from ludoteka.core.svg import Panel, Svg, fit_text, hit_rect, num, use
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.tigris_euphrates.art import INK, defs
from ludoteka.games.tigris_euphrates.data import DYNASTIES, LEADERS, MONUMENTS, POINTS
from ludoteka.games.tigris_euphrates.draw import FOLDER

WIDE = 340


def panels(view: Mapping[str, Any], lang: str) -> list[Panel]:
    words = game_catalogue(lang, FOLDER)
    seat = view["seat"]
    found = []
    if view["conflict"]:
        found.append(_conflict(view, words))
    if seat is not None:
        found.append(_hand(view, seat, words))
        found.append(_screen(view, seat, words))
    found.append(_supply(view, words))
    for q in range(view["seats"]):
        found.append(_seat(view, q, words))
    return found


def _panel(
    id: str, title: str, height: float, parts: list[str], seat: int | None = None, private: bool = False
) -> Panel:
    return Panel(id, title, Svg(WIDE, height, defs(), "", "".join(parts), title), seat, private)


def _slot(x: float, y: float, w: float, h: float) -> str:
    box = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="9"'
    return f'<rect {box} fill="{colour("card-2")}" stroke="{colour("line-2")}" stroke-dasharray="4 3"/>'


def dynasty_sign(seat: int, x: float, y: float, size: float) -> str:
    """The shape of the seat with the sign of its dynasty in it."""
    mark = use(f"sig-{seat + 1}", x, y, size)
    sign = use(f"te-{DYNASTIES[seat]}", x, y + (size * 0.1 if seat == 2 else 0), size * (0.46 if seat == 2 else 0.55))
    return f'<g class="s{seat + 1}">{mark}<g style="fill:var(--on-me)">{sign}</g></g>'


def _hand(view: Mapping[str, Any], seat: int, words: Catalogue) -> Panel:
    parts, x = [], 6.0
    for what, n in view["players"][seat]["hand"].items():
        for _ in range(n):
            parts.append(use(f"te-{what}", x + 26, 30, 52))
            parts.append(hit_rect(x + 2, 6, 48, 48, words.name("what", what), what=what))
            x += 55
    if x == 6:
        parts.append(fit_text(8, 36, words.say("panel.no_tiles"), WIDE - 16, 15, cls="small"))
    for i, what in enumerate(LEADERS):
        left = 6 + i * 84
        at = view["leaders"][seat][what]
        parts.append(_slot(left, 64, 78, 62))
        parts.append(use(f"te-{what}-{seat}", left + 26, 95, 46))
        note = at or words.say("panel.reserve")
        parts.append(fit_text(left + 51, 100, at or "–", 26, 14, bold=bool(at)))
        parts.append(hit_rect(left, 64, 78, 62, f"{words.name('what', what)}, {note}", what=what, radius=9))
    return _panel("hand", words.say("panel.hand"), 132, parts, seat, private=True)


def _screen(view: Mapping[str, Any], seat: int, words: Catalogue) -> Panel:
    player = view["players"][seat]
    points = player["points"]
    lowest = min(points.values())
    parts = []
    for i, (what, n) in enumerate(points.items()):
        x = 6 + i * 84
        strong = n == lowest
        edge = f'stroke="{colour("ink" if strong else "line")}" stroke-width="{2 if strong else 1}"'
        parts.append(f'<rect x="{x}" y="6" width="78" height="54" rx="9" fill="{colour("card-2")}" {edge}/>')
        parts.append(use(f"te-{what}", x + 18, 32, 26))
        parts.append(fit_text(x + 35, 31, str(n), 40, 22, bold=True))
        parts.append(fit_text(x + 35, 50, words.say(f"colour.{_colour_word(what)}"), 40, 12))
        parts.append(hit_rect(x, 6, 78, 54, f"{words.name('what', what)}: {n}", what=what, radius=9))
    parts.append(use("te-treasure", 20, 82, 26))
    parts.append(fit_text(40, 87, words.say("panel.taken", n=player["taken"]), WIDE - 46, 14))
    return _panel("screen", words.say("panel.screen"), 104, parts, seat, private=True)


def _colour_word(what: str) -> str:
    return ("red", "blue", "green", "black")[POINTS.index(what)]


def _supply(view: Mapping[str, Any], words: Catalogue) -> Panel:
    """Monuments beside the board; those that stand are shown by their cell."""
    parts = []
    for i, what in enumerate(MONUMENTS):
        x, at = 4.0 + i * 56, view["monuments"][what]
        parts.append(_slot(x, 4, 52, 68))
        dim = ' opacity=".35"' if at else ""
        parts.append(f"<g{dim}>{use(f'te-{what}', x + 26, 30, 46)}</g>")
        shown = at if at not in ("", "-") else "–" if at else words.say("panel.free")
        parts.append(fit_text(x + 26, 67, shown, 50, 12, "middle", bold=bool(at)))
        label = f"{words.say('draw.monument', what=what)}, {at or words.say('panel.free')}"
        parts.append(hit_rect(x, 4, 52, 68, label, what=what, radius=9))
    y, left = 80.0, 4.0
    for what, at in view["buildings"].items():
        parts.append(use(f"te-{what}", left + 15, y + 15, 28))
        parts.append(fit_text(left + 33, y + 20, at or "–", 30, 14, bold=bool(at)))
        left += 66
    if view["options"]["wonder"]:
        parts.append(use("te-wonder", left + 15, y + 15, 30))
        parts.append(fit_text(left + 34, y + 20, view["wonder"] or "–", 30, 14, bold=bool(view["wonder"])))
    y += 36 if left > 4 or view["options"]["wonder"] else 0
    parts.append(use("te-treasure", 20, y + 14, 26))
    parts.append(fit_text(40, y + 19, words.say("panel.treasures", n=view["treasures_left"]), WIDE - 46, 14))
    return _panel("supply", words.say("panel.supply"), y + 34, parts)


def _seat(view: Mapping[str, Any], seat: int, words: Catalogue) -> Panel:
    player = view["players"][seat]
    parts = [dynasty_sign(seat, 30, 34, 50)]
    name = words.name("dynasty", player["dynasty"])
    tiles = words.say("panel.tiles", n=player["hand_size"])
    curses = words.say("panel.catastrophes", n=player["catastrophes"])
    parts.append(fit_text(64, 22, f"{tiles} · {curses}", WIDE - 68, 14))
    for i, what in enumerate(LEADERS):
        at = view["leaders"][seat][what]
        x = 78 + i * 66
        fade = ' opacity=".45"' if not at else ""
        parts.append(f"<g{fade}>{use(f'te-{what}-{seat}', x, 46, 30)}</g>")
        parts.append(fit_text(x + 17, 51, at or "–", 28, 13, bold=bool(at)))
    height = 68.0
    if player["points"] and (seat != view["seat"] or view["scores"]):
        shown = player.get("final", player["points"])
        for i, (what, n) in enumerate(shown.items()):
            parts.append(use(f"te-{what}", 78 + i * 64, 82, 24))
            parts.append(fit_text(94 + i * 64, 87, str(n), 30, 15, bold=True))
        height = 100.0
    if view["active"] == seat and not view["scores"]:
        parts.append(f'<circle cx="54" cy="14" r="6" fill="{colour("gold")}" stroke="{INK}" stroke-width="1.5"/>')
    return _panel(f"seat-{seat}", words.say("panel.seat", seat=seat + 1, name=name), height, parts, seat)


def _conflict(view: Mapping[str, Any], words: Catalogue) -> Panel:
    """Who fights whom, with the strength on the board and the tiles added."""
    fight = view["conflict"]
    added = fight["added"]
    parts = []
    sides = ((fight["attacker"], fight["attack"], added, 60), (fight["defender"], fight["defence"], None, 280))
    for seat, strength, more, x in sides:
        parts.append(use(f"te-{fight['what']}-{seat}", x, 34, 56))
        shown = f"{strength} + {more}" if more is not None else str(strength)
        parts.append(fit_text(x, 86, shown, 110, 22, "middle", bold=True))
        role = "panel.attacker" if seat == fight["attacker"] else "panel.defender"
        name = words.name("dynasty", DYNASTIES[seat])
        parts.append(fit_text(x, 106, f"{words.say(role)}: {name}", 116, 13, "middle", cls="small"))
    parts.append(use("i-swords", WIDE / 2, 34, 40, fill=colour("ink-2")))
    parts.append(use(f"te-{fight['tile']}", WIDE / 2, 76, 32))
    parts.append(fit_text(WIDE / 2, 122, words.say("panel.tie"), WIDE - 12, 13, "middle", cls="small"))
    return _panel("conflict", words.say(f"panel.{fight['kind']}", fighters=fight["what"]), 130, parts)

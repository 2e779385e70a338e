"""The position in plain characters, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.ink import of_seats
from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import CULTS, LETTERS, TERRAINS

FOLDER = Path(__file__).parent
SIGNS = dict(zip(TERRAINS, (*LETTERS, "I", "V"), strict=True))
CELL = 8

GROUNDS = {
    "Y": "yellow",
    "U": "color(130)",
    "K": "bright_black",
    "B": "blue",
    "G": "green",
    "S": "white",
    "R": "red",
    "I": "cyan",
    "V": "bright_red",
}
INK = {rf"\b{letter}·\w+": ink for letter, ink in GROUNDS.items()} | {"~~": "blue"}
INK |= {pattern: f"{ink} reverse" for pattern, ink in of_seats(r"\b(?:D|TP|TE|SH|SA){n}\b").items()}
INK |= of_seats(r"(?m)^{n} \S[^:]*:")
"""Land in the colours of its terrain, buildings and names in those of their owner."""


def text(view: Mapping[str, Any], lang: str) -> str:
    """Each land hex is terrain and name; a building stands in its place with its letters and the number of its seat:
    `G·F4`, `TE1·F4`."""
    words = game_catalogue(lang, FOLDER)
    lines = map_lines(view)
    lines.append(" · ".join(f"{sign} {words.name('terrain', terrain)}" for terrain, sign in SIGNS.items()))
    lines.append("")
    if view["round"]:
        tile = view["tiles"][view["round"] - 1]["what"]
        lines.append(f"{view['round']}/{view['rounds']}  {words.name('what', tile)}")
    for cult in CULTS:
        markers = " ".join(f"{m if m >= 0 else '·':>2}" for m in view["cults"][cult]["markers"])
        lines.append(f"{words.name('what', cult):<8} {markers}")
    free = [words.name("what", a) for a, about in view["actions"].items() if not about["used"]]
    lines.append(f"{words.say('panel.actions')}: {', '.join(free)}")
    cards = [f"{c} {tile_name(c, words)} +{n}" for c, n in view["cards"].items()]
    lines.append(f"{words.say('panel.cards')}: {'; '.join(cards)}")
    lines += [seat_line(me, words) for me in view["sides"]]
    if view["bridges"]:
        shown = ", ".join(f"{a}–{b} ({seat + 1})" for seat, a, b in view["bridges"])
        lines.append(f"{words.say('panel.bridges')}: {shown}")
    lines.append(left_line(words.say("panel.favors"), view["favors"], words))
    lines.append(left_line(words.say("panel.towns"), view["towns"], words))
    return "\n".join(lines)


def left_line(title: str, left: Mapping[str, int], words: Catalogue) -> str:
    """What can still be had: name in the notation, what it is, how many."""
    told = [f"{id} {tile_name(id, words)} ×{n}" for id, n in left.items() if n]
    return f"{title}: {'; '.join(told)}"


def tile_name(id: str, words: Catalogue) -> str:
    """What it does, without what sort of tile it is."""
    name = words.name("what", id)
    return name.partition(": ")[2] or name


def map_lines(view: Mapping[str, Any]) -> list[str]:
    b = board(view["map"])
    rows: dict[int, list[str]] = {}
    for (y, _), name in b.cells.items():
        if name in view["buildings"]:
            seat, kind = view["buildings"][name]
            cell = f"{kind}{seat + 1}·{name}"
        elif name in view["land"]:
            cell = f"{SIGNS[view['land'][name]]}·{name}"
        else:
            cell = "~~"
        rows.setdefault(y, []).append(f"{cell:^{CELL}}")
    return [" " * (CELL // 2 * (y % 2)) + "".join(row) for y, row in sorted(rows.items())]


def seat_line(me: Mapping[str, Any], words: Catalogue) -> str:
    if not me["faction"]:
        return words.say("panel.nobody", n=me["seat"] + 1)
    stock = words.say("panel.stock", C=me["C"], W=me["W"], P=me["P"], bowls="/".join(map(str, me["bowls"])))
    points = words.say("panel.points", n=me["vp"])
    return f"{me['seat'] + 1} {words.name('faction', me['faction'])}: {points} · {stock}"

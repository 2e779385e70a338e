"""The position in plain characters, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import CULTS, LETTERS, TERRAINS

FOLDER = Path(__file__).parent
SIGNS = dict(zip(TERRAINS, (*LETTERS, "I", "V"), strict=True))
CELL = 6


def text(view: Mapping[str, Any], lang: str) -> str:
    """Each land hex is terrain and name; a building adds its letter and the number of its seat: `G·F4`, `TE1`."""
    words = game_catalogue(lang, FOLDER)
    lines = map_lines(view)
    lines.append("")
    if view["round"]:
        tile = view["tiles"][view["round"] - 1]["what"]
        lines.append(f"{view['round']}/{view['rounds']}  {words.name('what', tile)}")
    for cult in CULTS:
        markers = " ".join(f"{m:>2}" for m in view["cults"][cult]["markers"])
        lines.append(f"{words.name('what', cult):<8} {markers}")
    free = [words.name("what", a) for a, about in view["actions"].items() if not about["used"]]
    lines.append(f"{words.say('panel.actions')}: {', '.join(free)}")
    cards = [f"{c} {words.name('what', c)} +{n}" for c, n in view["cards"].items()]
    lines.append(f"{words.say('panel.cards')}: {'; '.join(cards)}")
    lines += [seat_line(me, words) for me in view["sides"]]
    return "\n".join(lines)


def map_lines(view: Mapping[str, Any]) -> list[str]:
    b = board(view["map"])
    rows: dict[int, list[str]] = {}
    for (y, _), name in b.cells.items():
        if name in view["buildings"]:
            seat, kind = view["buildings"][name]
            cell = f"{kind}{seat + 1}"
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

"""The row in plain characters, for the terminal: a line per path, sages as circled numbers, spirits as ☯."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.fabled import words as say

FOLDER = Path(__file__).parent
SIGNS = "①②③④⑤"


def text(view: Mapping[str, Any], lang: str) -> str:
    words = game_catalogue(lang, FOLDER)
    lines = [words.say(f"part.{view['part']}", n=view["round"])]
    if view["event"]:
        lines.append(f"{named(view, view['event']['id'], words)}. {say.event(words, view['event']['text'])}")
    for land in view["row"]:
        lines.extend(land_lines(view, land, words))
    shown = [f"{land['id']}" for cards in view["open"].values() for land in cards if land]
    lines.append(f"{words.say('panel.open')}: {', '.join(shown)}")
    for seat in range(view["seats"]):
        allies = ", ".join(named(view, ally["id"], words) for ally in view["allies"][seat])
        lines.append(f"{SIGNS[seat]} {stock(view, seat, words)} {allies}")
    if view["spirits"]:
        spirits = view["spirits"]
        lines.append(f"☯ {stock(view, spirits['side'], words)} {words.say('draw.tricks', n=spirits['tricks_held'])}")
        lines.extend(f"   {say.told(words, entry)}" for entry in spirits["told"])
    return "\n".join(lines)


def land_lines(view: Mapping[str, Any], land: Mapping[str, Any], words: Catalogue) -> list[str]:
    lines = []
    for path in land["paths"]:
        cells = []
        for cell in path["cells"]:
            places = "/".join(named(view, p, words) for p in (*cell["places"], *cell["tokens"]))
            sages = "".join(sign(view, sage["side"]) for sage in cell["sages"])
            cells.append(f"{cell['no']}{'@' + places if places else ''}{sages}")
        dead = path["kind"] == "dead_end"
        head = f"     {'┘' if dead else ''}" if dead else f"{land['id']:5}"
        lines.append(f"{head} {' — '.join(cells)}{'' if dead else ' →' if land['joined'] else ' |'}")
    return lines


def sign(view: Mapping[str, Any], side: int) -> str:
    return SIGNS[side] if side < view["seats"] else "☯"


def stock(view: Mapping[str, Any], side: int, words: Catalogue) -> str:
    books = ", ".join(say.books(words, tier, n) for tier, n in view["books"][side].items() if n)
    return f"{books}; {words.say('draw.supply', n=view['sages'][side]['supply'])}"


def named(view: Mapping[str, Any], id: str, words: Catalogue) -> str:
    """The name of a card, from the owner's file if it brings one."""
    pair = view["names"].get(id)
    return str(pair[words.lang == "ru"]) if pair else words.name("what", id)

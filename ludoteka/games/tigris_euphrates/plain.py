"""The board in plain characters, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.text import Catalogue, game_catalogue
from ludoteka.games.tigris_euphrates.board import BOARDS, COLUMNS, HEIGHT, cell_names
from ludoteka.games.tigris_euphrates.data import LEADERS, LETTERS, POINTS, TILES
from ludoteka.games.tigris_euphrates.draw import FOLDER

COLOURS = dict(zip(LETTERS, ("red", "blue", "green", "bright_black"), strict=True))
INK = {
    **{rf"(?<![\w'])\^?{letter}+\*?(?![\w'])": f"bold {ink}" for letter, ink in COLOURS.items()},
    **{rf"\b[1-4]{letter.upper()}\b": f"bold white on {ink}" for letter, ink in COLOURS.items()},
    "~": "blue",
    r"\*": "bold yellow",
}
"""Tiles and leaders in their colours."""


def text(view: Mapping[str, Any], lang: str) -> str:
    """Tiles are r b g k with * for a treasure and ^ for a building, leaders the seat's number with a capital."""
    words = game_catalogue(lang, FOLDER)
    shown = dict.fromkeys(cell_names(BOARDS[view["board"]].river), " ~ ")
    for c, what in enumerate(TILES):
        shown |= dict.fromkeys(view["tiles"][what], f" {LETTERS[c]} ")
    shown |= dict.fromkeys(view["down"], " # ")
    shown |= dict.fromkeys(view["wonder_cells"], " o ")
    shown |= dict.fromkeys(view["dead"], " x ")
    for name in view["treasures"]:
        shown[name] = shown[name][:2] + "*"
    for name in filter(None, view["buildings"].values()):
        shown[name] = "^" + shown[name][1:]
    for seat, leaders in enumerate(view["leaders"]):
        for c, what in enumerate(LEADERS):
            if leaders[what]:
                shown[leaders[what]] = f"{seat + 1}{LETTERS[c].upper()} "
    lines = ["    " + "".join(f"{letter:^4}" for letter in COLUMNS)]
    for y in range(1, HEIGHT + 1):
        lines.append(f"{y:>3} " + "".join(f"{shown.get(f'{letter}{y}', ' . ')} " for letter in COLUMNS).rstrip())
    lines.append(legend(words))
    lines.append(words.say("panel.treasures", n=view["treasures_left"]))
    lines += supply(view, words)
    for seat, player in enumerate(view["players"]):
        name = words.say("panel.seat", seat=seat + 1, name=words.name("dynasty", player["dynasty"]))
        told = [words.say("panel.tiles", n=player["hand_size"])]
        told.append(words.say("panel.catastrophes", n=player["catastrophes"]))
        if player["hand"]:
            told.append(" ".join(letter * n for letter, n in zip(LETTERS, player["hand"].values(), strict=True) if n))
            told += [f"{words.name('what', what)} {player['points'][what]}" for what in POINTS]
            taken = words.say("panel.taken", n=player["taken"])
            told.append(taken[0].lower() + taken[1:])
        lines.append(f"{name}: {', '.join(told)}")
    return "\n".join([*lines, *fight(view, words)])


def legend(words: Catalogue) -> str:
    """What the letters on the board stand for."""
    named = [
        f"{letter} {words.name('what', tile)}, 1{letter.upper()} {words.name('what', leader)}"
        for letter, tile, leader in zip(LETTERS, TILES, LEADERS, strict=True)
    ]
    return "; ".join(named)


def supply(view: Mapping[str, Any], words: Catalogue) -> list[str]:
    """Where each monument stands, or that it is free."""
    told = []
    for what, at in view["monuments"].items():
        if at != "-":
            told.append(f"{words.name('what', what)} {at or '–'}")
    return [f"{words.say('panel.monuments')}: {', '.join(told)}"] if told else []


def fight(view: Mapping[str, Any], words: Catalogue) -> list[str]:
    """The conflict that is being fought: both strengths, and what is known of the tiles added."""
    if not view["conflict"]:
        return []
    fight = view["conflict"]
    told = [f"⚔ {words.say('panel.' + fight['kind'], fighters=fight['what'])}"]
    for role, strength in (("attacker", "attack"), ("defender", "defence")):
        seat = fight[role]
        name = words.say("panel.seat", seat=seat + 1, name=words.name("dynasty", view["players"][seat]["dynasty"]))
        if role == "attacker" and fight["added"] is not None:
            has = words.say("panel.with_added", board=fight["attack"], added=fight["added"])
        else:
            has = words.say("panel.on_board", n=fight[strength])
        told.append(f"{name} {words.say('panel.' + role)}: {has}")
    return ["; ".join(told)]

"""The board in plain characters, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteka.core.text import game_catalogue
from ludoteka.games.tigris_euphrates.board import BOARDS, COLUMNS, HEIGHT, cell_names
from ludoteka.games.tigris_euphrates.data import LEADERS, LETTERS, POINTS, TILES
from ludoteka.games.tigris_euphrates.draw import FOLDER


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
    lines.append(words.say("panel.treasures", n=view["treasures_left"]))
    for seat, player in enumerate(view["players"]):
        name = words.say("panel.seat", seat=seat + 1, name=words.name("dynasty", player["dynasty"]))
        told = [words.say("panel.tiles", n=player["hand_size"])]
        told.append(words.say("panel.catastrophes", n=player["catastrophes"]))
        if player["hand"]:
            told.append(" ".join(letter * n for letter, n in zip(LETTERS, player["hand"].values(), strict=True) if n))
            told += [f"{words.name('what', what)} {player['points'][what]}" for what in POINTS]
            told.append(words.say("panel.taken", n=player["taken"]))
        lines.append(f"{name}: {', '.join(told)}")
    return "\n".join(lines)

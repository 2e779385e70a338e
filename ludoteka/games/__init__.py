"""The shelf. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from ludoteka.core.errors import UnknownGame
from ludoteka.core.game import Game

_NAMES = ("terra_mystica", "small_world", "tigris_euphrates", "fabled", "pebbles")


def names() -> list[str]:
    return list(_NAMES)


def load(name: str) -> Game:
    if name not in _NAMES:
        raise UnknownGame("error.unknown_game", name=name, known=", ".join(_NAMES))
    game = import_module(f"ludoteka.games.{name}").GAME
    assert isinstance(game, Game)
    return game

"""The shelf: the games of this package, and those of others, which come in through entry points.

A package that has `[project.entry-points."ludoteka.games"]` with `mancala = "mancala:GAME"` puts its game here. A game
is imported when it is first asked for; those of others when the shelf is listed, so that a broken one is left out.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from ludoteka.core.errors import BrokenGame, UnknownGame
from ludoteka.core.game import Game

_NAMES = ("terra_mystica", "small_world", "tigris_euphrates", "fabled", "pebbles")
GROUP = "ludoteka.games"
_log = logging.getLogger("ludoteka")


def names() -> list[str]:
    return [*_NAMES, *(name for name, found in _guests().items() if isinstance(found, Game))]


def load(name: str) -> Game:
    if name in _NAMES:
        game = import_module(f"ludoteka.games.{name}").GAME
        assert isinstance(game, Game)
        return game
    guest = _guests().get(name)
    if guest is None:
        raise UnknownGame("error.unknown_game", name=name, known=", ".join(names()))
    if isinstance(guest, str):
        raise BrokenGame("error.broken_game", name=name, problem=guest)
    return guest


@cache
def _guests() -> dict[str, Game | str]:
    """The games of other packages by name; instead of one that cannot be loaded, what is wrong with it."""
    found: dict[str, Game | str] = {}
    for entry in entry_points(group=GROUP):
        try:
            guest = entry.load()
        except Exception as error:  # whatever a stranger's module may do
            found[entry.name] = f"{entry.value}: {type(error).__name__}: {error}"
        else:
            found[entry.name] = guest if not (problem := _problem(entry.name, guest)) else f"{entry.value}: {problem}"
        if isinstance(found[entry.name], str):
            _log.warning("the game %s is left out: %s", entry.name, found[entry.name])
    return found


def _problem(name: str, guest: object) -> str:
    if not isinstance(guest, Game):
        return "is no Game"
    if name in _NAMES:
        return "a game of that name is here already"
    return "" if guest.name == name else f"the game calls itself {guest.name}"

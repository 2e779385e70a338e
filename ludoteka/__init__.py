"""Ludoteka: four great board games to play, study and trust.

>>> import ludoteka
>>> game = ludoteka.games.load("pebbles")
>>> state = game.new(seats=2)

`games` is the shelf, `bots` are players, a `Match` is one playing with checks and undo, `load` reads its record.
`CHANCE` and `OVER` are what `state.to_move()` returns besides a seat. All are imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteka import bots as bots
    from ludoteka import games as games
    from ludoteka.core.action import Action as Action
    from ludoteka.core.contract import check_game as check_game
    from ludoteka.core.errors import LudotekaError as LudotekaError
    from ludoteka.core.game import CHANCE as CHANCE
    from ludoteka.core.game import OVER as OVER
    from ludoteka.core.game import Game as Game
    from ludoteka.core.game import State as State
    from ludoteka.core.match import Match as Match

__version__ = "0.1.0"

_WHERE = {
    "Action": "ludoteka.core.action",
    "CHANCE": "ludoteka.core.game",
    "Game": "ludoteka.core.game",
    "LudotekaError": "ludoteka.core.errors",
    "Match": "ludoteka.core.match",
    "OVER": "ludoteka.core.game",
    "State": "ludoteka.core.game",
    "check_game": "ludoteka.core.contract",
}
__all__ = ["__version__", "bots", "games", "is_native", "load", *_WHERE]


def __getattr__(name: str) -> Any:
    if name in ("bots", "games"):
        return import_module(f"ludoteka.{name}")
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'ludoteka' has no attribute {name!r}")


def load(record: str) -> Match:
    """The match that a record tells, checked line by line."""
    from ludoteka import games
    from ludoteka.core.match import Match

    return Match.load(record, games.load)


def is_native() -> bool:
    """Whether the rules run compiled; the matches are the same either way."""
    return bool(import_module("ludoteka.core.native").NATIVE)

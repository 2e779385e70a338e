"""Positions for thinking: one action is clearly best to the strongest bot, and the weaker ones do not see it.

They were found by `bots/mining.py` in records of finished matches and lie in the folder of their game, `puzzles.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteka import games
from ludoteka.core.folder import file_of
from ludoteka.core.game import State
from ludoteka.core.themes import themes


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what to find in it. Values are what the strongest bot expects, 0 to 1."""

    id: str
    game: str
    seats: int
    options: Mapping[str, Any]
    position: str
    seat: int
    answer: tuple[str, ...]
    """The action that is looked for, last, after those that only prepare it."""
    value: float
    others: Mapping[str, float]
    """What it expects from the other actions it thought about."""
    found: float
    """The share of answers of weaker bots that were right."""
    themes: tuple[str, ...]
    source: str
    """The record and the number of the action."""

    @property
    def key(self) -> str:
        return self.answer[-1]

    @property
    def rule(self) -> str:
        """The number of the rule that its first theme is about; nothing if it has none."""
        known = themes(games.load(self.game)).rules
        return next((known[theme] for theme in self.themes if known.get(theme)), "")

    def start(self) -> State:
        game = games.load(self.game)
        return game.place(self.seats, game.check_options(self.seats, self.options), self.position)


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The positions in the folder of a game."""
    file = file_of(games.load(name).package, "puzzles.json")
    return tuple(map(read, json.loads(file.read_text("utf-8")))) if file.exists() else ()


def read(raw: Mapping[str, Any]) -> Puzzle:
    return Puzzle(**{**raw, "answer": tuple(raw["answer"]), "themes": tuple(raw["themes"])})

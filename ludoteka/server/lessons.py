"""Lessons: how a game is taught, read from `learn.toml` in its folder. The words are ours; positions are real ones.

A file has `[[page]]`s (a title, a text, perhaps a board that can be walked through) and `[[task]]`s (a position in
which the reader does something). Positions are a written position of the game, or a match played by chance from a seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.action import Action
from ludoteka.core.folder import table_of
from ludoteka.core.game import CHANCE, OVER, Game, State

Words = Mapping[str, str]


def fits(pattern: str, action: Action) -> bool:
    """Whether an action is meant by a pattern: its notation with `*` in words, `add G*`."""
    wanted, words = pattern.split(), str(action).split()
    return len(wanted) == len(words) and all(map(fnmatchcase, words, wanted))


@dataclass(frozen=True)
class Setting:
    """A position: how it comes about and through whose eyes it is seen."""

    game: Game
    given: Mapping[str, Any]

    @property
    def seat(self) -> int:
        return int(self.given.get("seat", 0))

    def start(self) -> State:
        """The position itself, made anew."""
        seats, options = self.given.get("seats", 2), self.given.get("options", {})
        if "position" in self.given:
            state = self.game.place(seats, self.game.check_options(seats, options), self.given["position"])
        else:
            state = self.game.new(seats, **options)
        rng = Random(self.given.get("seed", 1))
        for _ in range(self.given.get("steps", 0)):
            if state.to_move() != OVER:
                state.apply(state.sample(rng))
        self.settle(state, rng)
        return state

    def settle(self, state: State, rng: Random | None = None) -> None:
        """Let chance decide for as long as it is asked, always the same way."""
        rng = rng or Random(self.given.get("seed", 1))
        while state.to_move() == CHANCE:
            state.apply(state.sample(rng))

    def frames(self) -> list[tuple[State, Action | None]]:
        """The position, then the one after each action of `play`, with that action."""
        state = self.start()
        found: list[tuple[State, Action | None]] = [(state.clone(), None)]
        for pattern in self.given.get("play", ()):
            action = next((a for a in state.legal_actions() if fits(pattern, a)), None)
            assert action is not None, f"{self.game.name}: nothing like “{pattern}” can be done"
            state.apply(action)
            self.settle(state)
            found.append((state.clone(), action))
        return found

    def last(self) -> State:
        return self.frames()[-1][0]


@dataclass(frozen=True)
class Page:
    title: Words
    text: Words
    board: Setting | None


@dataclass(frozen=True)
class Task:
    ask: Words
    done: Words
    setting: Setting
    want: tuple[str, ...]

    def solved_by(self, action: Action) -> bool:
        return any(fits(pattern, action) for pattern in self.want)


@dataclass(frozen=True)
class Lesson:
    pages: tuple[Page, ...]
    tasks: tuple[Task, ...]


@cache
def lesson(name: str) -> Lesson | None:
    """The lesson of a game; None if nobody has written one yet."""
    game = games.load(name)
    raw = table_of(game.package, "learn")
    if not raw:
        return None
    pages = [Page(p["title"], p["text"], Setting(game, p["board"]) if "board" in p else None) for p in raw["page"]]
    tasks = [Task(t["ask"], t["done"], Setting(game, t["board"]), tuple(t["want"])) for t in raw.get("task", ())]
    return Lesson(tuple(pages), tuple(tasks))

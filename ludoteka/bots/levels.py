"""Five levels for people. What each is made of is data (`levels.toml`), measured in docs/bots.md."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ludoteka.bots import judge as judges
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.core.text import Catalogue, load_catalogue

_FOLDER = Path(__file__).parent
LOCALE = _FOLDER / "locale"
_KINDS: dict[str, Callable[..., Thinker]] = {
    "greedy": GreedyBot,
    "rollout": RolloutBot,
    "mcts": MctsBot,
    "planner": PlannerBot,
}


@dataclass(frozen=True)
class Level:
    """One level: its number, and the bot it is, which a game may have changed."""

    number: int
    settings: dict[str, Any]
    by_game: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def bot(self) -> str:
        return f"level{self.number}"

    def name(self, lang: str) -> str:
        return words(lang).say(f"bot.{self.bot}")

    def about(self, lang: str) -> str:
        """A sentence for the one who chooses."""
        return words(lang).say(f"level.{self.number}.about")

    def kind(self, game: str) -> str:
        return str(self.by_game.get(game, self.settings)["kind"])

    def make(self, game: str) -> Thinker:
        settings = self.by_game.get(game, self.settings)
        return _KINDS[settings["kind"]](**{k: v for k, v in settings.items() if k != "kind"})


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, LOCALE)


def _read() -> tuple[Level, ...]:
    levels = []
    for number, table in enumerate(tomllib.loads((_FOLDER / "levels.toml").read_text("utf-8"))["level"], 1):
        settings = {k: v for k, v in table.items() if not isinstance(v, dict)}
        games = {k: v if "kind" in v else settings | v for k, v in table.items() if isinstance(v, dict)}
        levels.append(Level(number, settings, games))
    return tuple(levels)


LEVELS = _read()


class LevelBot(Thinker):
    """The bot of a level. Which settings it has depends on the game it is asked about."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.level = LEVELS[number - 1]
        self._inner: dict[str, Thinker] = {}

    def inner(self, state: State) -> Thinker:
        game = judges.game_of(state)
        if game not in self._inner:
            self._inner[game] = self.level.make(game)
            if self.seconds:
                self._inner[game].hurry(self.seconds)
        return self._inner[game]

    def hurry(self, seconds: float) -> None:
        super().hurry(seconds)
        for bot in self._inner.values():
            bot.hurry(seconds)

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        return self.inner(state).choose(state, seat, rng)

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        return self.inner(state).think(state, seat, rng, also)

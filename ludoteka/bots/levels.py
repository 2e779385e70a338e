"""Five levels for people. What each is made of is data, measured in docs/bots.md: `levels.toml` here, and where a game
differs, in its own folder. `weights` among the settings change some of the judge's. A table that is no level is a bot
by that name: `legacy5` is the fifth level as it was, to measure against, and `analyst` looks matches through."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
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
from ludoteka.core.folder import table_of
from ludoteka.core.game import Game, State
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
    """One level: its name, its number (0: nobody chooses it), and the bot it is, which a game may change."""

    bot: str
    number: int
    usual: dict[str, Any]

    def name(self, lang: str) -> str:
        return words(lang).say(f"bot.{self.bot}")

    def about(self, lang: str) -> str:
        """A sentence for the one who chooses."""
        return words(lang).say(f"level.{self.number}.about")

    def settings(self, game: Game | None) -> dict[str, Any]:
        """Those of the game change the usual ones; with a `kind` of their own they replace them whole."""
        own = table_of(game.package, "levels").get(self.bot, {}) if game else {}
        return own if "kind" in own else self.usual | own

    def make(self, game: Game | None, judge: judges.Judge | None = None) -> Thinker:
        settings = dict(self.settings(game))
        kind = _KINDS[settings.pop("kind")]
        changed = settings.pop("weights", None)
        if judge is None and changed and game is not None:
            judge = judges.with_weights(game, changed)
        return kind(judge=judge, **settings)


def words(lang: str) -> Catalogue:
    return load_catalogue(lang, LOCALE)


def _read() -> dict[str, Level]:
    tables = tomllib.loads((_FOLDER / "levels.toml").read_text("utf-8"))
    return {name: Level(name, int(name.partition("level")[2] or 0), table) for name, table in tables.items()}


NAMED = _read()
LEVELS = tuple(level for level in NAMED.values() if level.number)


class LevelBot(Thinker):
    """The bot of a level. Which settings it has depends on the game it is asked about."""

    def __init__(self, name: str, judge: judges.Judge | None = None) -> None:
        super().__init__(judge=judge)
        self.level = NAMED[name]
        self._inner: dict[str, Thinker] = {}

    def inner(self, state: State) -> Thinker:
        game = judges.game_of(state)
        name = game.name if game else ""
        if name not in self._inner:
            self._inner[name] = self.level.make(game, self.judge)
            if self.seconds:
                self._inner[name].hurry(self.seconds)
        return self._inner[name]

    def hurry(self, seconds: float) -> None:
        super().hurry(seconds)
        for bot in self._inner.values():
            bot.hurry(seconds)

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        return self.inner(state).choose(state, seat, rng)

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        return self.inner(state).think(state, seat, rng, also)

"""Players that are programs. A bot never sees the true state: it gets a world resampled from what its seat knows.

A bot has a name: `random`, `greedy`, `rollout`, `planner`, `mcts`, `level1` … `level5`. Settings follow the name after
colons, `mcts:iterations=200:seconds=1`, and a bot of your own is named by its place, `my_bots.clever:Clever`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol

from ludoteka import games
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.levels import LEVELS, LevelBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.random import RandomBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.core.action import Action
from ludoteka.core.errors import LudotekaError
from ludoteka.core.game import State


class Bot(Protocol):
    """Ten lines make one: return one of `state.legal_actions()`. All chance of its own comes from `rng`."""

    def choose(self, state: State, seat: int, rng: Random) -> Action: ...


class UnknownBot(LudotekaError):
    pass


_MAKERS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "rollout": RolloutBot,
    "mcts": MctsBot,
    "planner": PlannerBot,
}
_QUICK = ("random", "greedy")


def names() -> list[str]:
    return [*_MAKERS, *(level.bot for level in LEVELS)]


def make(name: str) -> Bot:
    """A new bot by its name; every seat needs its own, because a bot may remember."""
    kind, *settings = name.split(":")
    if "." in kind and settings:
        return _stranger(name, kind, *settings)
    try:
        values = _values(settings)
        if not values:
            for level in LEVELS:
                if level.bot == kind:
                    return LevelBot(level.number)
        return _MAKERS[kind](**values)
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownBot("error.unknown_bot", name=name, known=", ".join(names())) from error


def _stranger(name: str, module: str, attribute: str, *settings: str) -> Bot:
    try:
        bot = getattr(import_module(module), attribute)(**_values(settings, text=True))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UnknownBot("error.unknown_bot", name=name, known=", ".join(names())) from error
    return bot  # type: ignore[no-any-return]


def _values(settings: Sequence[str], text: bool = False) -> dict[str, Any]:
    """Numbers and truth values; `text` allows words, too: a bot of somebody else may want the name of a file."""
    return {key: _read(value, text) for key, _, value in (setting.partition("=") for setting in settings)}


def _read(value: str, text: bool) -> Any:
    if value in ("true", "false"):
        return value == "true"
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        if text:
            return value
        raise


def decide(bot: Bot, state: State, seat: int, rng: Random) -> Action:
    """What the bot does in this position. The same seed gives the same decision."""
    return bot.choose(state.resample(seat, rng), seat, rng)


def is_quick(name: str, game: str) -> bool:
    """Whether a bot by that name decides in a moment. Those that search take seconds; others may."""
    for level in LEVELS:
        if level.bot == name:
            return level.settings(games.load(game))["kind"] in _QUICK
    return name.split(":")[0] in _QUICK

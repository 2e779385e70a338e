"""Players that are programs. A bot never sees the true state: it gets a world resampled from what its seat knows.

A bot has a name: `random`, `greedy`, `rollout`, `planner`, `mcts`, `level1` … `level5`, `legacy5`, `analyst`. Settings
follow the name after colons, `mcts:iterations=200:seconds=1`, and a bot of your own is named by its place,
`my_bots.clever:Clever`, looked for where you stand, too. Bots of other packages come in through entry points
(`ludoteka.bots`) and have a name like ours. `cmd:./mybot` is a program of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from random import Random
from types import ModuleType
from typing import Any, Protocol

from ludoteka import games
from ludoteka.bots.broken import BrokenBot, FailedBot, IllegalAnswer, UnknownBot, check_answer, what_and_where
from ludoteka.bots.command import CommandBot
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge
from ludoteka.bots.levels import NAMED, LevelBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.planner import PlannerBot
from ludoteka.bots.random import RandomBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.core.action import Action
from ludoteka.core.game import State

__all__ = [
    "Bot",
    "BrokenBot",
    "FailedBot",
    "IllegalAnswer",
    "UnknownBot",
    "check_answer",
    "decide",
    "is_quick",
    "make",
    "names",
    "thought_of",
]


class Bot(Protocol):
    """Ten lines make one: return one of `state.legal_actions()`. All chance of its own comes from `rng`."""

    def choose(self, state: State, seat: int, rng: Random) -> Action: ...


_MAKERS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "rollout": RolloutBot,
    "mcts": MctsBot,
    "planner": PlannerBot,
}
_QUICK = ("random", "greedy")
GROUP = "ludoteka.bots"


def names() -> list[str]:
    ours = [*_MAKERS, *NAMED]
    return ours + [name for name in _guests() if name not in ours]


@cache
def _guests() -> dict[str, EntryPoint]:
    """The bots of other packages, not loaded yet."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def make(name: str, judge: Judge | None = None) -> Bot:
    """A new bot by its name; every seat needs its own, because a bot may remember. `judge` replaces the game's own."""
    kind, *settings = name.split(":")
    if kind == "cmd":
        return CommandBot(name)
    if kind not in _MAKERS and (guest := _guests().get(kind)):
        return _stranger(name, guest.load, settings)
    if settings and "=" not in settings[0]:
        attribute, *others = settings
        return _stranger(name, lambda: getattr(_module(kind), attribute), others)
    try:
        values = _values(settings)
        if judge is not None:
            values["judge"] = judge
        return LevelBot(kind, **values) if kind in NAMED else _MAKERS[kind](**values)
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownBot("error.unknown_bot", name=name, known=", ".join(names())) from error


def _stranger(name: str, load: Callable[[], Callable[..., Bot]], settings: Sequence[str]) -> Bot:
    try:
        return load()(**_values(settings, text=True))
    except Exception as error:  # whatever somebody else's code may do
        raise BrokenBot(name, what_and_where(error)) from error


def _module(name: str) -> ModuleType:
    """A module of any package, or of the folder we stand in, which a console script does not know."""
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    return import_module(name)


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


def thought_of(name: str, bot: Bot, state: State, seat: int, rng: Random) -> Action:
    """The same of a bot that may be anybody's: what it raises is told with its name and the place."""
    try:
        return decide(bot, state, seat, rng)
    except (BrokenBot, FailedBot, IllegalAnswer):
        raise
    except Exception as error:
        raise FailedBot(name, what_and_where(error)) from error


def is_quick(name: str, game: str) -> bool:
    """Whether a bot by that name decides in a moment. Those that search take seconds; others may."""
    if name in NAMED:
        return NAMED[name].settings(games.load(game))["kind"] in _QUICK
    return name.split(":")[0] in _QUICK

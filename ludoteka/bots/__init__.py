"""Players that are programs. A bot never sees the true state: it gets a world resampled from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from ludoteka.bots.random import RandomBot
from ludoteka.core.action import Action
from ludoteka.core.errors import LudotekaError
from ludoteka.core.game import State


class Bot(Protocol):
    """Ten lines make one: return one of `state.legal_actions()`. All chance of its own comes from `rng`."""

    def choose(self, state: State, seat: int, rng: Random) -> Action: ...


class UnknownBot(LudotekaError):
    pass


_MAKERS: dict[str, Callable[[], Bot]] = {"random": RandomBot}


def names() -> list[str]:
    return list(_MAKERS)


def make(name: str) -> Bot:
    if name not in _MAKERS:
        raise UnknownBot("error.unknown_bot", name=name, known=", ".join(_MAKERS))
    return _MAKERS[name]()


def decide(bot: Bot, state: State, seat: int, rng: Random) -> Action:
    """What the bot does in this position. The same seed gives the same decision."""
    return bot.choose(state.resample(seat, rng), seat, rng)

"""What thinking bots share: a decision with its reasons, for play, hints and analysis."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from ludoteka.bots import judge as judges
from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.core.native import mypyc_attr

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Option:
    """One action as the bot sees it."""

    action: Action
    visits: int
    value: float
    """The share of victory it promises the seat, 0 to 1."""
    worths: tuple[float, ...] = ()
    """Final points expected for each seat, where the bot knows."""
    shares: tuple[float, ...] = ()
    """Shares of victory of all seats, where the bot knows."""
    line: tuple[Action, ...] = ()
    """How it expects the match to go on."""
    own: float | None = None
    """Final points that a plan promises the seat, more than where all expect their usual ones."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker(ABC):
    """A bot that can say what it thinks of each action. `blur` is how far off it sees the shares of victory they
    promise, so that it takes a good action for the best one, sometimes a middling one and hardly ever a bad one;
    `seconds` is how long it thinks at most (0: no bound)."""

    def __init__(self, blur: float = 0.0, judge: judges.Judge | None = None, seconds: float = 0.0) -> None:
        self.blur = blur
        self.judge = judge
        self.seconds = seconds

    def hurry(self, seconds: float) -> None:
        """Think no longer than that from now on: the same bot with less time."""
        self.seconds = min(self.seconds, seconds) if self.seconds > 0 else seconds

    @abstractmethod
    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        """The actions worth a thought, the best first; `also` is looked at whether it seems worth it or not."""

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        """Never raises: a fault in a judge costs strength, not the match, and is logged."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        try:
            best = self._seen(self.think(state, seat, rng), rng).action
        except Exception:
            log.exception("the bot failed; taking any legal action")
            return rng.choice(legal)
        return best if best in legal else rng.choice(legal)

    def _seen(self, options: list[Option], rng: Random) -> Option:
        """The best of them as this bot sees it."""
        if not self.blur:
            return options[0]
        return max(options, key=lambda option: option.value + rng.gauss(0.0, self.blur))

    def judge_of(self, state: State) -> judges.Judge:
        return self.judge or judges.of(state)

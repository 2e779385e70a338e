"""The bot that does anything. It is the baseline every other bot must beat."""

from __future__ import annotations

from random import Random

from ludoteka.core.action import Action
from ludoteka.core.game import State


class RandomBot:
    def choose(self, state: State, seat: int, rng: Random) -> Action:
        return state.sample(rng)

"""The bot that looks one action ahead and takes what the game's judge likes best."""

from __future__ import annotations

from random import Random

from ludoteka.bots.judge import Judge
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.game import State


class GreedyBot(Thinker):
    """`worlds` is how many guesses at what is hidden it makes."""

    def __init__(self, noise: float = 0.0, worlds: int = 3, judge: Judge | None = None) -> None:
        super().__init__(noise, judge)
        self.worlds = worlds

    def think(self, state: State, seat: int, rng: Random) -> list[Option]:
        judge = self.judge_of(state)
        actions = judge.actions(state)
        totals = [0.0] * len(actions)
        for _ in range(self.worlds):
            world = state.resample(seat, rng)
            for i, action in enumerate(actions):
                totals[i] += judge.ahead(world, action, rng, samples=2)[seat]
        # equal values in random order, or a bot would always begin with the first stone of the list
        order = sorted(range(len(actions)), key=lambda i: (-totals[i], rng.random()))
        return [Option(actions[i], self.worlds, totals[i] / self.worlds) for i in order]

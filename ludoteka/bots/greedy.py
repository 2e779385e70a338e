"""The bot that looks one action ahead and takes what the game's judge likes best."""

from __future__ import annotations

from random import Random

from ludoteka.bots.judge import Judge
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State


class GreedyBot(Thinker):
    """`worlds` is how many guesses at what is hidden it makes. With `chapters` it finishes so many in its head before
    it judges, such as the turn where a turn has many actions."""

    def __init__(self, noise: float = 0.0, worlds: int = 3, chapters: int = 0, judge: Judge | None = None) -> None:
        super().__init__(noise, judge)
        self.worlds = worlds
        self.chapters = chapters

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        judge = self.judge_of(state)
        actions = judge.actions(state)
        if also is not None and also not in actions:
            actions = [*actions, also]
        worlds = self.worlds if judge.hidden else 1
        totals = [[0.0] * state.seats for _ in actions]
        for _ in range(worlds):
            world = state.resample(seat, rng)
            for total, action in zip(totals, actions, strict=True):
                for i, share in enumerate(judge.ahead(world, action, rng, 2, self.chapters)):
                    total[i] += share / worlds
        # equal values in random order, or a bot would always begin with the first stone of the list
        order = sorted(range(len(actions)), key=lambda i: (-totals[i][seat], rng.random()))
        return [Option(actions[i], worlds, totals[i][seat], (), tuple(totals[i])) for i in order]

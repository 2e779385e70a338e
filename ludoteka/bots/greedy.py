"""The bot that looks one action ahead and takes what the game's judge likes best."""

from __future__ import annotations

from random import Random
from time import perf_counter

from ludoteka.bots.judge import Judge
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyBot(Thinker):
    """`worlds` is how many guesses at what is hidden it makes. With `chapters` it finishes so many in its head before
    it judges, such as the turn where a turn has many actions. After `seconds` it takes the best it has looked at."""

    def __init__(
        self,
        blur: float = 0.0,
        worlds: int = 3,
        chapters: int = 0,
        judge: Judge | None = None,
        seconds: float = 0.0,
    ) -> None:
        super().__init__(blur, judge, seconds)
        self.worlds = worlds
        self.chapters = chapters

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        judge = self.judge_of(state)
        actions = judge.actions(state)
        if also is not None and also not in actions:
            actions = [*actions, also]
        # what was asked for is looked at, however late it is
        end = perf_counter() + self.seconds if self.seconds > 0 and also is None else float("inf")
        worlds = 0
        totals: list[list[float]] = []
        while worlds < (self.worlds if judge.hidden else 1) and (worlds == 0 or perf_counter() < end):
            world = state.resample(seat, rng)
            looked: list[list[float]] = []
            for action in actions:
                if looked and perf_counter() >= end:
                    break
                looked.append(judge.ahead(world, action, rng, 2, self.chapters))
            if worlds == 0:
                totals = looked
            elif len(looked) == len(totals):
                totals = [[a + b for a, b in zip(*both, strict=True)] for both in zip(totals, looked, strict=True)]
            else:
                break  # a world seen in part would favour the actions it was seen for
            worlds += 1
        shares = [[share / worlds for share in total] for total in totals]
        # equal values in random order, or a bot would always begin with the first stone of the list
        order = sorted(range(len(shares)), key=lambda i: (-shares[i][seat], rng.random()))
        return [Option(actions[i], worlds, shares[i][seat], (), tuple(shares[i])) for i in order]

"""The bot that plays its best few ideas on to the end of the chapter and takes the one that stands best there.

For games of long plans and no luck. A judge compares positions well at the same moment of a round and badly across
moments, which is what a short tree search would do; played on to one moment by one policy, ideas compare well.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Final

from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.native import mypyc_attr

LONGEST: Final = 400
"""Actions after which a playout is judged wherever it is."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RolloutBot(Thinker):
    """`keep` ideas at most are played on, none that one look ahead finds worse than the best by more than `within`.
    After `seconds` the idea under way is dropped (0: no bound)."""

    def __init__(
        self,
        keep: int = 6,
        within: float = 0.16,
        seconds: float = 0.0,
        blur: float = 0.0,
        judge: Judge | None = None,
    ) -> None:
        super().__init__(blur, judge, seconds)
        self.keep = keep
        self.within = within
        self.look = GreedyBot(judge=judge)

    def hurry(self, seconds: float) -> None:
        super().hurry(seconds)
        self.look.hurry(seconds / 2)

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        end = perf_counter() + self.seconds if self.seconds > 0 else float("inf")
        ideas = self.look.think(state, seat, rng, also)
        floor = ideas[0].value - self.within
        worthy = [o for i, o in enumerate(ideas) if (i < self.keep and o.value >= floor) or o.action == also]
        if len(worthy) == 1:
            return worthy
        judge = self.judge_of(state)
        options: list[Option] = []
        for idea in worthy:
            # what was asked for is looked at, however late it is
            option = self._played_on(state, seat, rng, judge, idea.action, end if also is None else float("inf"))
            if option is None:
                break
            options.append(option)
        options.sort(key=lambda option: -option.value)
        return options or ideas

    def _played_on(
        self, state: State, seat: int, rng: Random, judge: Judge, action: Action, end: float
    ) -> Option | None:
        chapter = judge.chapter(state)
        world = state.resample(seat, rng)
        world.apply(action)
        line: list[Action] = []
        for _ in range(LONGEST):
            mover = world.to_move()
            if mover == OVER or judge.chapter(world) != chapter:
                break
            if perf_counter() > end:
                return None
            following = world.sample(rng) if mover == CHANCE else judge.playout(world, rng)
            line.append(following)
            world.apply(following)
        worths = judge.worth(world)
        shares = judge.utility(world, worths)
        return Option(action, 1, shares[seat], tuple(worths), tuple(shares), tuple(line[:6]))

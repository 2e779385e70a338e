"""The bot that plans its turns of a whole chapter and plays the first of them.

For games of long plans: a beam of whole own turns, not of single actions, until the seat's chapter ends. Rivals stand
still in the plan; what they may take away meanwhile is a price on waiting. What a turn is, when two plans have come to
the same, and what a plan is worth where it ends, the game's judge says through its `Plans`.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge, Plans
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.core.native import mypyc_attr

LONGEST: Final = 16
"""Turns in a plan at most."""
HASTY: Final = 4
"""Plans kept once half of the time is gone: few that come to their end are better than many that do not."""
REMEMBERED: Final = 400
"""Positions whose best action is known from an earlier plan, so that a turn is planned once and not at every step."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Turns on end. `turn` is the first of them, which is played; `ways` are the actions of all, for people."""

    value: float
    price: float
    state: State
    turn: tuple[Action, ...]
    ways: tuple[Action, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class PlannerBot(Thinker):
    """`width` plans are kept after each turn, `late` of them in the last chapter; an answer to somebody else's action
    is planned with `answers`. When half of the `seconds` are gone few plans are followed on, and at their end none.
    What cannot be planned is decided by one look ahead or, if so many are given, by a search of `futures`."""

    def __init__(
        self,
        width: int = 8,
        late: int = 60,
        answers: int = 3,
        futures: int = 0,
        seconds: float = 4.0,
        blur: float = 0.0,
        judge: Judge | None = None,
    ) -> None:
        super().__init__(blur, judge, seconds)
        self.width = width
        self.late = late
        self.answers = answers
        self.look: Thinker = MctsBot(futures, reuse=False, judge=judge) if futures else GreedyBot(judge=judge)
        self._next: dict[Hashable, Action] = {}

    def hurry(self, seconds: float) -> None:
        super().hurry(seconds)
        self.look.hurry(seconds / 2)

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        plans = self.judge_of(state).plans
        if plans is not None and plans.planned(state, seat):
            known = self._next.get(plans.key(state, seat))
            if known is not None and known in state.legal_actions():
                return known
        return super().choose(state, seat, rng)

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        judge = self.judge_of(state)
        plans = judge.plans
        if plans is None:
            return self.look.think(state, seat, rng, also)
        if plans.planned(state, seat):
            best = self.best_plans(state, seat, plans)
        elif self.answers and (choices := plans.answers(state, seat)):
            best = self._best_answers(state, seat, plans, choices, self.answers)
        else:
            best = {}
        if not best:
            return self.look.think(state, seat, rng, also)
        if also is not None and also not in best:
            width = plans.width(state, self.width, self.late)
            best |= self._best_answers(state, seat, plans, {also: 0.0}, width)
        first = max(best.values(), key=lambda plan: plan.value)
        expected = self._expected(state, seat, judge, first, rng)
        promised = [0.0] * state.seats
        options = []
        for action, plan in best.items():
            worths = expected[:]
            worths[seat] += plan.value - first.value
            promised[seat] = plan.value
            value = judge.utility(state, promised)[seat]
            options.append(Option(action, 1, value, tuple(worths), line=plan.ways[1:7], own=plan.value))
        return sorted(options, key=lambda option: -option.value)

    def _expected(self, state: State, seat: int, judge: Judge, plan: Plan, rng: Random) -> list[float]:
        """What everybody may expect after the first turn of the plan: there, unlike where the plan ends, it is known of
        the rivals, too."""
        world = state.clone()
        for action in plan.turn:
            if world.to_move() != seat or action not in world.legal_actions():
                break  # somebody is asked, who had no part in the plan
            world.apply(action)
        judge.play_on(world, rng)
        return judge.worth(world)

    def best_plans(self, state: State, seat: int, plans: Plans) -> dict[Action, Plan]:
        """The best plan for each action that a plan begins with; the best of all is remembered step by step."""
        found = self._plan(state, seat, plans, plans.width(state, self.width, self.late))
        best: dict[Action, Plan] = {}
        for plan in found:
            first = plan.turn[0]
            if first not in best or best[first].value < plan.value:
                best[first] = plan
        if best:
            self._remember(state, seat, plans, max(best.values(), key=lambda plan: plan.value).turn)
        return best

    def _best_answers(
        self, state: State, seat: int, plans: Plans, choices: dict[Action, float], width: int
    ) -> dict[Action, Plan]:
        """What each of some actions leads to; `choices` are the actions with what speaks for them besides."""
        best: dict[Action, Plan] = {}
        for action, bonus in choices.items():
            after = state.clone()
            after.apply(action)
            world = plans.settled(plans.alone(after, seat), seat)
            found = self._plan(world, seat, plans, width) if plans.planned(world, seat) else []
            value = max(plan.value for plan in found) if found else plans.leaf(world, seat, state)
            best[action] = Plan(value + bonus, 0.0, world, (action,), (action,))
        return best

    def _plan(self, state: State, seat: int, plans: Plans, width: int) -> list[Plan]:
        """Finished plans, in no order: those whose chapter has ended, or all of the last turn when time is up."""
        begun = perf_counter()
        finished: dict[Hashable, Plan] = {}
        beam = [Plan(0.0, 0.0, plans.alone(state, seat), (), ())]
        for depth in range(LONGEST):
            going: dict[Hashable, Plan] = {}
            for plan in beam:
                for world, turn in plans.turns(plan.state, seat):
                    price = plan.price + plans.hurry(turn) * depth
                    over = plans.ended(plan.state, world)
                    worth = plans.leaf(world, seat, state) if over else plans.along(world, seat)
                    here = finished if over else going
                    key = plans.key(world, seat)
                    known = here.get(key)
                    if known is None or known.value < worth - price:
                        here[key] = Plan(worth - price, price, world, plan.turn or turn, plan.ways + turn)
            spent = (perf_counter() - begun) / self.seconds if self.seconds > 0 else 0.0
            if spent > 0.5:
                width = min(width, HASTY)
            beam = sorted(going.values(), key=lambda plan: -plan.value)[:width]
            if not beam or spent > 1:
                break
        return list(finished.values()) or beam

    def _remember(self, state: State, seat: int, plans: Plans, turn: tuple[Action, ...]) -> None:
        if len(self._next) > REMEMBERED:
            self._next.clear()
        world = state.clone()
        for action in turn:
            if not plans.planned(world, seat):
                break
            self._next[plans.key(world, seat)] = action
            world.apply(action)

"""A bot that thinks in intentions instead of single actions:

    ludoteka arena terra_mystica --bots examples.macro_bot:Macro,greedy --matches 24

It judges whole moves (dig, change the land and build; go on and conquer) where they end, plays the best one and keeps
to it. So many moves of a turn are looked at one after the other as `beam` says, and as many ways of it kept.
"""

from __future__ import annotations

from random import Random

from ludoteka.bots import judge as judges
from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.core.intentions import Intention, Planner, intend, intentions
from ludoteka.core.manner import manner


class Macro:
    def __init__(self, beam: int = 1, chapters: int = 0) -> None:
        self.beam = beam
        self.chapters = chapters
        self.later: list[Action] = []

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        legal = state.legal_actions()
        if self.later and self.later[0] in legal:
            return self.later.pop(0)
        self.later = []
        if len(legal) == 1:
            return legal[0]
        first, *self.later = self.best(state, seat, rng)
        return first

    def best(self, state: State, seat: int, rng: Random) -> tuple[Action, ...]:
        """The most promising moves on end, as long as nobody else is asked."""
        turns = manner(state.game()).turns
        going: list[tuple[tuple[Action, ...], State]] = [((), state)]
        found: list[tuple[float, tuple[Action, ...]]] = []
        for _ in range(self.beam):
            ranked: list[tuple[float, tuple[Action, ...], State]] = []
            for actions, here in going:
                for move in moves(here):
                    ranked.append((self.worth(here, move, seat, rng), (*actions, *move.actions), move.after))
            ranked.sort(key=lambda one: -one[0])
            found += [(value, actions) for value, actions, _ in ranked[:1]]
            goes_on = [one for one in ranked if one[2].to_move() == seat and one[2].question() in turns]
            going = [(actions, after) for _, actions, after in goes_on[: self.beam]]
            if not going:
                break
        return max(found, key=lambda one: one[0])[1]

    def worth(self, state: State, move: Intention, seat: int, rng: Random) -> float:
        last = move.steps[-1]
        return judges.of(state).ahead(last.before, last.action, rng, 2, self.chapters)[seat]


def moves(state: State) -> list[Intention]:
    """Every action that the judge thinks of with what follows by itself, and what begins with a thing."""
    game = state.game()
    found = [intend(game, state, [action]) for action in judges.of(state).actions(state)]
    for kind, thing in sorted(Planner(game, state).openings()):
        found += intentions(game, state, {kind: thing}, 2).found
    return found

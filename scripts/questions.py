"""How many questions a match puts to people, atom by atom and as they are asked at a table: `python -m scripts.questions fabled`.

The players are `greedy`. A question counts unless the server answers it, the plan before it had that answer, or it goes
on with an arrangement. Printed too: the share of questions to which at least nine of ten answers were alike.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from random import Random

from ludoteka import bots, games
from ludoteka.core.action import Action, verb_of
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.intentions import answer_by_itself, intend
from ludoteka.core.manner import manner

ALIKE = 0.9


def count(name: str, matches: int, seats: int) -> tuple[float, float, float, float]:
    """Questions a match before and now, and the shares of them that are near-automatic."""
    game, own = games.load(name), manner(games.load(name))
    every: dict[str, Counter[str]] = defaultdict(Counter)
    asked: dict[str, Counter[str]] = defaultdict(Counter)
    for seed in range(matches):
        state, rng, bot = game.new(seats), Random(seed), bots.make("greedy")
        planned: dict[int, list[Action]] = {}
        arranging = (-1, "")
        while (seat := state.to_move()) != OVER:
            if seat == CHANCE:
                state.apply(state.sample(rng))
                continue
            legal, question = state.legal_actions(), state.question()
            action = bot.choose(state.resample(seat, rng), seat, rng) if len(legal) > 1 else legal[0]
            every[question][verb_of(action)] += 1
            waiting = planned.get(seat, [])
            if action == answer_by_itself(own, state, alone=True) or arranging == (seat, question):
                pass
            elif waiting and waiting[0] == action:
                del waiting[0]
            else:
                asked[question][verb_of(action)] += 1
                planned[seat] = list(intend(game, state, [action]).actions[1:])
            arranging = (seat, question) if question in own.arrangements else (-1, "")
            state.apply(action)
    return (
        sum(sum(c.values()) for c in every.values()) / matches,
        sum(sum(c.values()) for c in asked.values()) / matches,
        _automatic(every),
        _automatic(asked),
    )


def _automatic(answers: dict[str, Counter[str]]) -> float:
    """The share of questions of a kind to which one verb is the answer nine times of ten, other verbs being open."""
    total = sum(sum(c.values()) for c in answers.values())
    alike = [c for c in answers.values() if len(c) > 1 and max(c.values()) >= ALIKE * sum(c.values())]
    return sum(sum(c.values()) for c in alike) / total


if __name__ == "__main__":
    for which in sys.argv[1:] or [g for g in games.names() if g != "pebbles"]:
        before, now, alike_before, alike_now = count(which, 24, 3)
        print(f"{which}: {before:.0f} questions a match, now {now:.0f}; near-automatic {alike_before:.0%}, now {alike_now:.0%}")

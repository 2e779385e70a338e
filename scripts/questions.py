"""How many questions a match puts to people, action by action and as a table asks them: `python -m scripts.questions`.

The players are `greedy`. At a table a question counts once for all that is planned and confirmed with it; it does not
count where the server answers it or a plan before it did. Near-automatic is a question to which one verb is the answer
at least nine times of ten while others are open.
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
Answers = dict[str, Counter[str]]


def count(name: str, matches: int, seats: int) -> tuple[Answers, Answers]:
    """The answers to every question there was, and to those that a table asks."""
    game, own = games.load(name), manner(games.load(name))
    every: Answers = defaultdict(Counter)
    asked: Answers = defaultdict(Counter)
    for seed in range(matches):
        state, rng, bot = game.new(seats), Random(seed), bots.make("greedy")
        planned: dict[int, list[Action]] = {}
        planning, last = -1, ""  # the seat whose plan is under way, and what it was asked
        while (seat := state.to_move()) != OVER:
            if seat == CHANCE:
                planning = -1
                state.apply(state.sample(rng))
                continue
            legal, question = state.legal_actions(), state.question()
            action = bot.choose(state.resample(seat, rng), seat, rng) if len(legal) > 1 else legal[0]
            every[question][verb_of(action)] += 1
            waiting = planned.get(seat, [])
            arranging = question == last and question in own.arrangements
            if planning == seat and (arranging or question not in own.rests):
                pass  # chosen in the same plan
            elif waiting and waiting[0] == action:
                del waiting[0]
            elif action != answer_by_itself(own, state, alone=True):
                asked[question][verb_of(action)] += 1
                planned[seat] = list(intend(game, state, [action]).actions[1:])
            planning, last = seat, question
            state.apply(action)
    return every, asked


def number(answers: Answers) -> int:
    return sum(sum(c.values()) for c in answers.values())


def automatic(answers: Answers) -> float:
    alike = {q: c for q, c in answers.items() if len(c) > 1 and max(c.values()) >= ALIKE * sum(c.values())}
    return number(alike) / number(answers)


if __name__ == "__main__":
    MATCHES = 24
    for which in sys.argv[1:] or [g for g in games.names() if g != "pebbles"]:
        before, now = count(which, MATCHES, 3)
        print(f"{which}: {number(before) / MATCHES:.0f} questions a match, near-automatic {automatic(before):.0%};")
        print(f"  at a table {number(now) / MATCHES:.0f}, near-automatic {automatic(now):.0%}")

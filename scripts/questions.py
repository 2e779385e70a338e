"""How many questions a match puts to people, action by action and as a table asks them: `python -m scripts.questions`.

The players are `greedy`. At a table a question counts once for all that is planned and confirmed with it; it does not
count where the server answers it or a plan before it did. Near-automatic is a question to which one verb is the answer
at least nine times of ten while others are open; where there is one verb only, a number counts as the answer.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from random import Random

from ludoteka import bots, games
from ludoteka.core.action import Action, verb_of
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.intentions import answer_by_itself, intend
from ludoteka.core.manner import Manner, manner

ALIKE = 0.9
SEATS = 3
Answers = dict[str, Counter[str]]


def count(name: str, matches: range, seats: int) -> tuple[Answers, Answers]:
    """The answers to every question there was, and to those that a table asks."""
    game, own = games.load(name), manner(games.load(name))
    every: Answers = defaultdict(Counter)
    asked: Answers = defaultdict(Counter)
    for seed in matches:
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
            told = (
                str(action)
                if {verb_of(a) for a in legal} == {verb_of(action)} and hasattr(action, "n")
                else verb_of(action)
            )
            every[question][told] += 1
            waiting = planned.get(seat, [])
            arranging = question == last and question in own.arrangements
            if planning == seat and (arranging or question not in own.rests):
                planned[seat] = follows(game, own, state, action)  # chosen in the same plan
            elif waiting and waiting[0] == action:
                del waiting[0]
            elif action != answer_by_itself(own, state, alone=True):
                asked[question][told] += 1
                planned[seat] = follows(game, own, state, action)
            planning, last = seat, question
            state.apply(action)
    return every, asked


def follows(game: Game, own: Manner, state: State, action: Action) -> list[Action]:
    """What is confirmed together with an action."""
    plan = intend(game, state, [action])
    return [*plan.actions[1:], *own.afterwards(plan.after, state.to_move())]


def number(answers: Answers) -> int:
    return sum(sum(c.values()) for c in answers.values())


def alike(answers: Answers) -> Answers:
    """The near-automatic questions."""
    return {q: c for q, c in answers.items() if len(c) > 1 and max(c.values()) >= ALIKE * sum(c.values())}


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("games", nargs="*", default=[g for g in games.names() if g != "pebbles"])
    args.add_argument("--matches", type=int, default=24)
    args.add_argument("--first", type=int, default=0, help="leave out so many before")
    given = args.parse_args()
    for name in given.games:
        found = count(name, range(given.first, given.first + given.matches), SEATS)
        for which, answers in zip(("every", "asked at a table"), found, strict=True):
            share = number(alike(answers)) / number(answers)
            print(f"{name}, {which}: {number(answers) / given.matches:.0f} a match, near-automatic {share:.1%}")
        for question, answers in sorted(found[1].items(), key=lambda item: -sum(item[1].values())):
            told = ", ".join(f"{verb} {n}" for verb, n in answers.most_common(6))
            print(f"  {'*' if question in alike(found[1]) else ' '} {question}: {told}")


if __name__ == "__main__":
    main()

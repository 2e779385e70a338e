"""Mistakes that a person could make: a blurred bot takes what is nearly as good for the best."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka import bots, games
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.thought import Option, Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State

VALUES = (0.5, 0.49, 0.1)


class Sure(Thinker):
    """Finds its actions worth these shares of victory, in their order."""

    def think(self, state: State, seat: int, rng: Random, also: Action | None = None) -> list[Option]:
        return [Option(action, 1, value) for action, value in zip(state.legal_actions(), VALUES, strict=False)]


def chosen(blur: float) -> Counter[int]:
    state = games.load("tigris_euphrates").new(2)
    rng = Random(3)
    while state.to_move() < 0:
        state.apply(state.sample(rng))
    legal = state.legal_actions()
    bot = Sure(blur=blur)
    return Counter(legal.index(bot.choose(state, state.to_move(), rng)) for _ in range(200))


def test_what_is_nearly_as_good_is_taken_for_the_best_and_what_is_bad_is_not() -> None:
    found = chosen(blur=0.05)
    assert min(found[0], found[1]) > 50
    assert not found[2]


def test_the_more_blurred_the_worse() -> None:
    assert chosen(blur=0.0) == {0: 200}
    assert chosen(blur=0.5)[2] > 20


@pytest.mark.parametrize("game", games.names())
def test_a_blurred_bot_is_fair_to_the_rules_and_repeats_itself(game: str) -> None:
    state, rng = games.load(game).new(games.load(game).seats[0]), Random(1)
    decided = 0
    while decided < 12:
        seat = state.to_move()
        if seat < 0:
            state.apply(state.sample(rng))
            continue
        decided += 1
        first, again = (bots.decide(GreedyBot(blur=0.1, worlds=1), state, seat, Random(5)) for _ in range(2))
        assert first == again
        assert first in state.legal_actions()
        state.apply(first)

from __future__ import annotations

from random import Random

import pytest

from ludoteka import bots
from ludoteka.core.game import CHANCE, OVER, Game, State


def played_by_bots(game: Game, seed: int) -> State:
    state, rng, bot = game.new(seats=3), Random(seed), bots.make("random")
    while (seat := state.to_move()) != OVER:
        state.apply(state.sample(rng) if seat == CHANCE else bots.decide(bot, state, seat, rng))
    return state


def test_a_seed_makes_bots_repeatable(pebbles: Game) -> None:
    assert played_by_bots(pebbles, 5).digest() == played_by_bots(pebbles, 5).digest()
    assert played_by_bots(pebbles, 5).digest() != played_by_bots(pebbles, 6).digest()


def test_a_bot_gets_another_world(pebbles: Game) -> None:
    given: list[State] = []

    class Curious:
        def choose(self, state: State, seat: int, rng: Random) -> object:
            given.append(state)
            return state.legal_actions()[0]

    state = pebbles.new(seats=2)
    rng = Random(1)
    while state.to_move() == CHANCE:
        state.apply(state.sample(rng))
    for seed in range(20):
        bots.decide(Curious(), state, 0, Random(seed))  # type: ignore[arg-type]
    assert all(world.view(0) == state.view(0) for world in given)
    assert len({world.digest() for world in given}) > 3


def test_an_unknown_bot_is_refused() -> None:
    assert "random" in bots.names()
    with pytest.raises(bots.UnknownBot, match="There are: random"):
        bots.make("genius")

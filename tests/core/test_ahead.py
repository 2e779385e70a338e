"""The next turn as it would be now, in every game."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.ahead import next_turn
from ludoteka.core.game import OVER


@pytest.mark.parametrize("name", games.names())
def test_a_turn_can_be_foreseen_from_what_a_seat_knows(name: str) -> None:
    game, rng = games.load(name), Random(1)
    state = game.new(max(2, game.seats[0]))
    for step in range(60):
        if state.to_move() == OVER:
            break
        if step % 12 == 0:
            for seat in range(state.seats):
                here = next_turn(game, state, seat)
                assert here is None or here.to_move() == seat
        state.apply(state.sample(rng))

"""A player leaves."""

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER
from ludoteka.games.fabled.actions import Leave
from ludoteka.games.fabled.laws import LAWS
from ludoteka.games.fabled.phases.lands import OPENING
from ludoteka.games.fabled.state import SETUP, FabledState
from tests.games.leaving import leaves


@pytest.mark.rule("FB-15.1")
def test_a_player_leaves() -> None:
    leaves(games.load("fabled"))


def test_the_last_player_may_leave_while_a_land_is_turned_up() -> None:
    state, rng = games.load("fabled").new(1), Random(1)
    assert isinstance(state, FabledState)
    while state.part == SETUP or state.to_move() != CHANCE or state.stack[-1][0] is not OPENING:
        state.apply(state.sample(rng))
    state.happen(Leave(0))
    assert state.to_move() == OVER
    for law in LAWS:
        law(state)

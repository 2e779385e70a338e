"""A player leaves."""

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.games.fabled.laws import LAWS
from ludoteka.games.fabled.phases.lands import OPENING
from ludoteka.games.fabled.state import SETUP, FabledState
from tests.games.leaving import leaves


@pytest.mark.rule("FB-15.1")
def test_a_player_leaves() -> None:
    leaves(games.load("fabled"))


def test_the_last_player_may_leave_while_a_land_is_turned_up() -> None:
    match, rng = Match(games.load("fabled"), 1), Random(1)
    state = match.state
    assert isinstance(state, FabledState)
    while state.part == SETUP or state.stack[-1][0] is not OPENING:
        match.push(state.sample(rng))
    match.event("leave 0")
    assert state.to_move() == OVER
    for law in LAWS:
        law(state)

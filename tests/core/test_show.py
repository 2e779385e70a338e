"""Positions and matches show themselves."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludoteka import games
from ludoteka.core.game import OVER, Game
from ludoteka.core.match import Match
from tests.conftest import played


def test_a_position_says_whose_turn_it_is(pebbles: Game) -> None:
    match = played(pebbles, 2)
    assert repr(Match(pebbles, 2).state) == "<pebbles, 2 seats, chance to answer DrawPebble>"
    begun = Match.load("ludoteka 1\ngame pebbles 1 seats=2\nseats A | B\nopen\n", games.load)
    assert repr(begun) == "<match of pebbles, 2 seats, 0 actions, chance to answer DrawPebble>"
    assert match.state.to_move() == OVER
    assert repr(match.state).endswith("over>")


def test_equal_means_the_same_position(pebbles: Game) -> None:
    one, two = played(pebbles, 3), played(pebbles, 3)
    assert one.state == two.state
    assert one == two
    assert one.at(5) != one.at(6)
    two.rewind(len(two.actions) - 1)
    assert one != two
    assert one.state != two.state
    assert one.state != "something else"


@pytest.mark.parametrize("name", games.names())
def test_every_game_shows_itself(name: str) -> None:
    match = Match(games.load(name), games.load(name).seats[0])
    assert match.game.name in repr(match)
    assert len(str(match).splitlines()) > 3, "the board as text"
    for shown in (match._repr_svg_(), match.state._repr_svg_()):
        assert ElementTree.fromstring(shown).tag.endswith("svg")

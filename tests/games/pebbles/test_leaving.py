"""A player leaves."""

import pytest

from ludoteka import games
from tests.games.leaving import leaves


@pytest.mark.rule("PB-5.1")
def test_a_player_leaves() -> None:
    leaves(games.load("pebbles"))

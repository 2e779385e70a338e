"""Shared by all tests."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.game import OVER, Game
from ludoteka.core.match import Match


@pytest.fixture
def pebbles() -> Game:
    return games.load("pebbles")


def played(game: Game, seats: int, seed: int = 0, **options: object) -> Match:
    """A random match, played to the end."""
    match = Match(game, seats, options)
    rng = Random(seed)
    while match.state.to_move() != OVER:
        match.push(match.state.sample(rng))
    return match

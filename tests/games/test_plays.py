"""What seats played, in games where they differ."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka import games
from ludoteka.core.match import Match


@pytest.mark.parametrize(("name", "most"), [("terra_mystica", 1), ("small_world", 8)])
def test_every_seat_played_something_with_a_name(name: str, most: int) -> None:
    game, rng = games.load(name), Random(4)
    match = Match(game, 2)
    match.roll(rng)
    while match.state.to_move() >= 0:
        match.play(match.state.to_move(), str(match.state.sample(rng)))
        match.roll(rng)
    assert game.plays is not None
    found = game.plays(match.state, match.movers, match.actions)
    for seat in found:
        assert 1 <= len(seat) <= most
        for lang in ("en", "ru"):
            assert all(f"what.{thing}" in game.catalogue(lang).messages for thing in seat)

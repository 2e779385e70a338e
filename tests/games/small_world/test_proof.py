"""What refusals claim is true, whatever somebody wishes for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka.core.errors import Kind
from ludoteka.core.game import CHANCE
from ludoteka.core.proof import disproof, refusals
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.state import SmallWorld
from tests.games.proving import Wishes
from tests.games.small_world.proofs import mend
from tests.oracles.small_world_flow import Play
from tests.oracles.small_world_scenes import THEMES, Mood, Scene


def crowded(seed: int) -> SmallWorld:
    """A crowded table late in a match, as the second engine sets it up."""
    rng = Random(seed)
    seats = 2 + seed % 4
    o = Play(seats, {})
    line = Scene(o, rng, Mood.of(rng, sorted(THEMES)[seed % len(THEMES)], ("ghouls", "berserk"))).line()
    s = GAME.place(seats, GAME.options(), line)
    assert isinstance(s, SmallWorld)
    return s


@pytest.mark.parametrize("part", range(4))
def test_refusals_are_true(part: int) -> None:
    rng, kinds = Random(part), Counter[Kind]()
    for seed in range(part, 24, 4):
        s = crowded(seed)
        wishes = Wishes(GAME.every_action(s.seats, s.options))  # type: ignore[misc]
        for _ in range(40):
            if not s.stack:
                break
            if s.to_move() != CHANCE:
                for wish, why in refusals(s, wishes.some(s, rng)):
                    assert not (fault := disproof(s, wish, why, mend, rng)), (fault, str(wish), why, s.position())
                    kinds[why.kind] += 1
            s.apply(s.sample(rng))
    assert {Kind.SHORT, Kind.FIRST, Kind.NOT_THIS_TURN, Kind.NEEDS, Kind.REACH, Kind.TERRAIN} <= set(kinds)

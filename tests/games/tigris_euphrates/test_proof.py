"""What refusals claim is true, whatever somebody wishes for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ludoteka.core.errors import Kind
from ludoteka.core.game import CHANCE, State
from ludoteka.core.proof import disproof, refusals
from ludoteka.games.tigris_euphrates import GAME
from tests.games.proving import Wishes

from .kit import random_match
from .proofs import mend

ALL = {"board": "advanced", "buildings": True, "wonder": True}


@pytest.mark.parametrize(
    "options", [pytest.param({}, id="plain", marks=pytest.mark.thorough), pytest.param(ALL, id="all")]
)
def test_refusals_are_true(options: dict[str, object]) -> None:
    rng, kinds = Random(4), Counter[Kind]()
    assert GAME.every_action is not None
    wishes = Wishes(GAME.every_action(3, None))
    for seed in range(8):
        s: State = random_match(3, seed, 40 + 40 * seed, **options)
        for _ in range(12):
            if not s.stack:
                break
            if s.to_move() != CHANCE:
                for wish, why in refusals(s, wishes.some(s, rng)):
                    assert not (fault := disproof(s, wish, why, mend, rng)), (fault, str(wish), why)
                    kinds[why.kind] += 1
            s.apply(s.sample(rng))
    assert {Kind.SHORT, Kind.OCCUPIED, Kind.TERRAIN, Kind.NEEDS, Kind.LIMIT, Kind.FIRST} <= set(kinds)
    assert (Kind.OPTION_OFF in kinds) == (not options)

"""What refusals claim is true, whatever somebody wishes for: tried out in random positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ludoteka.core.errors import Kind
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.proof import refusals
from ludoteka.games.terra_mystica import actions as verbs
from tests.games.proving import Wishes
from tests.games.terra_mystica.kit import fresh
from tests.games.terra_mystica.proofs import fault

TABLES: list[dict[str, Any]] = [
    {},
    {"choose": "auction", "variable": "v5"},
    {"sacrifice": "used", "top_up": "home"},
    {"choose": "random", "river_reach": "touch", "map": "fjords"},
    {"manner": "site"},
]


@pytest.mark.parametrize("options", TABLES, ids=lambda o: "-".join(map(str, o.values())) or "plain")
def test_refusals_are_true(options: dict[str, Any]) -> None:
    seen: Counter[Kind] = Counter()
    for seed in range(2):
        rng = Random(seed)
        s = fresh(2 + seed % 3, **options)
        wishes = Wishes(verbs.every_action(s.seats, s.options))
        while s.to_move() != OVER:
            if s.to_move() != CHANCE and rng.random() < (0.3 if s.to_move() != s.active else 0.04):
                for wish, why in refusals(s, wishes.some(s, rng)):
                    assert not (found := fault(s, wish, why, rng)), (found, str(wish), why, s.position())
                    seen[why.kind] += 1
            s.apply(s.sample(rng))
    assert {Kind.SHORT, Kind.NEVER, Kind.NOT_ASKED, Kind.NOT_THIS_TURN, Kind.OCCUPIED} <= set(seen)
    assert seen[Kind.NEEDS] > 20

"""What refusals claim is true, whatever somebody wishes for: tried out in random positions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ludoteka.core.errors import Kind
from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.proof import refusals
from ludoteka.games.fabled import GAME
from tests.games.fabled.proofs import fault
from tests.games.proving import Wishes

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"scenario": 1}),
    (2, {"scenario": 2}),
    (2, {"scenario": 4}),
    (3, {"scenario": 5}),
    (1, {"scenario": 3}),
    (2, {"mode": "comradeship"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_refusals_are_true(seats: int, options: dict[str, Any]) -> None:
    rng = Random(seats)
    seen: Counter[Kind] = Counter()
    s: Any = GAME.new(seats, **options)
    wishes = Wishes(GAME.every_action(seats, s.options))  # type: ignore[misc]
    while s.to_move() != OVER:
        if s.to_move() != CHANCE and rng.random() < 0.2:
            for wish, why in refusals(s, wishes.some(s, rng)):
                if why.kind is Kind.NEVER and rng.random() > 0.05:
                    continue  # a match to its end takes long
                assert not (found := fault(s, wish, why, rng)), (found, str(wish), why, s.position())
                seen[why.kind] += 1
        s.apply(s.sample(rng))
    assert {Kind.NOT_ASKED, Kind.NEEDS} <= set(seen)

"""No seat is special (FB-1.9): whoever begins, the same answers lead to the same match, told of other seats."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import do, legal, new

ANSWERS = 240


def begun_by(seats: int, first: int, options: dict[str, Any]) -> FabledState:
    s = do(new(seats, **options), f"first {first}")
    return do(s, f"fate {first}") if options.get("mode", "usual") != "usual" else s


def of_sides(s: FabledState, first: int) -> list[Any]:
    """What the sides have, from the first player on, the spirits last."""
    stride, ring = s.content.stride, [(first + i) % s.seats for i in range(s.seats)]
    sides = ring if s.spirits < 0 else [*ring, s.spirits]
    own = [
        (s.books[x * 4 : x * 4 + 4], s.at[x * stride : (x + 1) * stride], s.wait[x * stride : (x + 1) * stride])
        for x in sides
    ]
    return [own, [s.allies[x] for x in ring], [s.joint[x] for x in sides], [s.passes[x] for x in ring]]


@pytest.mark.rule("FB-1.9", "FB-12.17")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        *((seats, {"scenario": scenario}) for seats, scenario in ((2, 0), (3, 1), (4, 2), (5, 3), (3, 4), (4, 5))),
        (3, {"mode": "comradeship"}),
        (3, {"mode": "rivalry", "level": "high", "spirit_tricks": True}),
        (4, {"mode": "comradeship", "scenario": 3, "easier": True}),
    ],
    ids=str,
)
def test_seats_are_alike(seats: int, options: dict[str, Any]) -> None:
    rng = Random(seats)
    first = seats - 1
    one, other = begun_by(seats, 0, options), begun_by(seats, first, options)
    for _ in range(ANSWERS):
        if not one.stack:
            break
        assert legal(one) == legal(other)
        asked = one.to_move()
        assert other.to_move() == (asked if asked == CHANCE else (asked + first) % seats)
        text = rng.choice(legal(one))
        for s in (one, other):
            s.apply(GAME.parse(text))
        assert of_sides(one, 0) == of_sides(other, first), text
    assert [one.scores()[i - first] for i in range(seats)] == other.scores()
    assert [one.returns()[i - first] for i in range(seats)] == other.returns()

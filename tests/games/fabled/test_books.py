"""Section 2: books, conversions, upgrades."""

from __future__ import annotations

import pytest

from ludoteka.games.fabled.parts import Op
from ludoteka.games.fabled.phases import books as phase
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import asks, books, do, legal, position, why


def converting(have: tuple[int, int, int, int], n: int = 3, up: bool = False, least: int = 0) -> FabledState:
    s = position(books={0: have})
    phase.ask_conversions(s, 0, n, up, least)
    return s


@pytest.mark.rule("FB-2.1")
def test_four_tiers_without_limit() -> None:
    s = position()
    s.gain(0, 3, 500, "test")
    assert books(s) == [5, 1, 1, 500]
    assert list(s.view(0)["books"][0]) == ["steppe", "mountain", "forest", "sun"]
    assert why(converting((2, 0, 0, 2)), "raise sun").id == "why.no_higher_tier"
    assert why(converting((2, 0, 0, 2)), "lower steppe").id == "why.no_lower_tier"


@pytest.mark.rule("FB-2.2")
@pytest.mark.parametrize(
    ("have", "text", "then"),
    [
        ((2, 0, 0, 0), "raise steppe", [0, 1, 0, 0]),
        ((0, 3, 0, 0), "raise mountain", [0, 1, 1, 0]),
        ((0, 0, 2, 4), "raise forest", [0, 0, 0, 5]),
    ],
)
def test_two_for_one_of_the_next_tier(have: tuple[int, int, int, int], text: str, then: list[int]) -> None:
    assert books(do(converting(have), text)) == then


@pytest.mark.rule("FB-2.2")
def test_one_book_is_not_enough() -> None:
    refusal = why(converting((1, 1, 0, 0)), "raise steppe")
    assert refusal.id == "why.books_missing"
    assert refusal.args == {"what": "steppe", "need": 2, "have": 1, "n": 1}


@pytest.mark.rule("FB-2.3")
@pytest.mark.parametrize(
    ("have", "text", "then"),
    [
        ((0, 1, 0, 0), "lower mountain", [2, 0, 0, 0]),
        ((0, 0, 1, 0), "lower forest", [0, 2, 0, 0]),
        ((0, 0, 0, 1), "lower sun", [0, 0, 2, 0]),
    ],
)
def test_one_for_two_of_the_tier_below(have: tuple[int, int, int, int], text: str, then: list[int]) -> None:
    assert books(do(converting(have), text)) == then


@pytest.mark.rule("FB-2.4")
def test_conversions_build_on_each_other_and_may_stop() -> None:
    s = converting((4, 0, 0, 0))
    assert "done" in legal(s)
    do(s, "raise steppe", "raise steppe", "raise mountain")
    assert books(s) == [0, 0, 1, 0]
    assert not s.stack  # three were made
    assert books(do(converting((4, 0, 0, 0)), "done")) == [4, 0, 0, 0]
    must = converting((4, 0, 1, 0), least=1)
    assert "done" not in legal(must)
    assert why(must, "done").id == "why.must_change"
    assert "done" in legal(do(must, "raise steppe"))


@pytest.mark.rule("FB-2.4")
def test_nobody_is_asked_when_no_conversion_is_possible() -> None:
    assert not converting((1, 0, 0, 0)).stack
    assert not converting((0, 1, 0, 5), up=True).stack
    assert asks(converting((0, 1, 0, 5))) == "Transform"


@pytest.mark.rule("FB-2.5")
def test_an_upgrade_goes_exactly_so_many_tiers_up() -> None:
    s = position(books={0: (1, 1, 1, 1)})
    phase.begin_upgrade(s, 0, Op("upgrade", books=1, tiers=1, source=(3, 2, 1, 0)))
    assert legal(s) == ["upgrade steppe", "upgrade mountain", "upgrade forest"]
    assert why(s, "upgrade sun").id == "why.too_high"
    assert books(do(s, "upgrade forest")) == [1, 1, 0, 2]
    s = position(books={0: (1, 1, 1, 1)})
    phase.begin_upgrade(s, 0, Op("upgrade", books=1, tiers=2, source=(3, 2, 1, 0)))
    assert legal(s) == ["upgrade steppe", "upgrade mountain"]  # never beyond sun, never by one tier only
    assert books(do(s, "upgrade steppe")) == [0, 1, 2, 1]
    lone = position(books={0: (0, 1, 0, 0)})
    phase.begin_upgrade(lone, 0, Op("upgrade", books=1, tiers=1, source=(3, 2, 1, 0)))
    assert books(lone) == [0, 0, 1, 0]  # a single answer needs no question
    assert not lone.stack

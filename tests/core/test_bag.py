from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.bag import below, changed, deal, draw, pick


@given(st.integers(1, 10_000), st.integers(0, 2**32))
def test_numbers_are_those_of_python(n: int, seed: int) -> None:
    assert [below(n, rng) for rng in [Random(seed)] for _ in range(9)] == list(map(Random(seed).randrange, [n] * 9))
    assert below(n, Random(seed)) == Random(seed).choice(range(n))


@pytest.mark.parametrize("take", [lambda rng: pick([("never", 0)], rng), lambda rng: draw([0, 0], rng)])
def test_from_nothing_nothing_is_drawn(take: Callable[[Random], object]) -> None:
    with pytest.raises(IndexError, match="nothing to choose from"):
        take(Random(1))


def test_pick_follows_the_weights() -> None:
    rng = Random(1)
    seen = Counter(pick([("rare", 1), ("never", 0), ("often", 9)], rng) for _ in range(2000))
    assert seen["never"] == 0
    assert 120 < seen["rare"] < 290


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any), st.integers(0, 2**32))
def test_what_is_drawn_is_missing_in_the_bag(bag: list[int], seed: int) -> None:
    before = bag[:]
    kind = draw(bag, Random(seed))
    assert bag[kind] == before[kind] - 1
    assert sum(bag) == sum(before) - 1


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6), st.integers(0, 2**32))
def test_a_whole_bag_can_be_dealt(bag: list[int], seed: int) -> None:
    before = bag[:]
    assert deal(bag, sum(bag), Random(seed)) == before
    assert not any(bag)


@given(st.lists(st.integers(-1, 300), min_size=1, max_size=6), st.data())
def test_one_place_is_changed_and_the_others_are_not(values: list[int], data: st.DataObject) -> None:
    before, i, value = tuple(values), data.draw(st.integers(0, len(values) - 1)), data.draw(st.integers(-1, 300))
    after = changed(before, i, value)
    assert (after[i], after[:i], after[i + 1 :]) == (value, before[:i], before[i + 1 :])
    assert before == tuple(values)

"""The public door: what `import ludoteka` promises."""

from __future__ import annotations

import doctest

import pytest

import ludoteka
from tests.conftest import played


def test_everything_named_is_there() -> None:
    for name in ludoteka.__all__:
        assert getattr(ludoteka, name) is not None
    assert ludoteka.OVER == -2
    assert ludoteka.games.names()


def test_nothing_else_is() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = ludoteka.chess


def test_a_record_is_read_through_the_door() -> None:
    match = played(ludoteka.games.load("pebbles"), 2)
    assert ludoteka.load(match.save()).save() == match.save()


def test_the_example_runs() -> None:
    assert doctest.testmod(ludoteka).failed == 0

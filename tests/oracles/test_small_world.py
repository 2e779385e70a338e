"""Both engines of Small World agree: some matches here, any number with `make oracle GAME=small_world MATCHES=…`."""

from __future__ import annotations

import pytest

from tests.oracles.run import run
from tests.oracles.small_world_mutants import MUTANTS, noticed, sources

EACH = 30


@pytest.mark.parametrize("first", [0, EACH, *(pytest.param(n * EACH, marks=pytest.mark.thorough) for n in (2, 3))])
def test_both_engines_agree(first: int) -> None:
    met = run("small_world", EACH, first)
    assert met["steps"] > 2000
    verbs = "abandon attempt befriend camp conquer decline deploy dragon expand fortify hero lift stop take throw"
    assert not [verb for verb in verbs.split() if not met[verb]]


def test_a_spoiled_rule_is_noticed() -> None:
    for name, old, new in MUTANTS[::12]:
        assert noticed(old, new, 60), name


def test_every_mutant_spoils_something() -> None:
    for _, old, new in MUTANTS:
        assert sources(old, new)

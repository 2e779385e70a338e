"""Both engines of Tigris & Euphrates agree: some matches here, any number with `make oracle MATCHES=…`."""

from __future__ import annotations

import pytest

from tests.oracles import tigris_euphrates_rules
from tests.oracles.run import Difference, have_one, run


@pytest.mark.parametrize("first", [0, pytest.param(8, marks=pytest.mark.thorough)])
def test_both_engines_agree(first: int) -> None:
    met = run("tigris_euphrates", 8, first)
    assert met["steps"] > 1000
    verbs = "tile leader move withdraw catastrophe swap done pass commit keep war"
    assert not [verb for verb in verbs.split() if not met[verb]]


def test_a_spoiled_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tigris_euphrates_rules, "TREASURES_LEFT", 3)
    with pytest.raises(Difference):
        run("tigris_euphrates", 4)


def test_the_runner_knows_who_has_a_second_engine() -> None:
    assert {"tigris_euphrates", "small_world"} <= set(have_one())

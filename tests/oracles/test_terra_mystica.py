"""Both engines of Terra Mystica agree: some matches here, any number with `make oracle MATCHES=…`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles import terra_mystica_tables
from tests.oracles.run import Difference, have_one, run


@pytest.mark.parametrize("first", [0, pytest.param(10, marks=pytest.mark.thorough)])
def test_both_engines_agree(first: int) -> None:
    met = run("terra_mystica", 10, first)
    assert met["steps"] > 1000
    verbs = "build upgrade dig transform send bridge town favor step leech decline advance pass convert burn leave"
    assert not [verb for verb in verbs.split() if not met[verb]]


@pytest.mark.parametrize(
    ("where", "rule", "spoiled"),
    [
        (terra_mystica_tables.POWER_AT, 5, 1),
        (terra_mystica_tables.POWER_ACTIONS, "ACT6", 5),
        (terra_mystica_tables.FAVOR_INCOME, "FAV8", {"PW": 3}),
        (terra_mystica_tables.PIECES, "TP", 3),
    ],
)
def test_a_spoiled_rule_is_noticed(
    where: dict[Any, Any], rule: Any, spoiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(where, rule, spoiled)
    with pytest.raises(Difference):
        run("terra_mystica", 6)


def test_the_runner_finds_it() -> None:
    assert "terra_mystica" in have_one()

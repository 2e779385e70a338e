"""Both engines of Fabled agree: some matches here, any number with `make oracle GAME=fabled MATCHES=…`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.fabled import SETTINGS
from tests.oracles.fabled_cards import EDITIONS, TRIAL
from tests.oracles.run import Difference, have_one, run


@pytest.mark.parametrize("first", range(0, 12, 6))
def test_both_engines_agree(first: int) -> None:
    met = run("fabled", 6, first)
    assert met["steps"] > 1000
    verbs = "add insert act announce move visit pass enter apply replace raise lower upgrade step open territory"
    assert not [verb for verb in verbs.split() if not met[verb]]


@pytest.mark.parametrize(
    ("where", "rule", "spoiled"),
    [
        (EDITIONS[2]["transformation"], "down_rate", 3),
        (EDITIONS[2]["oblivion"], "each_chapter_from", {}),
        (TRIAL, "epilogue_exchange", 2),
    ],
)
def test_a_spoiled_rule_is_noticed(
    where: dict[str, Any], rule: str, spoiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(where, rule, spoiled)
    with pytest.raises(Difference):
        run("fabled", 30)


def test_the_settings_go_through_everything() -> None:
    competition = {
        (seats, o["scenario"], o.get("combine", 0)) for seats, o in SETTINGS if seats > 1 and "mode" not in o
    }
    assert len(competition) == 4 * 8
    trial = {(seats, o.get("mode"), o["scenario"], o["level"]) for seats, o in SETTINGS if "level" in o}
    assert len(trial) == 7 * 7
    assert "fabled" in have_one()

"""What matches tell: steps of a final scoring lead to their rules, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.consequences import happen
from ludoteka.core.match import Match
from ludoteka.core.rules import read_rules

MATCHES = Path(__file__).parents[2] / "matches"
ENDED = {
    "terra_mystica/recorded_0.txt": 6,
    "small_world/ten-rounds-for-two.txt": 2,
    "tigris_euphrates/ends-by-treasures.txt": 6,
    "fabled/knowledge_beats_sun_books.txt": 2,
}
"""Matches that were played to their end, with the least number of steps of their scoring."""


@pytest.mark.parametrize("record", ENDED)
def test_each_step_of_the_final_scoring_names_its_rule(record: str) -> None:
    match = Match.load((MATCHES / record).read_text("utf-8"), games.load, check=False)
    words = match.game.catalogue("ru").calling([], match.seats)
    state, final = match.at(len(match.actions) - 6), []
    for action in match.actions[-6:]:
        final += [t for t in happen(match.game, state, action, words)[0] if t.kind == "final"]
    assert len(final) >= ENDED[record]
    rules = read_rules(match.game.folder)
    assert [t.text for t in final if t.rule not in rules] == []

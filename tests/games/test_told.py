"""What is told at the board names the rule behind it, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.consequences import happen
from ludoteka.core.match import Match
from ludoteka.core.rules import read_rules
from ludoteka.core.told import Told

MATCHES = Path(__file__).parents[2] / "matches"
FINAL = {
    "small_world/a-tie-broken-by-tokens": ["SW-8.4", "SW-8.5"],
    "small_world/berserk-rolls-first": ["SW-8.4", "SW-8.5"],
    "tigris_euphrates/ends-by-the-bag": ["TE-12.2"] * 4 + ["TE-12.1", "TE-12.2"],
    "tigris_euphrates/ends-by-treasures": ["TE-12.2"] * 4 + ["TE-12.1", "TE-12.2"],
    "fabled/introduction_milestones": ["FB-1.3"] * 4,
    "fabled/knowledge_beats_sun_books": ["FB-1.3"] * 4 + ["FB-8.6"],
    "fabled/comradeship_passes_the_fate_token": ["FB-1.3"] * 3 + ["FB-9.67"],
    "fabled/rivalry_eliminates_players": ["FB-1.3"] * 3 + ["FB-9.68"],
    "pebbles/a-snatch": ["PB-4.3"],
}


@pytest.mark.parametrize("record", FINAL)
def test_each_moment_names_its_rule(record: str) -> None:
    match = Match.load((MATCHES / f"{record}.txt").read_text("utf-8"), games.load)
    state, words, rules = match.at(0), match.game.catalogue("en"), read_rules(match.game.folder)
    found: list[Told] = []
    for action in match.actions:
        found += [t for t in happen(match.game, state, action, words)[0] if t.kind]
    assert {t.text: t.rule for t in found if t.rule not in rules} == {}
    assert [t.rule for t in found if t.kind == "final"] == FINAL[record]

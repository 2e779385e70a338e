"""How seats developed in saved matches."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from ludoteka.bots.fit import Row
from scripts import development

LEAGUE = Path(__file__).parents[2] / "matches" / "terra_mystica"


def test_means_are_told_by_chapter() -> None:
    rows = [
        Row(0, seat, chapter, "", 10.0 * chapter + seat, 0.0, (1.0, 2.0 * seat))
        for chapter in (3, 2)
        for seat in (0, 1)
    ]
    assert development.means_of(rows, ("one", "houses")) == [
        ("points", [20.5, 30.5]),
        ("one", [1.0, 1.0]),
        ("houses", [1.0, 1.0]),
    ]


def test_recorded_matches_are_read() -> None:
    told = CliRunner().invoke(development.main, ["terra_mystica", str(LEAGUE), "--only", "league_s1_g2"])
    assert told.exit_code == 0, told.output
    lines = {line[:28].strip(): line[28:].split() for line in told.output.splitlines()}
    assert lines["1 matches, chapter"] == ["2", "3", "4", "5", "6"]
    dwellings = [float(n) for n in lines["dwellings"]]
    assert dwellings[0] < dwellings[-1]
    assert "judge" in lines


def test_a_game_without_names_for_what_is_seen_is_refused(tmp_path: Path) -> None:
    assert CliRunner().invoke(development.main, ["pebbles", str(tmp_path)]).exit_code == 1

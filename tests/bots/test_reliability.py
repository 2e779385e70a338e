"""Promised chances against what came of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteka.bots.arena import play, schedule
from scripts import reliability


def test_promises_are_sorted_by_size() -> None:
    promises = [(0.05, 0.0), (0.15, 0.0), (0.17, 1.0), (0.99, 1.0), (1.0, 1.0)]
    found = reliability.bins(promises)
    assert [n for n, _, _ in found] == [1, 2, 2]
    assert found[1][1:] == pytest.approx((0.16, 0.5))
    assert reliability.brier(promises) == pytest.approx((0.0025 + 0.0225 + 0.6889 + 0.0001) / 5)


def test_matches_are_read_and_compared(tmp_path: Path) -> None:
    for task in schedule("pebbles", ["greedy"], 4, seed=1, seats=2):
        (tmp_path / f"{task.number}.txt").write_text(play(task).record, "utf-8")
    picture = tmp_path / "picture.svg"
    told = CliRunner().invoke(reliability.main, [str(tmp_path), "--picture", str(picture)])
    assert told.exit_code == 0, told.output
    assert "pebbles: 4 matches" in told.output
    assert told.output.count("promised") > 2
    assert "Pebbles: 4 matches" in picture.read_text("utf-8")


def test_a_folder_without_matches_is_refused(tmp_path: Path) -> None:
    told = CliRunner().invoke(reliability.main, [str(tmp_path)])
    assert told.exit_code == 1
    assert "no matches" in told.output

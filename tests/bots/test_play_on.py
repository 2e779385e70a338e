"""Bots that play recorded matches on."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from ludoteka.bots.arena import play, schedule
from scripts import play_on


def test_bots_go_on_where_players_were_and_are_compared(tmp_path: Path) -> None:
    for task in schedule("small_world", ["random"], 2, seed=1, seats=2):
        (tmp_path / f"{task.number}.txt").write_text(play(task).record, "utf-8")
    call = ["small_world", str(tmp_path), "--chapter", "12", "--bots", "random,greedy"]
    told = CliRunner().invoke(play_on.main, call)
    assert told.exit_code == 0, told.output
    assert "2 matches, players" in told.output
    assert "greedy to random: +" in told.output  # one look ahead beats anything also from the middle on
    again = CliRunner().invoke(play_on.main, call)
    assert again.output == told.output
    late = CliRunner().invoke(play_on.main, [*call[:3], "99", *call[4:]])
    assert late.exit_code == 1


def test_where_points_came_from_is_told_for_players_and_bots(tmp_path: Path) -> None:
    task = schedule("terra_mystica", ["greedy:worlds=1:blur=0.1"], 1, seed=1, seats=2)[0]
    (tmp_path / "0.txt").write_text(play(task).record, "utf-8")
    call = ["terra_mystica", str(tmp_path), "--chapter", "6", "--bots", "random", "--unit", "VP"]
    told = CliRunner().invoke(play_on.main, call)
    assert told.exit_code == 0, told.output
    by_source = {line.split(": ")[0]: line for line in told.output.splitlines() if line.startswith("VP ")}
    assert "VP network: players 15.0, random 15.0" in by_source["VP network"]  # the prizes of two seats, shared out
    assert "VP " not in CliRunner().invoke(play_on.main, call[:-2]).output


def test_a_gain_is_told_with_its_interval() -> None:
    assert play_on.gain([3.0, 5.0, 4.0], [1.0, 1.0, 1.0]) == "+3.0 ± 1.1"

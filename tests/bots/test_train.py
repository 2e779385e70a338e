"""Self-play, a fit, a gate and publishing in one command that goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.bots import Bot, fit, judge, train
from ludoteka.bots.arena import Played, Task
from ludoteka.bots.arena import play as play_match
from ludoteka.bots.train import NEW, OLD, Gate, Training
from ludoteka.cli import main
from ludoteka.core.match import Match

RECORD = Path(__file__).parents[2] / "matches" / "terra_mystica" / "league_s1_g2.txt"


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["train", "pebbles", "--bot", "greedy", "--matches", "5", "--gate", "4", "--steps", "5"]
    command += ["--folder", str(tmp_path)]
    first = CliRunner().invoke(main, command)
    assert first.exit_code == 0, first.output
    assert "5 matches" in first.output
    assert len(list((tmp_path / "matches").glob("*.txt"))) == 5
    new = json.loads((tmp_path / "new.json").read_text("utf-8"))
    assert new.keys() == judge.weights("pebbles").keys()
    (tmp_path / "matches" / "00003.txt").unlink()
    played = []

    def play(task: Task, make: Callable[[str], Bot]) -> Played:
        played.append(task.number)
        return play_match(task, make)

    monkeypatch.setattr(train, "play", play)
    again = CliRunner().invoke(main, command)
    assert again.output == first.output
    assert played == [3]


def test_seats_of_self_play_think_differently() -> None:
    training = Training("terra_mystica", Path(), seats=4)
    names = [name for task in training.matches(2) for name in task.lineup]
    assert len(set(names)) == 8
    one, other = (train._player(name, "terra_mystica", "level5", 0.2, None).judge for name in names[:2])  # type: ignore[attr-defined]
    assert one.weights["coin"] != other.weights["coin"]
    assert one.model["weights"]["4"] != other.model["weights"]["4"]
    again = train._player(names[0], "terra_mystica", "level5", 0.2, None).judge  # type: ignore[attr-defined]
    assert again.weights == one.weights
    assert again.model == one.model


def test_a_fit_looks_through_matches_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, whoever is ready first, and each is told: planning every turn anew takes its time."""
    record = Match.load(RECORD.read_text("utf-8"), games.load, check=False)
    learned: list[list[object]] = []

    def fit_value(rows: list[object], mix: float) -> fit.Fitted:
        learned.append(rows)
        return fit.Fitted({"mix": mix, "weights": {}}, "told")

    monkeypatch.setattr(fit, "rows_of", lambda match, number, judge: [(number, len(match.actions))] * 2)
    monkeypatch.setattr(fit, "fit_value", fit_value)
    training, told = Training("terra_mystica", Path()), []
    with ThreadPoolExecutor(3) as pool:
        for executor in (None, pool):
            train.fitted(training, [record] * 3, 1, executor, lambda: told.append(1))
    assert learned[0] == learned[1] == [(n, len(record.actions)) for n in (0, 0, 1, 1, 2, 2)]
    assert len(told) == 6


def test_the_gate_plays_fresh_deals_in_pairs() -> None:
    won = Training("pebbles", Path(), goal="win").trials(4)
    assert [task.lineup for task in won] == [(NEW, OLD), (OLD, NEW)] * 2
    scored = Training("pebbles", Path(), goal="score", seats=3).trials(2)
    assert [(task.lineup, task.deal) for task in scored] == [((name,) * 3, k) for k in (0, 1) for name in (NEW, OLD)]
    assert all(task.seed >= train.FRESH for task in won + scored)


def test_only_what_is_surely_better_passes() -> None:
    assert Gate(100, "win", 0.64, 0.54, 0.73).passed
    assert not Gate(100, "win", 0.58, 0.48, 0.67).passed
    assert Gate(100, "score", 2.0, 0.4, 3.6).passed
    assert not Gate(100, "score", 1.0, -0.5, 2.5).passed


def test_what_is_published_says_how_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "judge.toml").write_text("# of a pebble\nwaiting = 0.5\nheld = 0.15\n", "utf-8")
    monkeypatch.setattr(games, "load", lambda name: SimpleNamespace(folder=tmp_path))
    monkeypatch.setattr(judge, "load", lambda name: SimpleNamespace(model=None))
    train.publish("pebbles", {"waiting": 0.25, "held": 2.0}, "made by hand")
    assert (tmp_path / "judge.toml").read_text("utf-8") == "# made by hand\n# of a pebble\nwaiting = 0.25\nheld = 2.0\n"
    monkeypatch.setattr(judge, "load", lambda name: SimpleNamespace(model={}))
    data = {"mix": 0.7, "weights": {"2": [1.0, 2.0], "3": [0.5, 0.25]}}
    path = train.publish("pebbles", data, "made «here»")
    assert json.loads(path.read_text("utf-8")) == {"made": "made «here»", **data}

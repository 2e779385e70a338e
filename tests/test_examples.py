"""The examples run as they are: notebooks cell by cell, scripts in small."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from examples import learn, many_processes
from ludoteka import bots, games
from ludoteka.bots.arena import play, schedule
from scripts import baselines

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(notebook: Path) -> None:
    if notebook.stem == "learning":
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    book = json.loads(notebook.read_text("utf-8"))
    assert (book["nbformat"], len(NOTEBOOKS)) == (4, 2)
    names: dict[str, object] = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are kept without outputs"
            exec(compile("".join(cell["source"]), f"{notebook.name} {cell['id']}", "exec"), names)


def test_a_net_learns_and_plays_as_a_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = learn.train("pebbles", 3, matches=6, out=tmp_path, tests=2, tested=2)
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if "matches" in line] == ["0", "3", "6"]
    assert file.with_suffix(".svg").read_text("utf-8").startswith("<svg")
    again = learn.train("pebbles", 3, matches=6, out=tmp_path / "again", tests=0)
    with np.load(file) as one, np.load(again) as two:
        assert all((one[name] == two[name]).all() for name in one.files), "the same seed, the same net"
    name = f"examples.learn:Learned:weights={file}"
    assert sum(play(schedule("pebbles", [name, "random"], 1, seats=3)[0]).shares) == 1
    with pytest.raises(bots.FailedBot, match="it learned from"):
        play(schedule("pebbles", [name, "random"], 1, seats=2)[0])


def test_a_position_goes_to_other_processes() -> None:
    state = games.load("fabled").new(2)
    for _ in range(40):
        state.apply(state.sample(Random(3)))
    here = [many_processes.play_out(state, 1, seed) for seed in (0, 1)]
    assert many_processes.with_processes(state, 1, (0, 1)) == here


def test_baselines_go_on_where_they_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("Words.\n" + baselines.MARK + "old tables\n", "utf-8")
    asked = ["--games", "pebbles", "--seats", "2", "--matches", "2", "--slow", "1", "--train", "2"]
    command = ["baselines", *asked, "--out", str(tmp_path), "--markdown", str(page)]
    monkeypatch.setattr(sys, "argv", command)
    baselines.main()
    lines = (tmp_path / "matches.jsonl").read_text().splitlines()
    assert len(lines) == 2 * (2 + 2 + 1)
    monkeypatch.setattr(baselines, "measure", None)
    baselines.main()
    assert (tmp_path / "matches.jsonl").read_text().splitlines() == lines
    text = page.read_text("utf-8")
    assert text.startswith("Words.\n" + baselines.MARK)
    assert "old tables" not in text
    assert "| game | seats | random | trained | level5 |" in text
    row = next(line for line in text.splitlines() if line.startswith("| pebbles | 2 |"))
    assert row.count("] of 2,") == 2
    assert row.count("] of 1,") == 1
    assert "Against `greedy`" in capsys.readouterr().out


def test_nobody_plays_against_its_own_kind() -> None:
    solo = list(baselines.cells(["fabled"], 1))
    assert [cell.entrant for cell in solo] == list(baselines.ENTRANTS)
    assert solo[0].lineup(5, "greedy") == ("greedy",)
    pairs = list(baselines.cells(["pebbles"], 3))
    assert all(cell.entrant != cell.rival for cell in pairs)
    assert [pairs[0].lineup(n, "x").index("x") for n in range(4)] == [0, 1, 2, 0]


@pytest.mark.thorough
def test_a_net_learns_through_openspiel_s_environment() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from examples import spiel_dmc

    before, after = spiel_dmc.learn("pebbles", matches=250, tests=150)
    assert after > before + 0.1

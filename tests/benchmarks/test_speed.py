from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import processes
from benchmarks.compare import WATCHED
from benchmarks.growth import costs, markdown, panel, served
from benchmarks.measures import ours
from benchmarks.profiles import shares
from benchmarks.speed import FIRST, LAST, table, write
from ludoteka.envs import BatchEnv, ProcessBatchEnv


def test_every_figure_can_be_measured() -> None:
    figures = {what: measure(1, 0.01) for what, measure in ours("pebbles")}
    assert all(figure > 0 for figure in figures.values())
    assert {"matches", *WATCHED} <= set(figures)


def test_the_table_goes_into_its_page_with_ratios(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{FIRST}\nold\n{LAST}\nafter\n", "utf-8")
    ours, peer = ("pebbles", "copies"), ("catanatron", "copies")
    found = {("peer", peer): [10.0], ("pure", ours): [190.0, 200.0, 900.0], ("native", ours): [500.0]}
    write(table(found, [ours]), page)
    text = page.read_text("utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| pebbles | copies | 200 | 500 | 2.50 | 20.0 | catanatron |" in text


def test_growth_is_told_in_microseconds_by_size() -> None:
    faster = iter((1e5, 4e5, 2e5))
    assert costs({"2": lambda seed, t: next(faster)}, rounds=3, seconds=0) == {"2": 2.5}
    found = {"fabled": {"10": 1.0}, "pebbles": {"2": 2.5}}
    assert markdown("a step, by seats", found) == [
        "| µs for a step, by seats | 2 | 10 |",
        "|---|---:|---:|",
        "| fabled |  | 1.0 |",
        "| pebbles | 2.5 |  |",
        "",
    ]
    grown = {"game": "fabled", "us_by_listeners": {0: 900, 1000: 4000}, "us_by_tables": {10: 390}}
    assert served(grown) == {
        "a move, by listeners": {"fabled": {"0": 900.0, "1,000": 4000.0}},
        "a move, by tables played": {"fabled": {"10": 390.0}},
    }
    assert panel("a step, by seats", found).lines == {"fabled": [(1.0, 1.0)], "pebbles": [(0.0, 2.5)]}


def test_a_profile_gives_what_python_does_to_the_function_it_is_done_for() -> None:
    turn, record = (
        ("/x/ludoteka/games/pebbles/phases/turn.py", 7, "legal"),
        ("/x/ludoteka/core/match.py", 9, "<listcomp>"),
    )
    append = ("~", 0, "<method 'append' of 'list' objects>")
    stats = {
        turn: (1, 1, 0.2, 0.5, {}),
        record: (1, 1, 0.3, 0.6, {}),
        append: (9, 9, 0.5, 0.5, {turn: (6, 6, 0.4, 0.4), ("/x/benchmarks/speed.py", 1, "main"): (3, 3, 0.1, 0.1)}),
    }
    assert dict(shares(stats)) == pytest.approx({"phases.turn.legal": 0.6, "match (listcomp)": 0.3})


def test_two_processes_are_measured_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MATCHES", 4)
    one = BatchEnv("pebbles", 4)
    assert processes.alone(one, 5) > 0
    with ProcessBatchEnv("pebbles", 4) as env:
        assert processes.together(env, 5) > 0
        assert (env.batch.masks == one.batch.masks).all()  # both played the same decisions

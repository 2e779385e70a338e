"""The arena: fair schedules, the same matches from the same seed wherever they are played, honest intervals."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteka import games
from ludoteka.bots.arena import Played, play, run, schedule, workers
from ludoteka.bots.standings import bootstrap, rate, standings, wilson
from ludoteka.cli import main
from ludoteka.core.match import Match


def test_every_bot_sits_everywhere_equally_often_in_the_same_deals() -> None:
    tasks = schedule("pebbles", ["a", "b", "c"], 12)
    assert Counter((seat, bot) for t in tasks for seat, bot in enumerate(t.lineup)) == {
        (seat, bot): 4 for seat in range(3) for bot in "abc"
    }
    assert [t.deal for t in tasks] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_fewer_seats_than_bots_meet_in_groups_and_more_seats_repeat_them() -> None:
    pairs = {frozenset(t.lineup) for t in schedule("pebbles", ["a", "b", "c"], 6, seats=2)}
    assert len(pairs) == 3
    assert [t.lineup for t in schedule("pebbles", ["a", "b"], 3, seats=4)] == [
        ("a", "b", "a", "b"),
        ("b", "a", "b", "a"),
        ("a", "b", "a", "b"),
    ]
    assert schedule("pebbles", ["a"], 1)[0].lineup == ("a", "a")


def test_the_same_seed_gives_the_same_matches_here_and_in_processes() -> None:
    tasks = schedule("pebbles", ["level1", "greedy"], 6, seed=3)
    told: list[int] = []
    here = run(tasks, None, lambda p: told.append(p.number))
    assert told == list(range(6))
    with workers(2) as pool:
        there = run(tasks, pool, lambda p: None)
    assert [p.record for p in here] == [p.record for p in there]
    for p in here:
        match = Match.load(p.record, games.load)
        assert tuple(match.state.returns()) == p.shares


def test_a_dask_cluster_plays_the_same_matches() -> None:
    distributed = pytest.importorskip("distributed")
    tasks = schedule("pebbles", ["random", "greedy"], 4)
    with (
        distributed.LocalCluster(1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as pool,
    ):
        there = run(tasks, pool, lambda p: None)
    assert [p.record for p in there] == [play(t).record for t in tasks]


@pytest.mark.thorough
def test_a_worker_of_the_cluster_that_dies_loses_no_match() -> None:
    """Two processes play; one is killed in the middle. Its matches are played by the other, and none is told twice."""
    distributed = pytest.importorskip("distributed")
    tasks = schedule("pebbles", ["level1", "greedy"], 80, seed=5)
    told: list[int] = []
    with (
        distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        workers(cluster=cluster.scheduler_address) as pool,
    ):
        victim = next(iter(cluster.workers.values())).pid

        def done(played: Played) -> None:
            told.append(played.number)
            if len(told) == 5:
                os.kill(victim, signal.SIGKILL)

        played = run(tasks, pool, done)
        assert victim not in [nanny.pid for nanny in cluster.workers.values()]  # it was a worker, and it is gone
    assert sorted(told) == [task.number for task in tasks]
    assert [p.record for p in played] == [play(task).record for task in tasks]


def result(number: int, lineup: tuple[str, ...], points: tuple[int, ...]) -> Played:
    shares = tuple((p == max(points)) / points.count(max(points)) for p in points)
    n = len(lineup)
    return Played(
        number, number // 2, lineup, shares, tuple((p,) for p in points), (2,) * n, (1.0,) * n, (0.7,) * n, ""
    )


def test_standings_count_wins_scores_and_time() -> None:
    played = [result(k, ("a", "b") if k % 2 == 0 else ("b", "a"), (3, 1) if k % 2 == 0 else (1, 3)) for k in range(20)]
    first, second = standings(played)
    assert (first.bot, first.share, first.score, first.seats) == ("a", 1.0, 3.0, 20)
    assert (first.decision, first.slowest) == (0.5, 0.7)
    assert second.high < 0.5 < first.low
    assert first.rating > second.rating
    assert (first.score_low, first.score_high) == (3.0, 3.0)


def test_a_bot_on_two_seats_is_rated_once_and_itself_alone_not_at_all() -> None:
    rated = rate([result(0, ("a", "b", "a", "b"), (5, 1, 4, 2))])
    assert rated["a"][0] > rated["b"][0]
    alone = rate([result(0, ("a", "a"), (5, 1))])
    assert alone["a"][0] == pytest.approx(25)


def test_intervals_are_the_known_ones() -> None:
    """65 % can be claimed from 74.4 of 100 and 50 % from 59.8 (Wilson, two-sided 95 %)."""
    assert wilson(74.4, 100)[0] == pytest.approx(0.65, abs=0.001)
    assert wilson(59.8, 100)[0] == pytest.approx(0.5, abs=0.001)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = bootstrap([float(k % 10) for k in range(200)], list(range(200)))
    assert low == pytest.approx(4.5 - 1.96 * 2.87 / 200**0.5, abs=0.1)
    assert high == pytest.approx(4.5 + 1.96 * 2.87 / 200**0.5, abs=0.1)
    assert bootstrap([1.0, 2.0], [0, 0]) == (1.0, 2.0)


def test_command_shows_a_table_saves_matches_and_writes_json(tmp_path: Path) -> None:
    args = ["arena", "pebbles", "--bots", "random,greedy", "--matches", "4", "--save", str(tmp_path)]
    shown = CliRunner().invoke(main, [*args, "--lang", "ru"])
    assert shown.exit_code == 0, shown.output
    assert "победы" in shown.output
    assert "greedy" in shown.output
    assert len(list(tmp_path.glob("*.txt"))) == 4
    data = json.loads(CliRunner().invoke(main, [*args, "--json"]).stdout)
    assert {line["bot"] for line in data["bots"]} == {"random", "greedy"}
    assert sum(line["share"] for line in data["bots"]) == pytest.approx(1)


def test_command_tells_a_wrong_bot_and_a_wrong_number_of_seats() -> None:
    for args in (["--bots", "nobody,random"], ["--bots", "random", "--seats", "9"]):
        told = CliRunner().invoke(main, ["arena", "pebbles", *args])
        assert told.exit_code == 1
        assert "nobody" in told.output or "9" in told.output

"""What is learned from matches: a value for each chapter, or the judge's own weights."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ludoteka import games
from ludoteka.bots import fit, judge
from ludoteka.bots.arena import play, schedule
from ludoteka.bots.fit import Row
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.judge_value import NAMES

RECORD = Path(__file__).parents[2] / "matches" / "terra_mystica" / "league_s1_g2.txt"


def test_equations_are_solved() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]
    found = fit.solved(matrix, [7.5, 7.0, 6.5])
    assert found == pytest.approx([1.0, 2.0, 3.0])


def rows(n: int, rng: Random) -> list[Row]:
    """Matches of two chapters in which a worker is worth two points more than the judge thinks, and witches three."""
    made = []
    for match in range(n):
        for seat, folk in enumerate(("witches", "nomads")):
            workers, promised = rng.randrange(8), rng.gauss(20, 3)
            still = promised + 2 * workers + 3 * (folk == "witches")
            for chapter, points in ((2, 5.0), (3, 9.0)):
                rest = still + (4 if chapter == 2 else 0)
                seen = (1.0, float(workers), promised + (4 if chapter == 2 else 0))
                made.append(Row(match, seat, chapter, folk, points, points + rest, seen))
    return made


def test_a_value_finds_what_the_judge_misses() -> None:
    found = fit.fit_value(rows(200, Random(1)), mix=0.7)
    assert found.data["mix"] == 0.7
    assert set(found.data["weights"]) == {"2", "3"}
    for weights in found.data["weights"].values():
        assert weights[1] == pytest.approx(2.0, abs=0.1)
        assert weights[2] == pytest.approx(1.0, abs=0.05)
    assert "3: 1.00" in found.told


def test_halfway_to_a_new_value() -> None:
    new = fit.Fitted({"mix": 1.0, "weights": {"2": [1.0, 3.0], "3": [5.0, 6.0]}}, "told")
    found = fit.halfway({"mix": 1.0, "weights": {"2": [0.0, 1.0]}}, new)
    assert found.data == {"mix": 1.0, "weights": {"2": [0.5, 2.0], "3": [5.0, 6.0]}}
    assert found.told == "told"


def test_every_turn_is_planned_on_to_the_next_chapter() -> None:
    lines = RECORD.read_text("utf-8").splitlines()
    match = Match.load("\n".join([*lines[:90], "open", ""]), games.load, check=False)
    found = fit.rows_of(match, 7, judge.load("terra_mystica"))
    turns = Counter(row.seat for row in found)
    assert len(found) > len(turns) > 2
    assert {row.chapter for row in found} == {match.state.round + 1} == {2}
    assert all(row.match == 7 and row.folk and len(row.features) == len(NAMES) for row in found)
    assert [row.end for row in found] == [match.state.scores()[row.seat][0] for row in found]


def test_more_turns_of_a_chapter_count_less() -> None:
    """Ten turns of one seat do not outvote ten seats."""
    one = [Row(1, 0, 2, "witches", 0.0, 10.0, (1.0, 0.0))] * 10
    ten = [Row(n, 0, 2, "witches", 0.0, 0.0, (1.0, 0.0)) for n in range(6, 16)]
    promised = fit.fit_value(one + ten, mix=1.0).data["weights"]["2"][0]
    assert promised < 4.0


def test_weights_come_closer_to_how_matches_ended() -> None:
    """How matches ended tells a judge that prizes a pebble in the hand above all from one that does not."""
    tasks = schedule("pebbles", ["greedy"], 6, seed=1, seats=2)
    matches = [Match.load(play(task).record, games.load) for task in tasks]
    own = judge.load("pebbles")
    positions = [p for match in matches for p in fit.positions_of(match, own)]
    assert len(positions) > 30
    wrong, right = {"waiting": 0.5, "held": 8.0}, {"waiting": 0.5, "held": 0.15}
    assert fit.error(own, right, own.weights, positions) < fit.error(own, wrong, own.weights, positions)
    found = fit.fit_weights(own, matches, steps=20, positions=8000, rng=Random(1))
    learned = [p for i, match in enumerate(matches) if i % fit.LEFT_OUT for p in fit.positions_of(match, own)]
    assert fit.error(own, found.data, own.weights, learned) < fit.error(own, dict(own.weights), own.weights, learned)

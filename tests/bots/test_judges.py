"""Judges: candidates are legal, worths are numbers, and they do not do what players laugh at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.bots.arena import play, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.match import Match
from ludoteka.games.fabled.judge import converted
from ludoteka.games.terra_mystica import actions as terra
from ludoteka.games.tigris_euphrates.actions import Pass as TigrisPass
from scripts import fit_judge


def course(game: str, seats: int, seed: int, noise: float = 0.3) -> Iterator[tuple[State, Action]]:
    """Positions of a match of half-attentive bots, each with what was chosen there."""
    state, rng = games.load(game).new(seats), Random(seed)
    bot = GreedyBot(noise=noise, worlds=1)
    while state.to_move() != OVER:
        seat = state.to_move()
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        action = bots.decide(bot, state, seat, rng)
        yield state, action
        state.apply(action)


@pytest.mark.parametrize("game", games.names())
def test_every_position_can_be_judged_and_every_candidate_is_legal(game: str) -> None:
    judge = judges.load(game)
    for seats in (games.load(game).seats[0], games.load(game).seats[-1]):
        for state, _ in course(game, seats, seed=seats):
            candidates, legal = judge.actions(state), set(state.legal_actions())
            assert candidates
            assert legal.issuperset(candidates)
            assert len(set(candidates)) == len(candidates)
            assert judge.playout(state, Random(0)) in legal
            worths = judge.worth(state)
            assert len(worths) == seats
            assert all(isfinite(w) for w in worths)
            assert all(0 <= u <= 1 for u in judge.utility(state, worths))


@pytest.mark.parametrize("game", [name for name in games.names() if name != "pebbles"])
def test_one_look_ahead_beats_anything(game: str) -> None:
    for task in schedule(game, ["greedy", "random"], 4, seed=1):
        played = play(task)
        assert played.shares[task.lineup.index("greedy")] == 1


def test_a_turn_of_small_world_is_finished_in_the_head() -> None:
    """Not a step further than the next turn; without a wish for more, a position that can be judged stays as it is."""
    judge, rng = judges.load("small_world"), Random(1)
    for state, _ in islice(course("small_world", 2, seed=4), 60):
        before, start = state.snapshot(), judge.chapter(state)
        judge.play_on(still := state.clone(), rng)
        assert still.snapshot() == before
        judge.play_on(finished := state.clone(), rng, start + 1)
        assert finished.to_move() == OVER or (judge.chapter(finished) == start + 1 and judge.quiet(finished))
        assert state.snapshot() == before


def test_weights_are_fitted_to_saved_matches(tmp_path: Path) -> None:
    """How matches ended tells a judge that prizes a pebble in the hand above all from one that does not."""
    for task in schedule("pebbles", ["greedy"], 6, seed=1, seats=2):
        (tmp_path / f"{task.number}.txt").write_text(play(task).record, "utf-8")
    positions = [p for path in sorted(tmp_path.iterdir()) for p in fit_judge.collect("pebbles", path)]
    assert len(positions) > 30
    wrong, right = {"waiting": 0.5, "held": 8.0}, {"waiting": 0.5, "held": 0.15}
    assert fit_judge.error("pebbles", right, positions) < fit_judge.error("pebbles", wrong, positions)
    run = CliRunner().invoke(fit_judge.main, ["pebbles", str(tmp_path), "--minutes", "0.02"])
    assert run.exit_code == 0, run.output
    before, after = (float(found) for found in re.findall(r"(?:: error|now) ([\d.]+)", run.output))
    assert after <= before


@pytest.fixture(scope="module")
def terra_match() -> Match:
    record = play(schedule("terra_mystica", ["greedy"], 1, seed=3, seats=4, options={"final": "none"})[0]).record
    return Match.load(record, games.load)


def test_terra_mystica_is_played_for_points(terra_match: Match) -> None:
    """Random play ends near 55, the best heuristic program we know near 98 on average."""
    scores = [score[0] for score in terra_match.state.scores()]
    assert sum(scores) / 4 > 80


def test_terra_mystica_does_not_convert_for_fun(terra_match: Match) -> None:
    counts = Counter(type(a) for a in terra_match.actions)
    turns = sum(counts[kind] for kind in (terra.Build, terra.Upgrade, terra.Act, terra.Send, terra.Pass, terra.Advance))
    assert counts[terra.Convert] < 0.35 * turns


def test_terra_mystica_does_not_hoard(terra_match: Match) -> None:
    """Nobody passes an early round with a full purse."""
    state = terra_match.at(0)
    for action in terra_match.actions:
        if isinstance(action, terra.Pass) and state.round <= 3:  # type: ignore[attr-defined]
            me = state.sides[state.to_move()]  # type: ignore[attr-defined]
            assert me.coins + 3 * me.workers < 30
        state.apply(action)


def test_small_world_never_declines_in_the_last_round() -> None:
    for seed in range(3):
        for state, action in course("small_world", 2, seed, noise=0.0):
            if str(action) == "decline":
                assert state.round < state.rounds  # type: ignore[attr-defined]


def test_tigris_uses_its_actions() -> None:
    chosen = [action for _, action in course("tigris_euphrates", 2, 0, noise=0.0)]
    assert len(chosen) > 40
    assert sum(isinstance(a, TigrisPass) for a in chosen) < 0.05 * len(chosen)


@pytest.mark.parametrize(
    ("books", "n", "sun"), [([0, 0, 2, 0], 1, 1), ([0, 2, 1, 0], 2, 1), ([4, 1, 1, 2], 3, 3), ([8, 0, 0, 0], 7, 1)]
)
def test_fabled_counts_what_the_epilogue_will_convert(books: list[int], n: int, sun: int) -> None:
    assert int(converted(books, n)) == sun


def test_fabled_wins_trials() -> None:
    won = sum(play(task).shares[0] for task in schedule("fabled", ["greedy"], 10, seats=1))
    assert won >= 2

"""Judges: candidates are legal, worths are numbers, and they do not do what players laugh at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from random import Random
from typing import Any

import pytest

from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.bots.arena import play, schedule
from ludoteka.bots.greedy import GreedyBot
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.match import Match
from ludoteka.games.fabled.judge import FabledJudge, converted
from ludoteka.games.terra_mystica import actions as terra
from ludoteka.games.tigris_euphrates.actions import Pass as TigrisPass
from tests.games.fabled.kit import Books, position, turn_of


def course(game: str, seats: int, seed: int, blur: float = 0.1) -> Iterator[tuple[State, Action]]:
    """Positions of a match of half-attentive bots, each with what was chosen there."""
    state, rng = games.load(game).new(seats), Random(seed)
    bot = GreedyBot(blur=blur, worlds=1)
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
    """And what a judge has seen before changes nothing: one that has seen nothing says the same."""
    judge = judges.load(game)
    for seats in (games.load(game).seats[0], games.load(game).seats[-1]):
        for state, _ in course(game, seats, seed=seats):
            candidates, legal = judge.actions(state), set(state.legal_actions())
            assert candidates
            assert legal.issuperset(candidates)
            assert len(set(candidates)) == len(candidates)
            assert judge.playout(state, Random(0)) in legal
            worths = judge.worth(state)
            assert worths == type(judge)(judge.weights).worth(state)
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


def test_terra_mystica_finds_a_terrain_for_a_folk_that_is_also_due_a_favour() -> None:
    s = games.load("terra_mystica").new(2)
    while s.to_move() == CHANCE:
        s.apply(s.sample(Random(1)))
    s.apply(terra.Choose("icemaidens"))
    assert {type(a) for a in s.legal_actions()} == {terra.Settle, terra.Favor}
    assert [type(a) for a in judges.of(s).actions(s)] == [terra.Settle]


def test_small_world_never_declines_in_the_last_round() -> None:
    for seed in range(3):
        for state, action in course("small_world", 2, seed, blur=0.0):
            if str(action) == "decline":
                assert state.round < state.rounds  # type: ignore[attr-defined]


def test_tigris_uses_its_actions() -> None:
    chosen = [action for _, action in course("tigris_euphrates", 2, 0, blur=0.0)]
    assert len(chosen) > 40
    assert sum(isinstance(a, TigrisPass) for a in chosen) < 0.05 * len(chosen)


@pytest.mark.parametrize(
    ("books", "n", "sun"), [([0, 0, 2, 0], 1, 1), ([0, 2, 1, 0], 2, 1), ([4, 1, 1, 2], 3, 3), ([8, 0, 0, 0], 7, 1)]
)
def test_fabled_counts_what_the_epilogue_will_convert(books: list[int], n: int, sun: int) -> None:
    assert int(converted(books, n)) == sun


def test_fabled_knows_what_decides_in_its_scenarios() -> None:
    knows, naive = (FabledJudge({**judges.weights("fabled"), "scenario": n}) for n in (1.0, 0.0))

    def lead(judge: FabledJudge, books: dict[int, Books], discard: int = 0, **options: Any) -> float:
        """How much better the first player stands."""
        s = turn_of(position(row="S01 G01", sages={0: "S01.1", 1: "G01.1"}, books=books, **options))
        s.discard = tuple(range(2, 2 + discard))
        worths = judge.worth(s)
        return worths[0] - worths[1]

    most: dict[int, Books] = {0: (3, 2, 1, 1), 1: (2, 1, 0, 2)}  # three majorities are worth more than a sun book
    assert lead(knows, most, scenario=2, chapter=10) > 0 > lead(naive, most, scenario=2, chapter=10)
    hoard: dict[int, Books] = {0: (8, 0, 0, 0), 1: (0, 0, 0, 0)}  # one more land in the discard: too late to raise them
    assert lead(knows, hoard, 5, scenario=3, chapter=6) < lead(naive, hoard, 5, scenario=3, chapter=6) - 0.3


def test_fabled_comrades_look_after_the_one_behind() -> None:
    knows = FabledJudge(judges.weights("fabled"))

    def shared(first: int, second: int) -> float:
        held: dict[int, Books] = {0: (0, 0, 0, first), 1: (0, 0, 0, second), 2: (0, 0, 0, 4)}
        return knows.worth(turn_of(position(2, mode="comradeship", books=held)))[0]

    assert shared(6, 6) > shared(9, 3) + 0.3  # the same sum, but nobody gives the spirits a book


def test_fabled_wins_trials() -> None:
    # the head starts of the ninth edition are those for a bot that looks one action ahead
    together = schedule("fabled", ["greedy"], 10, seats=2, options={"mode": "comradeship", "edition": 9})
    assert sum(sum(play(task).shares) for task in together) >= 2

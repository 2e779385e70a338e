"""Ideas played on to the end of the chapter."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka import games
from ludoteka.bots import judge as judges
from ludoteka.bots import rollout
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge
from ludoteka.bots.rollout import RolloutBot
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State


def middle(name: str, seed: int, moves: int) -> State:
    """A position of a random match in which there is a real choice."""
    state, rng = games.load(name).new(2), Random(seed)
    while moves > 0 or state.to_move() == CHANCE or len(judges.of(state).actions(state)) < 4:
        moves -= state.to_move() != CHANCE
        state.apply(state.sample(rng))
    assert state.to_move() != OVER
    return state


class Later(Judge):
    """Nothing is worth anything before the end of the match."""

    hidden = False

    def worth(self, state: State) -> list[float]:
        return [float(points[0]) for points in state.scores()] if state.to_move() == OVER else [0.0] * state.seats

    def playout(self, state: State, rng: Random) -> Action:
        return state.legal_actions()[0]


def test_sees_what_one_look_ahead_cannot() -> None:
    state = middle("pebbles", 3, 8)
    seat = state.to_move()
    near = GreedyBot(judge=Later()).think(state, seat, Random(0))
    far = RolloutBot(keep=99, within=1.0, judge=Later()).think(state, seat, Random(0))
    assert len({option.value for option in near}) == 1
    assert len({option.value for option in far}) > 1
    assert [option.value for option in far] == sorted((option.value for option in far), reverse=True)
    assert {option.action for option in far} == set(state.legal_actions())


class Chapters(Later):
    """A new chapter with every action: only the idea itself is played."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def chapter(self, state: State) -> int:
        self.seen += 1
        return self.seen


def test_stops_where_the_chapter_ends() -> None:
    state = middle("pebbles", 3, 8)
    for option in RolloutBot(within=1.0, judge=Chapters()).think(state, state.to_move(), Random(0)):
        assert option.line == ()


def test_plays_on_only_what_seems_nearly_as_good() -> None:
    state = middle("terra_mystica", 1, 60)
    seat = state.to_move()
    assert len(RolloutBot(keep=3, within=1.0).think(state, seat, Random(0))) == 3
    assert len(RolloutBot(keep=99, within=0.0).think(state, seat, Random(0))) == 1


def test_an_action_asked_for_is_looked_at_however_bad_or_late(monkeypatch: pytest.MonkeyPatch) -> None:
    state = middle("terra_mystica", 1, 60)
    seat = state.to_move()
    worst = GreedyBot().think(state, seat, Random(0))[-1].action
    monkeypatch.setattr(rollout, "perf_counter", iter(range(10_000)).__next__)
    options = RolloutBot(keep=2, seconds=0.001).think(state, seat, Random(0), also=worst)
    assert worst in [option.action for option in options]
    assert len(RolloutBot(keep=2, seconds=0.001).think(state, seat, Random(0))) > 2  # no time: one look ahead

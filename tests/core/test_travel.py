"""Positions go to another process and are the same there."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from dataclasses import replace
from random import Random
from typing import Any

import cloudpickle
import pytest

from ludoteka import games
from ludoteka.core.errors import BadOptions, IllegalAction, NotAnAction, NotYourTurn
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.match import Match


def facts(state: State) -> tuple[Any, ...]:
    """All that a position tells, and where it goes from here."""
    views = [state.view(seat) for seat in (*range(state.seats), None)]
    legal = [str(action) for action in state.legal_actions()]
    rng = Random(1)
    for _ in range(10):
        if state.to_move() != OVER:
            state.apply(rng.choice(state.legal_actions()))
    return views, legal, state.digest(), state.scores()


def test_another_process_sees_the_same_positions() -> None:
    positions = []
    for name in games.names():
        state, rng = games.load(name).new(3), Random(name)
        for _ in range(90):
            if state.to_move() != OVER:
                state.apply(state.sample(rng))
        positions.append(state)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.map(facts, positions)
    for state, found in zip(positions, there, strict=True):
        assert facts(cloudpickle.loads(cloudpickle.dumps(state))) == found
        assert facts(pickle.loads(pickle.dumps(state))) == found
        assert facts(state.clone()) == found


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_the_same_one_elsewhere_and_a_changed_one_stays_changed(name: str) -> None:
    game = games.load(name)
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    assert copy.copy(replace(game, longest=7)).longest == 7


@pytest.mark.parametrize("name", games.names())
def test_a_match_that_is_copied_goes_its_own_way(name: str) -> None:
    match, rng = Match(games.load(name), 2), Random(1)
    for _ in range(20):
        match.push(match.state.sample(rng))
    here = match.save()
    for copied in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert copied == match
        copied.push(copied.state.sample(rng))
        assert copied != match
        assert match.save() == here


@pytest.mark.parametrize("name", ["terra_mystica", "small_world", "fabled"])
def test_a_view_that_leaves_something_out_is_refused_in_words(name: str) -> None:
    game = games.load(name)
    assert game.from_view is not None
    with pytest.raises(BadOptions, match="nobody can play on"):
        game.from_view(game.new(2).view(0), 0, Random(0))


def test_a_refusal_keeps_its_reason_on_the_way(pebbles: Game) -> None:
    match = Match(pebbles, 2)
    match.roll(Random(0))
    seat = match.state.to_move()
    cases = ((seat, "place red Z", IllegalAction), (1 - seat, "decline", NotYourTurn), (seat, "?", NotAnAction))
    for mover, text, kind in cases:
        with pytest.raises(kind) as raised:
            match.play(mover, text)
        for error in (pickle.loads(pickle.dumps(raised.value)), copy.copy(raised.value)):
            assert type(error) is kind
            assert (str(error), vars(error)) == (str(raised.value), vars(raised.value))

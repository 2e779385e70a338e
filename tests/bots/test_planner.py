"""Whole rounds planned ahead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from random import Random

import pytest

from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.bots import planner
from ludoteka.bots.planner import PlannerBot
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, State
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.judge import TerraJudge
from ludoteka.games.terra_mystica.judge_value import NAMES, features, fitted
from ludoteka.games.terra_mystica.phases.turn import ANSWER, TURN
from ludoteka.games.terra_mystica.state import TerraState

RECORD = Path(__file__).parents[2] / "matches" / "terra_mystica" / "league_s1_g2.txt"


@pytest.fixture(scope="module")
def match() -> Match:
    return Match.load(RECORD.read_text("utf-8"), games.load, check=False)


def position(match: Match, phase: object, n: int) -> TerraState:
    """The n-th position of the match in which somebody is asked this."""
    state = match.at(0)
    for action in match.actions:
        if state.stack and state.stack[-1][0] is phase and len(state.legal_actions()) > 1:
            n -= 1
            if not n:
                break
        state.happen(action)
    assert isinstance(state, TerraState)
    return state


def fresh() -> TerraJudge:
    return TerraJudge(judges.weights("terra_mystica"))


def test_plans_change_nothing_and_begin_with_what_is_legal(match: Match) -> None:
    state = position(match, TURN, 40)
    before = state.snapshot()
    options = PlannerBot(width=2).think(state, state.to_move(), Random(0))
    assert state.snapshot() == before
    assert len(options) > 1
    assert {option.action for option in options} <= set(state.legal_actions())
    assert [o.value for o in options] == sorted((o.value for o in options), reverse=True)


def test_a_turn_is_planned_once_and_played_as_planned(match: Match) -> None:
    state = position(match, TURN, 40)
    seat = state.to_move()
    bot = PlannerBot(width=2)
    first = bot.choose(state, seat, Random(0))
    state.apply(first)
    thought = []
    bot.think = lambda *args: thought.append(args)  # type: ignore[method-assign, assignment]
    while state.to_move() == seat and state.stack[-1][0] is TURN and not state.acts:
        state.apply(bot.choose(state, seat, Random(0)))
    assert not thought


def test_a_bot_without_memory_can_finish_a_turn(match: Match) -> None:
    """A server asks a new bot for every action."""
    state = position(match, TURN, 40)
    seat, rng = state.to_move(), Random(0)
    for _ in range(12):
        state.apply(PlannerBot(width=2).choose(state, seat, rng))
        if state.to_move() != seat:
            return
    pytest.fail("the turn does not end")


def test_both_answers_to_an_offer_are_planned(match: Match) -> None:
    for n in range(1, 40):
        state = position(match, ANSWER, n)
        options = PlannerBot(answers=1).think(state, state.to_move(), Random(0))
        if len(options) > 1:
            assert {option.action for option in options} == set(state.legal_actions())
            return
    pytest.fail("nobody was offered more than one power")


def test_an_answer_is_planned_though_nobody_is_left_to_speak() -> None:
    """In edition 1 chance says who speaks: after the last answer of a round all who could are out of the plan."""
    record = Match.load(RECORD.with_name("league_s2_g1.txt").read_text("utf-8"), games.load, check=False)
    state = record.at(271)
    plans = fresh().plans
    assert plans is not None
    answers = plans.answers(state, 1)
    assert {str(a) for a in answers} == {"leech 0 2", "decline 0 2"}
    found = PlannerBot(seconds=0, judge=fresh()).think(state, 1, Random(1))
    assert {option.action for option in found} == set(answers)


def test_a_plan_in_a_hurry_is_still_a_plan(match: Match) -> None:
    state = position(match, TURN, 40)
    bot = PlannerBot(width=8)
    bot.hurry(1e-6)
    assert bot.choose(state, state.to_move(), Random(0)) in state.legal_actions()


def test_the_fitted_value_knows_every_feature(match: Match) -> None:
    state = position(match, TURN, 40)
    judge = fresh()
    assert len(features(state, state.to_move(), judge)) == len(NAMES)
    assert {len(weights) for weights in fitted()["weights"].values()} == {len(NAMES)}
    assert set(fitted()["weights"]) == {"2", "3", "4", "5", "6"}


def test_a_game_without_plans_is_played_by_one_look() -> None:
    state = games.load("pebbles").new(seats=2)
    rng = Random(0)
    while state.to_move() == CHANCE:
        state.apply(state.sample(rng))
    assert bots.make("planner").choose(state, state.to_move(), rng) in state.legal_actions()


def test_with_half_of_its_time_gone_it_follows_a_few_plans_to_their_end(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, judge = position(match, TURN, 60), fresh()
    plans = judge.plans
    assert plans is not None
    looks, turns = [0], plans.turns

    def counted(world: State, seat: int) -> Iterator[tuple[State, tuple[Action, ...]]]:
        looks[0] += 1
        return turns(world, seat)

    monkeypatch.setattr(plans, "turns", counted)

    def planned(clock: Iterator[float]) -> tuple[int, set[int]]:
        looks[0] = 0
        monkeypatch.setattr(planner, "perf_counter", lambda: next(clock))
        found = PlannerBot(seconds=10.0, judge=judge)._plan(state, state.to_move(), plans, 12)
        return looks[0], {plan.state.round for plan in found if isinstance(plan.state, TerraState)}

    whole, hurried = planned(repeat(0.0)), planned(chain([0.0], repeat(6.0)))
    assert hurried[0] < whole[0] / 2
    assert hurried[1] == whole[1] == {state.round + 1}

"""The search on the smallest game: it finds what is there to find, and keeps its tree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from ludoteka import bots, games
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge, game_of, of
from ludoteka.bots.levels import LEVELS
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.random import RandomBot
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, Frame, Phase, State
from ludoteka.games.pebbles.actions import PLACE
from ludoteka.games.pebbles.state import PebblesState
from tests.bots.test_rollout import middle


@dataclass(frozen=True, slots=True)
class Take(Action):
    n: int


TAKE = (Take(1), Take(2), Take(3))


class Turn(Phase["Nim", Frame]):
    def legal(self, s: Nim, f: Frame) -> list[Action]:
        return list(TAKE[: s.left])

    def apply(self, s: Nim, f: Frame, a: Action) -> None:
        assert isinstance(a, Take)
        s.left -= a.n
        if s.left:
            s.stack.append((TURN, 1 - f[1]))
        else:
            s.winner = f[1]


TURN = Turn()


class Nim(State):
    """Who takes the last one wins."""

    __slots__ = ("left", "winner")

    def __init__(self, stack: list[Frame], left: int, winner: int = -1) -> None:
        self.stack, self.seats, self.options, self.notes = stack, 2, None, None
        self.left, self.winner = left, winner

    def clone(self) -> Nim:
        return Nim(self.stack[:], self.left, self.winner)

    def scores(self) -> list[tuple[int, ...]]:
        return [(int(self.winner == 0),), (int(self.winner == 1),)]

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"seat": seat, "left": self.left, "to_move": self.to_move()}


def opened(seed: int, seats: int = 2, stones: int = 12) -> PebblesState:
    state = games.load("pebbles").new(seats, stones=stones)
    rng = Random(seed)
    while state.to_move() == CHANCE:
        state.apply(state.sample(rng))
    assert isinstance(state, PebblesState)
    return state


def win_share(bot: object, rival: object, matches: int) -> float:
    won = 0.0
    for k in range(matches):
        state = games.load("pebbles").new(2)
        rng = Random(k // 2)
        players = [bot, rival] if k % 2 == 0 else [rival, bot]
        while state.to_move() != OVER:
            seat = state.to_move()
            action = state.sample(rng) if seat == CHANCE else players[seat].choose(state.resample(seat, rng), seat, rng)  # type: ignore[attr-defined]
            state.apply(action)
        won += state.returns()[k % 2]
    return won / matches


def test_takes_the_only_winning_move() -> None:
    """The last stone but one: red beside red scores, and the rival has no red to snatch with in any world."""
    state = opened(0)
    state.ring = [0, 0, -1, 1, 2, 1, 2, 1, 2, 1, 2, 1]
    state.hands = [[1, 1, 1], [0, 2, 1]]
    state.bag = [7, 2, 3]
    state.bag[0], state.spent[0] = 0, 7  # every other red is out
    for bot in (GreedyBot(), MctsBot(60), MctsBot(60, paranoid=True)):
        assert bot.choose(state, 0, Random(1)) == PLACE[0][2]


@pytest.mark.parametrize("paranoid", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_is_stronger_than_what_it_is_made_of(paranoid: bool) -> None:
    assert win_share(GreedyBot(), RandomBot(), 60) > 0.6
    assert win_share(MctsBot(60, paranoid=paranoid), GreedyBot(), 30) > 0.6


def test_keeps_the_part_of_the_tree_that_came_true() -> None:
    """Nim has no chance: the reply is in the tree, so the next decision starts with its visits."""
    pile = Nim([(TURN, 0)], 15)
    bot = MctsBot(300)
    assert bot.choose(pile, 0, Random(0)) == TAKE[2], "15 - 3 leaves a multiple of four"
    assert bot.simulations > 100
    pile.apply(TAKE[2])
    pile.apply(TAKE[0])
    kept = bot.kept[repr(pile.view(0))].visits
    assert kept > 10
    assert bot.choose(pile, 0, Random(0)) == TAKE[2]
    assert bot.simulations <= 300 - kept
    fresh = MctsBot(300, reuse=False)
    fresh.choose(pile, 0, Random(0))
    assert not fresh.kept


def searcher(name: str, iterations: int) -> MctsBot:
    """The top level of a game with so many iterations and all the time it needs."""
    bot = LEVELS[-1].make(games.load(name))
    assert isinstance(bot, MctsBot)
    bot.iterations, bot.seconds = iterations, 0.0
    return bot


@pytest.mark.parametrize("name", ["small_world", "tigris_euphrates"])
def test_what_was_thought_before_changes_nothing(name: str) -> None:
    """The same seed gives the same decisions, with a bot that comes from another match and with a new one."""

    def play(state: State, players: list[MctsBot]) -> list[Action]:
        state, rng, played = state.clone(), Random(1), []
        while len(played) < 12 and (seat := state.to_move()) != OVER:
            played.append(state.sample(rng) if seat == CHANCE else bots.decide(players[seat], state, seat, rng))
            state.apply(played[-1])
        return played

    warm = [searcher(name, 20) for _ in range(2)]
    play(middle(name, 1, 30), warm)
    start = middle(name, 2, 50)
    assert play(start, warm) == play(start, [searcher(name, 20) for _ in range(2)])


def test_stops_when_nothing_can_overtake_the_leader() -> None:
    state = opened(4)
    bot = MctsBot(2000, width=1, widen=0.0, explore=0.0, reuse=False)
    bot.choose(state, 0, Random(0))
    assert bot.simulations < 1500


def test_tells_what_it_expects() -> None:
    state = opened(5)
    options = MctsBot(120).think(state, 0, Random(0))
    assert [o.visits for o in options] == sorted((o.visits for o in options), reverse=True)
    assert all(0 <= o.value <= 1 for o in options)
    assert len(options[0].worths) == 2
    assert {o.action for o in options} <= set(state.legal_actions())


def test_a_game_is_found_by_its_state_and_judged_by_scores_without_a_judge() -> None:
    state = opened(0)
    assert game_of(state) is games.load("pebbles")
    assert type(of(state)).__name__ == "PebblesJudge"
    state.points = [3, 1]
    plain = Judge()
    assert plain.worth(state) == [3, 1]
    shares = plain.utility(state, [3, 1])
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1]
    assert plain.utility(state, [0.0]) == [0.5]

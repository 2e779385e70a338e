"""What every bot promises, for every game on the shelf: it keeps to what its seat knows, changes nothing, repeats
itself with a seed, and is on time."""

from __future__ import annotations

import logging
from random import Random

import pytest

from ludoteka import bots, games
from ludoteka.bots import mcts, rollout
from ludoteka.bots.judge import Judge
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.bots.thought import Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, OVER, State

SEARCH = "mcts:iterations=24"
BOTS = ["random", "greedy", "rollout:keep=2", "planner:width=2:late=2", SEARCH, "level1", "level2"]


def positions(name: str, n: int, seed: int = 0) -> list[tuple[State, int]]:
    """Some positions of random matches in which a seat has a choice."""
    game = games.load(name)
    found: list[tuple[State, int]] = []
    rng = Random(f"{name} {seed}")
    while len(found) < n:
        state = game.new(max(2, game.seats[0]))
        stop = rng.randrange(4, 120)
        while state.to_move() != OVER and stop:
            stop -= state.to_move() != CHANCE
            state.apply(state.sample(rng))
        while state.to_move() == CHANCE:
            state.apply(state.sample(rng))
        if state.to_move() != OVER and len(state.legal_actions()) > 1:
            found.append((state, state.to_move()))
    return found


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", games.names())
def test_decides_by_what_the_seat_knows(game: str, bot: str) -> None:
    """Another truth with the same knowledge, the same seed: the same decision."""
    for k, (state, seat) in enumerate(positions(game, 4)):
        other = state.resample(seat, Random(99 + k))
        here = bots.decide(bots.make(bot), state, seat, Random(k))
        assert here == bots.decide(bots.make(bot), other, seat, Random(k))


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game", games.names())
def test_never_changes_the_state_it_was_given(game: str, bot: str) -> None:
    for state, seat in positions(game, 3, seed=1):
        before = state.snapshot()
        action = bots.make(bot).choose(state, seat, Random(0))
        assert state.snapshot() == before
        assert action in state.legal_actions()


@pytest.mark.parametrize("game", games.names())
def test_repeats_itself_with_a_seed_also_with_a_kept_tree(game: str) -> None:
    def record() -> list[Action]:
        state = games.load(game).new(max(2, games.load(game).seats[0]))
        rng, chosen = Random(5), []
        players = [bots.make(SEARCH) for _ in range(state.seats)]
        while state.to_move() != OVER and len(chosen) < 30:
            mover = state.to_move()
            action = state.sample(rng) if mover == CHANCE else bots.decide(players[mover], state, mover, rng)
            chosen.append(action)
            state.apply(action)
        return chosen

    assert record() == record()


class Clock:
    """Every look at it takes ten milliseconds, so that no busy machine can fail a test of time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seconds", [0.2, 0.5])
def test_is_on_time(game: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for state, seat in positions(game, 3, seed=2):
        hurried: list[Thinker] = [MctsBot(iterations=0, seconds=seconds), RolloutBot(seconds=seconds)]
        for bot in hurried:
            clock = Clock()
            monkeypatch.setattr(mcts, "perf_counter", clock)
            monkeypatch.setattr(rollout, "perf_counter", clock)
            bot.choose(state, seat, Random(0))
            assert clock.now < seconds * 1.2


class Broken(Judge):
    def worth(self, state: State) -> list[float]:
        raise ZeroDivisionError


class Liar(Judge):
    def actions(self, state: State) -> list[Action]:
        return games.load("pebbles").new(2).legal_actions()[:1]


@pytest.mark.parametrize("judge", [Broken(), Liar()])
def test_a_fault_in_a_judge_does_not_stop_the_match(judge: Judge, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    state, seat = positions("pebbles", 1)[0]
    for bot in (MctsBot(20, judge=judge), RolloutBot(judge=judge), bots.GreedyBot(judge=judge)):
        assert bot.choose(state, seat, Random(0)) in state.legal_actions()


def test_a_search_needs_a_bound() -> None:
    with pytest.raises(ValueError, match="bound"):
        MctsBot(iterations=0)


class Reader(bots.RandomBot):
    def __init__(self, weights: str) -> None:
        super().__init__()
        self.weights = weights


def test_names_with_settings_and_strangers() -> None:
    bot = bots.make("mcts:iterations=7:seconds=0.5:paranoid=true")
    assert isinstance(bot, MctsBot)
    assert (bot.iterations, bot.seconds, bot.paranoid) == (7, 0.5, True)
    assert isinstance(bots.make("ludoteka.bots.random:RandomBot"), bots.RandomBot)
    stranger = bots.make("ludoteka.bots.rollout:RolloutBot:keep=3")
    assert isinstance(stranger, RolloutBot)
    assert stranger.keep == 3
    reader = bots.make("tests.bots.test_bots:Reader:weights=net.2.npz")
    assert getattr(reader, "weights", "") == "net.2.npz"
    for name in bots.names():
        bots.make(name)


@pytest.mark.parametrize(
    "name",
    [
        "nobody",
        "mcts:depth=3",
        "mcts:iterations=many",
        "no.such:Bot",
        "ludoteka.bots.random:RandomBot:x=1",
        "level9",
        "level1:blur=1",
        "a.b",
    ],
)
def test_unknown_names_are_told(name: str) -> None:
    with pytest.raises(bots.UnknownBot):
        bots.make(name)

"""A bot with less time is the same bot and thinks less; it never falls back on chance."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from ludoteka import bots
from ludoteka.bots import greedy, mcts, rollout
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.judge import Judge
from ludoteka.bots.levels import LEVELS, LevelBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.rollout import RolloutBot
from ludoteka.bots.thought import Thinker
from ludoteka.core.action import Action
from ludoteka.core.game import State
from tests.bots.test_rollout import middle


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second whenever a bot looks at it."""
    ticks = count()
    for module in (greedy, mcts, rollout):
        monkeypatch.setattr(module, "perf_counter", lambda: float(next(ticks)))


class Counting(Judge):
    looks = 0

    def ahead(self, state: State, action: Action, rng: Random, samples: int = 1, chapters: int = 0) -> list[float]:
        self.looks += 1
        return super().ahead(state, action, rng, samples, chapters)


def looks(bot: Thinker, judge: Counting, state: State) -> int:
    bot.judge, judge.looks = judge, 0
    chosen = bot.choose(state, state.to_move(), Random(1))
    assert chosen in state.legal_actions()
    return judge.looks


@pytest.mark.usefixtures("ticking")
def test_less_time_is_less_thought() -> None:
    state = middle("pebbles", 3, 4)
    for make in (GreedyBot, lambda: MctsBot(60)):
        whole, short = make(), make()
        short.hurry(3.0)
        assert 0 < looks(short, Counting(), state) < looks(whole, Counting(), state)
    hurried = MctsBot(60)
    hurried.hurry(20.0)
    hurried.think(state, state.to_move(), Random(1))
    assert 0 < hurried.simulations < 60


@pytest.mark.usefixtures("ticking")
def test_late_the_best_that_was_looked_at_is_taken() -> None:
    state = middle("pebbles", 3, 4)
    bot = GreedyBot()
    bot.hurry(2.0)
    options = bot.think(state, state.to_move(), Random(1))
    assert 0 < len(options) < len(state.legal_actions())
    assert [o.value for o in options] == sorted((o.value for o in options), reverse=True)


def test_a_bot_is_never_given_more_time_than_it_has() -> None:
    bot = MctsBot(100, seconds=4.0)
    bot.hurry(9.0)
    assert bot.seconds == 4.0
    bot.hurry(0.5)
    assert bot.seconds == 0.5
    far = RolloutBot(seconds=4.0)
    far.hurry(1.0)
    assert (far.seconds, far.look.seconds) == (1.0, 0.5)


def test_a_level_hurries_in_every_game() -> None:
    state, other = middle("pebbles", 3, 4), middle("terra_mystica", 3, 2)
    bot = LevelBot("level5")
    first = bot.inner(state)
    bot.hurry(0.5)
    assert first.seconds == bot.inner(other).seconds == 0.5
    assert LevelBot("level5").inner(state).seconds == 4.0


def test_which_bots_are_quick() -> None:
    for level in LEVELS:
        for game in ("pebbles", "terra_mystica", "small_world"):
            assert bots.is_quick(level.bot, game) == (level.number < 5)
    assert bots.is_quick("random", "pebbles")
    assert not bots.is_quick("mcts", "pebbles")
    assert not bots.is_quick("somebodys.bot:Clever", "pebbles")

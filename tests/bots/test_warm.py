"""What was judged before changes nothing: of every game, by bots of every kind.

`scripts/parity.py` asks the same of a native build, which plays its matches in another order than pure Python.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.bots.judge import Judge
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.match import Match
from ludoteka.games.fabled.judge import FabledJudge
from tests.bots.test_rollout import middle

KINDS = ("greedy:worlds=1:blur=0.05", "rollout:keep=2", "planner:width=2:late=2:seconds=0", "mcts:iterations=8")
ACTIONS = 8
LEAGUE = Path(__file__).parents[2] / "matches" / "terra_mystica" / "league_s1_g2.txt"


def cold(game: str) -> Judge:
    """A judge that has seen nothing yet."""
    return type(judges.load(game))(judges.weights(game))


def course(game: str) -> list[State]:
    """The positions of a match that can be judged: of people's in Terra Mystica, where the board is full of them."""
    judge, rng = cold(game), Random(3)
    found: list[State] = []
    record = Match.load(LEAGUE.read_text("utf-8"), games.load, check=False) if game == "terra_mystica" else None
    state = record.at(0) if record else games.load(game).new(2)
    for n in count():
        if state.to_move() == OVER:
            return found
        state.happen(record.actions[n] if record else state.sample(rng))
        if state.to_move() != OVER and judge.quiet(state):
            found.append(state.clone())
    return found


def played(state: State, bot: str, judge: Judge, seed: int) -> list[str]:
    """The next actions, everybody with that bot and the one judge."""
    state, rng = state.clone(), Random(seed)
    actions: list[str] = []
    players = [bots.make(bot, judge) for _ in range(state.seats)]
    while len(actions) < ACTIONS and (seat := state.to_move()) != OVER:
        action = state.sample(rng) if seat == CHANCE else bots.decide(players[seat], state, seat, rng)
        actions.append(str(action))
        state.apply(action)
    return actions


@pytest.mark.parametrize("game", games.names())
def test_a_judge_says_the_same_whatever_it_has_seen(game: str) -> None:
    """The end of a match first, then its beginning, and the other way round: what is remembered must be remembered
    under all that it depends on."""
    states, one, other = course(game), cold(game), cold(game)
    backwards = [one.worth(state) for state in reversed(states)]
    assert [other.worth(state) for state in states] == backwards[::-1]
    assert len(states) > 8


@pytest.mark.parametrize("bot", KINDS)
@pytest.mark.parametrize("game", games.names())
def test_the_same_seed_gives_the_same_match(game: str, bot: str) -> None:
    here, warm = middle(game, 2, 4 if game == "pebbles" else 40), cold(game)
    played(middle(game, 1, 4 if game == "pebbles" else 60), bot, warm, 5)
    played(here, bot, warm, 6)
    assert played(here, bot, warm, 1) == played(here, bot, cold(game), 1)


class World:
    """All that the judge of Fabled asks of cards somebody made."""

    def __init__(self, place: str) -> None:
        self.place_id = [place]


def test_places_of_cards_that_are_gone_are_forgotten() -> None:
    """A world that is no longer played leaves its place in memory to another one."""
    judge, places = FabledJudge(judges.weights("fabled")), judges.weights("fabled")["places"]
    for place in ("roots", "tavern", "temple", "wind"):
        assert judge._place_values(SimpleNamespace(content=World(place))) == [places[place]]  # type: ignore[arg-type]

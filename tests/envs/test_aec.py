from __future__ import annotations

import copy
import pickle
import warnings
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER
from ludoteka.envs import ActionTable, Scheme, env, scheme
from ludoteka.envs.scheme import Bits, Numbers, one_of


@pytest.mark.parametrize("name", games.names())
def test_pettingzoo_accepts_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its advice about spaces we chose on purpose
        api_test(env(name), num_cycles=200)
        seed_test(lambda: env(name), num_cycles=50)
        check_state_space(env(name))


@pytest.mark.parametrize("name", games.names())
def test_the_index_is_stable_and_complete(name: str) -> None:
    game = env(name).unwrapped
    texts = [str(action) for action in game.table.actions]
    assert texts == sorted(texts)
    rng = np.random.default_rng(1)
    game.reset(seed=1)
    while game.agents and not game.terminations[game.agent_selection]:
        legal = game.state_.legal_actions()
        mask = game.observe(game.agent_selection)["action_mask"]
        assert sorted(texts[i] for i in np.flatnonzero(mask)) == sorted(map(str, legal))
        game.step(int(rng.choice(np.flatnonzero(mask))))
    assert sum(game.rewards.values()) == pytest.approx(2 - len(game.possible_agents))


def played(game: Any, steps: int, seed: int = 1) -> Any:
    """An environment in the middle of a match."""
    rng = np.random.default_rng(seed)
    game.reset(seed=seed)
    for _ in range(steps):
        game.step(int(rng.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"]))))
    return game


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("travel", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))], ids=["copy", "pickle"])
def test_an_environment_travels(name: str, travel: Any) -> None:
    """The other one goes on as this one does: the same choices, numbers and draws."""
    one = played(env(name), 6)
    other = travel(one)
    for _ in range(8):
        agent = one.agent_selection
        assert other.agent_selection == agent
        seen, also = one.observe(agent), other.observe(agent)
        assert (seen["observation"] == also["observation"]).all()
        assert (seen["action_mask"] == also["action_mask"]).all()
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        one.step(action)
        other.step(action)
    assert one.unwrapped.state_.digest() == other.unwrapped.state_.digest()


def test_the_state_is_what_all_seats_see() -> None:
    game = played(env("pebbles", seats=3), 5)
    state = game.state()
    assert game.state_space.contains(state)
    for row, agent in zip(state, game.possible_agents, strict=True):
        assert (row == game.observe(agent)["observation"]).all()


def test_a_match_can_be_cut_off() -> None:
    game = played(env("pebbles", max_cycles=4), 3)
    assert not any(game.truncations.values())
    played(game, 4)
    assert all(game.truncations.values())
    assert not any(game.terminations.values())
    assert set(game.rewards.values()) == {0.0}
    while game.agents:
        game.step(None)
    whole = played(env("pebbles", max_cycles=10_000), 0)
    while not any(whole.terminations.values()):
        whole.step(int(np.flatnonzero(whole.observe(whole.agent_selection)["action_mask"])[0]))
    assert not any(whole.truncations.values())


def test_an_illegal_action_ends_the_match_for_learners() -> None:
    game = env("pebbles")
    game.reset(seed=1)
    mask = game.observe(game.agent_selection)["action_mask"]
    agent = game.agent_selection
    game.step(int(np.flatnonzero(mask == 0)[0]))
    assert game.terminations[agent]
    assert game.rewards[agent] == -1
    assert all(game.terminations.values())
    game.reset(seed=1)
    with pytest.raises(AssertionError, match="action space"):
        game.step(10_000)


@pytest.mark.parametrize("name", games.names())
def test_a_scheme_tells_what_its_numbers_mean(name: str) -> None:
    game = games.load(name)
    for seats in game.seats:
        made = scheme(game, seats, game.check_options(seats, {}))
        assert made.encode(game.new(seats=seats), 0).shape == (made.size,)
        rows = made.describe()
        assert rows[0][0] == 0
        assert rows[-1][1] == made.size - 1
        assert len({row[2] for row in rows}) == len(rows)


def test_a_board_can_be_rendered() -> None:
    game = env("pebbles", render_mode="ansi")
    game.reset(seed=1)
    assert "in the bag" in str(game.render())


def test_a_scheme_writes_each_block_in_its_place() -> None:
    made = Scheme(
        [
            Numbers("c", 2, "counts", lambda s, me: [0, 5], 10),
            one_of("a", ("x", "y"), "which", lambda s, me: "y"),
            Bits("b", 3, "a plane", lambda s, me: 0b10100, places=(0, 2, 3)),
        ]
    )
    assert made.encode(games.load("pebbles").new(seats=2), 0).tolist() == [0, 1, 0, 1, 0, 0, 0.5]
    assert made.describe() == [(0, 1, "a", "which"), (2, 4, "b", "a plane"), (5, 6, "c", "counts, divided by 10")]


@pytest.mark.parametrize("name", games.names())
def test_the_mask_without_a_list_is_that_of_the_list(name: str) -> None:
    game = games.load(name)
    for number, (seats, options) in enumerate(islice(game.configurations(), 0, None, 7)):
        state, rng = game.new(seats, **options), Random(number)
        table = ActionTable(game, seats, state.options)
        while (seat := state.to_move()) != OVER:
            if seat != CHANCE:
                assert np.array_equal(table.mask_of(state), table.mask(state.legal_actions()))
            state.apply(state.sample(rng))


def test_actions_made_anew_are_found_too() -> None:
    game = games.load("pebbles")
    table = ActionTable(game, 2, game.check_options(2, {}))
    assert table.mask([game.parse("place red A")]).sum() == 1

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludoteka import games
from ludoteka.core.errors import LudotekaError
from ludoteka.envs import SoloEnv


@pytest.mark.parametrize("name", games.names())
def test_gymnasium_accepts_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its advice about spaces we chose on purpose
        check_env(SoloEnv(name, seats=3, seat=1))


def test_one_seat_plays_a_match_against_bots() -> None:
    env = SoloEnv("pebbles", seats=3, seat=2, rivals=["greedy", "random"], stones=9)
    rng = np.random.default_rng(1)
    results = []
    for seed in range(5):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert env.match.state_.to_move() == 2
            assert (env.action_masks() == seen["action_mask"]).all()
            assert reward == 0
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
            seen, reward, over, cut, _ = env.step(action)
            assert not cut
        results.append(reward)
        assert reward == 2 * env.match.state_.returns()[2] - 1
    assert set(results) <= {-1.0, -1 / 3, 0.0, 1.0}


def test_the_same_seed_gives_the_same_match() -> None:
    def match(env: SoloEnv) -> list[str]:
        env.reset(seed=7)
        digests, over = [], False
        while not over:
            _, _, over, _, _ = env.step(int(env.action_masks().argmax()))
            digests.append(env.match.state_.digest())
        return digests

    env = SoloEnv("pebbles", rivals="greedy")
    assert match(env) == match(env) == match(pickle.loads(pickle.dumps(env)))


def test_an_illegal_action_ends_the_match() -> None:
    env = SoloEnv("pebbles")
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(env.action_masks().argmin()))
    assert (reward, over) == (-1, True)


def test_who_sits_there_is_checked() -> None:
    with pytest.raises(ValueError, match="2 rivals"):
        SoloEnv("pebbles", seats=3, rivals=["random"])
    with pytest.raises(LudotekaError):
        SoloEnv("pebbles", rivals="nobody").reset()

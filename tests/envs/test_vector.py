from __future__ import annotations

import warnings
from functools import partial

import gymnasium
import numpy as np
import pytest

from ludoteka.envs import BatchEnv, MatchesEnv, SoloEnv


def any_legal(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("processes", [0, 2])
def test_matches_step_together_as_gymnasium_wants_it(processes: int) -> None:
    envs = MatchesEnv("pebbles", 6, seats=3, stones=9, processes=processes)
    seen, info = envs.reset(seed=4)
    again, _ = envs.reset(seed=4)
    assert (seen["observation"] == again["observation"]).all()
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(40):
        assert envs.observation_space.contains(seen)
        before = seen["observation"].copy()
        actions, movers = any_legal(seen["action_mask"], rng), info["to_move"]
        assert envs.action_space.contains(actions)
        later, rewards, over, cut, info = envs.step(actions)
        assert (seen["observation"] == before).all(), "what was handed out does not change"
        assert (rewards == info["rewards"][np.arange(6), movers]).all()
        assert not rewards[~over].any()
        assert not cut.any()
        ended += over.sum()
        seen = later
    assert ended >= 6
    envs.close()
    other, _ = MatchesEnv("pebbles", 6, seats=3, stones=9).reset(seed=4)
    assert (other["observation"] == again["observation"]).all()


def test_gymnasium_s_own_wrappers_take_it() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(MatchesEnv("pebbles", 4, stones=9))
    seen, _ = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    lengths: list[int] = []
    while len(lengths) < 4:
        seen, _, over, _, info = envs.step(any_legal(seen["action_mask"], rng))
        lengths += [int(length) for length in info["episode"]["l"][over]] if over.any() else []
    assert min(lengths) > 9


@pytest.mark.parametrize("kind", [gymnasium.vector.SyncVectorEnv, gymnasium.vector.AsyncVectorEnv])
def test_one_seat_against_bots_goes_into_gymnasium_s_own_vectors(kind: type) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its advice about spaces we chose on purpose
        context = {"context": "spawn"} if kind is gymnasium.vector.AsyncVectorEnv else {}
        envs = kind([partial(SoloEnv, "pebbles", rivals="greedy", stones=9)] * 2, **context)
        seen, _ = envs.reset(seed=3)
        for _ in range(4):
            seen, _, _, _, _ = envs.step(seen["action_mask"].argmax(axis=1))
        assert seen["observation"].shape[0] == 2
        envs.close()


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = BatchEnv("pebbles", 3)
    batch = env.reset()
    actions = batch.masks.argmax(axis=1)
    actions[1] = batch.masks[1].argmin()
    before = [state.digest() for state in env.states]
    with pytest.raises(ValueError, match=r"row 1: .* is not legal there"):
        env.step(actions)
    assert [state.digest() for state in env.states] == before

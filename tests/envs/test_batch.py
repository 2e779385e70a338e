from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ludoteka import games
from ludoteka.envs.batch import TOGETHER, Batch, BatchEnv, ProcessBatchEnv


def lowest_legal(masks: np.ndarray) -> np.ndarray:
    return masks.argmax(axis=1)


def copied(batch: Batch) -> Batch:
    return Batch(*(array.copy() for array in vars(batch).values()))


def run(env: BatchEnv | ProcessBatchEnv, steps: int, choose: Callable[[np.ndarray], np.ndarray]) -> list[Batch]:
    seen = [copied(env.reset(seed=5))]
    for _ in range(steps):
        seen.append(copied(env.step(choose(env.batch.masks))))
    return seen


def test_a_batch_plays_on_when_matches_end() -> None:
    env = BatchEnv("pebbles", 8, seats=3, stones=9)
    rng = np.random.default_rng(1)
    seen = run(env, 60, lambda masks: np.array([rng.choice(np.flatnonzero(row)) for row in masks]))
    assert sum(batch.done.sum() for batch in seen) >= 8
    for batch in seen:
        assert batch.masks.any(axis=1).all()
        assert batch.rewards[~batch.done].sum() == 0
        assert batch.rewards[batch.done].sum(axis=1) == pytest.approx(np.full(batch.done.sum(), -1.0))


@pytest.mark.parametrize("name", games.names())
def test_every_game_goes_in_batches(name: str) -> None:
    env = BatchEnv(name, 3)
    for batch in run(env, 40, lowest_legal):
        assert batch.masks.any(axis=1).all()
        assert batch.observations.any(axis=1).all()


@pytest.mark.parametrize("name", games.names())
def test_rows_are_what_each_seat_sees(name: str) -> None:
    """Rows are written together, and more of them than fit in one go."""
    matches = TOGETHER + 2
    env = BatchEnv(name, matches)
    batch, rng = env.reset(5), np.random.default_rng(5)
    for _ in range(25):
        for i, state in enumerate(env.states):
            assert batch.to_move[i] == state.to_move()
            assert (batch.observations[i] == env.scheme.encode(state, state.to_move())).all()
            assert (batch.masks[i] == env.table.mask(state.legal_actions())).all()
        env.step(np.array([rng.choice(np.flatnonzero(row)) for row in batch.masks]))


def same(alone: list[Batch], together: list[Batch]) -> bool:
    pairs = zip(alone, together, strict=True)
    return all((a == vars(other)[name]).all() for one, other in pairs for name, a in vars(one).items())


def test_processes_play_the_same_matches() -> None:
    alone = run(BatchEnv("pebbles", 5), 30, lowest_legal)
    with ProcessBatchEnv("pebbles", 5, processes=2) as env:
        assert same(alone, run(env, 30, lowest_legal))


def test_parts_that_are_sent_one_by_one_play_the_same_matches() -> None:
    alone = run(BatchEnv("pebbles", 5), 30, lowest_legal)
    with ProcessBatchEnv("pebbles", 5, processes=2) as env:
        batch = env.reset(seed=5)
        seen = [copied(batch)]
        for _ in range(30):
            for part, rows in enumerate(env.parts):
                env.send(part, lowest_legal(batch.masks[rows]))
            for part, rows in enumerate(env.parts):
                assert (env.receive(part).to_move == batch.to_move[rows]).all()
            seen.append(copied(batch))
    assert same(alone, seen)


def test_parts_are_received_in_any_order_and_nothing_waits_for_those_that_are_not() -> None:
    with ProcessBatchEnv("pebbles", 6, processes=2, each=3) as env:
        batch = env.reset(seed=5)
        assert [rows.stop - rows.start for rows in env.parts] == [1] * 6
        for part, rows in enumerate(env.parts):
            env.send(part, lowest_legal(batch.masks[rows]))
        alone = run(BatchEnv("pebbles", 6), 1, lowest_legal)[-1]
        for part in (5, 0, 4):
            assert (env.receive(part).masks == alone.masks[env.parts[part]]).all()


@pytest.mark.parametrize("name", games.names())
def test_threads_play_the_same_matches(name: str) -> None:
    """A batch of its own in each; this is what a Python without the global lock runs at the same time."""
    alone = run(BatchEnv(name, 2), 20, lowest_legal)
    with ThreadPoolExecutor(2) as threads:
        played = [threads.submit(run, BatchEnv(name, 2), 20, lowest_legal) for _ in range(2)]
        assert all(same(alone, one.result()) for one in played)


def test_a_worker_that_fails_is_reported() -> None:
    with ProcessBatchEnv("pebbles", 2, processes=1) as env:
        env.reset()
        with pytest.raises(RuntimeError, match="IndexError"):
            env.step(np.array([10_000, 10_000]))


def test_after_a_failure_the_other_parts_go_on_where_they_are() -> None:
    alone = run(BatchEnv("pebbles", 4), 2, lowest_legal)
    with ProcessBatchEnv("pebbles", 4, processes=2, each=1) as env:
        first = lowest_legal(env.reset(seed=5).masks)
        with pytest.raises(RuntimeError, match="IndexError"):
            env.step(np.array([10_000, 10_000, *first[2:]]))
        assert (env.batch.masks[:2] == alone[0].masks[:2]).all()
        assert (env.batch.masks[2:] == alone[1].masks[2:]).all()
        env.step(lowest_legal(env.batch.masks))
        assert (env.batch.masks[:2] == alone[1].masks[:2]).all()
        assert (env.batch.masks[2:] == alone[2].masks[2:]).all()

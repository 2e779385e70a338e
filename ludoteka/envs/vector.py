"""Many matches at once as a Gymnasium vector environment: all seats of each are played by whoever steps it.

For one seat against bots give Gymnasium's own vector environments a `SoloEnv` each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludoteka.envs.batch import Batch, BatchEnv, ProcessBatchEnv

Seen = dict[str, NDArray[Any]]
Step = tuple[Seen, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class MatchesEnv(VectorEnv[Seen, NDArray[np.int_], NDArray[Any]]):
    """Each step is a decision in every match. The observation is what the seat to move sees, with the mask of what it
    may choose; `info["to_move"]` says which seat that is. The reward is that of the seat that has just moved, and
    `info["rewards"]` has those of all seats. A match that is over begins anew in the same step."""

    def __init__(self, name: str, num_envs: int, seats: int = 2, processes: int = 0, **options: Any) -> None:
        """`processes`: play in so many other processes; 0: in this one."""
        self.batches: BatchEnv | ProcessBatchEnv
        if processes:
            self.batches = ProcessBatchEnv(name, num_envs, seats, processes, **options)
        else:
            self.batches = BatchEnv(name, num_envs, seats, **options)
        self.num_envs = num_envs
        self.metadata = {"name": f"ludoteka_{name}", "autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        seen = spaces.Box(-np.inf, np.inf, (self.batches.scheme.size,), np.float32)
        actions = len(self.batches.table)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(actions)})
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        batch = self.batches.reset(int(self.np_random.integers(2**62)))
        return _seen(batch), _info(batch)

    def step(self, actions: NDArray[np.int_]) -> Step:
        movers = self.batches.batch.to_move.copy()
        batch = self.batches.step(np.asarray(actions))
        rewards = batch.rewards[np.arange(self.num_envs), movers]
        return _seen(batch), rewards, batch.done.copy(), np.zeros(self.num_envs, np.bool_), _info(batch)

    def close_extras(self, **kwargs: Any) -> None:
        if isinstance(self.batches, ProcessBatchEnv):
            self.batches.close()


def _seen(batch: Batch) -> Seen:
    """Copies: the arrays of a batch change with its next step."""
    return {"observation": batch.observations.copy(), "action_mask": batch.masks.copy()}


def _info(batch: Batch) -> dict[str, Any]:
    return {"to_move": batch.to_move.copy(), "rewards": batch.rewards.copy()}

"""One seat against bots, as a Gymnasium environment: for learners that know of nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ludoteka import bots
from ludoteka.envs.aec import GameEnv

Seen = dict[str, Any]


class SoloEnv(gymnasium.Env[Seen, int]):
    """`rivals` names a bot for every other seat in turn, or one for all of them. Rewards are those of `GameEnv`; the
    mask of legal actions is in the observation and comes from `action_masks()`, which maskable learners ask for."""

    metadata = GameEnv.metadata

    def __init__(
        self,
        name: str,
        seats: int = 2,
        seat: int = 0,
        rivals: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.match = GameEnv(name, seats, render_mode, **options)
        self.render_mode = render_mode
        self.me = self.match.possible_agents[seat]
        names = [rivals] * (seats - 1) if isinstance(rivals, str) else list(rivals)
        if len(names) != seats - 1:
            raise ValueError(f"{seats - 1} rivals are needed, not {len(names)}")
        self.rivals = names[:seat] + [""] + names[seat:]
        self.bots: list[bots.Bot | None] = []
        self.rng = Random()
        self.observation_space = self.match.observation_space(self.me)
        self.action_space = self.match.action_space(self.me)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        draws, self.rng = [Random(int(self.np_random.integers(2**62))) for _ in range(2)]
        self.bots = [bots.make(name) if name else None for name in self.rivals]
        self.match.rng = draws
        self.match.reset()
        self._rivals_move()
        return self.match.observe(self.me), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        match = self.match
        match.step(int(action))
        self._rivals_move()
        over, cut = match.terminations[self.me], match.truncations[self.me]
        return match.observe(self.me), match.rewards[self.me], over, cut, {}

    def _rivals_move(self) -> None:
        """The bots play until this seat is asked or the match is over."""
        match = self.match
        while match.agent_selection != self.me and not match.over():
            seat = match.state_.to_move()
            bot = self.bots[seat]
            assert bot is not None
            match.step(match.table.index[bots.decide(bot, match.state_, seat, self.rng)])

    def action_masks(self) -> NDArray[np.bool_]:
        mask: NDArray[np.int8] = self.match.observe(self.me)["action_mask"]
        return mask.astype(np.bool_)

    def render(self) -> Any:
        return self.match.render()

"""Any game as a PettingZoo environment (AEC): agents in turn, masks for what is legal, chance played inside."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.envs.scheme import scheme
from ludoteka.envs.table import ActionTable


def env(
    name: str, seats: int = 2, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
) -> AECEnv:
    """The environment with PettingZoo's guard against calls out of order."""
    return Guard(GameEnv(name, seats, render_mode, max_cycles, **options))


class Guard(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """`last` looks at six things, each of which costs a microsecond through the wrapper: here it looks once."""

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise AttributeError("last cannot be called before reset")
        return self.env.last(observe)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(self.env)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Rewards come at the end: the share of victory, from -1 for nothing to 1 for all of it. An illegal action ends the
    match and costs the mover 1; PettingZoo's own wrapper for that costs as much as a move does. After `max_cycles`
    decisions of all seats together the match is cut off, and nobody gets anything."""

    metadata = {"name": "ludoteka", "render_modes": ["svg", "ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, name: str, seats: int = 2, render_mode: str | None = None, max_cycles: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = games.load(name)
        self.seats = seats
        self.options = self.game.check_options(seats, options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.agent_selection = ""
        self.table = ActionTable(self.game, seats, self.options)
        self.scheme = scheme(self.game, seats, self.options)
        self.metadata = {**self.metadata, "name": f"ludoteka_{name}_v{self.game.version}"}
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents = self.possible_agents[:]
        seen = spaces.Box(-np.inf, np.inf, (self.scheme.size,), np.float32)
        mask = spaces.MultiBinary(len(self.table))
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.table)) for agent in self.agents}
        self.state_space = spaces.Box(-np.inf, np.inf, (seats, self.scheme.size), np.float32)
        self.rng = Random()
        self.state_: State = self.game.start(seats, self.options)
        self._mask: NDArray[np.int8] | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_ = self.game.start(self.seats, self.options)
        self._mask = None
        self.cycles = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if not self._mask_of_mover()[self._checked(action)]:
            EnvLogger.warn_on_illegal_move()
            self._end({agent: -1.0})
        else:
            self._mask = None
            self.cycles += 1
            self.state_.apply(self.table.actions[action])  # type: ignore[index]
            self._go_on()
            if self.cycles == self.max_cycles and not self.over():
                self.truncations = dict.fromkeys(self.possible_agents, True)
                self.agent_selection = self.agents[0]

    def _checked(self, action: int | None) -> int:
        assert action is not None, "a living agent must act"
        assert 0 <= action < len(self.table), "action is not in action space"
        return action

    def _go_on(self) -> None:
        """Chance plays until a seat is asked or the match is over."""
        state = self.state_
        while (seat := state.to_move()) == CHANCE:
            state.apply(state.sample(self.rng))
        if seat != OVER:
            self.agent_selection = self.possible_agents[seat]
        else:
            shares = zip(self.possible_agents, state.returns(), strict=True)
            self._end({agent: 2 * share - 1 for agent, share in shares})

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = dict.fromkeys(self.possible_agents, 0.0) | rewards
        self._accumulate_rewards()  # there are none before
        self.terminations = dict.fromkeys(self.possible_agents, True)
        self.agent_selection = self.agents[0]

    def over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self._mask_of_mover().copy() if seat == self.state_.to_move() else np.zeros(len(self.table), np.int8)
        return {"observation": self.scheme.encode(self.state_, seat), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """What all seats see, a row for each."""
        return np.stack([self.scheme.encode(self.state_, seat) for seat in range(self.seats)])

    def _mask_of_mover(self) -> NDArray[np.int8]:
        """What the seat to move may choose; found once, for those who look and for the guard."""
        if self._mask is None:
            self._mask = self.table.mask_of(self.state_)
        return self._mask

    def render(self) -> str | None:
        view = self.state_.view(None)
        if self.render_mode == "svg":
            return str(self.game.draw(view, "en"))
        if self.render_mode == "ansi" and self.game.text is not None:
            return self.game.text(view, "en")
        return None

    def close(self) -> None:
        pass

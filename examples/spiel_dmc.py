"""Deep Monte Carlo through OpenSpiel's environment: a small net learns how matches end, against a random player.

    pip install 'ludoteka[rl]'
    python examples/spiel_dmc.py pebbles --matches 1000

Nothing here knows the game: OpenSpiel's environment gives tensors and legal actions, and the learner remembers what
each of its decisions led to. It is how DouZero learned to play cards; any agent of OpenSpiel can take its place.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_agent, rl_environment
from open_spiel.python.algorithms import random_agent

from ludoteka.envs.spiel import register


class Net:
    """One hidden layer, and Adam."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.RandomState, hidden: int = 64) -> None:
        self.w1, self.b1 = rng.randn(inputs, hidden) * (2 / inputs) ** 0.5, np.zeros(hidden)
        self.w2, self.b2 = rng.randn(hidden, outputs) * 0.01, np.full(outputs, 0.5)
        self.moments = [(np.zeros_like(p), np.zeros_like(p)) for p in self.parts]
        self.steps = 0

    @property
    def parts(self) -> list[Any]:
        return [self.w1, self.b1, self.w2, self.b2]

    def __call__(self, x: Any) -> Any:
        return np.maximum(x @ self.w1 + self.b1, 0) @ self.w2 + self.b2

    def learn(self, x: Any, actions: Any, got: Any, rate: float = 0.002) -> None:
        hidden = np.maximum(x @ self.w1 + self.b1, 0)
        off = np.zeros((len(x), len(self.b2)))
        rows = np.arange(len(x))
        off[rows, actions] = ((hidden @ self.w2 + self.b2)[rows, actions] - got) / len(x)
        back = (off @ self.w2.T) * (hidden > 0)
        self.steps += 1
        for part, slope, (m, v) in zip(
            self.parts, [x.T @ back, back.sum(0), hidden.T @ off, off.sum(0)], self.moments, strict=True
        ):
            m += 0.1 * (slope - m)
            v += 0.001 * (slope**2 - v)
            part -= rate * (m / (1 - 0.9**self.steps)) / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)


class Learner(rl_agent.AbstractAgent):  # type: ignore[misc]
    """Believes that a decision is worth what matches brought in which it was made."""

    def __init__(self, player_id: int, env: Any, seed: int = 0, batch: int = 64, kept: int = 20_000) -> None:
        self.player = player_id
        self.rng = np.random.RandomState(seed)
        self.net = Net(env.observation_spec()["info_state"][0], env.action_spec()["num_actions"], self.rng)
        self.batch, self.kept = batch, kept
        self.match: list[tuple[Any, int]] = []
        self.memory: list[tuple[Any, int, float]] = []

    def step(self, time_step: Any, is_evaluation: bool = False) -> rl_agent.StepOutput | None:
        if time_step.last():
            if not is_evaluation:
                self._end(float(time_step.rewards[self.player]))
            return None
        seen = np.array(time_step.observations["info_state"][self.player])
        legal = time_step.observations["legal_actions"][self.player]
        if not is_evaluation and self.rng.rand() < 0.1:
            action = int(self.rng.choice(legal))
        else:
            action = legal[int(np.argmax(self.net(seen)[legal]))]
        if not is_evaluation:
            self.match.append((seen, action))
        return rl_agent.StepOutput(action=action, probs=[])

    def _end(self, got: float) -> None:
        self.memory += [(*decision, got) for decision in self.match]
        del self.memory[: -self.kept]
        for _ in self.match:
            some = [self.memory[i] for i in self.rng.randint(len(self.memory), size=self.batch)]
            self.net.learn(*(np.array(column) for column in zip(*some, strict=True)))
        self.match = []


def play(env: Any, agents: list[Any], evaluation: bool) -> float:
    """One match; what the first agent got."""
    now = env.reset()
    while not now.last():
        asked = now.observations["current_player"]
        answer = agents[asked].step(now, is_evaluation=evaluation)
        now = env.step([answer.action])
    if not evaluation:
        for agent in agents:
            agent.step(now)
    return float(now.rewards[0])


def learn(game: str, matches: int, tests: int, seed: int = 0) -> list[float]:
    """The share of victories of the learner before and after so many matches."""
    env = rl_environment.Environment(pyspiel.load_game(f"{register(game)}(seats=2)"))
    env.seed(seed)
    np.random.seed(seed)  # the random player's
    agents = [
        Learner(0, env, seed),
        random_agent.RandomAgent(player_id=1, num_actions=env.action_spec()["num_actions"]),
    ]
    shares = []
    for more in (0, matches):
        for _ in range(more):
            play(env, agents, evaluation=False)
        shares.append(sum(play(env, agents, evaluation=True) for _ in range(tests)) / tests)
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="pebbles")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--tests", type=int, default=200, help="matches without exploring, before and after")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    before, after = learn(args.game, args.matches, args.tests, args.seed)
    print(f"{before:.0%} of {args.tests} matches before, {after:.0%} after {args.matches} matches")


if __name__ == "__main__":
    main()

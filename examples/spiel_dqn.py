"""OpenSpiel's own deep learner on a game of the shelf: DQN against a player who moves at random.

    pip install 'ludoteka[spiel]' jax flax optax chex
    python examples/spiel_dqn.py pebbles --matches 4000

Nothing here knows the game: OpenSpiel's environment asks for tensors and legal actions, its agent learns from them.
"""

from __future__ import annotations

import argparse
from typing import Any

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent

from ludoteka.envs.spiel import register


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="pebbles")
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--tests", type=int, default=200, help="matches without exploring, before and after")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    from open_spiel.python.jax import dqn  # here: the help needs no JAX

    env = rl_environment.Environment(pyspiel.load_game(f"{register(args.game)}(seats=2)"))
    env.seed(args.seed)
    learner = dqn.DQN(
        player_id=0,
        state_representation_size=env.observation_spec()["info_state"][0],
        num_actions=env.action_spec()["num_actions"],
        hidden_layers_sizes=[64],
        replay_buffer_capacity=20_000,
        batch_size=64,
        learning_rate=0.01,
        epsilon_decay_duration=args.matches * 4,
        seed=args.seed,
        allow_checkpointing=False,
    )
    rival = random_agent.RandomAgent(player_id=1, num_actions=env.action_spec()["num_actions"])
    for played in (0, args.matches):
        for _ in range(played):
            play(env, [learner, rival], evaluation=False)
        won = sum(play(env, [learner, rival], evaluation=True) for _ in range(args.tests))
        print(f"after {played} matches: {won / args.tests:.2f} of a victory on average in {args.tests} matches")


if __name__ == "__main__":
    main()

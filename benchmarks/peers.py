"""The same figures for other libraries, as far as they are installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from benchmarks.measures import Measure, per_second


def peers() -> Iterator[tuple[str, str, Measure]]:
    for maker in (catanatron, open_spiel, rlcard, pettingzoo, pgx):
        with suppress(ImportError):
            yield from maker()


def catanatron() -> Iterator[tuple[str, str, Measure]]:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play(k: int) -> int:
        match, n = Catan([RandomPlayer(c) for c in colours], seed=k), 0
        while match.winning_color() is None and match.state.num_turns < 1000:
            match.play_tick()
            n += 1
        return n

    def copies(seed: int, seconds: float) -> float:
        match = Catan([RandomPlayer(c) for c in colours], seed=seed)
        for _ in range(200):
            match.play_tick()

        def once(k: int) -> int:
            for _ in range(20):
                match.copy()
            return 20

        return per_second(once, seed, seconds)

    yield "catanatron", "steps, list", lambda seed, t: per_second(play, seed, t)
    yield "catanatron", "copies", copies


def open_spiel() -> Iterator[tuple[str, str, Measure]]:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    def playing(name: str) -> Measure:
        game = pyspiel.load_game(name)

        def play(k: int) -> int:
            rng, state, n = Random(k), game.new_initial_state(), 0
            while not state.is_terminal() and n < 5000:
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                n += 1
            return n

        return lambda seed, t: per_second(play, seed, t)

    def search(seed: int, seconds: float) -> float:
        game = pyspiel.load_game("hive")

        def once(k: int) -> int:
            random = np.random.RandomState(k % 2**31)
            bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, random), random_state=random)
            bot.step(game.new_initial_state())
            return 20

        return per_second(once, seed, seconds)

    yield "OpenSpiel hive (C++)", "steps, list", playing("hive")
    yield "OpenSpiel backgammon (C++)", "steps, list", playing("backgammon")
    yield "OpenSpiel hive, Python MCTS", "search simulations", search


def rlcard() -> Iterator[tuple[str, str, Measure]]:
    import numpy as np
    import rlcard as library

    env = library.make("mahjong")

    def play(k: int) -> int:
        env.seed(k)
        rng = np.random.default_rng(k)
        state, _ = env.reset()
        n = 0
        while not env.is_over():
            state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
            n += 1
        return n

    yield "RLCard mahjong", "steps, list", lambda seed, t: per_second(play, seed, t)


def pettingzoo() -> Iterator[tuple[str, str, Measure]]:
    import numpy as np
    import pygame  # noqa: F401 - its chess needs it
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()

    def play(k: int) -> int:
        env.reset(seed=k)
        rng, n = np.random.default_rng(k), 0
        for _agent in env.agent_iter(200):
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            n += 1
        return n

    yield "PettingZoo chess", "PettingZoo steps", lambda seed, t: per_second(play, seed, t)


def pgx() -> Iterator[tuple[str, str, Measure]]:
    """On the CPU, compiled, many matches at once: the way it is meant to be used."""
    import jax
    import pgx as library

    matches = 256
    env = library.make("backgammon")
    begin = jax.jit(jax.vmap(env.init))

    def act(state: Any, key: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return jax.random.categorical(key, logits, axis=-1)

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            chosen, drawn = jax.random.split(key)
            return jax.vmap(env.step)(state, act(state, chosen), jax.random.split(drawn, matches)), None

        return jax.lax.scan(one, state, jax.random.split(key, 20))[0]

    def steps(seed: int, seconds: float) -> float:
        state = begin(jax.random.split(jax.random.PRNGKey(seed), matches))
        jax.block_until_ready(play(state, jax.random.PRNGKey(0)))  # compiles

        def once(k: int) -> int:
            jax.block_until_ready(play(state, jax.random.PRNGKey(k)))
            return 20 * matches

        return per_second(once, seed, seconds)

    yield f"pgx backgammon, {matches} at once, CPU", "steps, list", steps

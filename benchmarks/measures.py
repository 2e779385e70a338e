"""What is measured: each figure is a function (seed, CPU-seconds to spend) -> how many per CPU-second."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from ludoteka import games
from ludoteka.bots import make
from ludoteka.bots.mcts import MctsBot
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.match import Match

MATCHES = Path(__file__).parent.parent / "matches"

Measure = Callable[[int, float], float]


def per_second(once: Callable[[int], int], seed: int, seconds: float) -> float:
    """`once(k)` does some work and says how much; repeated until the time is spent."""
    n, k, start = 0, 0, time.process_time()
    while time.process_time() - start < seconds:
        n += once(seed * 1000 + k)
        k += 1
    return n / (time.process_time() - start)


def random_match(game: Game, seed: int, with_lists: bool = False, seats: int = 0) -> int:
    """Play one to the end; its length."""
    rng, state, n = Random(seed), game.new(seats=seats or game.seats[-1]), 0
    while (seat := state.to_move()) != OVER:
        state.apply(rng.choice(state.legal_actions()) if with_lists and seat >= 0 else state.sample(rng))
        n += 1
    return n


def middle(game: Game, seed: int) -> State:
    """A position half way through a random match in which a seat is asked."""
    length = random_match(game, seed)
    rng, state = Random(seed), game.new(seats=game.seats[-1])
    for _ in range(length // 2):
        state.apply(state.sample(rng))
    while state.to_move() < 0:
        state.apply(state.sample(rng))
    return state


def calls(game: Game, what: Callable[[State], object]) -> Measure:
    def measure(seed: int, seconds: float) -> float:
        positions = [middle(game, seed * 10 + k) for k in range(5)]

        def once(k: int) -> int:
            state = positions[k % 5]
            for _ in range(20):
                what(state)
            return 20

        return per_second(once, seed, seconds)

    return measure


def simulations(game: Game) -> Measure:
    """Iterations of the search from the middle of a match."""

    def measure(seed: int, seconds: float) -> float:
        def once(k: int) -> int:
            bot = make("mcts")
            assert isinstance(bot, MctsBot)
            bot.iterations = 60
            state = middle(game, k)
            bot.choose(state, state.to_move(), Random(k))
            return bot.simulations

        return per_second(once, seed, seconds)

    return measure


def at_once(game: Game, matches: int) -> Measure:
    """Steps of many matches played in turn, one action each."""

    def measure(seed: int, seconds: float) -> float:
        rng, seats = Random(seed), game.seats[-1]
        states = [game.new(seats=seats) for _ in range(matches)]
        for i, state in enumerate(states):  # not all at their first action
            for _ in range(i % 20):
                state.apply(state.sample(rng))

        def once(k: int) -> int:
            for i, state in enumerate(states):
                state.apply(state.sample(rng))
                if state.to_move() == OVER:
                    states[i] = game.new(seats=seats)
            return matches

        return per_second(once, seed, seconds)

    return measure


def environment(name: str) -> Measure:
    def measure(seed: int, seconds: float) -> float:
        import numpy as np

        from ludoteka.envs import env

        game, rng = env(name, seats=max(2, games.load(name).seats[0])), np.random.default_rng(seed)

        def once(k: int) -> int:
            game.reset(seed=k)
            n = 0
            for agent in game.agent_iter(400):
                seen, _, over, cut, _ = game.last()
                legal = seen["action_mask"].view(np.bool_).nonzero()[0]
                game.step(None if over or cut else int(legal[int(rng.random() * len(legal))]))
                n += agent is not None
            return n

        return per_second(once, seed, seconds)

    return measure


def batches(name: str, matches: int) -> Measure:
    """Decisions of many matches in shared arrays, observation and mask included, and so is choosing by the masks."""

    def measure(seed: int, seconds: float) -> float:
        import numpy as np

        from ludoteka.envs import BatchEnv

        env, rng = BatchEnv(name, matches, max(2, games.load(name).seats[0])), np.random.default_rng(seed)
        batch = env.reset(seed)
        rows = np.arange(matches) * batch.masks.shape[1]

        def once(k: int) -> int:
            legal = np.flatnonzero(batch.masks.view(np.bool_))
            first = legal.searchsorted(rows)
            many = np.diff(first, append=len(legal))
            nth = first + (rng.random(matches) * many).astype(np.intp)
            env.step(legal[nth] - rows)
            return matches

        return per_second(once, seed, seconds)

    return measure


def drawn(game: Game, state: State) -> object:
    """All that a page shows of a position."""
    view = state.view(state.to_move())
    return game.draw(view, "en"), game.panels(view, "en")


def longest_record(name: str) -> str:
    return max((MATCHES / name).glob("*.txt"), key=lambda path: path.stat().st_size).read_text("utf-8")


def replays(name: str, check: bool) -> Measure:
    """Reading the longest recorded match of a game. Unchecked: what opening a table costs."""
    record = longest_record(name)

    def once(k: int) -> int:
        Match.load(record, games.load, check)
        return 1

    return lambda seed, t: per_second(once, seed, t)


def replayed_actions(name: str, share: float) -> Measure:
    """Actions read per second when only that share of the record is there: the same if the cost does not grow."""
    whole = longest_record(name).splitlines()[:-1]
    head = next(i for i, line in enumerate(whole) if line.startswith("seats ")) + 1
    length = max(1, int((len(whole) - head) * share))
    record = "\n".join([*whole[: head + length], "open", ""])

    def once(k: int) -> int:
        Match.load(record, games.load, check=False)
        return length

    return lambda seed, t: per_second(once, seed, t)


def ours(name: str) -> Iterator[tuple[str, Measure]]:
    game = games.load(name)
    yield "steps, list", lambda seed, t: per_second(lambda k: random_match(game, k, with_lists=True), seed, t)
    yield "steps, sample", lambda seed, t: per_second(lambda k: random_match(game, k), seed, t)
    for seats in range(game.seats[0], game.seats[-1]):
        play = partial(random_match, game, seats=seats)
        yield f"steps, sample, {seats} seats", lambda seed, t, play=play: per_second(play, seed, t)
    yield "steps, sample, 10 matches in turn", at_once(game, 10)
    yield "steps, sample, 1000 matches in turn", at_once(game, 1000)
    yield "replayed actions, a tenth of a record", replayed_actions(name, 0.1)
    yield "replayed actions, a whole record", replayed_actions(name, 0.999)
    yield "matches", lambda seed, t: per_second(lambda k: bool(random_match(game, k)), seed, t)
    yield "replays of the longest record", replays(name, check=False)
    yield "checked replays of the longest record", replays(name, check=True)
    yield "copies", calls(game, lambda s: s.clone())
    yield "legal lists, middle game", calls(game, lambda s: s.legal_actions())
    yield "views, middle game", calls(game, lambda s: s.view(s.to_move()))
    yield "views with drawings, middle game", calls(game, partial(drawn, game))
    yield "search simulations", simulations(game)
    if game.every_action is not None:
        yield "PettingZoo steps", environment(name)
        yield "BatchEnv steps, 64 matches", batches(name, 64)
        yield "BatchEnv steps, 1024 matches", batches(name, 1024)


def serve() -> None:
    """Answer requests, one JSON line each, so that several builds can be measured in turn from one place."""
    every = {(name, what): measure for name in games.names() for what, measure in ours(name)}
    print(json.dumps([list(key) for key in every]), flush=True)
    for line in sys.stdin:
        name, what, seed, seconds = json.loads(line)
        print(json.dumps(every[name, what](seed, seconds)), flush=True)


if __name__ == "__main__":
    serve()

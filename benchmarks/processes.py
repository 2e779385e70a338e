"""How much two processes bring: decisions of a batch by the clock, so nothing else may run meanwhile.

    python -m benchmarks.processes --rounds 3 --decisions 100

The player chooses by the masks. It is the same for both: alone it chooses and plays in turn, with processes it chooses
for one part while the other plays. Both play the same decisions of the same matches from their beginning, because late
ones cost more: whoever is quicker would otherwise be given the dearer ones.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ludoteka import games
from ludoteka.envs import Batch, BatchEnv, ProcessBatchEnv

MATCHES = 512


def chosen(batch: Batch, rng: np.random.Generator) -> NDArray[np.int_]:
    """Any legal action of each row."""
    matches, actions = batch.masks.shape
    legal = np.flatnonzero(batch.masks.view(np.bool_))
    rows = np.arange(matches) * actions
    first = legal.searchsorted(rows)
    many = np.diff(first, append=len(legal))
    return legal[first + (rng.random(matches) * many).astype(np.intp)] - rows


def alone(env: BatchEnv, decisions: int) -> float:
    """Decisions a second."""
    rng, batch, begun = np.random.default_rng(1), env.reset(1), time.perf_counter()
    for _ in range(decisions):
        env.step(chosen(batch, rng))
    return MATCHES * decisions / (time.perf_counter() - begun)


def together(env: ProcessBatchEnv, decisions: int) -> float:
    rng, batch, begun = np.random.default_rng(1), env.reset(1), time.perf_counter()
    for part, rows in enumerate(env.parts):
        env.send(part, chosen(batch[rows], rng))
    for _ in range(decisions - 1):
        for part in range(len(env.parts)):
            env.send(part, chosen(env.receive(part), rng))
    for part in range(len(env.parts)):
        env.receive(part)
    return MATCHES * decisions / (time.perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=100, help="of each match")
    args = parser.parse_args()
    for name in games.names():
        seats = max(2, games.load(name).seats[0])
        one = BatchEnv(name, MATCHES, seats)
        with ProcessBatchEnv(name, MATCHES, seats, processes=2) as two:
            rounds = [(alone(one, args.decisions), together(two, args.decisions)) for _ in range(args.rounds)]
            assert np.array_equal(one.batch.observations, two.batch.observations), "they played other matches"
        best, best_two = (max(column) for column in zip(*rounds, strict=True))
        print(f"{name}: {best:,.0f} decisions a second alone, {best_two:,.0f} in two processes, {best_two / best:.2f}")


if __name__ == "__main__":
    main()

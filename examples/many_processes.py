"""How good is a position for each seat? Random matches from it, played in other processes:

    python examples/many_processes.py tigris_euphrates --with joblib --jobs 4

A position can be pickled and is the same position wherever it arrives, so any of these may carry it: processes of
Python's own, joblib, Ray. The same seed gives the same answer with each of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

from ludoteka import OVER, State, games

Shares = list[float]


def play_out(state: State, matches: int, seed: int) -> Shares:
    """The mean shares of victory of random matches from here. What this seat may not know is dealt anew each time."""
    rng, seat = Random(seed), max(state.to_move(), 0)
    totals = [0.0] * state.seats
    for _ in range(matches):
        world = state.resample(seat, rng)
        while world.to_move() != OVER:
            world.apply(world.sample(rng))
        totals = [total + share for total, share in zip(totals, world.returns(), strict=True)]
    return [total / matches for total in totals]


def with_processes(state: State, matches: int, seeds: Sequence[int]) -> list[Shares]:
    with ProcessPoolExecutor(len(seeds), mp_context=get_context("spawn")) as pool:
        return list(pool.map(play_out, [state] * len(seeds), [matches] * len(seeds), seeds))


def with_joblib(state: State, matches: int, seeds: Sequence[int]) -> list[Shares]:
    from joblib import Parallel, delayed

    return list(Parallel(n_jobs=len(seeds))(delayed(play_out)(state, matches, seed) for seed in seeds))


def with_ray(state: State, matches: int, seeds: Sequence[int]) -> list[Shares]:
    import ray

    with ray.init(num_cpus=len(seeds)):
        there = ray.put(state)
        return list(ray.get([ray.remote(play_out).remote(there, matches, seed) for seed in seeds]))


CARRIERS: dict[str, Callable[[State, int, Sequence[int]], list[Shares]]] = {
    "processes": with_processes,
    "joblib": with_joblib,
    "ray": with_ray,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--steps", type=int, default=60, help="random actions that lead to the position")
    parser.add_argument("--with", dest="carrier", choices=CARRIERS, default="processes")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--matches", type=int, default=20, help="of each job")
    args = parser.parse_args()
    state, rng = games.load(args.game).new(args.seats), Random(0)
    for _ in range(args.steps):
        if state.to_move() != OVER:
            state.apply(state.sample(rng))
    found = CARRIERS[args.carrier](state, args.matches, range(args.jobs))
    print(state)
    print(" ".join(f"{sum(column) / args.jobs:.3f}" for column in zip(*found, strict=True)))


if __name__ == "__main__":
    main()

"""Bots against bots: who wins, how surely, and how fast.

Seats are rotated, and all rotations of a line-up share one seed, so that a lucky deal helps everybody once. Matches are
independent tasks for any `concurrent.futures.Executor`: none (this process), a pool of processes, or a Dask cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Any

from ludoteka import bots, games
from ludoteka.core.game import OVER
from ludoteka.core.match import Match


@dataclass(frozen=True, slots=True)
class Task:
    """One match to play: everything a worker needs, as plain values."""

    number: int
    game: str
    options: Mapping[str, Any]
    lineup: tuple[str, ...]
    deal: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """One match played."""

    number: int
    deal: int
    lineup: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[tuple[int, ...], ...]
    decisions: tuple[int, ...]
    """Per seat, those in which there was a choice."""
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    record: str


def schedule(
    game: str,
    names: Sequence[str],
    matches: int,
    seed: int = 0,
    seats: int = 0,
    options: Mapping[str, Any] | None = None,
) -> list[Task]:
    """The matches of a tournament. With fewer seats than bots every group of that size meets; with more seats the bots
    are repeated. Every rotation of a line-up comes before the next deal."""
    seats = seats or max(len(names), games.load(game).seats[0])
    if seats >= len(names):
        groups = [tuple(names[i % len(names)] for i in range(seats))]
    else:
        groups = list(combinations(names, seats))
    games.load(game).check_options(seats, options or {})
    tasks: list[Task] = []
    deal = 0
    while len(tasks) < matches:
        for group in groups:
            for turn in _rotations(group):
                tasks.append(Task(len(tasks), game, dict(options or {}), turn, deal, seed))
            deal += 1
    return tasks[:matches]


def _rotations(group: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Each different one once: two bots on four seats have two, not four."""
    return list(dict.fromkeys(group[i:] + group[:i] for i in range(len(group))))


def play(task: Task, make: Callable[[str], bots.Bot] = bots.make) -> Played:
    """Play one match to its end. Runs in a worker. `make` gives the bot of each name in the line-up."""
    match = Match(games.load(task.game), len(task.lineup), task.options, [f"bot:{name}" for name in task.lineup])
    chance = Random(f"{task.seed} {task.deal}")
    own = [Random(f"{task.seed} {task.deal} {seat} {name}") for seat, name in enumerate(task.lineup)]
    players = [make(name) for name in task.lineup]
    decisions, seconds, slowest = [0] * match.seats, [0.0] * match.seats, [0.0] * match.seats
    while True:
        match.roll(chance)
        seat = match.state.to_move()
        if seat == OVER:
            break
        start = perf_counter()
        action = bots.thought_of(task.lineup[seat], players[seat], match.state, seat, own[seat])
        spent = perf_counter() - start
        bots.check_answer(task.lineup[seat], match.state, action)
        if len(match.state.legal_actions()) > 1:
            decisions[seat] += 1
            seconds[seat] += spent
            slowest[seat] = max(slowest[seat], spent)
        match.push(action)
    state = match.state
    results = tuple(state.returns()), tuple(state.scores()), tuple(decisions), tuple(seconds), tuple(slowest)
    return Played(task.number, task.deal, task.lineup, *results, match.save())


def run(
    tasks: Sequence[Task],
    executor: Executor | None,
    done: Callable[[Played], None],
    failed: Callable[[Exception], None] | None = None,
    play: Callable[[Task], Played] = play,
) -> list[Played]:
    """Play all, tell `done` after each as it comes, and return them in the order of the tasks. A match in which a bot
    fails ends everything, or is told to `failed` and left out."""
    played = []
    for result in _results(tasks, executor, play):
        try:
            match = result()
        except Exception as error:
            if failed is None:
                raise
            failed(error)
        else:
            done(match)
            played.append(match)
    return sorted(played, key=lambda p: p.number)


def _results(
    tasks: Sequence[Task], executor: Executor | None, play: Callable[[Task], Played]
) -> Iterator[Callable[[], Played]]:
    if executor is None:
        yield from (partial(play, task) for task in tasks)
        return
    futures = [executor.submit(play, task) for task in tasks]
    try:
        for future in as_completed(futures):
            yield future.result
    finally:
        for future in futures:  # one match failed or the user left: do not play the rest
            future.cancel()


@contextmanager
def workers(jobs: int = 1, cluster: str = "") -> Iterator[Executor | None]:
    """This process, a pool of processes, or a Dask cluster (needs `ludoteka[cluster]`)."""
    if cluster:
        # by name: the extra may be missing, and without it the types are unknown
        with import_module("distributed").Client(cluster) as client, client.get_executor() as executor:
            yield executor
    elif jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            yield pool
    else:
        yield None

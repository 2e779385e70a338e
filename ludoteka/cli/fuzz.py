"""ludoteka fuzz: random matches by the thousand, to find a crash, dead end, endless match, bad undo or leak."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import rich_click as click

from ludoteka import games
from ludoteka.cli.common import console, game_argument, settings_option
from ludoteka.cli.progress import progress
from ludoteka.core.contract import ContractBroken, check_match
from ludoteka.core.game import Game

Task = tuple[str, int, dict[str, Any], int, int]


@click.command("fuzz")
@game_argument
@click.option("--matches", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=0, show_default=True, help="Seed of the first match; the others count up from it.")
@click.option("--seats", type=int, help="Only this number of seats.")
@click.option(
    "--every", default=10, show_default=True, type=click.IntRange(1), help="Check every Nth position closely."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option(
    "--failures", default="fuzz-failures", show_default=True, type=click.Path(file_okay=False, path_type=Path)
)
@settings_option
def command(
    game: Game,
    matches: int,
    seed: int,
    seats: int | None,
    every: int,
    jobs: int,
    failures: Path,
    settings: dict[str, str],
) -> None:
    """Play random matches in every configuration and look for faults."""
    planned = list(islice(tasks(game, seats, settings, seed, every), matches))
    actions = 0
    with progress() as begin:
        step = begin(game.name, matches)
        for task, (length, problem, record) in zip(planned, _results(planned, jobs), strict=True):
            step()
            actions += length
            if problem:
                raise click.ClickException(_report(task, problem, record, failures))
    console.print(f"{game.name}: {matches} matches, {actions} actions, no fault.")


def tasks(game: Game, seats: int | None, settings: dict[str, str], seed: int, every: int) -> Iterator[Task]:
    """Configurations in turn, each match with a seed of its own."""
    if settings:
        wanted = [(n, dict(settings)) for n in game.seats]
    else:
        wanted = list(game.configurations())
    wanted = [(n, options) for n, options in wanted if seats in (None, n)]
    if not wanted:
        game.check_options(seats or 0, settings)  # says what is wrong
    for n, options in wanted:
        game.check_options(n, options)
    while True:
        n, options = wanted[seed % len(wanted)]
        yield game.name, n, options, seed, every
        seed += 1


def _results(tasks: list[Task], jobs: int) -> Iterator[tuple[int, str, str]]:
    if jobs == 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, tasks, chunksize=8)


def play(task: Task) -> tuple[int, str, str]:
    """Length of the match, and the problem and its record if there was one."""
    name, seats, options, seed, every = task
    try:
        return check_match(games.load(name), seats, options, seed, every), "", ""
    except ContractBroken as broken:
        return 0, broken.problem, broken.record


def _report(task: Task, problem: str, record: str, failures: Path) -> str:
    name, seats, options, seed, every = task
    failures.mkdir(parents=True, exist_ok=True)
    saved = failures / f"{name}-{seats}-{seed}.txt"
    saved.write_text(record, "utf-8")
    given = "".join(f" -o {key}={value}" for key, value in options.items())
    again = f"ludoteka fuzz {name} --matches 1 --seed {seed} --seats {seats} --every {every}{given or ''}"
    return f"{problem}\n\nThe match is saved: {saved}\nOnce more: {again}"

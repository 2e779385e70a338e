"""ludoteka puzzles: positions for thinking, found in records of finished matches."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import rich_click as click

from ludoteka.bots.arena import workers
from ludoteka.bots.mining import MARGIN, Mined, Task, choose, mine_all
from ludoteka.bots.puzzles import read
from ludoteka.cli.progress import progress

Command = Callable[..., Any]
records_argument = click.argument(
    "records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)


@click.group("puzzles")
def command() -> None:
    """Find positions in which one action is clearly best and hard to see."""


def look_options(command: Command) -> Command:
    """How closely to look, and with how many hands."""
    for option in (
        click.option(
            "--cluster", default="", metavar="ADDRESS", help="A Dask scheduler, tcp://host:8786; needs [cluster]."
        ),
        click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes on this machine."),
        click.option("--margin", default=MARGIN, show_default=True, help="What the best is ahead of the next, 0 to 1."),
        click.option("--most", default=40, show_default=True, type=click.IntRange(1), help="Positions of a match."),
    ):
        command = option(command)
    return command


def look_through(tasks: Sequence[Task], jobs: int, cluster: str, keep: Callable[[Mined], None]) -> None:
    """Everything that was found goes to `keep` at once; what cannot be read is named."""
    with workers(jobs, cluster) as pool, progress() as begin:
        step = begin("puzzles", len(tasks))

        def done(mined: Mined) -> None:
            keep(mined)
            step()

        def failed(source: str, error: Exception) -> None:
            step()
            click.echo(f"{source}: {error}", err=True)

        mine_all(tasks, pool, done, failed)


@command.command("mine")
@records_argument
@click.option("--to", "out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="Where finds go.")
@look_options
def mine_command(records: tuple[Path, ...], out: Path, most: int, margin: float, jobs: int, cluster: str) -> None:
    """Look through records. What was looked through stands in the file of finds: a run that was broken off goes on."""
    known = finds(out)
    done = {found.source for found in known}
    tasks = [Task(path.stem, path.read_text("utf-8"), most, margin) for path in records if path.stem not in done]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(found.line() + "\n" for found in known), "utf-8")  # without a line that was cut short
    with out.open("a", encoding="utf-8") as file:

        def keep(mined: Mined) -> None:
            file.write(mined.line() + "\n")
            file.flush()

        look_through(tasks, jobs, cluster, keep)
    everything = finds(out)
    looked, found = sum(m.looked for m in everything), sum(len(m.puzzles) for m in everything)
    click.echo(f"{found} of {looked} positions in {len(everything)} matches")


@command.command("choose")
@click.argument("found", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--most", default=12, show_default=True, type=click.IntRange(1))
@click.option("--keep", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Those that stay.")
def choose_command(found: Path, most: int, keep: Path | None) -> None:
    """The best of what was found, as the `puzzles.json` of a game's folder."""
    kept = [read(raw) for raw in json.loads(keep.read_text("utf-8"))] if keep else []
    known = {one.id for one in kept}
    fresh = choose((p for m in finds(found) for p in m.puzzles if p.id not in known), max(0, most - len(kept)))
    click.echo(json.dumps([asdict(one) for one in [*kept, *fresh]], ensure_ascii=False, indent=1))


@command.command("house")
@click.option("--database", help="As for `ludoteka serve`.")
@click.option("--matches", default=20, show_default=True, type=click.IntRange(1), help="How many, the latest first.")
@look_options
def house_command(database: str | None, matches: int, most: int, margin: float, jobs: int, cluster: str) -> None:
    """Look through finished matches of a table server, each once; its players are offered what is found."""
    from ludoteka.cli.admin import run
    from ludoteka.server.mined import keep, unseen
    from ludoteka.server.settings import Settings

    settings = Settings.load({"database": database})
    waiting = run(settings, lambda store: unseen(store, matches))
    found: list[Mined] = []

    def note(mined: Mined) -> None:
        run(settings, lambda store: keep(store, mined))
        found.append(mined)

    look_through([Task(id, record, most, margin) for id, record in waiting], jobs, cluster, note)
    looked, many = sum(m.looked for m in found), sum(len(m.puzzles) for m in found)
    click.echo(f"{many} of {looked} positions in {len(found)} matches")


def finds(file: Path) -> list[Mined]:
    """What a file of finds holds; a last line that was cut short does not count."""
    lines = file.read_text("utf-8").split("\n")[:-1] if file.exists() else []
    return [Mined.read(line) for line in lines]

"""ludoteka arena: bots against bots, with a table of results."""

from __future__ import annotations

import json
from pathlib import Path

import rich_click as click
from rich.table import Table

from ludoteka import bots
from ludoteka.bots.arena import Played, run, schedule, workers
from ludoteka.bots.levels import words
from ludoteka.bots.standings import Standing, standings
from ludoteka.cli.common import console, game_argument, lang_option, settings_option
from ludoteka.cli.progress import progress
from ludoteka.core.game import Game


@click.command("arena")
@game_argument
@click.option("--bots", "names", required=True, help="Bots separated by commas: level5,greedy,mcts:iterations=200")
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same matches.")
@click.option("--seats", default=0, help="Seats at a table; one per bot if not given.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes on this machine.")
@click.option("--cluster", default="", metavar="ADDRESS", help="A Dask scheduler, tcp://host:8786; needs [cluster].")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Folder for the record of every match.")
@click.option("--go-on", is_flag=True, help="Leave out matches in which a bot fails, and go on.")
@click.option("--json", "as_json", is_flag=True, help="The table as JSON.")
@settings_option
@lang_option
def command(
    game: Game,
    names: str,
    matches: int,
    seed: int,
    seats: int,
    jobs: int,
    cluster: str,
    save: Path | None,
    go_on: bool,
    as_json: bool,
    settings: dict[str, str],
    lang: str,
) -> None:
    """Let bots play matches with rotated seats and show who wins."""
    players = [name.strip() for name in names.split(",")]
    for name in players:
        bots.make(name)  # a wrong name is told now, not by a worker
    tasks = schedule(game.name, players, matches, seed, seats, settings)
    with workers(jobs, cluster) as pool, progress() as begin:
        step = begin(game.name, len(tasks))

        def done(played: Played) -> None:
            step()
            if save is not None:
                save.mkdir(parents=True, exist_ok=True)
                (save / f"{game.name}-{seed}-{played.number:05}.txt").write_text(played.record, "utf-8")

        def failed(error: Exception) -> None:
            step()
            click.echo(error, err=True)

        played = run(tasks, pool, done, failed if go_on else None)
    if not played:
        raise click.ClickException("Not one match was played to its end.")
    table = standings(played)
    if as_json:
        print(json.dumps({"game": game.name, "seed": seed, "matches": len(played), "bots": rows(table)}, indent=2))
    else:
        console.print(shown(table, lang))


def rows(table: list[Standing]) -> list[dict[str, object]]:
    return [line.as_dict() for line in table]


def shown(table: list[Standing], lang: str) -> Table:
    say = words(lang).say
    result = Table(box=None, pad_edge=False)
    result.add_column(say("arena.bot"), no_wrap=True, overflow="fold")
    for column in ("seats", "share", "score", "decision", "slowest", "rating"):
        result.add_column(say(f"arena.{column}"), justify="right")
    for line in table:
        result.add_row(
            line.bot,
            str(line.seats),
            f"{line.share:.1%}  {line.low:.0%}…{line.high:.0%}",
            f"{line.score:.1f}  {line.score_low:.1f}…{line.score_high:.1f}",
            f"{line.decision * 1000:.0f}",
            f"{line.slowest * 1000:.0f}",
            f"{line.rating:.1f} ± {line.rating_error:.1f}",
        )
    return result

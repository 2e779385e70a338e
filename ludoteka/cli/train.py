"""ludoteka train: self-play, a fit, a gate, and the new judge in the package."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

import rich_click as click

from ludoteka import bots
from ludoteka.bots import train
from ludoteka.bots.arena import workers
from ludoteka.cli.common import game_argument, settings_option
from ludoteka.cli.progress import progress
from ludoteka.core.game import Game


@click.command("train")
@game_argument
@click.option("--bot", default="level5", show_default=True, help="The bot that plays; its judge is what learns.")
@click.option("--matches", default=600, show_default=True, type=click.IntRange(2), help="Of self-play to learn from.")
@click.option("--gate", "trials", default=100, show_default=True, type=click.IntRange(2), help="Fresh tables.")
@click.option("--goal", type=click.Choice(train.GOALS), default="win", show_default=True,
              help="win: new against old; score: tables of new against tables of old.")  # fmt: skip
@click.option("--seats", default=2, show_default=True)
@click.option("--spread", default=0.2, show_default=True, help="How far weights are scaled in self-play (log).")
@click.option("--steps", default=400, show_default=True, help="Of the fit, where it tries changes one by one.")
@click.option("--seed", default=0, show_default=True)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="build/train/GAME if not given.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes on this machine.")
@click.option("--cluster", default="", metavar="ADDRESS", help="A Dask scheduler, tcp://host:8786; needs [cluster].")
@click.option("--publish", is_flag=True, help="Put what passed the gate into the game's folder.")
@settings_option
def command(
    game: Game, bot: str, matches: int, trials: int, goal: str, seats: int, spread: float, steps: int, seed: int,
    folder: Path | None, jobs: int, cluster: str, publish: bool, settings: dict[str, str],
) -> None:  # fmt: skip
    """Let a bot play itself, learn from it, and keep what plays better. The same command goes on where it stopped."""
    bots.make(bot)  # a wrong name is told now, not by a worker
    game.check_options(seats, settings)
    folder = folder or Path("build") / "train" / game.name
    training = train.Training(game.name, folder, bot, seats, settings, spread, seed, goal)
    with workers(jobs, cluster) as pool, progress() as begin:
        played = train.self_play(training, matches, pool, begin("self-play", matches))
        fitted = train.fitted(training, played, steps, pool, begin("fit", matches))
        (folder / "new.json").write_text(json.dumps(fitted.data, indent=1), "utf-8")
        found = train.gate(training, fitted.data, trials, pool, begin("gate", len(training.trials(trials))))
    click.echo(f"{matches} matches: {fitted.told}")
    click.echo(f"{'accepted' if found.passed else 'refused'}: {found.told()}")
    if publish and found.passed:
        said = f"ludoteka {' '.join(sys.argv[1:])}: {fitted.told}; {found.told()}; {date.today()}"
        click.echo(f"written to {train.publish(game.name, fitted.data, said)}")

"""ludoteka analyse: what every decision of a saved match was worth."""

from __future__ import annotations

import json
from pathlib import Path

import rich_click as click

from ludoteka import bots
from ludoteka.bots.analyse import ANALYST, analyse, graph, report
from ludoteka.bots.thought import Thinker
from ludoteka.cli.common import console, lang_option, read_match, record_argument
from ludoteka.cli.progress import progress


@click.command("analyse")
@record_argument
@click.option("--bot", "bot_name", default=ANALYST, show_default=True, help="The bot that analyses.")
@click.option(
    "--most", default=5, show_default=True, type=click.IntRange(1), help="How many of the costliest decisions to show."
)
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Every decision as JSON.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the graph to this file.")
@lang_option
def command(file: Path, bot_name: str, most: int, seed: int, as_json: bool, svg: Path | None, lang: str) -> None:
    """Analyse a match: the value of every decision, the graph and the costliest mistakes."""
    match = read_match(file)
    bot = bots.make(bot_name)
    if not isinstance(bot, Thinker):
        raise click.BadParameter(f"{bot_name} cannot say what it thinks", param_hint="--bot")
    with progress() as begin:
        analysis = analyse(match, bot, seed, begin(match.game.name, len(match.actions)))
    if svg is not None:
        svg.write_text(graph(match, analysis, lang).document(), "utf-8")
    if as_json:
        print(json.dumps(analysis.as_dict(), ensure_ascii=False, indent=2))
        return
    for line in report(match, analysis, lang, most):
        console.print(line, markup=False)

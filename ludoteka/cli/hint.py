"""ludoteka hint: what a bot would do in a position of a saved match."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random

import rich_click as click

from ludoteka import bots
from ludoteka.bots.hint import hint
from ludoteka.bots.thought import Thinker
from ludoteka.cli.common import check_step, console, lang_option, mover_name, read_match, record_argument


@click.command("hint")
@record_argument
@click.option("--at", "at", type=int, help="After how many actions; the last position if not given.")
@click.option("--bot", "bot_name", default="level5", show_default=True, help="The bot to ask.")
@click.option("--most", default=3, show_default=True, type=click.IntRange(1), help="How many actions to show.")
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@lang_option
def command(file: Path, at: int | None, bot_name: str, most: int, seed: int, as_json: bool, lang: str) -> None:
    """Show the best few actions and what the bot expects from them."""
    match = read_match(file)
    state = match.at(check_step(match, at))
    seat = state.to_move()
    if seat < 0:
        raise click.BadParameter("nobody has a choice in this position", param_hint="--at")
    bot = bots.make(bot_name)
    if not isinstance(bot, Thinker):
        raise click.BadParameter(f"{bot_name} cannot say what it thinks", param_hint="--bot")
    hints = hint(match.game, state, seat, Random(seed), lang, bot, most, match.players)
    if as_json:
        print(json.dumps({"seat": seat, "hints": [asdict(h) for h in hints]}, ensure_ascii=False, indent=2))
        return
    console.print(mover_name(match, seat), markup=False, style="bold")
    for i, advice in enumerate(hints, 1):
        console.print(f"{i}. {advice.text} — {advice.words}\n   {advice.why}", markup=False)

"""ludoteka check: does a game keep the contract?"""

from __future__ import annotations

import rich_click as click

from ludoteka.cli.common import console, game_argument
from ludoteka.cli.progress import progress
from ludoteka.core.contract import ContractBroken, check_catalogues, check_match
from ludoteka.core.game import Game


@click.command("check")
@game_argument
@click.option("--matches", default=1, show_default=True, help="Random matches per configuration.")
@click.option("--seed", default=0, show_default=True)
@click.option("--everything", is_flag=True, help="Every combination of options instead of each one alone.")
def command(game: Game, matches: int, seed: int, everything: bool) -> None:
    """Run the contract for every number of seats and every option."""
    configurations = list(game.configurations(everything))
    total = 0
    try:
        check_catalogues(game)
        with progress() as begin:
            step = begin(game.name, len(configurations) * matches)
            for seats, options in configurations:
                for k in range(matches):
                    total += check_match(game, seats, options, seed + k)
                    step()
    except ContractBroken as broken:
        raise click.ClickException(str(broken)) from broken
    console.print(f"{game.name} keeps the contract: {len(configurations)} configurations, {total} actions looked at.")

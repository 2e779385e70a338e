"""ludoteka rules: the rules ledger of a game."""

from __future__ import annotations

import rich_click as click
from rich.markdown import Markdown

from ludoteka.cli.common import console, game_argument, lang_option
from ludoteka.core.game import Game
from ludoteka.core.rules import read_rules, rules_file


@click.command("rules")
@game_argument
@click.argument("id", required=False)
@lang_option
def command(game: Game, id: str | None, lang: str) -> None:
    """Show the rules of a game, or the one rule with that number (PB-2.1)."""
    file = rules_file(game.folder, lang)
    if not file.exists():
        raise click.ClickException(f"Nobody has written down the rules of {game.name} yet (RULES.md).")
    if id is None:
        console.print(Markdown(file.read_text("utf-8")))
        return
    rule = read_rules(game.folder, lang).get(id.upper())
    if rule is None:
        raise click.ClickException(f"{game.name} has no rule {id}.")
    console.print(f"[bold]{rule.id}[/] {rule.text}")

"""ludoteka rules: the rules ledger of a game."""

from __future__ import annotations

import rich_click as click
from rich.markdown import Markdown
from rich.markup import escape

from ludoteka.cli.cards import card_lines
from ludoteka.cli.common import console, game_argument, lang_option
from ludoteka.core import cards
from ludoteka.core.game import Game
from ludoteka.core.rules import read_rules, rules_file


@click.command("rules")
@game_argument
@click.argument("id", required=False)
@lang_option
def command(game: Game, id: str | None, lang: str) -> None:
    """Show the rules of a game, the one rule with that number (PB-2.1), or what explains a thing of that name."""
    file = rules_file(game.folder, lang)
    if not file.exists():
        raise click.ClickException(f"The rules of {game.name} have not been written down yet (RULES.md).")
    if id is None:
        console.print(Markdown(file.read_text("utf-8")))
        return
    rules = read_rules(game.folder, lang)
    if rule := rules.get(id.upper()):
        console.print(f"[bold]{rule.id}[/] {escape(rule.text)}")
        return
    found = cards.find(game, id, lang)
    if not found:
        raise click.ClickException(f"{game.name} has no rule and no thing called {id}.")
    for card in found:
        for line in card_lines(card):
            console.print(line)
        for number in card.rules:
            console.print(f"  [dim]{number}[/] {escape(rules[number].text)}")

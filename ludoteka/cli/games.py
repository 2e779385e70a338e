"""ludoteka games: what is on the shelf."""

from __future__ import annotations

import rich_click as click
from rich.table import Table

from ludoteka import games
from ludoteka.cli.common import console, lang_option


@click.command("games")
@lang_option
def command(lang: str) -> None:
    """List the games with their seats and options."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for name in games.names():
        game = games.load(name)
        words = game.catalogue(lang)
        table.add_row(f"[bold]{name}[/]", words.say("game.title"), f"{game.seats[0]}–{game.seats[-1]}")
        table.add_row("", words.messages.get("game.tagline", ""), "")
        for option, choices in game.options.choices().items():
            shown = " | ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in choices) or "…"
            table.add_row("", f"[dim]-o {option}=[/]{shown}  [dim]{words.messages.get(f'option.{option}', '')}[/]", "")
    console.print(table)

"""What several commands share: reading records, options, words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click
from rich.console import Console

from ludoteka import games
from ludoteka.cli.words import user_lang
from ludoteka.core.content import pack
from ludoteka.core.game import CHANCE, Game
from ludoteka.core.match import EVENT, Match
from ludoteka.core.text import LANGS

F = TypeVar("F", bound=Callable[..., Any])
console = Console(highlight=False, emoji=False)


def _load_game(ctx: click.Context, param: click.Parameter, value: str) -> Game:
    return games.load(value)


def _read_settings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    settings = {}
    for value in values:
        name, equals, setting = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r} should look like NAME=VALUE", ctx, param)
        settings[name] = _text_of(setting[1:], ctx, param) if setting.startswith("@") else setting
    return settings


def _text_of(file: str, ctx: click.Context, param: click.Parameter) -> str:
    """The text of a file, packed into a word that any process and any record understands."""
    try:
        return pack(Path(file).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{file} cannot be read: {error}", ctx, param) from error


def _begin_with(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in games.names() if name.startswith(incomplete)]


game_argument = click.argument("game", callback=_load_game, shell_complete=_begin_with)
record_argument = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
lang_option = click.option(
    "--lang", type=click.Choice(LANGS), default=user_lang, show_default="of your machine", envvar="LUDOTEKA_LANG"
)


seat_option = click.option("--seat", type=int, help="Whose view to show, from 1; a spectator's if not given.")


def settings_option(command: F) -> F:
    words = "An option of the game, NAME=VALUE; NAME=@FILE takes the text of a file."
    return click.option("-o", "--option", "settings", callback=_read_settings, multiple=True, help=words)(command)


def read_match(file: Path) -> Match:
    try:
        return Match.load(file.read_text("utf-8"), games.load)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file} is not UTF-8 text (byte {error.start}).") from error


def mover_name(match: Match, mover: int) -> str:
    return {CHANCE: "*", EVENT: "!"}.get(mover) or match.players[mover]


def check_seat(match: Match, number: int | None) -> int | None:
    """The seat that people count from 1; None is a spectator."""
    if number is not None and not 1 <= number <= match.seats:
        raise click.BadParameter(f"the match has seats 1 to {match.seats}", param_hint="--seat")
    return None if number is None else number - 1


def check_step(match: Match, n: int | None) -> int:
    """The number of a position of the match; the last one if none is given."""
    last = len(match.actions)
    if n is None:
        return last
    if not 0 <= n <= last:
        raise click.BadParameter(f"the match has positions 0 to {last}", param_hint="--at")
    return n

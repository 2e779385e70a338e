"""The command `ludoteka`. Each command is a module of this package with a `command`, imported when it is called."""

from __future__ import annotations

from importlib import import_module
from keyword import iskeyword
from typing import Any

import rich_click as click

from ludoteka import __version__, is_native
from ludoteka.cli.extras import extra_for
from ludoteka.cli.words import user_lang, words
from ludoteka.core.errors import LudotekaError

COMMANDS = (
    *("games", "rules", "serve", "play", "replay", "draw", "import"),
    *("arena", "train", "hint", "analyse", "puzzles", "check", "fuzz", "new-game", "admin"),
)


class Shelf(click.RichGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_") + ("_" if iskeyword(cmd_name) else "")
        command = import_module(f"ludoteka.cli.{module}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except LudotekaError as error:
            raise click.ClickException(error.told(user_lang())) from error
        except ModuleNotFoundError as error:
            extra = extra_for(error.name or "")
            if not extra:
                raise
            say = words(user_lang()).say
            raise click.ClickException(say("extra.missing", name=error.name, extra=extra)) from error


@click.group(cls=Shelf, invoke_without_command=True)
@click.version_option(f"{__version__} ({'native' if is_native() else 'pure Python'})", prog_name="ludoteka")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Four great board games to play, study and trust."""
    if ctx.invoked_subcommand is None:
        hello()


FIRST = (
    ("serve", "first.play"),
    ("play pebbles", "first.terminal"),
    ("play pebbles --guided", "first.guided"),
    ("games", "first.games"),
    ("rules tigris_euphrates", "first.rules"),
    ("replay match.txt", "first.replay"),
    ("arena small_world --bots level2,greedy", "first.arena"),
    ("new-game my_game", "first.new_game"),
    ("--help", "first.help"),
)


def hello() -> None:
    """What one can do, in the language of the machine."""
    say = words(user_lang()).say
    click.echo(say("first.hello", version=__version__) + "\n")
    for example, means in FIRST:
        click.echo(f"  ludoteka {example:40} {say(means)}")

"""ludoteka admin: look after a table server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from time import time
from typing import Any

import rich_click as click
from rich.markup import escape
from rich.table import Table as Grid

from ludoteka.cli.common import console


@click.group("admin")
@click.option("--database", help="As for `ludoteka serve`.")
@click.pass_context
def command(ctx: click.Context, database: str | None) -> None:
    """Look after a table server: people, tables, backups, and a proof that all matches replay."""
    from ludoteka.server.settings import Settings

    ctx.obj = Settings.load({"database": database})


def run(settings: Any, work: Callable[[Any], Awaitable[Any]]) -> Any:
    """In a database of this release; one of an older release is left to its server, which may still run."""
    from ludoteka.server.backups import opened

    async def inside() -> Any:
        async with opened(settings) as store:
            if await store.is_older():
                raise LookupError("an older release made this database: `ludoteka serve` brings it up to date")
            await store.migrate()
            return await work(store)

    return told(inside())


def told(work: Any) -> Any:
    try:
        return asyncio.run(work)
    except (LookupError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error


def when(moment: float) -> str:
    return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M")


@command.command("users")
@click.option("--guests", is_flag=True, help="Include guests.")
@click.pass_obj
def users(settings: Any, guests: bool) -> None:
    """Who has an account, the last seen first."""
    from ludoteka.server import admin

    grid = Grid("id", "name", "seen", "")
    for row in run(settings, lambda store: admin.list_users(store, guests)):
        known = {
            "guest": not row["password"],
            "banned": row["banned_until"] > time(),
            "silent": row["silent_until"] > time(),
        }
        marks = [word for word, on in (known | {"admin": row["admin"], "moderator": row["moderator"]}).items() if on]
        grid.add_row(row["id"], row["name"], when(row["seen"]), " ".join(marks))
    console.print(grid)


@command.command("password")
@click.argument("name")
@click.password_option(help="The new one; asked for if not given.")
@click.pass_obj
def password(settings: Any, name: str, password: str) -> None:
    """Set the password of an account and end its sessions."""
    from ludoteka.server import admin

    run(settings, lambda store: admin.set_password(store, name, password))


@command.command("ban")
@click.argument("name")
@click.option("--lift", is_flag=True, help="Lift the ban.")
@click.option("--days", type=click.IntRange(0, 3650), default=0, help="For how long; 0 is for ever.")
@click.pass_obj
def ban(settings: Any, name: str, lift: bool, days: int) -> None:
    """Ban a person from the server."""
    from ludoteka.server import admin
    from ludoteka.server.order import until

    run(settings, lambda store: admin.set_banned(store, name, 0.0 if lift else until(days)))


@command.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(["admin", "moderator", "none"]))
@click.pass_obj
def role(settings: Any, name: str, role: str) -> None:
    """Make an account an administrator or moderator, or neither."""
    from ludoteka.server import admin

    run(settings, lambda store: admin.set_role(store, name, "" if role == "none" else role))


@command.command("tables")
@click.option("--status", type=click.Choice(["waiting", "playing", "finished", "closed"]))
@click.pass_obj
def tables(settings: Any, status: str | None) -> None:
    """The latest tables."""
    from ludoteka.server import admin

    grid = Grid("id", "game", "status", "moves", "updated")
    for row in run(settings, lambda store: admin.list_tables(store, status or "")):
        grid.add_row(row["id"], row["game"], row["status"], str(row["n"]), when(row["updated"]))
    console.print(grid)


@command.command("delete")
@click.argument("table")
@click.confirmation_option(prompt="Delete this table with all its moves?")
@click.pass_obj
def delete(settings: Any, table: str) -> None:
    """Delete a table."""
    from ludoteka.server import admin

    if not run(settings, lambda store: admin.delete_table(store, table)):
        raise click.ClickException(f"there is no table {table}")


@command.command("doctor")
@click.pass_obj
def doctor(settings: Any) -> None:
    """Check everything a server needs and say how to mend what is not well."""
    from ludoteka.server.doctor import examine

    signs = {"well": "[green]✓[/]", "warning": "[yellow]![/]", "ill": "[red]✗[/]"}
    found = told(examine(settings))
    for finding in found:
        console.print(f"{signs[finding.verdict]} [bold]{finding.what}[/] {escape(finding.said)}", soft_wrap=True)
        if finding.advice:
            console.print(f"    → {escape(finding.advice)}", soft_wrap=True)
    if any(finding.verdict == "ill" for finding in found):
        raise SystemExit(1)


@command.command("verify")
@click.pass_obj
def verify(settings: Any) -> None:
    """Replay every stored match and report what no longer fits."""
    from ludoteka.server import admin

    count, problems = told(admin.verify(settings))
    for problem in problems:
        console.print(problem, markup=False)
    console.print(f"{count} matches, {len(problems)} with a problem")
    if problems:
        raise SystemExit(1)


@command.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup(settings: Any, file: Path) -> None:
    """Write everything to a file; the server may run meanwhile. The file can open every door: keep it safe."""
    from ludoteka.server import backups

    console.print(f"{file}: {told(backups.backup(settings, file))} rows")
    if not settings.kept_secret():
        console.print("Without the secret: set LUDOTEKA_SECRET as the server has it, else guests will not come back.")


@command.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(settings: Any, file: Path) -> None:
    """Fill an empty database, SQLite or PostgreSQL, from a backup."""
    from ludoteka.server import backups

    rows, secret = told(backups.restore(settings, file))
    console.print(f"{rows} rows")
    if secret:
        console.print(f"Serve it with LUDOTEKA_SECRET={secret} so that guests come back.", soft_wrap=True)

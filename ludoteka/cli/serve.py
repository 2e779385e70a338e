"""ludoteka serve: a table server, for this machine, the house or the world."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.error import URLError
from urllib.request import urlopen

import rich_click as click

from ludoteka.cli.common import console

if TYPE_CHECKING:
    from ludoteka.server.settings import Settings


@click.command("serve")
@click.option("--host", help="Address to listen on; 0.0.0.0 lets others on your network play. [default: 127.0.0.1]")
@click.option("--port", type=int, help="[default: 8321]")
@click.option("--database", help="A SQLite file or postgresql://…; [default: a file in your home]")
@click.option("--secret", help="Signs cookies. Better given as LUDOTEKA_SECRET.")
@click.option("--workers", type=int, help="Processes; more than one needs PostgreSQL. [default: 1]")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning", "error"]))
@click.option("--public-url", help="What links begin with, when a proxy stands in front.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
@click.option("--demo", is_flag=True, help="Start with a few tables of bots to watch.")
def command(browser: bool, demo: bool, **given: Any) -> None:
    """Play in the browser: with friends, with bots, on one sofa or far apart."""
    gc.disable()
    from ludoteka.server.run import lan_address, listen, serve  # the server's libraries are an extra
    from ludoteka.server.settings import Settings

    gc.freeze()  # what is loaded stays for good: looking for garbage in it was a fifth of the start
    gc.enable()

    settings = Settings.load(given)
    try:
        listener = listen(settings)
        settings = replace(settings, port=listener.getsockname()[1]).with_secret()
        check(settings)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    local = f"http://localhost:{settings.port}/"
    console.print(f"[bold]Ludoteka[/bold] {settings.public_url or local}")
    if settings.host not in ("127.0.0.1", "localhost", "::1"):
        address = lan_address()
        if address:
            show_code(f"http://{address}:{settings.port}/")
    if demo:
        from ludoteka.server.demo import seed

        console.print(f"{asyncio.run(seed(settings))} tables to look at")
    if browser and not has_browser():
        show_code(settings.public_url or local, "No browser here. Open")
    elif browser:
        threading.Thread(target=_open_when_ready, args=(local,), daemon=True).start()
    serve(settings, listener)


def check(settings: Settings) -> None:
    """Migrate, and hold the matches under way to the rules of this release, if they were begun under others."""
    from ludoteka.server.run import prepare

    with console.status("Opening the database") as line:
        done, misfits = asyncio.run(
            prepare(settings, lambda n, of: line.update(f"Checking matches under way: {n} of {of}"))
        )
    if done:
        console.print(f"{done} matches under way checked by the rules of this release: {done - misfits} go on")
    if misfits:
        console.print(f"{misfits} do not fit and are frozen: their players can take the record or call them off")


def has_browser() -> bool:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def show_code(address: str, before: str = "In this house:") -> None:
    """An address, and a code to point the camera of a phone at."""
    import segno

    console.print(f"{before} {address}")
    segno.make(address, micro=False).terminal(compact=True)
    sys.stdout.flush()  # the server does not end: what a pipe or a log holds back would never be read


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        try:
            urlopen(address + "health", timeout=1).close()
            webbrowser.open(address)
            return
        except (URLError, OSError):
            time.sleep(0.1)

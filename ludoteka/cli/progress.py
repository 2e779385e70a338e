"""How far long work has got: a bar in a terminal, in a log a line now and then.

On the channel of errors, so that what a command finds out can be sent to a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import rich_click as click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SILENCE = 10.0
"""Seconds between two lines of a log at least."""
Begin = Callable[[str, int], Callable[[], None]]


@contextmanager
def progress() -> Iterator[Begin]:
    """Gives a function that begins a piece of work, by its name and number of steps; what that returns is called after
    each of them."""
    errors = Console(stderr=True)
    if not errors.is_terminal:
        yield in_lines
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as bars:

        def begin(name: str, total: int) -> Callable[[], None]:
            bar = bars.add_task(name, total=total)
            return lambda: bars.advance(bar)

        yield begin


def in_lines(name: str, total: int) -> Callable[[], None]:
    done, told = 0, monotonic()

    def step() -> None:
        nonlocal done, told
        done += 1
        if monotonic() - told >= SILENCE:
            told = monotonic()
            click.echo(f"{name}: {done} of {total}", err=True)

    return step

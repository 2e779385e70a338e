"""ludoteka replay: step through a saved match."""

from __future__ import annotations

import sys
from pathlib import Path

import rich_click as click

from ludoteka.cli.board import painted_board
from ludoteka.cli.common import (
    check_seat,
    check_step,
    console,
    lang_option,
    mover_name,
    read_match,
    record_argument,
    seat_option,
)
from ludoteka.cli.words import words
from ludoteka.core.consequences import annotated, in_words
from ludoteka.core.match import Match


@click.command("replay")
@record_argument
@click.option("--at", "at", type=int, help="Show this one position and exit.")
@seat_option
@click.option("--remarks", is_flag=True, help="Print the record itself, with what every action did.")
@lang_option
def command(file: Path, at: int | None, seat: int | None, remarks: bool, lang: str) -> None:
    """Step through a saved match, or print its log if there is nobody to press keys."""
    match = read_match(file)
    seat = check_seat(match, seat)
    if remarks:
        click.echo(annotated(match, lang), nl=False)
        return
    log = log_lines(match, seat, lang)
    if at is not None:
        show(match, log, check_step(match, at), seat, lang)
    elif not sys.stdin.isatty():
        for line in log:
            console.print(line, markup=False)
    else:
        step_through(match, log, seat, lang)


def log_lines(match: Match, seat: int | None, lang: str) -> list[str]:
    """One line per action, in words, as that seat may see it."""
    state = match.at(0)
    lines = []
    for n, (mover, action) in enumerate(zip(match.movers, match.actions, strict=True), 1):
        said = match.game.describe(state, state.redact(action, seat), lang, players=match.players)
        did = in_words(match.game, state, action, lang, match.players)
        lines.append(f"{n:4} {mover_name(match, mover)}: {said}" + (f" ({', '.join(did)})" if did else ""))
    return lines


def show(match: Match, log: list[str], n: int, seat: int | None, lang: str) -> None:
    if n:
        console.print(log[n - 1], markup=False)
    console.print(painted_board(match.game, match.at(n), seat, lang))


def step_through(match: Match, log: list[str], seat: int | None, lang: str) -> None:
    n, last = 0, len(match.actions)
    console.print(words(lang).say("replay.keys"))
    while True:
        show(match, log, n, seat, lang)
        key = console.input(f"{n}/{last} > ").strip()
        if key == "q":
            return
        if key == "p":
            n = max(0, n - 1)
        elif key.isdecimal():
            n = min(last, int(key))
        else:
            n = min(last, n + 1)

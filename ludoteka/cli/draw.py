"""ludoteka draw: a position of a match as a picture."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from ludoteka.cli.common import check_seat, check_step, console, lang_option, read_match, record_argument, seat_option
from ludoteka.core.svg import sheet


@click.command("draw")
@record_argument
@click.option("--at", "at", type=int, help="After how many actions; the last position if not given.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The SVG file.")
@seat_option
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--board-only", is_flag=True, help="Without hands and tracks beside the board.")
@lang_option
def command(
    file: Path, at: int | None, output: Path, seat: int | None, theme: str, board_only: bool, lang: str
) -> None:
    """Draw a position of a saved match."""
    match = read_match(file)
    view = match.at(check_step(match, at)).view(check_seat(match, seat))
    board = match.game.draw(view, lang)
    drawing = board if board_only else sheet(board, match.game.panels(view, lang))
    output.write_text(drawing.document(theme), "utf-8")
    console.print(f"{output}: {len(drawing.document(theme)) / 1024:.0f} KB")

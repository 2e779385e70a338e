"""How seats develop: the means of what a judge sees at the start of each chapter, over saved matches.

    ludoteka arena terra_mystica --bots level5 --seats 4 --matches 16 --save build/matches
    python -m scripts.development terra_mystica build/matches
    python -m scripts.development terra_mystica matches/terra_mystica --only league

A fault that all bots share is invisible when they play each other; beside the numbers of people it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

import rich_click as click

from ludoteka import games
from ludoteka.bots import judge as judges
from ludoteka.bots.fit import Row, rows_of
from ludoteka.core.match import Match


@click.command()
@click.argument("game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Matches by the beginning of their names.")
def main(game: str, folder: Path, only: str) -> None:
    """Show how the seats in the matches of GAME in FOLDER developed."""
    judge = judges.load(game)
    if not judge.names:
        raise click.ClickException(f"the judge of {game} names nothing that it sees")
    found = [Match.load(p.read_text("utf-8"), games.load, check=False) for p in sorted(folder.glob(f"{only}*.txt"))]
    matches = [match for match in found if match.game.name == game]
    rows = [row for number, match in enumerate(matches) for row in rows_of(match, number, judge)]
    if not rows:
        raise click.ClickException(f"no matches of {game} in {folder} that come to a second chapter")
    chapters = sorted({row.chapter for row in rows})
    click.echo(f"{len(matches)} matches, chapter".ljust(28) + "".join(f"{chapter:8}" for chapter in chapters))
    for name, means in means_of(rows, judge.names):
        click.echo(name.ljust(28) + "".join(f"{mean:8.2f}" for mean in means))


def means_of(rows: Iterable[Row], names: Sequence[str]) -> list[tuple[str, list[float]]]:
    """The points and then every feature, with its mean in each chapter."""
    by_chapter: dict[int, list[Row]] = {}
    for row in rows:
        by_chapter.setdefault(row.chapter, []).append(row)
    chapters = [by_chapter[chapter] for chapter in sorted(by_chapter)]
    points = [fmean(row.points for row in chapter) for chapter in chapters]
    seen = [[fmean(row.features[i] for row in chapter) for chapter in chapters] for i in range(len(names))]
    return [("points", points), *zip(names, seen, strict=True)]


if __name__ == "__main__":
    main()

"""How far the chances of winning that a judge promises can be trusted: promised against true, over saved matches.

    ludoteka arena tigris_euphrates --bots greedy:blur=0.02 --seats 2 --matches 100 --save build/matches
    python -m scripts.reliability build/matches --picture build/reliability.svg

Every change of turn that can be judged is a promise for every seat. The table shows, for promises of 0 to 10 %, 10 to
20 % and so on, how many there were, their mean, and how often such seats won in the end. Below it: the mean square of
promised less true (Brier), and what it would be if the judge were trusted more or less (`trust` of a judge). Each
folder holds matches of one game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import rich_click as click

from ludoteka import games
from ludoteka.bots import judge as judges
from ludoteka.bots.fit import positions_of
from ludoteka.bots.judge import Judge, tempered
from ludoteka.core.match import Match
from scripts.chart import Panel, chart

BINS = 10
TICKS = [(float(n), f"{n} %") for n in range(0, 101, 20)]
CAME = "won in the end, by the chance that was promised; straight: as promised"
FACTORS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)
Promise = tuple[float, float]
"""A chance, and the share of victory that came of it."""


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw what came against what was promised."
)
def main(folders: Sequence[Path], picture: Path | None) -> None:
    """Compare what judges promised with how the matches in FOLDERS ended."""
    panels = []
    for folder in folders:
        matches = [Match.load(p.read_text("utf-8"), games.load, check=False) for p in sorted(folder.glob("*.txt"))]
        if not matches:
            raise click.ClickException(f"no matches in {folder}")
        if len({match.game.name for match in matches}) > 1:
            raise click.ClickException(f"matches of several games in {folder}")
        game = matches[0].game
        judge = judges.load(game.name)
        seen = [found for match in matches for found in chances_of(match, judge)]
        promises = [promise for chances, shares in seen for promise in zip(chances, shares, strict=True)]
        click.echo(f"{game.name}: {len(matches)} matches, {len(promises)} promises")
        for n, promised, came in bins(promises):
            click.echo(f"{n:6} promised {promised:5.1%} came {came:5.1%}")
        click.echo(f"Brier {brier(promises):.4f}; trusted more or less:")
        for factor in FACTORS:
            changed = [p for chances, shares in seen for p in zip(tempered(chances, factor), shares, strict=True)]
            click.echo(f"  {factor:4.2f} times: {brier(changed):.4f}")
        came_of = [(100 * promised, 100 * came) for _, promised, came in bins(promises)]
        panels.append(
            Panel(
                f"{game.catalogue('en').say('game.title')}: {len(matches)} matches",
                {CAME: came_of},
                TICKS,
                " %",
                straight=True,
            )
        )
    if picture is not None:
        picture.write_text(chart(panels), "utf-8")


def chances_of(match: Match, judge: Judge) -> list[tuple[list[float], Sequence[float]]]:
    shares, found = match.state.returns(), []
    for state, _, _ in positions_of(match, judge):
        worths = judge.worth(state)
        found.append((judge.chances(worths, judge.utility(state, worths)), shares))
    return found


def bins(promises: Iterable[Promise]) -> list[tuple[int, float, float]]:
    """How many promises of each size there were, their mean, and what came of them."""
    sorted_in: list[list[Promise]] = [[] for _ in range(BINS)]
    for promise in promises:
        sorted_in[min(BINS - 1, int(promise[0] * BINS))].append(promise)
    return [
        (len(found), sum(p for p, _ in found) / len(found), sum(c for _, c in found) / len(found))
        for found in sorted_in
        if found
    ]


def brier(promises: Sequence[Promise]) -> float:
    return sum((promised - came) ** 2 for promised, came in promises) / len(promises)


if __name__ == "__main__":
    main()

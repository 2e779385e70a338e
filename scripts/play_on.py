"""From the start of a chapter of recorded matches bots play on, and their points are compared with the players'.

    python -m scripts.play_on terra_mystica matches/terra_mystica --chapter 6 --bots planner:late=20,planner:late=60

Each bot takes all seats and begins in the same positions, so that two bots can be told apart with far fewer matches
than from the first move on, and one sees in which part of a match points are lost. With `seconds=0` in its name a bot
has no bound of time; `--only` leaves out other matches of the folder. With `--unit` one sees where things of a kind
came from and went, a seat: `--unit VP` tells the points by source in Terra Mystica, `--unit PW` the power.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import rich_click as click

from ludoteka import bots, games
from ludoteka.bots import judge as judges
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.core.match import Match

PLAYERS = "players"


@click.command()
@click.argument("game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--chapter", type=int, required=True, help="Where the bots take over.")
@click.option("--bots", "names", required=True, help="Bots, separated by commas.")
@click.option("--only", default="", help="Matches by the beginning of their names.")
@click.option("--unit", default="", help="Tell where these came from, a seat, as the log counts them.")
@click.option("--seed", type=int, default=1)
def main(game: str, folder: Path, chapter: int, names: str, only: str, unit: str, seed: int) -> None:
    """Let bots play on from CHAPTER in the matches of GAME in FOLDER."""
    players: list[float] = []
    points: dict[str, list[float]] = {name: [] for name in names.split(",")}
    counts: dict[str, Counter[str]] = {name: Counter() for name in (PLAYERS, *points)}
    seats = 0
    for path in sorted(folder.glob(f"{only}*.txt")):
        match = Match.load(path.read_text("utf-8"), games.load, check=False)
        n = start_of(match, chapter) if match.game.name == game else None
        if n is None:
            continue
        seats += match.seats
        players.append(mean_of(match.state))
        counts[PLAYERS].update(sources(replayed(match, n), unit))
        for name, found in points.items():
            end = played_on(match.at(n), name, seed)
            found.append(mean_of(end))
            counts[name].update(sources(end, unit))
        told = ", ".join(f"{name} {found[-1]:.1f}" for name, found in points.items())
        click.echo(f"{path.name}: players {players[-1]:.1f}, {told}")
    if not players:
        raise click.ClickException(f"no matches of {game} in {folder} that come to chapter {chapter}")
    click.echo(f"{len(players)} matches, players {fmean(players):.1f}")
    for name, found in points.items():
        click.echo(f"{name}: {fmean(found):.1f}, to the players {gain(found, players)}")
    first, *others = points
    for name in others:
        click.echo(f"{name} to {first}: {gain(points[name], points[first])}")
    for source in sorted(set().union(*counts.values()), key=lambda s: counts[first][s] - counts[PLAYERS][s]):
        told = ", ".join(f"{name} {count[source] / seats:.1f}" for name, count in counts.items())
        click.echo(f"{unit} {source}: {told}")


def start_of(match: Match, chapter: int) -> int | None:
    """The first moment of that chapter at which somebody is asked and that can be judged, if the match came to it."""
    judge = judges.load(match.game.name)
    state = match.at(0)
    for n, (mover, action) in enumerate(zip(match.movers, match.actions, strict=True)):
        if mover >= 0 and judge.chapter(state) >= chapter and judge.quiet(state):
            return n
        state.happen(action)
    return None


def replayed(match: Match, n: int) -> State:
    """The end of the match with notes of all that happened from there on."""
    state = match.at(n)
    state.notes = []
    for action in match.actions[n:]:
        state.happen(action)
    return state


def sources(state: State, unit: str) -> Counter[str]:
    """By what each came in or went out, all seats together."""
    found: Counter[str] = Counter()
    for _, what, n, why in state.notes or ():
        if what == unit:
            found[why] += n
    return found


def played_on(start: State, name: str, seed: int) -> State:
    state, rng = start.clone(), Random(seed)
    state.notes = []
    players = [bots.make(name) for _ in range(state.seats)]
    while (seat := state.to_move()) != OVER:
        state.apply(state.sample(rng) if seat == CHANCE else bots.decide(players[seat], state, seat, rng))
    return state


def mean_of(state: State) -> float:
    return fmean(score[0] for score in state.scores())


def gain(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """The mean difference, with half of its 95 % interval."""
    found = [a - b for a, b in zip(ours, theirs, strict=True)]
    spread = 1.96 * stdev(found) / sqrt(len(found)) if len(found) > 1 else float("nan")
    return f"{fmean(found):+.1f} ± {spread:.1f}"


if __name__ == "__main__":
    main()

"""Fit the weights of a judge to matches that were played: what it promised in the middle against how they ended.

    ludoteka arena small_world --bots greedy:noise=0.1,greedy:noise=0.11 --matches 500 --save build/matches
    python scripts/fit_judge.py small_world build/matches --minutes 5 --write

A judge says which points each seat may expect. From every saved match positions that can be judged are taken, one a
turn, and one weight after another is changed a little as long as the promised differences come closer to the true ones.
Every fifth match is left out to see whether what was learned holds. Much cheaper than `tune_judge.py`, which plays for
every step, but only `worth` is fitted: play the new weights against the old ones before you believe them. `--write`
puts them into the judge's TOML file, and the next run starts from there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from time import monotonic

import rich_click as click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parent.parent))

from ludoteka import games
from ludoteka.bots import judge
from ludoteka.core.game import State
from ludoteka.core.match import Match
from scripts.tune_judge import Flat, flatten, save, unflatten

Position = tuple[State, list[float], float]
"""With the final points of every seat, and how much it counts: early promises are mostly luck."""
SMALL, STEP = 0.4, 0.15
"""Weights near nothing are changed by an amount, others by a share."""


@click.command()
@click.argument("game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--minutes", default=5.0, show_default=True)
@click.option("--positions", default=8000, show_default=True, help="Use so many at most.")
@click.option("--only", default="", help="Change only weights whose name matches this pattern.")
@click.option("--seed", default=1, show_default=True)
@click.option("--write", is_flag=True, help="Write the weights to the judge's file.")
def main(game: str, folder: Path, minutes: float, positions: int, only: str, seed: int, write: bool) -> None:
    """Fit the weights of the judge of GAME to the matches in FOLDER."""
    rng = Random(seed)
    files = sorted(p for p in folder.iterdir() if p.is_file())
    found = [collect(game, path) for path in files]
    learn = [p for i, match in enumerate(found) if i % 5 for p in match]
    check = [p for match in found[::5] for p in match]
    if not learn:
        raise click.ClickException(f"no matches of {game} in {folder}")
    learn = rng.sample(learn, min(positions, len(learn)))
    weights = flatten(judge.weights(game))
    names = [name for name in weights if re.search(only, name)]
    best = error(game, weights, learn)
    click.echo(
        f"{len(files)} matches, {len(learn)} positions: error {best:.3f}, left out {error(game, weights, check):.3f}"
    )
    steps = dict.fromkeys(names, STEP)
    start, end = monotonic(), monotonic() + 60 * minutes
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()) as progress:
        bar = progress.add_task(game, total=60 * minutes)
        while monotonic() < end:
            name = rng.choice(names)
            step = steps[name] * rng.choice((-1, 1)) * max(abs(weights[name]), SMALL)
            changed = weights | {name: weights[name] + step}
            new = error(game, changed, learn)
            if new < best:
                best, weights = new, changed
            steps[name] = min(0.5, steps[name] * 1.4) if new == best else max(0.02, steps[name] * 0.8)
            progress.update(bar, completed=monotonic() - start, description=f"{game} {best:.3f}")
    click.echo(f"now {best:.3f}, left out {error(game, weights, check):.3f}")
    if write:
        save(game, weights)


def collect(game: str, path: Path) -> list[Position]:
    """One position for every change of turn that the judge can judge."""
    match = Match.load(path.read_text("utf-8"), games.load)
    if match.game.name != game:
        return []
    own = judge.load(game)
    ends = [sum(part * 0.1**i for i, part in enumerate(score)) for score in match.state.scores()]
    last = len(match.actions)
    taken: list[Position] = []
    state, before = match.at(0), -1
    for n, (mover, action) in enumerate(zip(match.movers, match.actions, strict=True)):
        if mover >= 0 and mover != before and own.quiet(state):
            before = mover
            taken.append((state.clone(), ends, 1 / (0.2 + (1 - n / last))))
        state.happen(action)
    return taken


def error(game: str, weights: Flat, positions: list[Position]) -> float:
    """The mean square of promised less true differences from the mean of the seats."""
    own = type(judge.load(game))(unflatten(weights, judge.weights(game)))
    total = counted = 0.0
    for state, ends, counts in positions:
        worths = own.worth(state)
        off = (sum(worths) - sum(ends)) / len(ends)
        total += counts * sum((w - e - off) ** 2 for w, e in zip(worths, ends, strict=True))
        counted += counts
    return total / counted


if __name__ == "__main__":
    main()

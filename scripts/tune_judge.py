"""Tune the weights of a judge by self-play: simultaneous perturbation (SPSA), resumable.

    python scripts/tune_judge.py terra_mystica --goal score --seats 4 -o final=none --steps 300
    python scripts/tune_judge.py small_world --goal win --steps 500

Every step moves all weights by a few per cent in random directions, plays the same deals with the two opposite changes
and follows the better one. `--goal score` compares mean scores of tables that play among themselves (a game in which
bots share little but the points), `--goal win` lets the two changes play against each other. The state is kept in a
file after every step; the same command goes on from there. `--write` puts the result into the judge's TOML file.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import rich_click as click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parent.parent))

from ludoteka import games
from ludoteka.bots import decide, judge
from ludoteka.bots.greedy import GreedyBot
from ludoteka.bots.mcts import MctsBot
from ludoteka.bots.thought import Thinker
from ludoteka.bots.weights import Flat, flatten, unflatten
from ludoteka.bots.weights import write as write_weights
from ludoteka.cli.common import settings_option
from ludoteka.core.game import OVER
from ludoteka.core.match import Match


@click.command()
@click.argument("game")
@click.option("--goal", type=click.Choice(["score", "win"]), default="win", show_default=True)
@click.option("--seats", default=2, show_default=True)
@click.option("--steps", default=200, show_default=True, help="Stop after so many steps in all.")
@click.option("--matches", default=8, show_default=True, help="For each of the two changes of a step.")
@click.option("--iterations", default=0, show_default=True, help="Search with so many iterations instead of greedy.")
@click.option("--size", default=0.12, show_default=True, help="How far weights are changed to see a difference.")
@click.option("--rate", default=0.03, show_default=True, help="How far they are moved for a difference of one unit.")
@click.option("--unit", default=3.0, show_default=True, help="A difference of scores that counts as one unit.")
@click.option("--only", default="", help="Change only weights whose name matches this pattern.")
@click.option("--state", type=click.Path(path_type=Path), help="Where the state is kept.")
@click.option("--write", is_flag=True, help="Write the weights to the judge's file and stop.")
@settings_option
def main(
    game: str, goal: str, seats: int, steps: int, matches: int, iterations: int, size: float, rate: float, unit: float,
    only: str, state: Path | None, write: bool, settings: dict[str, str],
) -> None:  # fmt: skip
    """Tune the weights of the judge of GAME."""
    state = state or Path(f"tune-{game}.json")
    start = flatten(judge.weights(game))
    kept: dict[str, Any] = {"step": 0, "weights": start, "mean": start, "history": []}
    if state.exists():
        kept = json.loads(state.read_text("utf-8"))
    weights = start | kept["weights"]
    mean = start | kept["mean"]
    if write:
        write_weights(games.load(game).folder / "judge.toml", {name: mean[name] for name in start})
        print(f"written after {kept['step']} steps")
        return
    names = [name for name in start if start[name] and re.search(only, name)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task(game, total=steps, completed=kept["step"])
        for step in range(kept["step"], steps):
            rng = Random(f"{game} {step}")
            signs = {name: rng.choice((-1, 1)) for name in names}
            up, down = ({n: v * (1 + way * size * signs.get(n, 0)) for n, v in weights.items()} for way in (1, -1))
            gain = compare(game, goal, seats, settings, up, down, matches, step, iterations)
            gain = max(-2.0, min(2.0, gain / unit if goal == "score" else gain * 2))
            pace = rate / (1 + step / 150)
            for name in names:
                weights[name] *= 1 + pace * gain * signs[name]
                mean[name] += (weights[name] - mean[name]) / min(40, step + 1)
            kept["history"].append(round(gain, 3))
            kept |= {"step": step + 1, "weights": weights, "mean": mean}
            state.write_text(json.dumps(kept), "utf-8")
            progress.update(bar, completed=step + 1, description=f"{game} {gain:+.2f}")


def compare(
    game: str, goal: str, seats: int, settings: dict[str, str], up: Flat, down: Flat, matches: int, step: int, n: int
) -> float:
    """How much better the first weights are: in points, or in win share (-0.5 to 0.5)."""
    first, second = (bot_maker(game, weights, n) for weights in (up, down))
    total = []
    for k in range(matches):
        deal = step * 1000 + k
        if goal == "score":
            total.append(fmean(play(game, settings, [first] * seats, deal)[0]))
            total[-1] -= fmean(play(game, settings, [second] * seats, deal)[0])
        else:
            for turn in range(2):
                makers = [first if (i + turn) % 2 == 0 else second for i in range(seats)]
                shares = play(game, settings, makers, deal)[1]
                mine = sum(s for i, s in enumerate(shares) if (i + turn) % 2 == 0)
                total.append(mine - sum(shares) / 2)
    return fmean(total)


def bot_maker(game: str, weights: Flat, iterations: int) -> Any:
    own = type(judge.load(game))(unflatten(weights, judge.weights(game)))

    def make() -> Thinker:
        return MctsBot(iterations, judge=own) if iterations else GreedyBot(worlds=1, judge=own)

    return make


def play(game: str, settings: dict[str, str], makers: list[Any], deal: int) -> tuple[list[float], list[float]]:
    match = Match(games.load(game), len(makers), settings)
    rng, chance = Random(f"bots {deal}"), Random(f"deal {deal}")
    players = [make() for make in makers]
    while True:
        match.roll(chance)
        seat = match.state.to_move()
        if seat == OVER:
            return [float(s[0]) for s in match.state.scores()], match.state.returns()
        match.push(decide(players[seat], match.state, seat, rng))


if __name__ == "__main__":
    main()

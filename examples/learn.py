"""Learns to play a game by itself, on one CPU core, in minutes: `python examples/learn.py tigris_euphrates --seats 2`.

A small network values what a seat sees (`ludoteka.envs.scheme`). A player looks at a handful of random actions and
takes the one whose outcome it values most. After every match of self-play the network learns the results; from time
to time it plays against random actions. The curve of its wins is drawn as an SVG, the weights are saved, and then

    ludoteka arena tigris_euphrates --bots examples.learn:Learned:weights=learned/tigris_euphrates-2.npz,greedy

lets the network play as a bot.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: threads only wait for each other

import numpy as np
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ludoteka import CHANCE, OVER, Action, Game, State, games
from ludoteka.bots import judge
from ludoteka.envs import Scheme, scheme

LOOKS = 8
"""How many random actions a player compares."""
MEMORY = 20_000
"""The positions that are learned from, the latest ones."""
Vector = NDArray[np.float32]


class ValueNet:
    """Observation -> 48 units -> the result expected, from -1 to 1. Trained with Adam."""

    def __init__(self, inputs: int, hidden: int = 48, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        first = rng.normal(0, 0.05, (inputs, hidden)).astype(np.float32)
        second = rng.normal(0, 0.05, (hidden, 1)).astype(np.float32)
        self.weights = [first, np.zeros(hidden, np.float32), second, np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def __call__(self, seen: Vector) -> Vector:
        a, b, c, d = self.weights
        return np.tanh(np.maximum(seen @ a + b, 0) @ c + d)[..., 0]

    def learn(self, seen: Vector, results: Vector, rate: float = 1e-3) -> float:
        """One step towards the results; the mean squared error before it."""
        a, b, c, d = self.weights
        hidden = np.maximum(seen @ a + b, 0)
        value = np.tanh(hidden @ c + d)[:, 0]
        error = value - results
        slope = (2 * error * (1 - value**2) / len(seen))[:, None].astype(np.float32)
        back = slope @ c.T * (hidden > 0)
        self.steps += 1
        for i, gradient in enumerate((seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0))):
            mean, square = self.moments[i]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scaled = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            self.weights[i] -= rate * scaled
        return float((error**2).mean())


class Player:
    """Chooses by a net what one number of seats with one set of options sees."""

    def __init__(self, net: ValueNet, sight: Scheme) -> None:
        self.net = net
        self.sight = sight

    def choose(self, state: State, seat: int, rng: Random, daring: float = 0.0) -> tuple[Action, Vector]:
        """The best of a few actions by the net, sometimes any; and what the seat then sees."""
        actions = [state.sample(rng) for _ in range(LOOKS)]
        views = []
        for action in actions:
            after = state.clone()
            after.apply(action)
            views.append(self.sight.encode(after, seat))
        best = rng.randrange(LOOKS) if rng.random() < daring else int(self.net(np.stack(views)).argmax())
        return actions[best], views[best]


class Learned:
    """What was learned, as a bot: `examples.learn:Learned:weights=FILE`."""

    def __init__(self, weights: str) -> None:
        with np.load(weights) as saved:
            self.weights = [saved[name] for name in saved.files]
        self.player: Player | None = None

    def choose(self, state: State, seat: int, rng: Random) -> Action:
        if self.player is None:
            sight = scheme(state.game(), state.seats, state.options)
            if sight.size != len(self.weights[0]):
                raise ValueError(f"it learned from {len(self.weights[0])} numbers, and here are {sight.size}")
            self.player = Player(ValueNet(sight.size), sight)
            self.player.net.weights = self.weights
        return self.player.choose(state, seat, rng)[0]


def result(state: State, seat: int) -> float:
    """Who won, and a little for by how much, as the judge of the game measures it."""
    points = [float(score[0]) for score in state.scores()]
    lead = points[seat] - max((p for i, p in enumerate(points) if i != seat), default=points[seat])
    return 0.6 * (2 * state.returns()[seat] - 1) + 0.4 * float(np.tanh(lead / (2 * judge.of(state).scale)))


def self_play(player: Player, state: State, rng: Random, daring: float) -> tuple[list[Vector], list[float]]:
    """A match from this position on: what was seen, and what came of it."""
    seen: list[tuple[int, Vector]] = []
    while (seat := state.to_move()) != OVER:
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        action, view = player.choose(state.resample(seat, rng), seat, rng, daring)
        seen.append((seat, view))
        state.apply(action)
    return [view for _, view in seen], [result(state, seat) for seat, _ in seen]


def wins_against_random(player: Player, game: Game, seats: int, matches: int, seed: int) -> float:
    won = 0.0
    for k in range(matches):
        rng, state, mine = Random(f"{seed} {k}"), game.new(seats), k % seats
        while (seat := state.to_move()) != OVER:
            world = state.resample(seat, rng) if seat == mine else state
            state.apply(player.choose(world, seat, rng)[0] if seat == mine else state.sample(rng))
        won += state.returns()[mine]
    return won / matches


def train(name: str, seats: int, matches: int, out: Path, tests: int = 8, tested: int = 40, seed: int = 0) -> Path:
    """Learn from that many matches of self-play, test `tests` times on the way, and save; the file of the weights."""
    game = games.load(name)
    sight = scheme(game, seats, game.check_options(seats, {}))
    player, rng, picks = Player(ValueNet(sight.size, seed=seed), sight), Random(seed), np.random.default_rng(seed)
    memory_seen: list[Vector] = []
    memory_result: list[float] = []
    points: list[tuple[int, float]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:
        bar = progress.add_task(name, total=matches)
        for played in range(matches + 1):
            if tests and played in {matches * k // tests for k in range(tests + 1)}:
                points.append((played, wins_against_random(player, game, seats, tested, seed)))
                progress.update(bar, description=f"{played} matches, wins {points[-1][1]:.0%}")
            if played == matches:
                break
            seen, results = self_play(player, game.new(seats), rng, daring=max(0.05, 0.5 - played / 200))
            memory_seen, memory_result = (memory_seen + seen)[-MEMORY:], (memory_result + results)[-MEMORY:]
            for _ in range(12):
                rows = picks.integers(0, len(memory_seen), 128)
                batch = np.stack([memory_seen[i] for i in rows])
                player.net.learn(batch, np.array([memory_result[i] for i in rows], np.float32))
            progress.update(bar, completed=played)
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"{name}-{seats}.npz"
    np.savez(file, *player.net.weights)
    if points:
        curve(points, file.with_suffix(".svg"))
    for played, won in points:
        print(f"{played:5} matches  {won:6.1%}")
    return file


def curve(points: list[tuple[int, float]], path: Path) -> None:
    """Wins over matches of self-play as a small SVG."""
    last = max(played for played, _ in points) or 1
    line = " ".join(f"{50 + 420 * played / last:.1f},{220 - 200 * won:.1f}" for played, won in points)
    labels = "".join(
        f'<text x="44" y="{224 - 200 * k / 4:.0f}" text-anchor="end">{25 * k} %</text>'
        f'<path d="M50 {220 - 200 * k / 4:.0f}h420" stroke="#ddd0b9"/>'
        for k in range(5)
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 250" font-family="sans-serif" font-size="12">'
        f'<rect width="500" height="250" fill="#fffcf5"/>{labels}'
        f'<polyline points="{line}" fill="none" stroke="#1d5b57" stroke-width="2.5"/>'
        f'<text x="470" y="242" text-anchor="end">{last} matches of self-play</text>'
        f'<text x="50" y="14">wins against random play</text></svg>\n',
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=400, help="of self-play")
    parser.add_argument("--tests", type=int, default=8, help="how often it is tested against random play")
    parser.add_argument("--tested", type=int, default=40, help="matches of one test")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    args = parser.parse_args()
    print(train(args.game, args.seats, args.matches, args.out, args.tests, args.tested, args.seed))


if __name__ == "__main__":
    main()

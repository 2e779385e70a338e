"""Learns to play Tigris & Euphrates for two by itself, on one CPU core, in minutes: `python examples/learn_tigris.py`.

A small network values what a seat sees (`ludoteka.envs.scheme`). A player looks at a handful of random actions and
takes the one whose outcome it values most. After every few matches of self-play the network learns the results; from
time to time it plays against random actions. The curve of its wins is drawn as an SVG, the weights are saved.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: threads only wait for each other

import numpy as np
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ludoteka import CHANCE, OVER, Action, State, games
from ludoteka.envs import scheme

GAME = games.load("tigris_euphrates")
SCHEME = scheme(GAME, 2, GAME.check_options(2, {}))
LOOKS = 8
"""How many random actions a player compares."""
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


def choose(net: ValueNet, state: State, seat: int, rng: Random, daring: float) -> tuple[Action, Vector]:
    """The best of a few actions by the net, sometimes any; and what the seat then sees."""
    world = state.resample(seat, rng)
    actions = [world.sample(rng) for _ in range(LOOKS)]
    views = []
    for action in actions:
        after = world.clone()
        after.apply(action)
        views.append(SCHEME.encode(after, seat))
    best = rng.randrange(LOOKS) if rng.random() < daring else int(net(np.stack(views)).argmax())
    return actions[best], views[best]


def result(state: State, seat: int) -> float:
    """Who won, and a little for by how much: the weakest colour counts."""
    mine, other = state.scores()[seat], state.scores()[1 - seat]
    return 0.6 * (2 * state.returns()[seat] - 1) + 0.4 * float(np.tanh((mine[0] - other[0]) / 3))


def self_play(net: ValueNet, rng: Random, daring: float) -> tuple[list[Vector], list[float]]:
    state = GAME.new(seats=2)
    seen: list[tuple[int, Vector]] = []
    while (seat := state.to_move()) != OVER:
        if seat == CHANCE:
            state.apply(state.sample(rng))
            continue
        action, view = choose(net, state, seat, rng, daring)
        seen.append((seat, view))
        state.apply(action)
    return [view for _, view in seen], [result(state, seat) for seat, _ in seen]


def wins_against_random(net: ValueNet, matches: int, seed: int) -> float:
    won = 0.0
    for k in range(matches):
        rng, state, mine = Random(f"{seed} {k}"), GAME.new(seats=2), k % 2
        while (seat := state.to_move()) != OVER:
            state.apply(choose(net, state, seat, rng, 0)[0] if seat == mine else state.sample(rng))
        won += state.returns()[mine]
    return won / matches


def curve(points: list[tuple[float, float]], path: Path) -> None:
    """Wins over minutes as a small SVG."""
    last = max(minutes for minutes, _ in points) or 1
    line = " ".join(f"{50 + 420 * minutes / last:.1f},{220 - 200 * won:.1f}" for minutes, won in points)
    labels = "".join(
        f'<text x="44" y="{224 - 200 * k / 4:.0f}" text-anchor="end">{25 * k} %</text>'
        f'<path d="M50 {220 - 200 * k / 4:.0f}h420" stroke="#ddd0b9"/>'
        for k in range(5)
    )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 250" font-family="sans-serif" font-size="12">'
        f'<rect width="500" height="250" fill="#fffcf5"/>{labels}'
        f'<polyline points="{line}" fill="none" stroke="#1d5b57" stroke-width="2.5"/>'
        f'<text x="470" y="242" text-anchor="end">{last:.1f} minutes</text>'
        f'<text x="50" y="14">wins against random play</text></svg>\n',
        "utf-8",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument("--matches", type=int, default=40, help="per test against random play")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    net, rng, start = ValueNet(SCHEME.size, seed=args.seed), Random(args.seed), time.monotonic()
    memory_seen: list[Vector] = []
    memory_result: list[float] = []
    picks = np.random.default_rng(args.seed)
    points = [(0.0, wins_against_random(net, args.matches, args.seed))]
    played, next_test = 0, args.minutes / 8
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("learning", total=args.minutes)
        while (minutes := (time.monotonic() - start) / 60) < args.minutes:
            seen, results = self_play(net, rng, daring=max(0.05, 0.5 - played / 200))
            memory_seen, memory_result = (memory_seen + seen)[-20_000:], (memory_result + results)[-20_000:]
            played += 1
            for _ in range(12):
                rows = picks.integers(0, len(memory_seen), 128)
                batch = np.stack([memory_seen[i] for i in rows])
                net.learn(batch, np.array([memory_result[i] for i in rows], np.float32))
            if minutes >= next_test:
                points.append((minutes, wins_against_random(net, args.matches, args.seed)))
                next_test += args.minutes / 8
            progress.update(bar, completed=minutes, description=f"{played} matches, wins {points[-1][1]:.0%}")
    points.append((args.minutes, wins_against_random(net, args.matches, args.seed)))
    curve(points, args.out / "curve.svg")
    np.savez(args.out / "weights.npz", *net.weights)
    for minutes, won in points:
        print(f"{minutes:5.1f} min  {won:6.1%}")


if __name__ == "__main__":
    main()

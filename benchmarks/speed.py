"""`make bench`: how fast random play is, beside catanatron, as ratios in one run.

Every figure is per CPU-second. The runs are interleaved in rounds, so that a machine that slows down slows all of them
alike, and the median of the rounds counts. Absolute numbers belong to the machine; the ratios travel.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludoteka import games
from ludoteka.core.game import OVER, Game, State

Measure = Callable[[int, float], float]
"""(seed, CPU-seconds to spend) -> how many per CPU-second."""


def steps(game: Game, with_lists: bool) -> Measure:
    def measure(seed: int, seconds: float) -> float:
        rng, n, start = Random(seed), 0, time.process_time()
        while time.process_time() - start < seconds:
            state = game.new(seats=game.seats[-1])
            while state.to_move() != OVER:
                if with_lists:
                    if state.to_move() >= 0:
                        state.apply(rng.choice(state.legal_actions()))
                    else:
                        state.apply(state.sample(rng))
                else:
                    state.apply(state.sample(rng))
                n += 1
        return n / (time.process_time() - start)

    return measure


def matches(game: Game) -> Measure:
    def measure(seed: int, seconds: float) -> float:
        rng, n, start = Random(seed), 0, time.process_time()
        while time.process_time() - start < seconds:
            state = game.new(seats=game.seats[-1])
            while state.to_move() != OVER:
                state.apply(state.sample(rng))
            n += 1
        return n / (time.process_time() - start)

    return measure


def middle(game: Game, seed: int) -> State:
    """A position half way through a random match in which a seat is asked."""
    rng, state, length = Random(seed), game.new(seats=game.seats[-1]), 0
    while state.to_move() != OVER:
        state.apply(state.sample(rng))
        length += 1
    rng, state = Random(seed), game.new(seats=game.seats[-1])
    for _ in range(length // 2):
        state.apply(state.sample(rng))
    while state.to_move() < 0:
        state.apply(state.sample(rng))
    return state


def calls(game: Game, what: Callable[[State], object]) -> Measure:
    def measure(seed: int, seconds: float) -> float:
        state, n, start = middle(game, seed), 0, time.process_time()
        while time.process_time() - start < seconds:
            for _ in range(50):
                what(state)
            n += 50
        return n / (time.process_time() - start)

    return measure


def catanatron() -> dict[str, Measure]:
    try:
        from catanatron import Color, RandomPlayer
        from catanatron import Game as Catan
    except ImportError:
        return {}
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play(seed: int, seconds: float) -> float:
        n, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            match = Catan([RandomPlayer(c) for c in colours], seed=seed + n)
            while match.winning_color() is None and match.state.num_turns < 1000:
                match.play_tick()
                n += 1
        return n / (time.process_time() - start)

    def copy(seed: int, seconds: float) -> float:
        match = Catan([RandomPlayer(c) for c in colours], seed=seed)
        for _ in range(200):
            match.play_tick()
        n, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            match.copy()
            n += 1
        return n / (time.process_time() - start)

    return {"steps, list": play, "copies": copy}


def measures() -> Iterator[tuple[str, str, Measure]]:
    for what, measure in catanatron().items():
        yield "catanatron", what, measure
    for name in games.names():
        game = games.load(name)
        yield name, "steps, list", steps(game, with_lists=True)
        yield name, "steps, sample", steps(game, with_lists=False)
        yield name, "matches", matches(game)
        yield name, "copies", calls(game, lambda s: s.clone())
        yield name, "legal lists, middle game", calls(game, lambda s: s.legal_actions())


PEER = {"steps, sample": "steps, list"}
"""What of the peer a figure is compared with, where it is not the same."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU-seconds per figure and round")
    args = parser.parse_args()
    planned = list(measures())
    found: dict[tuple[str, str], list[float]] = {}
    for k in track(range(args.rounds), description="rounds", transient=True):
        for name, what, measure in planned:
            found.setdefault((name, what), []).append(measure(k, args.seconds))
    table = Table("what", "", "per CPU-second", "spread", "× catanatron")
    for (name, what), figures in found.items():
        figure = statistics.median(figures)
        peer = found.get(("catanatron", PEER.get(what, what)))
        ratio = f"{figure / statistics.median(peer):.1f}" if peer else "–"
        spread = f"{min(figures):,.0f} – {max(figures):,.0f}"
        table.add_row(name, what, f"{figure:,.0f}", spread, ratio)
    Console().print(table)
    Console().print(f"Python {sys.version.split()[0]}, {args.rounds} rounds of {args.seconds} s each")


if __name__ == "__main__":
    main()

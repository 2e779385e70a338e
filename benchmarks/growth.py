"""How cost grows: microseconds against seats, length of a record, matches in memory, matches of a batch.

    python -m benchmarks.growth --markdown docs/benchmarks.md

The sizes of a row are measured in turn, round by round, and the best of each counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.measures import Measure, at_once, batches, per_second, random_match, replayed_actions
from benchmarks.speed import put_between
from ludoteka import games

FIRST, LAST = "<!-- growth begins -->", "<!-- growth ends -->"
SEATS = (1, 2, 3, 4, 5)
SHARES = (0.1, 0.25, 0.5, 0.999)
MATCHES = (1, 10, 100, 1000)
BATCHES = (16, 64, 256, 1024, 4096)

Rows = dict[str, dict[str, Measure]]
"""By game, by size."""


def played(seats: int) -> Iterator[tuple[str, Measure]]:
    for name in games.names():
        game = games.load(name)
        if seats in game.seats:
            once = partial(random_match, game, seats=seats)
            yield name, lambda seed, t, once=once: per_second(once, seed, t)


def tables() -> dict[str, Rows]:
    """Every table: its title, and what is measured."""
    names = games.names()
    return {
        "a step, by seats": _turned({str(n): dict(played(n)) for n in SEATS}),
        "a step, by matches played in turn": {
            name: {f"{n:,}": at_once(games.load(name), n) for n in MATCHES} for name in names
        },
        "an action that is read, by the share of the longest record": {
            name: {f"{share:.0%}": replayed_actions(name, share) for share in SHARES} for name in names
        },
        "a decision of a batch, by its matches": {
            name: {f"{n:,}": batches(name, n) for n in BATCHES} for name in names
        },
    }


def _turned(columns: dict[str, dict[str, Measure]]) -> Rows:
    return {name: {size: found[name] for size, found in columns.items() if name in found} for name in games.names()}


def costs(row: dict[str, Measure], rounds: int, seconds: float) -> dict[str, float]:
    """Microseconds each."""
    best: dict[str, float] = {}
    for k in range(rounds):
        for size, measure in row.items():
            best[size] = max(best.get(size, 0), measure(k, seconds))
    return {size: 1e6 / fastest for size, fastest in best.items()}


def markdown(title: str, rows: Rows, rounds: int, seconds: float) -> list[str]:
    sizes = sorted(
        {size for row in rows.values() for size in row}, key=lambda size: int(size.strip("%").replace(",", ""))
    )
    lines = [f"| µs for {title} | " + " | ".join(sizes) + " |", "|---|" + "---:|" * len(sizes)]
    for name, row in rows.items():
        found = costs(row, rounds, seconds)
        lines.append(f"| {name} | " + " | ".join(f"{found[s]:.1f}" if s in found else "" for s in sizes) + " |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU-seconds per figure and round")
    parser.add_argument("--markdown", type=Path, help="write the tables into this page: docs/benchmarks.md")
    args = parser.parse_args()
    lines = []
    for title, rows in tables().items():
        lines += markdown(title, rows, args.rounds, args.seconds)
    print("\n".join(lines))
    if args.markdown:
        put_between(args.markdown, FIRST, LAST, lines[:-1])


if __name__ == "__main__":
    main()

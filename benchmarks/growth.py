"""How cost grows: microseconds against seats, length of a record, matches in memory, matches of a batch; and on a
server against listeners and tables.

    python -m benchmarks.growth --markdown docs/benchmarks.md --picture docs/pictures/growth.svg

The sizes of a row are measured in turn, round by round, and the best of each counts; on the server the median of moves.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import crowd
from benchmarks.measures import Measure, at_once, batches, per_second, random_match, replayed_actions
from benchmarks.speed import put_between
from ludoteka import games
from scripts.chart import Panel, chart

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


Found = dict[str, dict[str, float]]
"""By game, by size: microseconds."""


def served(grown: dict[str, Any]) -> dict[str, Found]:
    """The same of a server: its CPU time for a move."""
    titles = {"us_by_listeners": "a move, by listeners", "us_by_tables": "a move, by tables played"}
    return {
        title: {grown["game"]: {f"{many:,}": float(cost) for many, cost in grown[key].items()}}
        for key, title in titles.items()
    }


def sizes_of(found: Found) -> list[str]:
    return sorted({size for row in found.values() for size in row}, key=_number)


def _number(size: str) -> int:
    return int(size.strip("%").replace(",", ""))


def markdown(title: str, found: Found) -> list[str]:
    sizes = sizes_of(found)
    lines = [f"| µs for {title} | " + " | ".join(sizes) + " |", "|---|" + "---:|" * len(sizes)]
    for name, row in found.items():
        cells = [f"{row[s]:,.{0 if row[s] >= 100 else 1}f}" if s in row else "" for s in sizes]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return [*lines, ""]


def panel(title: str, found: Found) -> Panel:
    """One size beside the other, however far apart they are."""
    places = {size: float(n) for n, size in enumerate(sizes_of(found))}
    lines = {name: [(places[size], cost) for size, cost in row.items()] for name, row in found.items()}
    return Panel(f"µs for {title}", lines, [(x, size) for size, x in places.items()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU-seconds per figure and round")
    parser.add_argument("--markdown", type=Path, help="write the tables into this page: docs/benchmarks.md")
    parser.add_argument("--picture", type=Path, help="draw them: docs/pictures/growth.svg")
    args = parser.parse_args()
    lines, panels = [], []
    grown = {
        title: {name: costs(row, args.rounds, args.seconds) for name, row in rows.items()}
        for title, rows in tables().items()
    }
    for title, found in {**grown, **served(asyncio.run(crowd.growth()))}.items():
        lines += markdown(title, found)
        panels.append(panel(title, found))
    print("\n".join(lines))
    if args.markdown:
        put_between(args.markdown, FIRST, LAST, lines[:-1])
    if args.picture:
        args.picture.write_text(chart(panels), "utf-8")


if __name__ == "__main__":
    main()

"""Where the time goes: the functions in which a game spends most of its own, playing, searching and reading a record.

    python -m benchmarks.profiles --markdown docs/benchmarks.md

In plain Python, by the profiler of the standard library, which makes small functions look dearer than they are. What
Python itself does for a function, such as `append`, counts as its own.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from random import Random
from typing import Any

from benchmarks.measures import longest_record, middle, random_match
from benchmarks.speed import put_between
from ludoteka import games
from ludoteka.bots import make
from ludoteka.bots.mcts import MctsBot
from ludoteka.core.game import Game
from ludoteka.core.match import Match

FIRST, LAST = "<!-- profiles begin -->", "<!-- profiles end -->"
SHOWN = 6

Place = tuple[str, int, str]
"""File, line and name of a function, as the profiler tells them."""


def profiled(what: Callable[[], object]) -> dict[Place, Any]:
    what()  # what is made once is there
    profile = Profile(time.process_time)
    profile.runcall(what)
    return Stats(profile).stats  # type: ignore[attr-defined, no-any-return]


def shares(stats: dict[Place, Any]) -> list[tuple[str, float]]:
    """By function of ours, the dearest first: its share of the whole."""
    spent: Counter[str] = Counter()
    for place, (_, _, own, _, callers) in stats.items():
        if name := named(place):
            spent[name] += own
        else:
            for caller, (_, _, for_it, _) in callers.items():
                spent[named(caller) or "Python"] += for_it
    whole = sum(spent.values())
    return [(name, own / whole) for name, own in spent.most_common() if name != "Python"]


def named(place: Place) -> str:
    """`phases.turn.legal`; nothing for what is not ours. A loop written in one line belongs to its line's module."""
    file, _, name = place
    _, found, inside = file.rpartition("ludoteka/")
    if not found:
        return ""
    module = inside.removesuffix(".py").replace("/", ".").removeprefix("games.").partition(".")[2]
    return f"{module}.{name}".replace(".<", " <").replace("<", "(").replace(">", ")")


def played(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    game, record = games.load(name), longest_record(name)
    yield "random play", lambda: [random_match(game, seed) for seed in range(3)]
    yield "searching", lambda: searched(game)
    yield "reading the longest record", lambda: [Match.load(record, games.load, check=False) for _ in range(5)]


def searched(game: Game) -> None:
    """A decision in the middle of a match."""
    bot, state = make("mcts"), middle(game, 1)
    assert isinstance(bot, MctsBot)
    bot.iterations = 200
    bot.choose(state, state.to_move(), Random(1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--markdown", type=Path, help="write the table into this page: docs/benchmarks.md")
    args = parser.parse_args()
    lines = ["| game | in | most of its own time |", "|---|---|---|"]
    for name in games.names():
        for what, run in played(name):
            dearest = ", ".join(f"`{place}` {share:.0%}" for place, share in shares(profiled(run))[:SHOWN])
            lines.append(f"| {name} | {what} | {dearest} |")
    print("\n".join(lines))
    if args.markdown:
        put_between(args.markdown, FIRST, LAST, lines)


if __name__ == "__main__":
    main()

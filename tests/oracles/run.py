"""Second engines against the first ones: `python -m tests.oracles.run [GAME] [MATCHES] [FIRST SEED]`.

A game has a second engine if there is a module of its name here with `run(matches, seed)`, which plays both in
lock-step and raises `Difference` where they do not agree.
"""

from __future__ import annotations

import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from time import monotonic

from ludoteka import games

CHUNK = 20


class Difference(AssertionError):
    """The two engines do not agree."""


def have_one() -> list[str]:
    return [name for name in games.names() if (Path(__file__).parent / f"{name}.py").exists()]


def main(game: str = "", matches: str = "200", seed: str = "0") -> None:
    for name in [game] if game else have_one():
        oracle = import_module(f"tests.oracles.{name}")
        met: Counter[str] = Counter()
        begun = monotonic()
        for first in range(0, int(matches), CHUNK):
            met += oracle.run(min(CHUNK, int(matches) - first), int(seed) + first)
            done = min(first + CHUNK, int(matches))
            print(f"{name}: {done} matches, {met['steps']} steps, {monotonic() - begun:.0f} s", flush=True)
        print(" ".join(f"{what} {n}" for what, n in sorted(met.items()) if what != "steps"))


if __name__ == "__main__":
    main(*sys.argv[1:])

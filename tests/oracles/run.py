"""Second engines against the first ones: `python -m tests.oracles.run [GAME] [MATCHES] [FIRST SEED]`.

A game has a second engine if there is a module of its name here with `play(seed)`, which plays one match of both in
lock-step, counts what was met, and raises `Difference` where they do not agree.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Iterable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

from ludoteka import games

CHUNK = 20
Question = TypeVar("Question")


class Difference(AssertionError):
    """The two engines do not agree."""


class Journal:
    """What was played and met in one match."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.played: list[str] = []
        self.met: Counter[str] = Counter()

    def note(self, seat: int, action: str, kind: str) -> None:
        """An action, and under which name it is counted."""
        self.played.append(f"{seat}: {action}" if seat >= 0 else action)
        self.met[kind] += 1
        self.met["steps"] += 1

    def same(self, what: str, ours: Any, theirs: Any) -> None:
        if ours != theirs:
            last = " | ".join(self.played[-14:])
            raise Difference(f"{self.where}, step {len(self.played)}: {what}: {ours} and {theirs}\nlast: {last}")


def answered(course: Generator[Question, str, None], answer: str) -> Question | None:
    """The next question of a second engine; None: the match is over."""
    try:
        return course.send(answer)
    except StopIteration:
        return None


def shares(weights: dict[str, int]) -> dict[str, Fraction]:
    """Odds that can be compared."""
    return {what: Fraction(n, sum(weights.values())) for what, n in weights.items()}


def choose(answers: Iterable[str], liked: dict[str, float], rng: Random) -> str:
    """A verb by how much it is liked (3 if nothing is said), then any of its answers."""
    verbs: dict[str, list[str]] = {}
    for answer in answers:
        verbs.setdefault(answer.split()[0], []).append(answer)
    return rng.choice(verbs[rng.choices(list(verbs), [liked.get(v, 3) for v in verbs])[0]])


def have_one() -> list[str]:
    return [name for name in games.names() if (Path(__file__).parent / f"{name}.py").exists()]


def run(game: str, matches: int, seed: int = 0) -> Counter[str]:
    """Play so many matches; what was met how often. Raises Difference."""
    oracle = import_module(f"tests.oracles.{game}")
    met: Counter[str] = Counter()
    for k in range(seed, seed + matches):
        met += oracle.play(k)
    return met


def main(game: str = "", matches: str = "200", seed: str = "0") -> None:
    for name in [game] if game else have_one():
        met: Counter[str] = Counter()
        begun = monotonic()
        for first in range(0, int(matches), CHUNK):
            met += run(name, min(CHUNK, int(matches) - first), int(seed) + first)
            done = min(first + CHUNK, int(matches))
            print(f"{name}: {done} matches, {met['steps']} steps, {monotonic() - begun:.0f} s", flush=True)
        print(" ".join(f"{what} {n}" for what, n in sorted(met.items()) if what != "steps"))


if __name__ == "__main__":
    main(*sys.argv[1:])

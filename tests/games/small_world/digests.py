"""Fingerprints of random play: a change of behaviour shows, wanted or not.

python -m tests.games.small_world.digests          compare all matches of every configuration
python -m tests.games.small_world.digests write    record them anew, after a change that was meant
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from ludoteka.core.bag import pick
from ludoteka.core.game import CHANCE
from ludoteka.games.small_world import GAME

FILE = Path(__file__).parent / "digests.json"
ALL, FEW = 50, 1


def name_of(seats: int, options: Mapping[str, Any]) -> str:
    return " ".join([str(seats), *(f"{key}={str(value).lower()}" for key, value in options.items())])


def play(seats: int, options: Mapping[str, Any], seed: int) -> str:
    """All actions and the end of one match. Choices are taken from the list, so that `sample` may become faster."""
    s = GAME.new(seats, **options)
    rng = Random(seed)
    told = sha256()
    while s.stack:
        if s.to_move() == CHANCE:
            a = pick(s.chance(), rng)
        else:
            legal = s.legal_actions()
            a = legal[rng.randrange(len(legal))]
        told.update(f"{a}\n".encode())
        s.apply(a)
    told.update(repr((s.scores(), s.view(None)["regions"], s.view(None)["tray"])).encode())
    return told.hexdigest()


def fingerprint(seats: int, options: Mapping[str, Any], matches: int) -> str:
    return sha256("".join(play(seats, options, seed) for seed in range(matches)).encode()).hexdigest()[:16]


def main(write: bool) -> None:
    recorded = {} if write else json.loads(FILE.read_text("utf-8"))
    for seats, options in GAME.configurations():
        name = name_of(seats, options)
        found = {str(n): fingerprint(seats, options, n) for n in (FEW, ALL)}
        if write:
            recorded[name] = found
        elif recorded[name] != found:
            sys.exit(f"{name}: random play differs from what is recorded")
    if write:
        FILE.write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
    print(f"{len(recorded)} configurations, {ALL} matches each: {'recorded' if write else 'the same'}")


if __name__ == "__main__":
    main("write" in sys.argv[1:])

"""Fingerprints of random play: a change of behaviour shows, wanted or not.

python -m tests.games.tigris_euphrates.digests          compare all 200 matches of every configuration
python -m tests.games.tigris_euphrates.digests write    record them anew, after a change that was meant
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
from ludoteka.games.tigris_euphrates import GAME

FILE = Path(__file__).parent / "digests.json"
ALL, FEW = 200, 2


def name_of(seats: int, options: Mapping[str, Any]) -> str:
    chosen = [options["board"], *(name for name in ("buildings", "wonder", "english") if options[name])]
    return f"{seats} {' '.join(chosen)}"


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
    told.update(repr((s.scores(), s.bag, s.spent, s.tiles, s.leaders)).encode())
    return told.hexdigest()


def fingerprint(seats: int, options: Mapping[str, Any], matches: int) -> str:
    return sha256("".join(play(seats, options, seed) for seed in range(matches)).encode()).hexdigest()[:16]


def main(write: bool) -> None:
    recorded = {} if write else json.loads(FILE.read_text("utf-8"))
    for seats, options in GAME.configurations(everything=True):
        name = name_of(seats, options)
        found = {str(n): fingerprint(seats, options, n) for n in (FEW, ALL)}
        if write:
            recorded[name] = found
        elif recorded[name] != found:
            sys.exit(f"{name}: random play differs from what is recorded")
    if write:
        FILE.write_text(json.dumps(recorded, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] == ["write"])

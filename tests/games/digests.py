"""Fingerprints of random play: a change of behaviour shows, wanted or not.

python -m tests.games.digests [GAME …]            compare all matches of every configuration
python -m tests.games.digests write [GAME …]      record them anew, after a change that was meant
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from ludoteka import games
from ludoteka.core.bag import pick
from ludoteka.core.game import CHANCE, Game

ALL, FEW = 20, 2
MOST = 100
"""Up to so many combinations of options are all recorded; of a game with more, each choice by itself."""
EXPLAINED = {"places"}
"""What a view says of cards in general and not of the match."""


def file_of(game: Game) -> Path:
    return Path(__file__).parent / game.name / "digests.json"


def configurations(game: Game) -> list[tuple[int, dict[str, Any]]]:
    every = list(islice(game.configurations(everything=True), MOST + 1))
    return every if len(every) <= MOST else list(game.configurations())


def name_of(seats: int, options: Mapping[str, Any]) -> str:
    return " ".join([str(seats), *(f"{key}={str(value).lower()}" for key, value in options.items())])


def play(game: Game, seats: int, options: Mapping[str, Any], seed: int) -> str:
    """All actions and the end of one match. Choices are taken from the list, so that `sample` may become faster."""
    state = game.new(seats, **options)
    rng = Random(seed)
    told = sha256()
    while state.stack:
        if state.to_move() == CHANCE:
            action = pick(state.chance(), rng)
        else:
            legal = state.legal_actions()
            action = legal[rng.randrange(len(legal))]
        told.update(f"{action}\n".encode())
        state.apply(action)
    # what all can see, so that the state may keep it in another way
    seen = {name: value for name, value in state.full_view(None).items() if name not in EXPLAINED}
    told.update(json.dumps([state.scores(), seen], sort_keys=True, ensure_ascii=False).encode())
    return told.hexdigest()


def fingerprint(game: Game, seats: int, options: Mapping[str, Any], matches: int) -> str:
    told = "".join(play(game, seats, options, seed) for seed in range(matches))
    return sha256(told.encode()).hexdigest()[:16]


def main(args: list[str]) -> None:
    write = "write" in args
    for name in [arg for arg in args if arg != "write"] or games.names():
        game = games.load(name)
        recorded = {} if write else json.loads(file_of(game).read_text("utf-8"))
        for seats, options in configurations(game):
            found = {str(n): fingerprint(game, seats, options, n) for n in (FEW, ALL)}
            if write:
                recorded[name_of(seats, options)] = found
            elif recorded[name_of(seats, options)] != found:
                sys.exit(f"{name}, {name_of(seats, options)}: random play differs from what is recorded")
        if write:
            file_of(game).write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
        print(f"{name}: {len(recorded)} configurations, {ALL} matches each: {'recorded' if write else 'the same'}")


if __name__ == "__main__":
    main(sys.argv[1:])

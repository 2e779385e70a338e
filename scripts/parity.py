"""Plays the same seeds in pure Python and in the native build and compares every position: `make native`.

Each side runs in a process of its own and prints one digest per match, made of the digests of all its positions and of
what seats, people and learners see of every tenth. Bots that think are compiled, too: they must come to the same
decisions, whatever their judges have seen before. And each game keeps the contract, which reads, pickles and places
positions as well.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
NATIVE = ROOT / "build" / "native"
LOOKS = 10
"""Every so many actions the position is looked at."""
THINKING = ("greedy", "planner:width=2:late=2:seconds=0", "rollout:keep=2", "mcts:iterations=6")
"""A match of each at both seats of every game; bounded by work and not by time, or they might well differ."""


def play(matches: int, names: list[str]) -> None:
    """Print what this process plays: so many matches with each number of seats and option."""
    from ludoteka import games, is_native
    from ludoteka.bots.arena import play as play_match
    from ludoteka.bots.arena import schedule
    from ludoteka.core.contract import check_match
    from ludoteka.core.game import OVER
    from ludoteka.envs import ActionTable, scheme

    print("native" if is_native() else "pure")
    for name in names or games.names():
        game = games.load(name)
        check_match(game, game.seats[-1], {}, every=50)
        for seats, options in game.configurations():
            for seed in range(matches):
                rng, state, digests = Random(seed), game.new(seats, **options), sha256()
                made = scheme(game, seats, state.options)
                table = ActionTable(game, seats, state.options)
                for n in count():
                    if n % LOOKS == 0:
                        digests.update(seen(game, state, made, table))
                    if state.to_move() == OVER:
                        break
                    state = state.clone()  # a copy goes on like what it was copied from
                    action = game.parse(str(state.sample(rng)))  # records and servers read every action
                    state.apply(action)
                    digests.update(state.digest().encode())
                print(name, seats, options, seed, digests.hexdigest()[:16], state.scores())
        for bot in THINKING[:: -1 if is_native() else 1]:  # so that judges have seen other matches before
            record = play_match(schedule(name, [bot, bot], 1)[0]).record
            print(name, bot, sha256(record.encode()).hexdigest()[:16], record.splitlines()[-1])


def seen(game: Any, state: Any, made: Any, table: Any) -> bytes:
    """Views, drawings, numbers and masks of a position."""
    views = [state.view(seat) for seat in (*range(state.seats), None)]
    told = repr((views, str(game.draw(views[0], "en")), [str(panel.svg) for panel in game.panels(views[-1], "en")]))
    numbers = [made.encode(state, seat).tobytes() for seat in range(state.seats)]
    mask = table.mask_of(state).tobytes() if state.to_move() >= 0 else b""
    return b"".join([told.encode(), *numbers, mask])


def start(folder: Path, matches: int, names: list[str]) -> subprocess.Popen[str]:
    # -P: what is imported comes from that folder, not from where the command was called
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.path.append({str(ROOT)!r})"
    code += f"; from scripts.parity import play; play({matches}, {names})"
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-P", "-c", code], stdout=pipe, stderr=pipe, text=True, cwd="/")


def played(process: subprocess.Popen[str]) -> list[str]:
    told, errors = process.communicate()
    if process.returncode:
        sys.exit(errors)
    first, *matches = told.splitlines()
    return [first, *sorted(matches)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2, help="with each number of seats and option")
    parser.add_argument("--game", action="append", default=[], help="only these")
    args = parser.parse_args()
    pure, native = map(played, [start(folder, args.matches, args.game) for folder in (ROOT, NATIVE)])
    if (pure[0], native[0]) != ("pure", "native"):
        sys.exit(f"expected pure and native, got {pure[0]} and {native[0]}")
    for one, other in zip(pure[1:], native[1:], strict=True):
        if one != other:
            print(f"pure:   {one}\nnative: {other}")
            return 1
    print(f"{len(pure) - 1} matches are the same in pure Python and native, position by position.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

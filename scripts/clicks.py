"""Clicks on everything there is, in random positions: `python -m scripts.clicks small_world --positions 40 --first 80`.

Each thing either offers something or gives a reason for its likeliest wish, in both languages. What does not is told.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from ludoteka import games
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.intentions import intentions
from ludoteka.core.intentions_check import things_on
from ludoteka.core.text import LANGS
from ludoteka.core.wish import say_condition, title, two_turns, wish

OFTEN = 0.06
"""Of the positions of a match, so many are looked at."""


def positions(game: Game, seed: int) -> Iterator[State]:
    """Positions in which a seat is asked, of random play without end."""
    rng = Random(seed)
    while True:
        state = game.new(rng.choice(list(game.seats)))
        while state.to_move() != OVER:
            if state.to_move() != CHANCE and rng.random() < OFTEN:
                yield state.clone()
            state.apply(state.sample(rng))


def answer(game: Game, state: State, kind: str, thing: str) -> str:
    """The reason against what is meant with a thing, by its id; empty if something is offered. Raises if it is told
    badly."""
    things = {kind: thing}
    found = wish(game, state, things)
    if found is None:
        assert intentions(game, state, things, 1).found, "neither offered nor refused"
        return ""
    assert found.why.id not in ("why.not_now", "why.asked_now"), "nothing is said of the thing itself"
    assert not found.why.id.startswith("why.no_such"), "nobody wishes for what does not exist"
    for lang in LANGS:
        said = [say_condition(game, state, c, lang) for c in found.conditions] + [title(game, state, found, lang)]
        assert all(said[:-1]), "a condition without words"
        assert "{" not in "".join(said), said
    if found.actions:
        named = f" {found.actions[-1]} "
        assert any(f" {thing} " in f" {a} " for a in found.actions), f"the wish {named} is not about it"
    return found.why.id


def problems(game: Game, states: Iterable[State], told: Counter[str], most: int = 0, seed: int = 0) -> Iterator[str]:
    """What is wrong; `most` things of each position (0: all of them)."""
    rng = Random(seed)
    for state in states:
        things = things_on(game, state)
        for kind, thing in rng.sample(things, min(most, len(things))) if most else things:
            try:
                told[answer(game, state, kind, thing)] += 1
                if rng.random() < 0.02:
                    two_turns(game, state, {kind: thing})
            except Exception as error:
                yield f"{state.asked()}, {kind} {thing}: {type(error).__name__} {error}\n  {state.position()}"


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("game", choices=games.names())
    args.add_argument("--positions", type=int, default=200)
    args.add_argument("--first", type=int, default=0, help="leave out so many before")
    args.add_argument("--seed", type=int, default=11)
    given = args.parse_args()
    game, told = games.load(given.game), Counter[str]()
    walk = positions(game, given.seed)
    for _ in range(given.first):
        next(walk)
    wrong = 0
    for problem in problems(game, (next(walk) for _ in range(given.positions)), told):
        print(problem)
        wrong += 1
    clicks = sum(told.values())
    print(f"{given.game}: {clicks} clicks, {told[''] / max(1, clicks):.0%} offer something, {wrong} wrong")
    for id, n in told.most_common(12):
        print(f"  {n:6} {id or '(offered)'}")


if __name__ == "__main__":
    main()

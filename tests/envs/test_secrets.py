"""The numbers of a seat say nothing that its view does not say, and everything that their scheme promises."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from ludoteka import games
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.native import slot_names
from ludoteka.envs import ActionTable, scheme


def positions(game: Game, seats: int, options: dict[str, Any], seed: int, every: int) -> Iterator[State]:
    """Some positions of a random match in which a seat is asked, and its end."""
    rng, state, n = Random(seed), game.new(seats, **options), 0
    while state.to_move() != OVER:
        if state.to_move() >= 0:
            n += 1
            if n % every == 0:
                yield state
        state.apply(state.sample(rng))
    yield state


def like(value: Any, items: list[Any]) -> Any:
    return value._make(items) if hasattr(value, "_make") else type(value)(items)  # a record has names


def nudged(value: Any) -> Iterator[Any]:
    """The value with one number in it changed by one, in every way there is."""
    if isinstance(value, int):
        yield value + 1
        if value > 0:  # a set of cells is no negative number
            yield value - 1
    elif isinstance(value, list | tuple):
        if all(type(item) is int for item in value):  # one piece more here and one less there: the sum may be known
            for i in (i for i in range(1, len(value)) if value[i] > 0):
                yield like(value, [*value[: i - 1], value[i - 1] + 1, value[i] - 1, *value[i + 1 :]])
        for i, item in enumerate(value):
            for other in nudged(item):
                yield like(value, [*value[:i], other, *value[i + 1 :]])
    elif hasattr(type(value), "clone"):
        for field in slot_names(type(value)):
            for other in nudged(getattr(value, field, None)):
                copy = value.clone()
                setattr(copy, field, other)
                yield copy


# open to all, and a changed number makes no position: a hex of two terrains, tokens of no people, a leader on two cells
PUBLIC = {"terra_mystica": {"land"}, "small_world": {"hand", "held"}, "tigris_euphrates": {"buildings", "leaders"}}


def other_truths(state: State, name: str) -> Iterator[State]:
    for field in slot_names(type(state)):
        if field not in {"seats", "options", "notes"} | PUBLIC.get(name, set()):
            for value in nudged(getattr(state, field)):
                other = state.clone()
                setattr(other, field, value)
                yield other


@pytest.mark.parametrize("name", games.names())
def test_states_that_look_alike_have_the_same_numbers(name: str) -> None:
    """Change any one number of a state: if the seat cannot see it, its observation stays as it was."""
    game = games.load(name)
    seats = max(2, game.seats[0])
    made = scheme(game, seats, game.check_options(seats, {}))
    alike = 0
    for state in positions(game, seats, {}, seed=4, every=9):
        seen, numbers = state.view(0), made.encode(state, 0)
        for other in other_truths(state, name):
            try:
                same = other.view(0) == seen
            except Exception:  # no such position can be
                continue
            if same:
                alike += 1
                assert (made.encode(other, 0) == numbers).all()
    assert alike >= 5


@pytest.mark.parametrize("name", games.names())
def test_another_world_has_the_same_numbers(name: str) -> None:
    game = games.load(name)
    rng = Random(1)
    for seats in game.seats:
        made = scheme(game, seats, game.check_options(seats, {}))
        for state in positions(game, seats, {}, seed=1, every=40):
            for seat in range(seats):
                other = state.resample(seat, rng)
                assert (made.encode(other, seat) == made.encode(state, seat)).all()


@pytest.mark.parametrize("name", games.names())
def test_every_promised_number_is_there_and_every_choice_has_one(name: str) -> None:
    """Over matches with all numbers of seats no block stays empty, and no choice is missing in the table."""
    game = games.load(name)
    filled: dict[str, bool] = {}
    for seats, options in MATCHES.get(name, [(seats, {}) for seats in game.seats]):
        checked = game.check_options(seats, options)
        made, table = scheme(game, seats, checked), ActionTable(game, seats, checked)
        seen = np.zeros(made.size, bool)
        for seed in range(30):
            for state in positions(game, seats, options, seed, every=8):
                seen |= made.encode(state, 0) != 0
                assert table.mask(state.legal_actions()).any() == (state.to_move() != OVER)
        for first, last, block, _ in made.describe():
            filled[block] = filled.get(block, False) or bool(seen[first : last + 1].any())
    assert [block for block, some in filled.items() if not some and block not in SELDOM] == []


# while a trick is being played, players are hardly ever asked
SELDOM = {"trick"}
MATCHES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "fabled": [
        (1, {"level": "high"}),
        (2, {"scenario": 4}),
        (3, {"scenario": 5}),
        (4, {"mode": "comradeship"}),
        (5, {}),
    ],
    "tigris_euphrates": [(2, {"buildings": True}), (3, {"wonder": True, "buildings": True}), (4, {})],
}

"""What a seat sees as one vector of numbers. Built from `view(seat)` and nothing else, so no secret can get in.

A scheme is a list of blocks; each writes a fixed number of values and says what they mean. `scheme(game)` finds the one
of a game in `ludoteka/envs/schemes/<game>.py`; `describe()` is its documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.game import Game, Options

View = Mapping[str, Any]


@dataclass(frozen=True)
class Block:
    """A stretch of the vector: `values(view)` gives its numbers, or, for a long and mostly empty one, `ones(view)` the
    places in it that hold a 1."""

    name: str
    size: int
    meaning: str
    values: Callable[[View], Sequence[float]] = lambda view: ()
    ones: Callable[[View], Sequence[int]] = lambda view: ()


class Scheme:
    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = list(blocks)
        self.size = sum(block.size for block in self.blocks)

    def encode(self, view: View) -> NDArray[np.float32]:
        places: list[int] = []
        filled: list[float] = []
        start = 0
        for block in self.blocks:
            for i in block.ones(view):
                places.append(start + i)
                filled.append(1.0)
            for i, value in enumerate(block.values(view), start):
                if value:
                    places.append(i)
                    filled.append(value)
            start += block.size
        vector = np.zeros(self.size, np.float32)
        vector[places] = filled  # one call of numpy for all blocks: each costs more than a hundred numbers do
        return vector

    def describe(self) -> list[tuple[int, int, str, str]]:
        """(first, last, name, meaning) of every block."""
        rows, start = [], 0
        for block in self.blocks:
            rows.append((start, start + block.size - 1, block.name, block.meaning))
            start += block.size
        return rows


def scheme(game: Game, seats: int, options: Options) -> Scheme:
    module = import_module(f"ludoteka.envs.schemes.{game.name}")
    return Scheme(module.blocks(seats, options))


def one_hot(name: str, choices: Sequence[Any], get: Callable[[View], Any], meaning: str) -> Block:
    """1 at the place of the value among the choices, 0 elsewhere (all 0 for a value that is none of them)."""
    return Block(name, len(choices), meaning, lambda view: _hot(get(view), choices))


def plane(name: str, places: int, choices: Sequence[Any], get: Callable[[View], Sequence[Any]], meaning: str) -> Block:
    """A one-hot group per place."""

    def values(view: View) -> list[float]:
        return [x for value in get(view) for x in _hot(value, choices)]

    return Block(name, places * len(choices), meaning, values)


def numbers(name: str, size: int, get: Callable[[View], Sequence[float]], scale: float, meaning: str) -> Block:
    """Counts, divided by `scale` so that they stay near 0..1."""
    return Block(name, size, f"{meaning}, divided by {scale:g}", lambda view: [x / scale for x in get(view)])


def from_own_seat(values: Sequence[Any], view: View) -> list[Any]:
    """A list by seat, turned so that the viewer comes first."""
    first = view["seat"] or 0
    return [*values[first:], *values[:first]]


def _hot(value: Any, choices: Sequence[Any]) -> list[float]:
    return [float(value == choice) for choice in choices]

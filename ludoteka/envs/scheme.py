"""What a seat sees as one vector of numbers: nothing that `view(seat)` does not say.

A scheme is a list of blocks; each gives a fixed number of values and says what they mean. `scheme(game)` finds the
`scheme.py` in the folder of a game; `describe()` is its documentation. Blocks read the state, because a view is words
for people and costs ten times as much; `tests/envs/test_secrets.py` proves that states which look alike to a seat have
the same numbers for it. A game without a scheme has its view hashed.

A state keeps its sets as the bits of an int, and so does a scheme: all blocks of zeros and ones are joined into one
int, which numpy takes apart at once. They come first, the other numbers after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ludoteka import games
from ludoteka.core.folder import module_of
from ludoteka.core.game import Game, State
from ludoteka.core.options import Options

Get = Callable[[Any, int], Any]
"""Of a state of that game and the seat that looks."""

Seen = tuple[bytes, bytes]
"""All flags of a seat as bits, and its numbers as the machine keeps them: numpy would ask each what it is."""


@dataclass(frozen=True)
class Bits:
    """Zeros and ones: `get` gives an int, and its bit `i` is the value `i`."""

    name: str
    size: int
    meaning: str
    get: Get
    places: Sequence[int] = ()
    """The bits that count, one for each value, where they are not just the lowest ones."""


@dataclass(frozen=True)
class Numbers:
    """Counts, divided by `scale` so that they stay near 0..1."""

    name: str
    size: int
    meaning: str
    get: Get
    scale: float = 1


Block = Bits | Numbers


class Scheme:
    def __init__(self, blocks: Sequence[Block], made_for: tuple[str, int, Options] | None = None) -> None:
        self._made_for = made_for
        flags = [block for block in blocks if isinstance(block, Bits)]
        counts = [block for block in blocks if isinstance(block, Numbers)]
        self.blocks: list[Block] = [*flags, *counts]
        self.size = sum(block.size for block in self.blocks)
        self._split = sum(block.size for block in flags)
        self._flags: list[tuple[int, Get]] = []
        self._counts = [block.get for block in counts]
        self._pack = Struct(f"{sum(block.size for block in counts)}f").pack
        scales = np.array([block.scale for block in counts], np.float32)  # numpy is slow where kinds of numbers meet
        self._scales = scales.repeat([block.size for block in counts])
        places: list[int] = []
        shift = 0
        for block in flags:
            self._flags.append((shift, block.get))
            places += [shift + i for i in block.places or range(block.size)]
            shift += max(block.places, default=block.size - 1) + 1
        self._bytes = (shift + 7) // 8
        self._places = None if places == list(range(len(places))) else np.array(places)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Functions do not travel; a scheme of a game on the shelf is made anew."""
        return (_made_anew, self._made_for) if self._made_for else super().__reduce__()

    def look(self, state: State, seat: int) -> Seen:
        """What the seat sees, before numpy takes it apart."""
        whole = 0
        for shift, get in self._flags:
            if bits := get(state, seat):
                whole |= bits << shift
        values: list[float] = []
        for get in self._counts:
            values += get(state, seat)
        return whole.to_bytes(self._bytes, "little"), self._pack(*values)

    def encode(self, state: State, seat: int) -> NDArray[np.float32]:
        """What the seat sees."""
        packed, values = self.look(state, seat)
        flags = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
        vector = np.empty(self.size, np.float32)
        split = self._split
        vector[:split] = flags[:split] if self._places is None else flags.take(self._places)
        np.divide(np.frombuffer(values, np.float32), self._scales, out=vector[split:])
        return vector

    def write(self, seen: Sequence[Seen], into: NDArray[np.float32]) -> None:
        """What several seats see, a row for each: numpy is called for all of them together."""
        split = self._split
        packed = np.frombuffer(b"".join([flags for flags, _ in seen]), np.uint8).reshape(len(seen), self._bytes)
        flags = np.unpackbits(packed, axis=1, bitorder="little")
        into[:, :split] = flags[:, :split] if self._places is None else flags.take(self._places, axis=1)
        values = np.frombuffer(b"".join([values for _, values in seen]), np.float32)
        np.divide(values.reshape(len(seen), self.size - split), self._scales, out=into[:, split:])

    def describe(self) -> list[tuple[int, int, str, str]]:
        """(first, last, name, meaning) of every block."""
        rows, start = [], 0
        for block in self.blocks:
            scaled = isinstance(block, Numbers) and block.scale != 1
            meaning = f"{block.meaning}, divided by {block.scale:g}" if scaled else block.meaning  # type: ignore[union-attr]
            rows.append((start, start + block.size - 1, block.name, meaning))
            start += block.size
        return rows


def scheme(game: Game, seats: int, options: Options) -> Scheme:
    own = module_of(game.package, "scheme")
    return Scheme(own.blocks(seats, options) if own else [VIEW], (game.name, seats, options))


def _made_anew(name: str, seats: int, options: Options) -> Scheme:
    return scheme(games.load(name), seats, options)


def hashed(view: Any) -> list[float]:
    """Numbers of a view by the hash of their place in it, words by that of place and word together."""
    numbers = [0.0] * HASHED
    left = [("", view)]
    while left:
        place, value = left.pop()
        if isinstance(value, Mapping):
            left += [(f"{place}.{key}", inner) for key, inner in value.items()]
        elif isinstance(value, list | tuple):
            left += [(f"{place}.{i}", inner) for i, inner in enumerate(value)]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            numbers[crc32(place.encode()) % HASHED] += value
        elif value is not None:
            numbers[crc32(f"{place}={value}".encode()) % HASHED] += 1
    return numbers


HASHED: Final = 1024
VIEW = Numbers(
    "view", HASHED, "what the seat sees, each thing at the hash of its place", lambda s, me: hashed(s.view(me))
)
"""For games without a scheme: coarse, but nothing that the seat may not know."""


def one_of(name: str, choices: Sequence[Any], meaning: str, get: Get) -> Bits:
    """A 1 at the place of the value among the choices (nowhere for a value that is none of them)."""
    bit: Mapping[Any, int] = {choice: 1 << i for i, choice in enumerate(choices)}
    return Bits(name, len(choices), meaning, lambda state, seat: bit.get(get(state, seat), 0))


def question(phases: Sequence[str]) -> Bits:
    """Which phase asks."""
    return one_of("asked", phases, "what is asked", lambda s, me: repr(s.stack[-1][0]) if s.stack else "")


def ring(seats: int, me: int) -> range | list[int]:
    """Every seat, the one that looks first."""
    return [(me + k) % seats for k in range(seats)] if me else range(seats)


def set_of(numbers: Iterable[int]) -> int:
    """Small numbers as the bits of an int."""
    found = 0
    for i in numbers:
        found |= 1 << i
    return found

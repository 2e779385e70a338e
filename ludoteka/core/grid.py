"""Square and hex geometry. Cells are numbered row by row; names are for people ("E7")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from ludoteka.core.bits import mask_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class SquareGrid:
    """Columns are letters from the left, rows numbers from the top: A1 is the top left cell."""

    width: int
    height: int

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{LETTERS[x]}{y + 1}" for y in range(self.height) for x in range(self.width))

    @cached_property
    def index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell the mask of the cells with a common edge."""
        return tuple(mask_of(self._beside(i)) for i in range(self.width * self.height))

    def _beside(self, i: int) -> list[int]:
        x, y = i % self.width, i // self.width
        around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
        return [b * self.width + a for a, b in around if 0 <= a < self.width and 0 <= b < self.height]

    @cached_property
    def _not_first_column(self) -> int:
        return mask_of(i for i in range(self.width * self.height) if i % self.width)

    @cached_property
    def _not_last_column(self) -> int:
        return mask_of(i for i in range(self.width * self.height) if (i + 1) % self.width)

    @cached_property
    def full(self) -> int:
        return (1 << (self.width * self.height)) - 1

    def dilate(self, mask: int) -> int:
        """The cells beside the mask and the mask itself, by shifts: no walk over its bits."""
        across = (mask & self._not_last_column) << 1 | (mask & self._not_first_column) >> 1
        return (mask | across | mask << self.width | mask >> self.width) & self.full


@dataclass(frozen=True)
class HexGrid:
    """Rows of pointy-topped hexes. `rows[y]` is how many hexes row y has; `shifted[y]` says that the row starts half a
    hex to the right."""

    rows: tuple[int, ...]
    shifted: tuple[bool, ...]

    @cached_property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """(row, place in the row) of each cell."""
        return tuple((y, x) for y, length in enumerate(self.rows) for x in range(length))

    @cached_property
    def index(self) -> dict[tuple[int, int], int]:
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each cell the mask of the cells with a common edge."""
        return tuple(mask_of(self._beside(y, x)) for y, x in self.cells)

    def _beside(self, y: int, x: int) -> list[int]:
        near = [(y, x - 1), (y, x + 1)]
        for other in (y - 1, y + 1):
            if 0 <= other < len(self.rows):
                if self.shifted[y] == self.shifted[other]:
                    raise ValueError("neighbouring rows must be shifted against each other")
                left = x if self.shifted[y] else x - 1
                near += [(other, left), (other, left + 1)]
        return [self.index[cell] for cell in near if cell in self.index]

    def centre(self, i: int, size: float) -> tuple[float, float]:
        """Middle of a hex on a drawing, for hexes with corner radius `size`."""
        y, x = self.cells[i]
        return sqrt(3) * size * (x + 0.5 + (0.5 if self.shifted[y] else 0)), size * (1 + 1.5 * y)


def distances(start: int, neighbours: Sequence[int]) -> list[int]:
    """Steps from `start` to every cell, -1 where there is no way."""
    steps = [-1] * len(neighbours)
    ring, seen, n = 1 << start, 1 << start, 0
    while ring:
        reached = 0
        while ring:
            low = ring & -ring
            cell = low.bit_length() - 1
            steps[cell] = n
            reached |= neighbours[cell]
            ring ^= low
        ring = reached & ~seen
        seen |= ring
        n += 1
    return steps

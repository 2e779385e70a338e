"""The map as one int per kind of thing. Rows are 17 bits apart: the 17th column is never used, so a shift by one cannot
run into the next row and spreading needs no masks for the edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteka.core.native import NATIVE
from ludoteka.core.registers import BITS_OF_BYTE
from ludoteka.games.tigris_euphrates.data import GRIDS
from ludoteka.games.tigris_euphrates.masks import BYTES as BYTES
from ludoteka.games.tigris_euphrates.masks import STRIDE

if NATIVE:
    from ludoteka.core.registers import nth_bit as nth_bit
    from ludoteka.games.tigris_euphrates.registers import flood as flood
else:
    from ludoteka.games.tigris_euphrates.masks import flood as flood
    from ludoteka.games.tigris_euphrates.masks import nth_bit as nth_bit

WIDTH: Final = 16
HEIGHT: Final = 11
SIZE: Final = HEIGHT * STRIDE
COLUMNS: Final = "ABCDEFGHIJKLMNOP"

NAMES: Final = tuple(COLUMNS[i % STRIDE] + str(i // STRIDE + 1) if i % STRIDE < WIDTH else "" for i in range(SIZE))
"""Name of each bit; the guard column has none."""
CELLS: Final = tuple(i for i in range(SIZE) if NAMES[i])
BIT: Final = {NAMES[i]: 1 << i for i in CELLS}
EVERYWHERE: Final = sum(BIT.values())
INDEX: Final = {1 << i: i for i in CELLS}
CELL_BIT: Final = tuple(1 << i for i in range(SIZE))


def dilate(mask: int) -> int:
    """The mask and the cells beside it. Bits of the guard column may be set: callers combine it with real cells."""
    return mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


HALO: Final = {bit: dilate(bit) for bit in BIT.values()}
NEAR: Final = {bit: dilate(bit) & EVERYWHERE & ~bit for bit in BIT.values()}
"""The cells with a common edge. [TE-1.1]"""

# the eight cells around one, as bits row by row with the cell itself in the middle
_SIDES: Final = 0b010_101_010
_ROUND: Final = ((0, 1), (1, 2), (2, 5), (5, 8), (8, 7), (7, 6), (6, 3), (3, 0))


def _tied(around: int) -> bool:
    """Whether the taken cells on the four sides of a cell are linked with each other by those around it."""
    sides = around & _SIDES
    reached = sides & -sides
    for _ in range(4):
        for a, b in _ROUND:
            pair = 1 << a | 1 << b
            if around & pair == pair and reached & pair:
                reached |= pair
    return not sides & ~reached


_TIED: Final = tuple(_tied(around) for around in range(512))
_WINDOW: Final = 0b111 | 0b101 << STRIDE | 0b111 << 2 * STRIDE


def unbroken(gone: int, left: int) -> bool:
    """Whether a group that has lost the one cell `gone` is seen to hold together by the cells around it. If not, or if
    more than one cell has gone, only a flood can tell."""
    i = INDEX.get(gone, -1)
    if i < 0:
        return False
    around = left << STRIDE + 1 >> i & _WINDOW
    return _TIED[(around | around >> STRIDE - 3 | around >> 2 * (STRIDE - 3)) & 511]


def _shift(bit: int, columns: int, rows: int) -> int:
    """The cell so many columns and rows away, 0 outside the board."""
    i = bit.bit_length() - 1
    x, y = i % STRIDE + columns, i // STRIDE + rows
    return 1 << (y * STRIDE + x) if 0 <= x < WIDTH and 0 <= y < HEIGHT else 0


def _shape(bit: int, steps: tuple[tuple[int, int], ...]) -> int:
    cells = [_shift(bit, x, y) for x, y in steps]
    return sum(cells) if all(cells) else 0


_SQUARE: Final[tuple[tuple[int, int], ...]] = ((0, 0), (1, 0), (0, 1), (1, 1))
_PLUS: Final[tuple[tuple[int, int], ...]] = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
SQUARE: Final = {bit: _shape(bit, _SQUARE) for bit in BIT.values()}
"""Top left cell -> the four cells of a monument, 0 where they would leave the board."""
PLUS: Final = {bit: _shape(bit, _PLUS) for bit in BIT.values()}
"""Middle -> the five cells of the wonder."""
SQUARES: Final = {bit: tuple(c for c, s in SQUARE.items() if s & bit) for bit in BIT.values()}
"""Cell -> the top left cells of the squares that contain it."""
PLUSES: Final = {bit: tuple(c for c, s in PLUS.items() if s & bit) for bit in BIT.values()}
LINES: Final = {
    bit: tuple(
        tuple(tuple(c for k in range(1, WIDTH) if (c := _shift(bit, x * k * way, y * k * way))) for way in (-1, 1))
        for x, y in ((1, 0), (0, 1))
    )
    for bit in BIT.values()
}
"""Cell -> row and column through it, each as the cells on one side and on the other, nearest first."""


def line_through(bit: int, tiles: int, axis: int) -> int:
    """The unbroken line of `tiles` through a cell, along the row (0) or the column (1)."""
    line = bit & tiles
    for side in LINES[bit][axis]:
        for cell in side:
            if not cell & tiles:
                break
            line |= cell
    return line


@dataclass(frozen=True, slots=True)
class Board:
    """One side of the board."""

    name: str
    land: int
    river: int
    temples: int
    bordered: int

    def __reduce__(self) -> tuple[Any, ...]:
        return find_board, (self.name,)  # there is one of each, in every process


def _read(name: str) -> Board:
    kinds: dict[str, int] = dict.fromkeys(".~TB", 0)
    for y, row in enumerate(GRIDS[name]):
        for x, kind in enumerate(row):
            kinds[kind] |= 1 << (y * STRIDE + x)
    temples = kinds["T"] | kinds["B"]
    return Board(name, kinds["."] | temples, kinds["~"], temples, kinds["B"])


BOARDS: Final = {name: _read(name) for name in GRIDS}


def find_board(name: str) -> Board:
    return BOARDS[name]


def cells(mask: int) -> list[int]:
    """The indices of the cells of a mask, lowest first."""
    found = []
    i = 0
    for byte in mask.to_bytes(BYTES, "little"):
        if byte:
            found += [i + k for k in BITS_OF_BYTE[byte]]
        i += 8
    return found


def cell_names(mask: int) -> list[str]:
    return [NAMES[i] for i in cells(mask)]

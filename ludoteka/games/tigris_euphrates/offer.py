"""What a turn offers, as sets of cells: some hundred actions of which mostly one is wanted. It answers like a list,
knows how many there are and the n-th of them from the sizes of the sets, and is written out only for who wants all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from ludoteka.core.action import Action
from ludoteka.games.tigris_euphrates.actions import CATASTROPHE, LEADER, MOVE, PASS, SWAP, TILE, WITHDRAW
from ludoteka.games.tigris_euphrates.board import BYTES, nth_bit


class Rows:
    """Actions by cell: each row has one for every cell. On a set of cells they are taken cell by cell."""

    __slots__ = ("_by_bytes", "rows", "width")

    def __init__(self, *rows: tuple[Action, ...]) -> None:
        self.rows = rows
        self.width = len(rows)
        self._by_bytes: list[list[tuple[Action, ...]]] = []

    def on(self, mask: int) -> list[Action]:
        """All of them on a set of cells, put together from at most two dozen ready tuples."""
        if not self._by_bytes:
            self._by_bytes = [_column(self.rows, first) for first in range(0, BYTES * 8, 8)]
        found: list[Action] = []
        for column, byte in zip(self._by_bytes, mask.to_bytes(BYTES, "little")):  # noqa: B905 - a native build knows only this
            if byte:
                found += column[byte]
        return found


def _column(rows: tuple[tuple[Action, ...], ...], first: int) -> list[tuple[Action, ...]]:
    """For each value of a byte of a mask the actions on those cells."""
    column: list[tuple[Action, ...]] = [()]
    for i in range(first, first + 8):
        here = tuple([row[i] for row in rows if i < len(row)])
        column += [lower + here for lower in column]
    return column


def _by_colours(table: tuple[tuple[Action, ...], ...]) -> list[Rows]:
    """For each set of colours."""
    return [Rows(*[row for c, row in enumerate(table) if colours >> c & 1]) for colours in range(16)]


ALL_COLOURS: Final = 15
BLUE_TILES: Final = 2
"""Sets of colours."""

TILES: Final = _by_colours(TILE)
LEADERS: Final = _by_colours(LEADER)
MOVES: Final = [Rows(row) for row in MOVE]
CATASTROPHES: Final = Rows(CATASTROPHE)
WITHDRAWALS: Final = Rows(WITHDRAW)
SWAPS: Final = Rows(SWAP)
END: Final = Rows((PASS,))

_PLACES: Final[dict[Action, tuple[tuple[Action, ...], int]]] = {
    action: (row, i)
    for rows in (TILES[ALL_COLOURS], LEADERS[ALL_COLOURS], *MOVES, CATASTROPHES, WITHDRAWALS, SWAPS, END)
    for row in rows.rows
    for i, action in enumerate(row)
}
"""The row and the cell of an action."""


class Offer(Sequence[Action]):
    """Parts: a set of cells, or of colours, and what is possible on each of them."""

    __slots__ = ("_listed", "_size", "parts")

    def __init__(self, parts: list[tuple[int, Rows]]) -> None:
        size = 0
        for mask, rows in parts:
            size += mask.bit_count() * rows.width
        self.parts = parts
        self._size = size
        self._listed: list[Action] | None = None

    def listed(self) -> list[Action]:
        if self._listed is None:
            found: list[Action] = []
            for mask, rows in self.parts:
                if mask:
                    found += rows.on(mask)
            self._listed = found
        return self._listed

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, n: int) -> Action: ...
    @overload
    def __getitem__(self, n: slice) -> list[Action]: ...
    def __getitem__(self, n: int | slice) -> Action | list[Action]:
        if isinstance(n, slice) or n < 0:
            return self.listed()[n]
        for mask, rows in self.parts:
            width = rows.width
            here = mask.bit_count() * width
            if n < here:
                return rows.rows[n % width][nth_bit(mask, n // width)]
            n -= here
        raise IndexError("fewer actions are legal")

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __contains__(self, action: object) -> bool:
        place = _PLACES.get(action) if isinstance(action, Action) else None
        if place is None:
            return False
        row, i = place
        return any(mask >> i & 1 and any(one is row for one in rows.rows) for mask, rows in self.parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.listed() == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def __repr__(self) -> str:
        return repr(self.listed())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self.listed(),)

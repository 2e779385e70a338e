"""A map with everything about it that never changes: neighbours, ways by ship, distances, bridge spots, border.

Land hexes are numbered in reading order and are the bits of every mask; rivers have numbers of their own. Names are
those of the recording site: row letter and place among the land hexes of the row, `r0`, `r1` … for rivers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from ludoteka.core.bits import bits, mask_of
from ludoteka.games.terra_mystica.data import LETTERS, WHEEL
from ludoteka.games.terra_mystica.maps import MAPS

SHIPS: Final = 6
"""No faction sails further: five levels and the bonus card."""
JUMPS: Final = 5
"""No carpet flies further than four hexes away."""

Cell = tuple[int, int]


class Board:
    """Built once per map by `board(name)`; never changed."""

    def __init__(self, name: str) -> None:
        first, rows = MAPS[name]
        self.name = name
        top = ord(first) - ord("A")
        self.cells: dict[Cell, str] = {}
        self.terrain_letter: dict[str, str] = {}
        rivers = 0
        for y, row in enumerate(rows.split()):
            land = 0
            for x, letter in enumerate(row):
                if letter == ".":
                    hex_name, rivers = f"r{rivers}", rivers + 1
                else:
                    land += 1
                    hex_name = f"{chr(ord('A') + top + y)}{land}"
                self.cells[(top + y, x)] = hex_name
                self.terrain_letter[hex_name] = letter
        self.names = tuple(n for n in self.cells.values() if n[0] != "r")
        self.rivers = tuple(n for n in self.cells.values() if n[0] == "r")
        self.index = {n: i for i, n in enumerate(self.names)}
        self.river_index = {n: i for i, n in enumerate(self.rivers)}
        self.place = {n: cell for cell, n in self.cells.items()}
        """Row and column of every hex, land and river."""
        self.full = (1 << len(self.names)) - 1
        self.land = tuple(
            mask_of(i for i, n in enumerate(self.names) if self.terrain_letter[n] == LETTERS[t]) for t in range(WHEEL)
        )
        """For each terrain of the wheel the hexes that show it at the start."""
        self.near = tuple(mask_of(self._land(self._around(self.place[n]))) for n in self.names)
        """For each land hex the land hexes with a common edge."""
        river_near = [mask_of(self._rivers(self._around(self.place[n]))) for n in self.rivers]
        self.coast = tuple(mask_of(self._land(self._around(self.place[n]))) for n in self.rivers)
        """For each river hex the land hexes beside it."""
        self.waters = tuple(mask_of(self._rivers(self._around(self.place[n]))) for n in self.names)
        """For each land hex the river hexes beside it."""
        self.riverside = mask_of(i for i, w in enumerate(self.waters) if w)
        self.ships = tuple(self._sail(level, river_near) for level in range(SHIPS + 1))
        """ships[level][hex]: the land hexes that so many river hexes lead to."""
        self.steps = tuple(tuple(self._distance(a, b) for b in self.names) for a in self.names)
        """Grid distance between land hexes."""
        self.within = tuple(
            tuple(mask_of(j for j, d in enumerate(row) if 0 < d <= far) for row in self.steps)
            for far in range(JUMPS + 1)
        )
        self.spots = tuple(sorted(self._bridge_spots(), key=lambda ab: (ab[0], ab[1])))
        """Pairs of land hexes that a bridge may join."""
        self.spot_index = {ab: i for i, ab in enumerate(self.spots)}
        self.border = mask_of(i for i, n in enumerate(self.names) if len(self._around(self.place[n])) < 6)

    def __reduce__(self) -> tuple[Any, ...]:
        return board, (self.name,)

    def hexes(self, mask: int) -> list[str]:
        return [self.names[i] for i in bits(mask)]

    def _cells_around(self, cell: Cell) -> list[Cell]:
        y, x = cell
        left = x - 1 if y % 2 == 0 else x
        return [(y, x - 1), (y, x + 1), (y - 1, left), (y - 1, left + 1), (y + 1, left), (y + 1, left + 1)]

    def _around(self, cell: Cell) -> list[str]:
        return [self.cells[c] for c in self._cells_around(cell) if c in self.cells]

    def _land(self, names: Iterable[str]) -> list[int]:
        return [self.index[n] for n in names if n in self.index]

    def _rivers(self, names: Iterable[str]) -> list[int]:
        return [self.river_index[n] for n in names if n in self.river_index]

    def _sail(self, level: int, river_near: list[int]) -> tuple[int, ...]:
        result = []
        for i, waters in enumerate(self.waters):
            reached = fresh = waters if level else 0
            for _ in range(level - 1):
                spread = 0
                for r in bits(fresh):
                    spread |= river_near[r]
                fresh = spread & ~reached
                reached |= spread
            shores = 0
            for r in bits(reached):
                shores |= self.coast[r]
            result.append(shores & ~(1 << i))
        return tuple(result)

    def _distance(self, a: str, b: str) -> int:
        (ya, xa), (yb, xb) = self.place[a], self.place[b]
        down = abs(ya - yb)
        across = abs(2 * xa + ya % 2 - 2 * xb - yb % 2)
        return down + max(0, across - down) // 2

    def _bridge_spots(self) -> list[tuple[int, int]]:
        spots = []
        for a, name in enumerate(self.names):
            mine = self._cells_around(self.place[name])
            for b in range(a + 1, len(self.names)):
                if self.near[a] >> b & 1:
                    continue
                common = [c for c in self._cells_around(self.place[self.names[b]]) if c in mine]
                between = [self.cells.get(c, "") for c in common]
                wet = [n for n in between if n.startswith("r")]
                # two river hexes, or one at the rim of the board
                if len(common) == 2 and wet and all(not n or n.startswith("r") for n in between):
                    spots.append((a, b))
        return spots


@cache
def board(name: str) -> Board:
    return Board(name)

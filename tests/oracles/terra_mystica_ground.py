"""The hexes of a map for the second engine of Terra Mystica: only the rows of letters come from the game's own data."""

from __future__ import annotations

from functools import cache

from ludoteka.games.terra_mystica.maps import MAPS
from tests.oracles.terra_mystica_tables import LETTER

Cell = tuple[int, int]


def around(cell: Cell) -> list[Cell]:
    """The six cells next to one; rows with an odd number lie half a hex further right."""
    r, c = cell
    left = c - 1 + r % 2
    return [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]


class Ground:
    def __init__(self, name: str) -> None:
        first, rows = MAPS[name]
        self.cell: dict[str, Cell] = {}
        self.printed: dict[str, str] = {}
        self.rivers: list[str] = []
        for i, row in enumerate(rows.split()):
            land = 0
            for c, letter in enumerate(row):
                if letter == ".":
                    here = f"r{len(self.rivers)}"
                    self.rivers.append(here)
                else:
                    land += 1
                    here = f"{chr(ord(first) + i)}{land}"
                    self.printed[here] = LETTER[letter]
                self.cell[here] = (ord(first) - ord("A") + i, c)
        self.name = {cell: name for name, cell in self.cell.items()}
        self.beside = {h: [self.name[x] for x in around(self.cell[h]) if x in self.name] for h in self.cell}
        self.border = {h for h in self.printed if len(self.beside[h]) < 6}
        self.spots = [
            (a, b) for a in self.printed for b in self.printed if self.cell[a] < self.cell[b] and self._spans(a, b)
        ]
        self._sailing = {h: self._sail(h) for h in self.printed}

    def touching(self, name: str) -> list[str]:
        return [h for h in self.beside[name] if h in self.printed]

    def by_river(self, name: str) -> bool:
        return any(h in self.rivers for h in self.beside[name])

    def _spans(self, a: str, b: str) -> bool:
        if b in self.beside[a]:
            return False
        between = [x for x in around(self.cell[a]) if x in around(self.cell[b])]
        kinds = ["rim" if x not in self.name else "river" if self.name[x] in self.rivers else "land" for x in between]
        return len(between) == 2 and "river" in kinds and "land" not in kinds

    def _sail(self, start: str) -> dict[str, int]:
        """How many river hexes lie between this hex and every other one that can be reached by ship."""
        found: dict[str, int] = {}
        seen, edge, n = set[str](), {start}, 0
        while edge:
            n += 1
            edge = {r for h in edge for r in self.beside[h] if r in self.rivers} - seen
            seen |= edge
            for river in edge:
                for land in self.touching(river):
                    found.setdefault(land, n)
        return found

    def sailing(self, a: str, b: str) -> int:
        return self._sailing[a].get(b, 1000)

    def distance(self, a: str, b: str) -> int:
        (r, c), (s, d) = self.cell[a], self.cell[b]
        q = c - (r - r % 2) // 2 - (d - (s - s % 2) // 2)
        return max(abs(q), abs(r - s), abs(q + r - s))


@cache
def ground(name: str) -> Ground:
    return Ground(name)

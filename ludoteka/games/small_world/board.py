"""Boards: regions with their terrain and neighbours as masks. The four printed ones, and any that somebody makes.

A region is a bit; a set of regions is an int below 2^48. `Board` holds what never changes in a match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ludoteka.core.bits import bits
from ludoteka.games.small_world.effects import SYMBOLS, TERRAINS

LARGEST: Final = 60  # regions; masks stay below 2^62
_NAME: Final = re.compile(r"[\w-]{1,12}\Z")


class BadBoard(ValueError):
    """A list of regions that makes no board."""


class Board:
    """Regions 0..size-1 and the masks over them."""

    def __init__(self, name: str, rounds: int, regions: Sequence[Mapping[str, Any]], **drawing: Any) -> None:
        self.name = name
        self.rounds = rounds
        self.regions = tuple(regions)
        self.size = len(regions)
        if not 1 <= self.size <= LARGEST:
            raise BadBoard(f"a board has 1 to {LARGEST} regions, not {self.size}")
        self.names = tuple(str(r["name"]) for r in regions)
        self.index = {name: i for i, name in enumerate(self.names)}
        if len(self.index) != self.size or not all(_NAME.match(name) for name in self.names):
            raise BadBoard("regions need different names of one word: letters, digits, - and _")
        for region in regions:
            for word in (*_words(region["terrain"]), *_words(region.get("symbols", ()))):
                if word not in TERRAINS + SYMBOLS:
                    raise BadBoard(f"{region['name']}: there is no terrain or symbol {word}")
        self.drawing = drawing
        """`width`, `height` and `track` of the printed boards."""

        self.all = (1 << self.size) - 1
        named = [self._neighbours(r) for r in regions]
        # two regions are neighbours if either of them says so
        back = [sum(1 << j for j in range(self.size) if named[j] >> i & 1) for i in range(self.size)]
        self.beside = tuple((named[i] | back[i]) & ~(1 << i) for i in range(self.size))
        self.terrain = {t: self._where(lambda r, t=t: t in _words(r["terrain"])) for t in TERRAINS}
        self.symbol = {m: self._where(lambda r, m=m: m in _words(r.get("symbols", ()))) for m in SYMBOLS}
        self.water = self.terrain["water"]
        self.land = self.all & ~self.water
        self.mountains = self.terrain["mountain"]
        self.edge = self._where(lambda r: bool(r.get("edge")))
        self.seas = self.water & self.edge
        self.border = self._given("border", self.edge | self._shore(self.seas))
        self.coast = self._given("coast", self._shore(self.water))
        self.tribes = self._where(lambda r: bool(r.get("tribe")))

    def _neighbours(self, region: Mapping[str, Any]) -> int:
        mask = 0
        for name in _words(region["beside"]):
            if name not in self.index:
                raise BadBoard(f"{region['name']} is beside {name}, which is not on the board")
            mask |= 1 << self.index[name]
        return mask

    def _where(self, holds: Any) -> int:
        return sum(1 << i for i, region in enumerate(self.regions) if holds(region))

    def _shore(self, water: int) -> int:
        return sum(1 << i for i in range(self.size) if self.beside[i] & water) & ~water

    def _given(self, key: str, derived: int) -> int:
        """A mask as the maker of the board set it by hand, region by region, or as the map gives it."""
        mask = 0
        for i, region in enumerate(self.regions):
            bit = 1 << i
            mask |= (bit if region[key] else 0) if key in region else derived & bit
        return mask

    def mask(self, *names: str) -> int:
        mask = 0
        for name in names:
            mask |= 1 << self.index[name]
        return mask

    def names_of(self, mask: int) -> list[str]:
        return [self.names[i] for i in bits(mask)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Boards exist once: a copy or one that travels is found again."""
        if is_printed(self):
            return printed_board, (int(self.name),)
        return make_board, (self.regions, self.rounds, self.name)

    def __repr__(self) -> str:
        return f"Board({self.name})"


def _words(value: Any) -> Sequence[str]:
    return value.split() if isinstance(value, str) else list(value)


@cache
def printed_board(seats: int) -> Board:
    """The board printed for this number of players."""
    maps = json.loads((Path(__file__).parent / "maps.json").read_text("utf-8"))
    sheet = maps[str(seats)]
    drawing = {key: sheet[key] for key in ("width", "height", "track")}
    return Board(str(seats), sheet["rounds"], sheet["regions"], **drawing)


def is_printed(board: Board) -> bool:
    return board.name in ("2", "3", "4", "5") and board is printed_board(int(board.name))


def make_board(regions: Sequence[Mapping[str, Any]], rounds: int = 10, name: str = "custom") -> Board:
    """The board from a list of regions; the same list gives the same board.

    A region is a mapping: `name` (one word), `terrain` (one or several of farmland, forest, hill, swamp, mountain,
    water; may be empty), `beside` (names of its neighbours; one of the two will do), and if wanted `symbols` (mine,
    magic, cavern), `tribe`, `edge` (it touches the edge of the board), `border` and `coast` (set by hand instead of
    from the map), `anchor`, `polygon`.
    Lists of words may be given as one string: `"Fa1 Fo2"`.
    """
    return _made(name, rounds, json.dumps([{"terrain": "", **region} for region in regions]))


@lru_cache(maxsize=256)
def _made(name: str, rounds: int, regions: str) -> Board:
    return Board(name, rounds, json.loads(regions))

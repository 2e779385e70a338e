"""Numbers and names of the game: pieces, colours, the two sides of the board. No logic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.options import Options, option

RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
BLACK: Final = 3
COLOURS: Final[tuple[str, ...]] = ("red", "blue", "green", "black")
LETTERS: Final = "rbgk"

# by colour: the tile, its leader, the token for a point, the building
TILES: Final[tuple[str, ...]] = ("temple", "farm", "market", "settlement")
LEADERS: Final[tuple[str, ...]] = ("priest", "farmer", "trader", "king")
POINTS: Final[tuple[str, ...]] = ("amulet", "crop", "goods", "brick")
BUILDINGS: Final[tuple[str, ...]] = ("library", "granary", "hall", "palace")

TILE_COUNTS: Final[tuple[int, ...]] = (57, 36, 30, 30)
HAND: Final = 6
ACTIONS: Final = 2
CATASTROPHES: Final = 2
MOST_SEATS: Final = 4
HOARD: Final = 14
"""Treasures in the box; the standard board uses ten of them."""
TREASURES_LEFT: Final = 2
"""The match ends when no more than this many treasures lie on the board at the end of a turn."""
LAST_TURN: Final = 1000
"""Nobody is made to place tiles, so a table could pass for ever; after this many turns it is counted. [TE-19.1]"""

DYNASTIES: Final[tuple[str, ...]] = ("lion", "bow", "pot", "bull")

# every pair of colours once: base colour and top colour
MONUMENTS: Final[tuple[str, ...]] = ("red-blue", "green-black", "blue-black", "blue-green", "red-green", "red-black")
MONUMENT_COLOURS: Final[tuple[tuple[int, int], ...]] = (
    (RED, BLUE),
    (GREEN, BLACK),
    (BLUE, BLACK),
    (BLUE, GREEN),
    (RED, GREEN),
    (RED, BLACK),
)

# . land, ~ river, T land with a temple and a treasure, B the same on a bordered cell
GRIDS = {
    "standard": (
        "....~~~~~.T.~...",
        ".B..~.......~..B",
        "...~~T......~~..",
        "~~~~.........~~~",
        ".............T~~",
        "..............~.",
        "~~~~....T...~~~.",
        ".B.~~~~.....~...",
        "......~~~~~~~.B.",
        ".....T..........",
        "..........T.....",
    ),
    "advanced": (
        "..~~T....T.....~",
        "..~~..........T~",
        ".B~~...........~",
        "..~...T....T~~~~",
        "..~.........~...",
        "..~T........~..B",
        "..~~........~~..",
        "B..~~~.T....T~..",
        ".....~~~.....~..",
        "....B.~~~~~~~~..",
        "......~..B....B.",
    ),
    # an empty plain for exercises; not offered as an option
    "land": ("................",) * 11,
}


@dataclass(frozen=True)
class TigrisOptions(Options):
    board: str = option("standard", "standard", "advanced")
    buildings: bool = option(False)
    wonder: bool = option(False)
    english: bool = option(False)
    dynasties: str = option("")
    """Who plays what, by seat: `bull+lion`. Seats that are not named get what is left. [TE-18.4]"""

    def chosen(self) -> list[str]:
        return self.dynasties.split("+") if self.dynasties else []

    def dynasty(self, seat: int) -> str:
        chosen = self.chosen()
        return [*chosen, *(name for name in DYNASTIES if name not in chosen)][seat]

    def problem(self, seats: int) -> Reason | None:
        chosen = self.chosen()
        for name in chosen:
            if name not in DYNASTIES or chosen.count(name) > 1:
                return reason("why.dynasties", "TE-18.4", Kind.NEVER, name=name, known=", ".join(DYNASTIES))
        return reason("why.too_many_dynasties", "TE-18.4", Kind.LIMIT, n=seats) if len(chosen) > seats else None


PRESETS = {
    "advanced": {"board": "advanced", "buildings": True},
    "everything": {"board": "advanced", "buildings": True, "wonder": True, "english": True},
}

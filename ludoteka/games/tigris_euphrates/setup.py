"""The start of a match. [TE-18.1]"""

from __future__ import annotations

from ludoteka.games.tigris_euphrates.board import BOARDS, Board
from ludoteka.games.tigris_euphrates.data import CATASTROPHES, MONUMENTS, RED, TILE_COUNTS, TigrisOptions
from ludoteka.games.tigris_euphrates.phases.end import START
from ludoteka.games.tigris_euphrates.state import TigrisState


def start(seats: int, options: TigrisOptions) -> TigrisState:
    """Temples with treasures on the marked cells, the other tiles in the bag; chance says who begins."""
    board = BOARDS[options.board]
    s = empty(seats, options, board)
    s.tiles[RED] = s.occupied = s.treasures = board.temples
    s.hoard = board.temples.bit_count()
    s.bag[RED] -= s.hoard
    s.stack.append(START)
    return s


def empty(seats: int, options: TigrisOptions, board: Board) -> TigrisState:
    """A bare board with all tiles in the bag."""
    return TigrisState(
        seats,
        options,
        [],
        board,
        [0, 0, 0, 0],
        0,
        0,
        0,
        0,
        [0] * (4 * seats),
        [0, 0, 0, 0],
        0,
        [],
        [],
        [0, 0, 0, 0],
        [0] * len(MONUMENTS),
        0,
        0,
        [0] * (4 * seats),
        [0] * (4 * seats),
        [0] * seats,
        [CATASTROPHES] * seats,
        list(TILE_COUNTS),
        [0, 0, 0, 0],
        [0] * (4 * seats),
        0,
        0,
        0,
        -1,
    )

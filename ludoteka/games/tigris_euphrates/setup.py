"""The start of a match. [TE-18.1]"""

from __future__ import annotations

from ludoteka.games.tigris_euphrates.board import BOARDS, Board
from ludoteka.games.tigris_euphrates.data import CATASTROPHES, MONUMENTS, RED, TILE_COUNTS, TigrisOptions
from ludoteka.games.tigris_euphrates.phases.end import START
from ludoteka.games.tigris_euphrates.table import Table


def start(seats: int, options: TigrisOptions) -> Table:
    """Temples with treasures on the marked cells, the other tiles in the bag; chance says who begins."""
    board = BOARDS[options.board]
    s = empty(seats, options, board)
    s.tiles[RED] = s.occupied = s.treasures = board.temples
    s.hoard = board.temples.bit_count()
    s.bag[RED] -= s.hoard
    s.stack.append(START)
    return s


def empty(seats: int, options: TigrisOptions, board: Board) -> Table:
    """A bare board with all tiles in the bag."""
    s = Table()
    s.seats = seats
    s.options = options
    s.stack = []
    s.notes = None
    s.left = 0
    s.board = board
    s.tiles = [0, 0, 0, 0]
    s.down = s.dead = s.occupied = s.treasures = 0
    s.leaders = [0] * (4 * seats)
    s.chiefs = [0, 0, 0, 0]
    s.lords = 0
    s.realms = []
    s.halos = []
    s.buildings = (0, 0, 0, 0)
    s.monuments = (0,) * len(MONUMENTS)
    s.wonder = s.union = 0
    s.hands = [0] * (4 * seats)
    s.points = [0] * (4 * seats)
    s.taken = (0,) * seats
    s.curses = (CATASTROPHES,) * seats
    s.bag = list(TILE_COUNTS)
    s.spent = [0, 0, 0, 0]
    s.swapped = [0] * (4 * seats)
    s.hoard = s.active = s.turn = 0
    s.claimed = -1
    return s

"""What a seat of Tigris & Euphrates sees as numbers: planes of cells, then counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteka.envs.scheme import Bits, Block, Numbers, one_of, question, ring, set_of
from ludoteka.games.tigris_euphrates.actions import CATASTROPHE, LEADER, MOVE, PASS, SWAP, TILE, WITHDRAW
from ludoteka.games.tigris_euphrates.board import CELLS
from ludoteka.games.tigris_euphrates.data import LEADERS as LEADER_NAMES
from ludoteka.games.tigris_euphrates.data import MONUMENTS, TigrisOptions
from ludoteka.games.tigris_euphrates.data import TILES as TILE_NAMES
from ludoteka.games.tigris_euphrates.offer import CATASTROPHES, END, LEADERS, MOVES, SWAPS, TILES, WITHDRAWALS, Rows
from ludoteka.games.tigris_euphrates.phases.conflict import ATTACK, Conflict
from ludoteka.games.tigris_euphrates.phases.turn import TURN
from ludoteka.games.tigris_euphrates.state import TigrisState
from ludoteka.games.tigris_euphrates.view import actions_left

PHASES: Final[tuple[str, ...]] = (
    *("Turn", "SwapTiles", "WarOrder", "Attack", "Defend"),
    *("BuildBuilding", "BuildMonument", "Treasure", "WonderIncome"),
)


def blocks(seats: int, options: TigrisOptions) -> list[Block]:
    return [
        *(tiles(c) for c in range(len(TILE_NAMES))),
        cells("face down", "face-down tiles and the wonder", lambda s, me: s.down),
        cells("catastrophes", "catastrophes", lambda s, me: s.dead),
        cells("treasures", "treasures on the board", lambda s, me: s.treasures),
        cells("union", "the unification marker", lambda s, me: s.union),
        cells("buildings", "civilization buildings", buildings),
        *(leader(k, c, seats) for k in range(seats) for c in range(len(LEADER_NAMES))),
        Bits("monuments", len(MONUMENTS), "built or gone", monuments),
        question(PHASES),
        one_of("active", range(seats), "whose turn, own first", lambda s, me: (s.active - me) % seats),
        Numbers("hand", 4, "own tiles by colour", lambda s, me: s.hands[4 * me : 4 * me + 4], 6),
        Numbers("points", 4, "own points by colour", lambda s, me: s.points[4 * me : 4 * me + 4], 10),
        Numbers("treasures taken", 1, "own treasures", lambda s, me: [s.taken[me]], 5),
        Numbers("hands", seats, "tiles in hand, own seat first", hands, 6),
        Numbers("curses", seats, "catastrophes left", lambda s, me: [s.curses[q] for q in ring(seats, me)], 2),
        Numbers("treasures left", 1, "treasures on the board", lambda s, me: [s.treasures.bit_count()], 14),
        Numbers("actions left", 1, "actions left in this turn", lambda s, me: [actions_left(s)], 2),
        Numbers("conflict", 4, "strength of attack, of defence, tiles added, whether you attack", fight, 10),
    ]


SETS = tuple(action for row in (*TILE, *LEADER, *MOVE, CATASTROPHE, WITHDRAW, SWAP, (PASS,)) for action in row)
_FIRST: Final = {row[0]: SETS.index(row[0]) for row in (*TILE, *LEADER, *MOVE, CATASTROPHE, WITHDRAW, SWAP, (PASS,))}


def _places(rows: Rows) -> tuple[int, ...]:
    """Where the rows begin among `SETS`."""
    return tuple(_FIRST[row[0]] for row in rows.rows)


_PLACES: Final = {id(rows): _places(rows) for rows in (*TILES, *LEADERS, *MOVES, CATASTROPHES, WITHDRAWALS, SWAPS, END)}


def legal_sets(s: TigrisState) -> int | None:
    """What a turn offers, of which there may be four hundred."""
    if not s.stack or s.stack[-1][0] is not TURN:
        return None
    found = 0
    for mask, rows in TURN.legal(s, s.stack[-1]).parts:
        for place in _PLACES[id(rows)]:
            found |= mask << place
    return found


def cells(name: str, meaning: str, get: Callable[[TigrisState, int], int]) -> Bits:
    """A plane: 1 on each of the cells."""
    return Bits(name, len(CELLS), f"{meaning}, a plane of cells from A1 row by row", get, CELLS)


def tiles(colour: int) -> Bits:
    return cells(f"{TILE_NAMES[colour]} tiles", "face-up tiles", lambda s, me: s.tiles[colour])


def leader(k: int, colour: int, seats: int) -> Bits:
    whose = "own" if k == 0 else f"of the {k}. seat after"
    what = LEADER_NAMES[colour]
    return cells(f"{what} {k}", f"{what}, {whose}", lambda s, me: s.leaders[(me + k) % seats * 4 + colour])


def buildings(s: TigrisState, me: int) -> int:
    found = 0
    for bit in s.buildings:
        if bit > 0:
            found |= bit
    return found


def monuments(s: TigrisState, me: int) -> int:
    return set_of(i for i, at in enumerate(s.monuments) if at)


def hands(s: TigrisState, me: int) -> list[int]:
    held = s.hands
    return [sum(held[4 * q : 4 * q + 4]) for q in ring(s.seats, me)]


def fight(s: TigrisState, me: int) -> list[int]:
    f = s.stack[-1] if s.stack else None
    if not isinstance(f, Conflict):
        return [0, 0, 0, 0]
    if f.phase is ATTACK:
        return [f.own, f.other, 0, 10 * (f.seat == me)]
    return [f.other - f.added, f.own, f.added, 10 * (f.rival == me)]

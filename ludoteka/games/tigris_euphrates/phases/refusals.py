"""Why an action of a turn is refused, with the numbers."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.games.tigris_euphrates.actions import (
    COLOUR,
    Building,
    Catastrophe,
    Leader,
    Move,
    Swap,
    Tile,
    Withdraw,
    Wonder,
)
from ludoteka.games.tigris_euphrates.board import BIT, NEAR, dilate
from ludoteka.games.tigris_euphrates.data import BLUE, BUILDINGS, LEADERS, RED, TILES
from ludoteka.games.tigris_euphrates.reach import beside_several, beside_two_without, free_cells
from ludoteka.games.tigris_euphrates.state import TigrisState


def why_not_now(s: TigrisState, seat: int, a: Action) -> Reason | None:
    match a:
        case Tile(what, at) if what in TILES:
            if not s.hands[seat * 4 + COLOUR[what]]:
                return reason("why.none_in_hand", "TE-5.1", Kind.SHORT, n=1, what=what)
            return why_no_tile(s, COLOUR[what], at)
        case Leader(what, at) if what in LEADERS:
            if s.leaders[seat * 4 + COLOUR[what]]:
                return reason("why.leader_on_board", "TE-3.1", Kind.LIMIT, what=what)
            return why_no_leader(s, at, 0)
        case Move(what, at) if what in LEADERS:
            bit = s.leaders[seat * 4 + COLOUR[what]]
            if not bit:
                return reason("why.leader_in_reserve", "TE-3.1", Kind.NEEDS, what=what)
            if bit == BIT[at]:
                return reason("why.same_cell", "TE-3.5", Kind.FORM, what=what, at=at)
            return why_no_leader(s, at, bit)
        case Withdraw(what) if what in LEADERS:
            return reason("why.leader_in_reserve", "TE-3.1", Kind.NEEDS, what=what)
        case Catastrophe(at):
            return _catastrophe(s, seat, at)
        case Swap(what) if what in TILES:
            return reason("why.none_in_hand", "TE-10.1", Kind.SHORT, n=1, what=what)
        case Wonder() if not s.options.wonder:
            return reason("why.wonder_off", "TE-15.1", Kind.OPTION_OFF)
        case Building() if not s.options.buildings:
            return reason("why.buildings_off", "TE-14.1", Kind.OPTION_OFF)
    return None


def _occupied(s: TigrisState, at: str, rule: str) -> Reason | None:
    bit = BIT[at]
    if bit & s.dead:
        return reason("why.dead_cell", "TE-9.3", Kind.OCCUPIED, at=at)
    if not bit & free_cells(s):
        return reason("why.occupied", rule, Kind.OCCUPIED, at=at)
    return None


def _kingdoms_beside(s: TigrisState, bit: int) -> int:
    return sum(1 for halo in s.halos if halo & bit)


def why_no_tile(s: TigrisState, colour: int, at: str) -> Reason | None:
    """What a cell has against a tile of this colour."""
    occupied = _occupied(s, at, "TE-5.1")
    if occupied:
        return occupied
    bit = BIT[at]
    if colour == BLUE and bit & s.board.land:
        return reason("why.farm_on_land", "TE-5.1", Kind.TERRAIN, at=at)
    if colour != BLUE and bit & s.board.river:
        return reason("why.tile_on_river", "TE-5.1", Kind.TERRAIN, at=at, what=TILES[colour])
    n = _kingdoms_beside(s, bit)
    return reason("why.joins_three", "TE-5.2", Kind.LIMIT, at=at, n=n) if n > 2 else None


def why_no_leader(s: TigrisState, at: str, lifted: int) -> Reason | None:
    """What a cell has against a leader. `lifted`: the cell that a moving one leaves."""
    occupied = _occupied(s, at, "TE-3.2")
    if occupied:
        return occupied
    bit = BIT[at]
    if bit & s.board.river:
        return reason("why.leader_on_river", "TE-3.2", Kind.TERRAIN, at=at)
    if not bit & dilate(s.tiles[RED]):
        down = (NEAR[bit] & s.down).bit_count()
        return reason("why.only_face_down" if down else "why.no_temple", "TE-3.2", Kind.NEEDS, at=at)
    if lifted and bit & beside_two_without(s, lifted, *beside_several(s.halos)):
        return reason("why.joins_two_moved", "TE-3.4", Kind.LIMIT, at=at)
    n = _kingdoms_beside(s, bit)
    return reason("why.joins_two", "TE-3.3", Kind.LIMIT, at=at, n=n) if n > 1 and not lifted else None


def _catastrophe(s: TigrisState, seat: int, at: str) -> Reason | None:
    bit = BIT[at]
    if not s.curses[seat]:
        return reason("why.no_catastrophe", "TE-9.1", Kind.SHORT, n=1)
    if bit & s.dead:
        return reason("why.catastrophe_there", "TE-9.2", Kind.OCCUPIED, at=at)
    if bit & s.lords:
        return reason("why.catastrophe_leader", "TE-9.2", Kind.OCCUPIED, at=at)
    if bit & s.down:
        return reason("why.catastrophe_monument", "TE-9.2", Kind.OCCUPIED, at=at)
    if bit & s.treasures:
        return reason("why.catastrophe_treasure", "TE-9.2", Kind.OCCUPIED, at=at)
    for colour, stands in enumerate(s.buildings):
        if bit & stands:
            return reason("why.catastrophe_building", "TE-14.7", Kind.OCCUPIED, at=at, what=BUILDINGS[colour])
    return None

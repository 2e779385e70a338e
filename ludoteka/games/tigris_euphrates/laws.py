"""What is true in every position, whatever has been played."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.core.position import numbers_fit
from ludoteka.games.tigris_euphrates.board import NAMES, PLUS, SQUARE, cell_names, dilate, flood
from ludoteka.games.tigris_euphrates.data import (
    ACTIONS,
    CATASTROPHES,
    HAND,
    LAST_TURN,
    LEADERS,
    RED,
    TILE_COUNTS,
    TILES,
    TREASURES_LEFT,
)
from ludoteka.games.tigris_euphrates.phases.conflict import Conflict
from ludoteka.games.tigris_euphrates.phases.turn import Actions
from ludoteka.games.tigris_euphrates.state import TigrisState


def _state(state: State) -> TigrisState:
    assert isinstance(state, TigrisState)
    return state


def tiles_are_conserved(state: State) -> None:
    """153 tiles: in the bag, in hands, face up, out of play. [TE-18.1]"""
    s = _state(state)
    for c, total in enumerate(TILE_COUNTS):
        hands = sum(s.hands[c::4]) + sum(s.swapped[c::4])
        assert min(s.bag[c], s.spent[c], *s.hands, *s.swapped) >= 0, f"fewer than no tiles of the kind {TILES[c]}"
        there = s.bag[c] + hands + s.tiles[c].bit_count() + s.spent[c]
        assert there == total, f"there are {there} tiles of the kind {TILES[c]} instead of {total}"


def hands_have_a_limit(state: State) -> None:
    s = _state(state)
    for seat in range(s.seats):
        assert s.hand_size(seat) <= HAND, f"p{seat + 1} has {s.hand_size(seat)} tiles"
    assert all(0 <= n <= CATASTROPHES for n in s.curses), f"a player has two catastrophes at most, not {s.curses}"
    assert min(s.points) >= 0, "fewer than no points"


def treasures_are_conserved(state: State) -> None:
    """A treasure lies on a temple, a face-down tile or the wonder, or behind a screen. [TE-6.10, TE-7.5]"""
    s = _state(state)
    assert s.treasures & ~(s.tiles[RED] | s.down) == 0, "a treasure lies neither on a temple nor on a face-down tile"
    assert s.treasures.bit_count() + sum(s.taken) == s.hoard, "a treasure is missing, or there is one too many"


def a_cell_holds_one_piece(state: State) -> None:
    s = _state(state)
    kinds = [*s.tiles, s.down, s.lords, s.dead]
    everything = 0
    for mask in kinds:
        assert everything & mask == 0, f"two pieces on {' '.join(cell_names(everything & mask))}"
        everything |= mask
    assert everything & ~(s.board.land | s.board.river) == 0, "a piece beside the board"
    assert everything & ~s.dead == s.occupied, "cells and pieces differ"


def terrain_is_kept(state: State) -> None:
    """Farms on rivers, other tiles and leaders on land. [TE-5.1, TE-3.2]"""
    s = _state(state)
    red, blue, green, black = s.tiles
    wrong = blue & ~s.board.river | (red | green | black | s.lords) & ~s.board.land
    assert not wrong, f"wrong terrain: {' '.join(cell_names(wrong))}"


def leaders_stand_once(state: State) -> None:
    s = _state(state)
    for c in range(4):
        bits = [bit for bit in s.leaders[c::4] if bit]
        assert len(set(bits)) == len(bits)
        assert sum(bits) == s.chiefs[c]
    assert sum(s.chiefs) == s.lords


def leaders_stand_beside_temples(state: State) -> None:
    """[TE-3.2, TE-3.8]"""
    s = _state(state)
    lonely = s.lords & ~dilate(s.tiles[RED])
    assert not lonely, f"a leader without a temple: {' '.join(cell_names(lonely))}"


def kingdoms_are_up_to_date(state: State) -> None:
    """The kept kingdoms and halos are those that the board shows. [TE-1.4, TE-1.5]"""
    s = _state(state)
    assert s.lords & ~s.occupied == 0
    found = []
    lords = s.lords
    while lords:
        realm = flood(lords & -lords, s.occupied)
        found.append((realm, dilate(realm)))
        lords &= ~realm
    assert sorted(zip(s.realms, s.halos, strict=True)) == sorted(found)


def one_leader_of_a_colour_per_kingdom(state: State) -> None:
    """At rest, that is while no conflict is being fought."""
    s = _state(state)
    if any(repr(f[0]) in ("Attack", "Defend", "Wars", "WarOrder") for f in s.stack):
        return
    if s.left and not s.stack:  # the match may have been left in the middle of a conflict
        return
    assert s.union == 0, "a unification marker without a war"
    for realm in s.realms:
        for mask in s.chiefs:
            assert (mask & realm).bit_count() <= 1, "two leaders of one colour in a kingdom"


def monuments_stand_on_their_tiles(state: State) -> None:
    """Four cells each, five for the wonder, none shared. [TE-8.3, TE-15.2]"""
    s = _state(state)
    shapes = [SQUARE[at] for at in s.monuments if at > 0] + ([PLUS[s.wonder]] if s.wonder > 0 else [])
    assert sum(shapes) & ~s.down == 0, "a monument on tiles that lie face up"
    assert sum(shape.bit_count() for shape in shapes) == sum(shapes).bit_count(), "two monuments on one cell"


def buildings_stand_on_their_colour(state: State) -> None:
    """[TE-14.7, TE-14.8]"""
    s = _state(state)
    assert all(bit & ~s.tiles[c] == 0 for c, bit in enumerate(s.buildings)), "a building on a tile of another colour"
    assert s.options.buildings or not any(s.buildings), "a building, but the match is without them"
    assert s.options.wonder or not s.wonder, "a wonder, but the match is without it"


def questions_fit(state: State) -> None:
    """What is asked is about players, colours and cells that are there, in the turn of the active one."""
    s = _state(state)
    seats = s.seats
    numbers_fit(s, active=seats, rival=seats, taker=seats, first=seats, next=seats, done=seats + 1, colour=4)
    numbers_fit(s, left=ACTIONS + 1, n=HAND + 1, own=len(NAMES), other=len(NAMES), added=HAND + 1)
    over = s.treasures.bit_count() <= TREASURES_LEFT or sum(s.bag) < HAND or s.turn >= LAST_TURN
    assert s.stack or s.left or over, "the match is not over yet"
    for f in s.stack:
        assert getattr(f, "active", s.active) == s.active, f"{f[0]!r} is not about the active player"
        for name in ("union", "placed"):
            assert not getattr(f, name, 0) & ~s.occupied, f"{f[0]!r} is about a cell without a tile"
        if isinstance(f, Actions):
            assert f.seat == s.active, f"p{f.seat + 1} is asked in the turn of p{s.active + 1}"
            assert f.left, "a turn without an action"
        elif isinstance(f, Conflict):
            assert f.seat != f.rival, "a conflict with oneself"
            both = all(s.leaders[seat * 4 + f.colour] for seat in (f.seat, f.rival))
            assert both, f"a conflict of the {LEADERS[f.colour]}s without two leaders"


LAWS = (
    tiles_are_conserved,
    hands_have_a_limit,
    treasures_are_conserved,
    a_cell_holds_one_piece,
    terrain_is_kept,
    leaders_stand_once,
    leaders_stand_beside_temples,
    kingdoms_are_up_to_date,
    one_leader_of_a_colour_per_kingdom,
    monuments_stand_on_their_tiles,
    buildings_stand_on_their_colour,
    questions_fit,
)

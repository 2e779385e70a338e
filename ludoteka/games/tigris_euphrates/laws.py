"""What is true in every position, whatever has been played."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.games.tigris_euphrates.board import PLUS, SQUARE, dilate, flood
from ludoteka.games.tigris_euphrates.data import CATASTROPHES, HAND, RED, TILE_COUNTS
from ludoteka.games.tigris_euphrates.state import TigrisState


def _state(state: State) -> TigrisState:
    assert isinstance(state, TigrisState)
    return state


def tiles_are_conserved(state: State) -> None:
    """153 tiles: in the bag, in hands, face up, out of play. [TE-18.1]"""
    s = _state(state)
    for c, total in enumerate(TILE_COUNTS):
        hands = sum(s.hands[c::4]) + sum(s.swapped[c::4])
        assert s.bag[c] >= 0
        assert min(s.hands) >= 0
        assert s.bag[c] + hands + s.tiles[c].bit_count() + s.spent[c] == total


def hands_have_a_limit(state: State) -> None:
    s = _state(state)
    assert all(s.hand_size(seat) <= HAND for seat in range(s.seats))
    assert all(0 <= n <= CATASTROPHES for n in s.curses)
    assert min(s.points) >= 0


def treasures_are_conserved(state: State) -> None:
    """A treasure lies on a temple, a face-down tile or the wonder, or behind a screen. [TE-6.10, TE-7.5]"""
    s = _state(state)
    assert s.treasures & ~(s.tiles[RED] | s.down) == 0
    assert s.treasures.bit_count() + sum(s.taken) == s.hoard


def a_cell_holds_one_piece(state: State) -> None:
    s = _state(state)
    kinds = [*s.tiles, s.down, s.lords, s.dead]
    everything = 0
    for mask in kinds:
        assert everything & mask == 0
        everything |= mask
    assert everything & ~(s.board.land | s.board.river) == 0
    assert everything & ~s.dead == s.occupied


def terrain_is_kept(state: State) -> None:
    """Farms on rivers, other tiles and leaders on land. [TE-5.1, TE-3.2]"""
    s = _state(state)
    red, blue, green, black = s.tiles
    assert blue & ~s.board.river == 0
    assert (red | green | black | s.lords) & ~s.board.land == 0


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
    assert s.lords & ~dilate(s.tiles[RED]) == 0


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
    assert s.union == 0
    for realm in s.realms:
        for mask in s.chiefs:
            assert (mask & realm).bit_count() <= 1


def monuments_stand_on_their_tiles(state: State) -> None:
    """Four cells each, five for the wonder, none shared. [TE-8.3, TE-15.2]"""
    s = _state(state)
    shapes = [SQUARE[at] for at in s.monuments if at > 0] + ([PLUS[s.wonder]] if s.wonder > 0 else [])
    assert sum(shapes) & ~s.down == 0
    assert sum(shape.bit_count() for shape in shapes) == sum(shapes).bit_count()


def buildings_stand_on_their_colour(state: State) -> None:
    """[TE-14.7, TE-14.8]"""
    s = _state(state)
    assert all(bit & ~s.tiles[c] == 0 for c, bit in enumerate(s.buildings))
    assert s.options.buildings or not any(s.buildings)
    assert s.options.wonder or not s.wonder


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
)

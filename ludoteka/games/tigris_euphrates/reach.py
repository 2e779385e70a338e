"""Which cells something may come to: what is free, what lies beside how many kingdoms."""

from __future__ import annotations

from ludoteka.games.tigris_euphrates.board import NEAR, RING, dilate, flood
from ludoteka.games.tigris_euphrates.state import TigrisState


def free_cells(s: TigrisState) -> int:
    return (s.board.land | s.board.river) & ~(s.occupied | s.dead)


def beside_several(halos: list[int]) -> tuple[int, int]:
    """The cells beside two or more kingdoms, and those beside three or more."""
    one = two = three = 0
    for halo in halos:
        three |= two & halo
        two |= one & halo
        one |= halo
    return two, three


def beside_two_without(s: TigrisState, bit: int) -> int:
    """The cells beside two or more kingdoms once the leader on this cell is lifted. [TE-3.4]"""
    one = two = own = 0
    for realm, halo in zip(s.realms, s.halos, strict=True):
        if realm & bit:
            own = realm
        else:
            two |= one & halo
            one |= halo
    left = own ^ bit
    lords = left & s.lords
    if not lords:  # what remains is no kingdom
        return two
    touched = NEAR[bit] & left
    first = touched & -touched
    # mostly the kingdom holds together, and the eight cells around the leader show it
    if first == touched or flood(first, RING[bit] & left) & touched == touched:
        return two | one & dilate(left)
    while lords:
        part = flood(lords & -lords, left)
        halo = dilate(part)
        two |= one & halo
        one |= halo
        lords &= ~part
    return two


def catastrophe_cells(s: TigrisState) -> int:
    """Empty cells and bare face-up tiles. [TE-9.1, TE-9.2]"""
    taken = s.dead | s.down | s.lords | s.treasures
    for stands in s.buildings:
        taken |= stands
    return (s.board.land | s.board.river) & ~taken

"""Which cells something may come to: what is free, what lies beside how many kingdoms."""

from __future__ import annotations

from ludoteka.games.tigris_euphrates.board import EVERYWHERE, NEAR, dilate, flood, unbroken
from ludoteka.games.tigris_euphrates.state import TigrisState


def free_cells(s: TigrisState) -> int:
    return EVERYWHERE ^ s.occupied ^ s.dead  # nothing is ever on a dead cell


def beside_several(halos: list[int]) -> tuple[int, int]:
    """The cells beside two or more kingdoms, and those beside three or more."""
    one = two = three = 0
    for halo in halos:
        second = one & halo
        if second:
            three |= two & halo
            two |= second
        one |= halo
    return two, three


def beside_two_without(s: TigrisState, bit: int) -> int:
    """The cells beside two or more kingdoms once the leader on this cell is lifted. [TE-3.4]"""
    one = two = own = 0
    for realm, halo in zip(s.realms, s.halos):  # noqa: B905 - a native build knows only the plain form
        if realm & bit:
            own = realm
        else:
            two |= one & halo
            one |= halo
    left = own ^ bit
    lords = left & s.lords
    if not lords:  # what remains is no kingdom
        return two
    if unbroken(bit, left):
        return two | one & dilate(left)
    while lords:
        part = flood(lords & -lords, left)
        halo = dilate(part)
        two |= one & halo
        one |= halo
        lords &= ~part
    return two


def is_beside_two_without(s: TigrisState, bit: int, cell: int) -> bool:
    """Whether one cell is among those of `beside_two_without`."""
    own = beside = 0
    for realm, halo in zip(s.realms, s.halos):  # noqa: B905
        if realm & bit:
            own = realm
        elif halo & cell:
            if beside:
                return True
            beside = 1
    left = own ^ bit
    touched = NEAR[cell] & left
    if not touched or not left & s.lords:
        return False
    if unbroken(bit, left):
        return beside == 1
    while touched:
        part = flood(touched & -touched, left)
        if part & s.lords:
            if beside:
                return True
            beside = 1
        touched &= ~part
    return False


def catastrophe_cells(s: TigrisState) -> int:
    """Empty cells and bare face-up tiles. [TE-9.1, TE-9.2]"""
    taken = s.dead | s.down | s.lords | s.treasures
    for stands in s.buildings:
        if stands:
            taken |= stands
    return EVERYWHERE ^ taken

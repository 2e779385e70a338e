"""Which cells something may come to: what is free, what lies beside how many kingdoms."""

from __future__ import annotations

from ludoteka.games.tigris_euphrates.board import EVERYWHERE, HALO, dilate, flood, unbroken
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


def beside_two_without(s: TigrisState, bit: int, two: int, three: int) -> int:
    """The cells beside two or more kingdoms once the leader on this cell is lifted. [TE-3.4]

    `two` and `three` are those of `beside_several` while it stands: mostly its kingdom stays one, and then only cells
    that touched the leader alone lie beside one kingdom less."""
    own = s.realm_of(bit)
    left = own ^ bit
    lords = left & s.lords
    if not lords:  # what remains is no kingdom
        return two & ~dilate(own) | three
    if unbroken(bit, left):
        return two & ~(HALO[bit] & ~dilate(left)) | three if two & HALO[bit] else two
    one = two = 0
    for realm, halo in zip(s.realms, s.halos):  # noqa: B905 - a native build knows only the plain form
        if realm != own:
            two |= one & halo
            one |= halo
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
        if stands:
            taken |= stands
    return EVERYWHERE ^ taken

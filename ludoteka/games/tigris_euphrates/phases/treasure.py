"""Traders take treasures at the end of an action. [TE-7.1 … TE-7.6]"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Phase
from ludoteka.games.tigris_euphrates.actions import KEEP, Keep
from ludoteka.games.tigris_euphrates.board import BIT, cell_names, cells
from ludoteka.games.tigris_euphrates.data import GREEN
from ludoteka.games.tigris_euphrates.state import TigrisState


class EndOfAction(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    active: int


class Treasures(Phase[TigrisState, EndOfAction]):
    """A kingdom with a trader and several treasures gives all but one away."""

    def run(self, s: TigrisState, f: EndOfAction) -> None:
        active = f.active
        traders = s.chiefs[GREEN]
        if not traders:
            return
        rich: list[tuple[int, int]] = []
        for realm in s.realms:
            if realm & traders:
                found = realm & s.treasures
                if found & (found - 1):
                    rich.append(((s.owner(GREEN, realm) - active) % s.seats, found))
        if not rich:
            return
        for offset, found in sorted(rich, reverse=True):  # the active player is asked first
            seat = (active + offset) % s.seats
            plain = found & ~s.board.bordered
            may_stay = plain or found  # bordered cells are emptied first [TE-7.2]
            if may_stay & (may_stay - 1):
                s.stack.append(Found(TREASURE, seat, found, may_stay))
            else:
                _take(s, seat, found & ~may_stay)


class Found(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    found: int
    may_stay: int


class Treasure(Phase[TigrisState, Found]):
    """Which treasure stays on the board."""

    def legal(self, s: TigrisState, f: Found) -> list[Action]:
        return [KEEP[i] for i in cells(f.may_stay)]

    def apply(self, s: TigrisState, f: Found, a: Action) -> None:
        assert isinstance(a, Keep)
        _take(s, f.seat, f.found & ~BIT[a.at])

    def why_not(self, s: TigrisState, f: Found, a: Action) -> Reason | None:
        if isinstance(a, Keep):
            may_stay = ", ".join(cell_names(f.may_stay))
            if BIT.get(a.at, 0) & f.found:
                return reason("why.bordered_first", "TE-7.2", Kind.TERRAIN, at=a.at, cells=may_stay)
            return reason("why.no_treasure_here", "TE-7.1", Kind.NEEDS, at=a.at, cells=may_stay)
        return reason("why.treasure_first", "TE-7.1", Kind.FIRST, cells=", ".join(cell_names(f.may_stay)))


def _take(s: TigrisState, seat: int, mask: int) -> None:
    s.treasures &= ~mask
    s.taken = changed(s.taken, seat, s.taken[seat] + mask.bit_count())
    s.note(seat, "treasure", mask.bit_count(), "trader")


TREASURES: Final = Treasures()
TREASURE: Final = Treasure()

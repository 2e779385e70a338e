"""Traders take treasures at the end of an action. [TE-7.1 … TE-7.6]"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.tigris_euphrates.actions import KEEP, Keep
from ludoteka.games.tigris_euphrates.board import BIT, cell_names, cells
from ludoteka.games.tigris_euphrates.data import GREEN
from ludoteka.games.tigris_euphrates.state import TigrisState


class Treasures(Phase[TigrisState, Frame]):
    """f = (TREASURES, None, active): a kingdom with a trader and several treasures gives all but one away."""

    def run(self, s: TigrisState, f: Frame) -> None:
        active: int = f[2]
        traders = s.chiefs[GREEN]
        if not traders:
            return
        rich: list[tuple[int, int]] = []
        for realm in s.realms:
            if realm & traders:
                found = realm & s.treasures
                if found and found & (found - 1):
                    rich.append(((s.owner(GREEN, realm) - active) % s.seats, found))
        if not rich:
            return
        for offset, found in sorted(rich, reverse=True):  # the active player is asked first
            seat = (active + offset) % s.seats
            plain = found & ~s.board.bordered
            may_stay = plain or found  # bordered cells are emptied first [TE-7.2]
            if may_stay & (may_stay - 1):
                s.stack.append((TREASURE, seat, found, may_stay))
            else:
                _take(s, seat, found & ~may_stay)


class Treasure(Phase[TigrisState, Frame]):
    """f = (TREASURE, seat, found, may_stay): which treasure stays on the board."""

    def legal(self, s: TigrisState, f: Frame) -> list[Action]:
        return [KEEP[i] for i in cells(f[3])]

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        assert isinstance(a, Keep)
        _take(s, f[1], f[2] & ~BIT[a.at])

    def why_not(self, s: TigrisState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Keep):
            may_stay = ", ".join(cell_names(f[3]))
            if BIT.get(a.at, 0) & f[2]:
                return reason("why.bordered_first", "TE-7.2", at=a.at, cells=may_stay)
            return reason("why.no_treasure_here", "TE-7.1", at=a.at, cells=may_stay)
        return reason("why.treasure_first", "TE-7.1", cells=", ".join(cell_names(f[3])))


def _take(s: TigrisState, seat: int, mask: int) -> None:
    s.treasures &= ~mask
    s.taken[seat] += mask.bit_count()
    s.note(seat, "treasure", mask.bit_count(), "trader")


TREASURES: Final = Treasures()
TREASURE: Final = Treasure()

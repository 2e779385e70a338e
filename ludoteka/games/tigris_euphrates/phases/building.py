"""Civilization buildings: put or moved after the wars, before monuments. [TE-14.1 … TE-14.10]"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.tigris_euphrates.actions import BUILDING, DECLINE, Building
from ludoteka.games.tigris_euphrates.board import BIT, cell_names, cells, line_through
from ludoteka.games.tigris_euphrates.data import BUILDINGS
from ludoteka.games.tigris_euphrates.state import TigrisState

SHORTEST = 3


def building_cells(s: TigrisState, colour: int, placed: int) -> int:
    """Where the building of the colour may go after this tile, 0 if nowhere.

    Lines through the placed tile count when they have three tiles or more. A building that stands already needs a line
    longer than both lines through its own tile, and no line on which it stands itself. [TE-14.3 … TE-14.5]
    """
    tiles, stands = s.tiles[colour], s.buildings[colour]
    longest = SHORTEST - 1
    if stands:
        longest = max(longest, *(line_through(stands, tiles, axis).bit_count() for axis in (0, 1)))
    found = 0
    for axis in (0, 1):
        line = line_through(placed, tiles, axis)
        if line.bit_count() > longest and not line & stands:
            found |= line
    return found


class OfferBuilding(Phase[TigrisState, Frame]):
    """f = (OFFER_BUILDING, None, active, colour, placed)"""

    def run(self, s: TigrisState, f: Frame) -> None:
        if building_cells(s, f[3], f[4]):
            s.stack.append((BUILD_BUILDING, f[2], f[3], f[4]))


class BuildBuilding(Phase[TigrisState, Frame]):
    """f = (BUILD_BUILDING, seat, colour, placed): where the building goes, if anywhere."""

    def legal(self, s: TigrisState, f: Frame) -> list[Action]:
        found: list[Action] = [BUILDING[i] for i in cells(building_cells(s, f[2], f[3]))]
        found.append(DECLINE)
        return found

    def apply(self, s: TigrisState, f: Frame, a: Action) -> None:
        if isinstance(a, Building):
            s.buildings[f[2]] = BIT[a.at]
            s.note(f[1], BUILDINGS[f[2]], 1, "line")

    def why_not(self, s: TigrisState, f: Frame, a: Action) -> Reason | None:
        may = ", ".join(cell_names(building_cells(s, f[2], f[3])))
        if isinstance(a, Building):
            return reason("why.not_on_line", "TE-14.3", at=a.at, what=BUILDINGS[f[2]], cells=may)
        return reason("why.building_first", "TE-14.2", what=BUILDINGS[f[2]])


OFFER_BUILDING: Final = OfferBuilding()
BUILD_BUILDING: Final = BuildBuilding()

"""Civilization buildings: put or moved after the wars, before monuments. [TE-14.1 … TE-14.10]"""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Phase
from ludoteka.games.tigris_euphrates.actions import BUILDING, DECLINE, Building
from ludoteka.games.tigris_euphrates.board import BIT, cell_names, cells, line_through
from ludoteka.games.tigris_euphrates.data import BUILDINGS
from ludoteka.games.tigris_euphrates.phases.monument import AfterTile, Site
from ludoteka.games.tigris_euphrates.state import TigrisState

SHORTEST: Final = 3


def building_cells(s: TigrisState, colour: int, placed: int) -> int:
    """Where the building of the colour may go after this tile, 0 if nowhere.

    Lines through the placed tile count when they have three tiles or more. A building that stands already needs a line
    longer than both lines through its own tile, which the line on which it stands itself never is. [TE-14.3 … TE-14.5]
    """
    tiles, stands = s.tiles[colour], s.buildings[colour]
    longest = SHORTEST - 1
    if stands:
        longest = max(longest, *(line_through(stands, tiles, axis).bit_count() for axis in (0, 1)))
    found = 0
    for axis in (0, 1):
        line = line_through(placed, tiles, axis)
        if line.bit_count() > longest:
            found |= line
    return found


class OfferBuilding(Phase[TigrisState, AfterTile]):
    def run(self, s: TigrisState, f: AfterTile) -> None:
        if building_cells(s, f.colour, f.placed):
            s.stack.append(Site(BUILD_BUILDING, f.active, f.colour, f.placed))


class BuildBuilding(Phase[TigrisState, Site]):
    """Where the building goes, if anywhere."""

    def legal(self, s: TigrisState, f: Site) -> list[Action]:
        found: list[Action] = [BUILDING[i] for i in cells(building_cells(s, f.colour, f.placed))]
        found.append(DECLINE)
        return found

    def apply(self, s: TigrisState, f: Site, a: Action) -> None:
        if isinstance(a, Building):
            s.buildings = changed(s.buildings, f.colour, BIT[a.at])
            s.note(f.seat, BUILDINGS[f.colour], 1, "line")

    def why_not(self, s: TigrisState, f: Site, a: Action) -> Reason | None:
        may = ", ".join(cell_names(building_cells(s, f.colour, f.placed)))
        if isinstance(a, Building):
            return reason("why.not_on_line", "TE-14.3", Kind.NEEDS, at=a.at, what=BUILDINGS[f.colour], cells=may)
        return reason("why.building_first", "TE-14.2", Kind.FIRST, what=BUILDINGS[f.colour])


OFFER_BUILDING: Final = OfferBuilding()
BUILD_BUILDING: Final = BuildBuilding()

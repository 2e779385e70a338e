"""The ways that sages go if something is done, for the page to draw before it happens."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.games.fabled import actions as a
from ludoteka.games.fabled import board
from ludoteka.games.fabled.phases.movement import MovesFrame, steps_of
from ludoteka.games.fabled.phases.steps import AtCellFrame, way
from ludoteka.games.fabled.state import FabledState


def ways(s: FabledState, action: Action) -> list[list[str]]:
    return [[s.content.cell_name[c] for c in cells] for cells in _ways(s, action) if len(cells) > 1]


def _ways(s: FabledState, action: Action) -> list[list[int]]:
    f, content = s.stack[-1], s.content
    seat = s.to_move()
    match action:
        case a.Announce(what):
            return _announced(s, seat, a.ANNOUNCED[what])
        case a.Move(at) if isinstance(f, MovesFrame):
            return [way(s, seat, content.cell_index[at], f.n)]
        case a.Step(at):
            return [way(s, seat, content.cell_index[at], 1)]
        case a.Pass() if isinstance(f, AtCellFrame):
            return [way(s, seat, s.at[f.sage], f.left)]
        case a.Cross() if isinstance(f, AtCellFrame):
            here = s.at[f.sage]
            first = content.paths[board.right_of(s, content.cell_land[here])][0][0]
            return [[here, *([first] if content.cell_places[first] else way(s, seat, first, f.left - 1))]]
        case a.Relocate(at):
            return [[s.at[s.leaving], content.paths[content.land_index[at]][0][0]]]
    return []


def _announced(s: FabledState, announcer: int, terrains: int) -> list[list[int]]:
    """Everybody on the announced terrain, each side with its own number of steps."""
    there, found = s.content.terrain_cells[terrains], []
    for side in s.clockwise(announcer):
        n = steps_of(s, announcer, side, terrains)
        found += [way(s, side, s.at[g], n) for g in s.own(side) if s.at[g] in there]
    return found

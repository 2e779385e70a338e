"""How the spirits look for a position in the row: for a new land, and for a land moved by the gates."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE
from ludoteka.games.fabled import board
from ludoteka.games.fabled.actions import Open
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import lands
from ludoteka.games.fabled.phases.lands import DeckFrame
from ludoteka.games.fabled.state import Doing, FabledState, ForTerrain


def failed_condition(s: FabledState, row: tuple[int, ...], land: int, gap: int) -> int:
    """The first of the three conditions that a position breaks (FB-9.14), or 0. Connections are as printed (FB-9.4)."""
    right = row[gap]
    if not any(board.lands_of(s, seat) >> right & 1 for seat in range(s.seats)):
        return 1
    if not board.is_joined(s, land, right):
        return 2
    if gap:
        left = row[gap - 1]
        if (
            board.lands_of(s, s.spirits) >> left & 1
            and board.is_joined(s, left, right)
            and not board.is_joined(s, left, land)
        ):
            return 3
    return 0


# -- a new land


def cards(s: FabledState, terrain: int) -> bool:
    return s.open[terrain * 2] >= 0 or bool(s.decks[terrain])


def can_place(s: FabledState, terrain: int) -> bool:
    return cards(s, terrain) and s.supply(s.spirits) >= s.content.placed[terrain]


def find_gap(s: FabledState, land: int) -> int:
    """The first position from the left that fulfils all conditions, or -1; every failure is told."""
    name = s.content.land_id[land]
    for gap in range(len(s.row)):
        broken = failed_condition(s, s.row, land, gap)
        if not broken:
            s.tell("tell.gap_fits", what=name, at=f"g{gap}")
            return gap
        right = s.content.land_id[s.row[gap]]
        left = s.content.land_id[s.row[gap - 1]] if gap else "-"
        s.tell(f"tell.condition_{broken}", what=name, at=f"g{gap}", left=left, right=right)
    s.tell("tell.no_gap", what=name)
    return NONE


def add_land(s: FabledState, f: ForTerrain) -> None:
    """The search of FB-9.13: the farther open card, the nearer one, then the top of the deck at the far left."""
    terrain = f.terrain
    for land in s.open[terrain * 2 : terrain * 2 + 2]:
        if land >= 0:
            gap = find_gap(s, land)
            if gap >= 0:
                put(s, land, gap)
                lands.take_open(s, land)
                return
    if s.decks[terrain]:
        s.stack.append(DeckFrame(TOP, CHANCE, terrain))
    else:
        land = s.open[terrain * 2]
        s.tell("tell.deck_empty", what=s.content.land_id[land])
        put(s, land, 0)
        lands.take_open(s, land)


def put(s: FabledState, land: int, gap: int) -> None:
    lands.insert(s, land, gap)
    lands.place_sages(s, s.spirits, land)
    s.tell("tell.adds", what=s.content.land_id[land], at=f"g{gap}")
    lands.reward_all(s, s.content.land_terrain[land])


class Top(lands.Opening):
    def apply(self, s: FabledState, f: DeckFrame, a: Action) -> None:
        assert isinstance(a, Open)
        land = lands.draw_land(s, f.terrain, a)
        s.tell("tell.top_card", what=a.what)
        put(s, land, 0)


# -- the gates


def stranded(s: FabledState) -> int:
    """The first land from the left with spirit sages that is not connected to the right (FB-9.34), or -1."""
    mine = board.lands_of(s, s.spirits)
    return next((land for land in s.row if mine >> land & 1 and not is_led_on(s, s.row, land)), NONE)


def new_place(s: FabledState) -> tuple[int, int] | None:
    """The land the gates move and its position in the row without it, or None."""
    land = stranded(s)
    if land < 0:
        return None
    rest = tuple([x for x in s.row if x != land])
    for gap in range(len(rest)):
        if not failed_condition(s, rest, land, gap) and keeps_connections(s, land, rest, gap):
            return land, gap
    return None


def keeps_connections(s: FabledState, land: int, rest: tuple[int, ...], gap: int) -> bool:
    """The fourth condition: no other land with spirit sages loses its connection to the right."""
    after = (*rest[:gap], land, *rest[gap:])
    mine = board.lands_of(s, s.spirits)
    return not any(mine >> x & 1 and is_led_on(s, s.row, x) and not is_led_on(s, after, x) for x in rest)


def is_led_on(s: FabledState, row: tuple[int, ...], land: int) -> bool:
    i = row.index(land) + 1
    return i < len(row) and board.is_joined(s, land, row[i])


def use_gates(s: FabledState) -> None:
    found = new_place(s)
    assert found is not None, "checked before"
    land, gap = found
    gap += gap > s.row.index(land)
    s.tell("tell.gates", what=s.content.land_id[land], at=f"g{gap}")
    lands.move_land(s, land, gap)


ADD: Final = Doing("AddLand", ForTerrain, add_land)
TOP: Final = Top()

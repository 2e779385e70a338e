"""How the spirits look for a position in the row: for a new land, and for a land moved by the gates."""

from __future__ import annotations

from ludoteka.games.fabled import board
from ludoteka.games.fabled.content import NONE
from ludoteka.games.fabled.phases import choices
from ludoteka.games.fabled.state import FabledState


def failed_condition(s: FabledState, row: list[int], land: int, gap: int) -> int:
    """The first of the three conditions that a position breaks (FB-9.14), or 0. Connections are as printed (FB-9.4)."""
    right = row[gap]
    if not board.lands_of_players(s) >> right & 1:
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


def stranded(s: FabledState) -> int:
    """The first land from the left with spirit sages that is not connected to the right (FB-9.34), or -1."""
    mine = board.lands_of(s, s.spirits)
    for i, land in enumerate(s.row):
        if mine >> land & 1 and (i + 1 == len(s.row) or not board.is_joined(s, land, s.row[i + 1])):
            return land
    return NONE


def new_place(s: FabledState) -> tuple[int, int] | None:
    """The land the gates move and its position in the row without it, or None."""
    land = stranded(s)
    if land < 0:
        return None
    rest = [x for x in s.row if x != land]
    for gap in range(len(rest)):
        if not failed_condition(s, rest, land, gap) and keeps_connections(s, land, rest, gap):
            return land, gap
    return None


def keeps_connections(s: FabledState, land: int, rest: list[int], gap: int) -> bool:
    """The fourth condition: no other land with spirit sages loses its connection to the right."""
    after = [*rest[:gap], land, *rest[gap:]]
    mine = board.lands_of(s, s.spirits)
    for other in rest:
        if mine >> other & 1 and is_led_on(s, s.row, other) and not is_led_on(s, after, other):
            return False
    return True


def is_led_on(s: FabledState, row: list[int], land: int) -> bool:
    i = row.index(land) + 1
    return i < len(row) and board.is_joined(s, land, row[i])


def use_gates(s: FabledState) -> None:
    found = new_place(s)
    assert found is not None, "checked before"
    land, gap = found
    old = s.row.index(land)
    s.tell("tell.gates", what=s.content.land_id[land], at=f"g{gap if gap <= old else gap + 1}")
    choices.move_land(s, land, gap if gap <= old else gap + 1)

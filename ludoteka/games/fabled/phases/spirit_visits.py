"""Visits of the spirits' sages: order, second place of a vortex, replacement."""

from __future__ import annotations

from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.content import NONE
from ludoteka.games.fabled.phases import steps, visits
from ludoteka.games.fabled.state import FabledState


def next_visitor(s: FabledState, waiting: list[int]) -> int:
    """Places that bring books first, then by priority, then from left to right (FB-9.28)."""

    def key(sage: int) -> tuple[bool, int, tuple[int, int]]:
        place = s.wait[sage]
        return not s.content.producer[place], s.content.rank[place], steps.place_in_row(s, sage)

    return min(waiting, key=key)


def visit(s: FabledState, sage: int) -> None:
    """Apply the place, else the second place of the vortex, else replace and get a trick (FB-9.29, FB-9.30)."""
    cell = s.at[sage]
    place = visits.mark_visit(s, sage)
    name, at = s.content.place_id[place], s.content.cell_name[cell]
    if effects.can_run(s, s.spirits, s.content.place_effects[place]):
        s.tell("tell.visit", what=name, at=at)
        apply_place(s, place)
        return
    second = second_choice(s, sage, cell, place)
    if second >= 0:
        s.wait[sage] = second
        visits.mark_visit(s, sage)
        s.tell("tell.second_place", what=name, to=s.content.place_id[second], at=at)
        apply_place(s, second)
        return
    s.tell("tell.replacement", what=name, at=at)
    s.gain_trick("replacement")
    effects.run(s, s.spirits, s.content.replacement, effects.Source(NONE, place))


def second_choice(s: FabledState, sage: int, cell: int, place: int) -> int:
    for other in board.choices_at(s, sage, cell):
        if other != place and effects.can_run(s, s.spirits, s.content.place_effects[other]):
            return other
    return NONE


def apply_place(s: FabledState, place: int) -> None:
    s.stack.append((visits.TOLL, None, s.spirits, place))
    effects.run(s, s.spirits, s.content.place_effects[place], effects.Source(NONE, place), True)

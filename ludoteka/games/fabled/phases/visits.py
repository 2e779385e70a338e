"""Visits to Fabled Places: who goes when, apply or replace, what follows."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase, kept
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import APPLY, REPLACE, Apply, Enter
from ludoteka.games.fabled.effects import Source, source_of
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import abilities
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import Doing, FabledState
from ludoteka.games.fabled.vocab import BIT


def waiting(s: FabledState, side: int) -> list[int]:
    first = side * s.content.stride
    mine = s.wait[first : first + s.content.stride]
    return [first + i for i, place in enumerate(mine) if place >= 0] if max(mine) >= 0 else []


class VisitsFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    starter: int
    """The side that begins."""
    done: int = 0
    """So many sides are done."""


visits_frame: Final = kept(VisitsFrame)


def will_visit(s: FabledState, side: int) -> None:
    """A round of visits follows, unless one is to come anyway."""
    if not any(f[0] is VISITS for f in s.stack):
        s.stack.append(visits_frame(VISITS, None, side))


def visit_next(s: FabledState, f: VisitsFrame) -> None:
    """Sides resolve their waiting sages in turn, and again until nobody waits (FB-6.2)."""
    if s.wait.count(NONE) == len(s.wait):
        return
    for done, side in enumerate(s.clockwise(f.starter)):
        found = waiting(s, side) if done >= f.done else []
        if found:
            s.stack.append(visits_frame(VISITS, None, f.starter, done))
            if side == s.spirits:
                spirits_visit(s, next_visitor(s, found))
            elif len({(s.at[g], s.wait[g]) for g in found}) == 1:
                begin(s, side, found[0])
            else:
                s.stack.append(ENTERING.asked[side])
            return
    s.stack.append(visits_frame(VISITS, None, f.starter))


class Entering(Phase[FabledState, Asked]):
    """Which waiting sage visits next?"""

    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        pairs = sorted({(s.at[g], s.wait[g]) for g in waiting(s, f.seat)})
        return [s.content.acts.enter(cell, place) for cell, place in pairs]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Enter)
        cell, place = s.content.cell_index[a.at], s.content.place_index[a.what]
        begin(s, f.seat, next(g for g in waiting(s, f.seat) if s.at[g] == cell and s.wait[g] == place))

    def why_not(self, s: FabledState, f: Asked, a: Action) -> Reason | None:
        return reason("why.nobody_waits", "FB-6.2", at=a.at, what=a.what) if isinstance(a, Enter) else None


class PlaceFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    sage: int
    place: int


def begin(s: FabledState, side: int, sage: int) -> None:
    """The visit of a player's sage: apply or replace (FB-6.4)."""
    place = mark_visit(s, sage)
    if not effects.can_run(s, side, s.content.place_effects[place]):
        replace(s, side, sage, place)
    elif s.setting.claimed >> place & 1:
        apply_place(s, side, sage, place)
    else:
        s.stack.append(PlaceFrame(VISIT, side, sage, place))


def mark_visit(s: FabledState, sage: int) -> int:
    """The visit begins: the sage waits no longer, and this place of this card is done for it in this turn (FB-6.6)."""
    place = s.wait[sage]
    s.wait = changed(s.wait, sage, NONE)
    s.visited += (sage << 16 | s.content.cell_land[s.at[sage]] << 8 | place,)
    return place


class AtPlace(Phase[FabledState, PlaceFrame]):
    def legal(self, s: FabledState, f: PlaceFrame) -> list[Action]:
        return [APPLY, REPLACE]

    def apply(self, s: FabledState, f: PlaceFrame, a: Action) -> None:
        if isinstance(a, Apply):
            apply_place(s, f.seat, f.sage, f.place)
        else:
            replace(s, f.seat, f.sage, f.place)


class AppliedFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    side: int
    source: Source
    double: bool
    """The vortex was a double one."""


def apply_place(s: FabledState, side: int, sage: int, place: int) -> None:
    source = source_of(NONE, place, s.at[sage], sage)
    s.stack.append(AppliedFrame(APPLIED, None, side, source, len(board.linked(s, source.cell)) > 1))
    effects.run(s, side, s.content.place_effects[place], source, True)


def applied(s: FabledState, f: AppliedFrame) -> None:
    """After applying: event, own allies, the owner of the place, joint visit (FB-6.5)."""
    _, place, cell, sage = f.source
    if s.spirits >= 0 and s.joint[f.side]:
        s.stack.append(SharedFrame(JOINT, None, f.side, place))
    s.stack.append(SharedFrame(TOLL, None, f.side, place))
    moments = abilities.ON_VISIT | BIT["on_visit_double"] if f.double else abilities.ON_VISIT
    abilities.moment(s, f.side, moments, place, cell, sage)
    for mod in board.mods(s, f.side, "place_bonus"):
        if mod.places >> place & 1:
            effects.run(s, f.side, mod.effects)


class SharedFrame(NamedTuple):
    """What others have of a visit."""

    phase: Phase[Any, Any]
    seat: None
    visitor: int
    place: int


def toll(s: FabledState, f: SharedFrame) -> None:
    """The owner of an ally place gains when another side has applied it (FB-10.27)."""
    ally = s.content.place_ally[f.place]
    if ally >= 0:
        owner = board.owner_of(s, ally)
        tier, n = s.content.allies[ally].toll
        if owner not in (NONE, f.visitor) and n:
            s.gain(owner, tier, n, s.content.allies[ally].id)


def replace(s: FabledState, side: int, sage: int, place: int) -> None:
    """One steppe book or one conversion instead (FB-6.7), then allies, then the joint visit."""
    s.note(side, s.content.place_id[place], 0, "replacement")
    if s.spirits >= 0 and s.joint[side]:
        s.stack.append(SharedFrame(JOINT, None, side, place))
    abilities.moment(s, side, BIT["on_replacement"], place, s.at[sage], sage)
    effects.run(s, side, s.content.replacement, source_of(NONE, place, s.at[sage], sage), True)


def joint(s: FabledState, f: SharedFrame) -> None:
    """The spirits share the place that a holder of their token visited (FB-9.47)."""
    s.joint = changed(s.joint, f.visitor, s.joint[f.visitor] - 1)
    s.joint = changed(s.joint, s.spirits, s.joint[-1] + 1)
    s.tell("tell.joint_visit", seat=f.visitor, what=s.content.place_id[f.place])
    if effects.can_run(s, s.spirits, s.content.place_effects[f.place]):
        effects.run(s, s.spirits, s.content.place_effects[f.place], source_of(NONE, f.place), True)
    else:
        s.gain_trick("joint_visit")


# -- the spirits' sages


def next_visitor(s: FabledState, found: list[int]) -> int:
    """Places that bring books first, then by priority, then from left to right (FB-9.28)."""

    def key(sage: int) -> tuple[bool, int, tuple[int, int]]:
        place = s.wait[sage]
        return not s.content.producer[place], s.setting.rank[place], board.place_in_row(s, sage)

    return min(found, key=key)


def spirits_visit(s: FabledState, sage: int) -> None:
    """Apply the place, else the second place of the vortex, else replace and get a trick (FB-9.29, FB-9.30)."""
    cell = s.at[sage]
    place = mark_visit(s, sage)
    name, at = s.content.place_id[place], s.content.cell_name[cell]
    if effects.can_run(s, s.spirits, s.content.place_effects[place]):
        s.tell("tell.visit", what=name, at=at)
        spirits_apply(s, place)
        return
    for other in board.choices_at(s, sage, cell):
        if effects.can_run(s, s.spirits, s.content.place_effects[other]):
            s.wait = changed(s.wait, sage, other)
            mark_visit(s, sage)
            s.tell("tell.second_place", what=name, to=s.content.place_id[other], at=at)
            spirits_apply(s, other)
            return
    s.tell("tell.replacement", what=name, at=at)
    s.gain_trick("replacement")
    effects.run(s, s.spirits, s.content.replacement, source_of(NONE, place))


def spirits_apply(s: FabledState, place: int) -> None:
    s.stack.append(SharedFrame(TOLL, None, s.spirits, place))
    effects.run(s, s.spirits, s.content.place_effects[place], source_of(NONE, place), True)


VISITS: Final = Doing("Visits", VisitsFrame, visit_next)
ENTERING: Final = Entering()
VISIT: Final = AtPlace()
APPLIED: Final = Doing("Applied", AppliedFrame, applied)
TOLL: Final = Doing("Toll", SharedFrame, toll)
JOINT: Final = Doing("Joint", SharedFrame, joint)

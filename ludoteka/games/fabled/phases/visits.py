"""Visits to Fabled Places: who goes when, apply or replace, what follows."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import APPLY, REPLACE, Apply, Enter
from ludoteka.games.fabled.content import NONE
from ludoteka.games.fabled.phases import abilities, spirit_visits
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import BIT

ON_VISIT, ON_VISIT_DOUBLE, ON_REPLACEMENT = BIT["on_visit"], BIT["on_visit_double"], BIT["on_replacement"]


def waiting(s: FabledState, side: int) -> list[int]:
    return [g for g in s.own(side) if s.wait[g] >= 0]


class Visits(Phase[FabledState, Frame]):
    """Sides resolve their waiting sages in turn, and again until nobody waits (FB-6.2).

    f = (VISITS, None, side that begins, how many sides are done)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, starter, done = f
        ring = s.clockwise(starter)
        while done < len(ring):
            side = ring[done]
            found = waiting(s, side)
            if found:
                s.stack.append((VISITS, None, starter, done))
                self.next_visit(s, side, found)
                return
            done += 1
        if max(s.wait) >= 0:
            s.stack.append((VISITS, None, starter, 0))

    def next_visit(self, s: FabledState, side: int, found: list[int]) -> None:
        if side == s.spirits:
            spirit_visits.visit(s, spirit_visits.next_visitor(s, found))
        elif len({(s.at[g], s.wait[g]) for g in found}) == 1:
            begin(s, side, found[0])
        else:
            s.stack.append((ENTERING, side))


class Entering(Phase[FabledState, Frame]):
    """Which waiting sage visits next? f = (ENTERING, seat)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        pairs = sorted({(s.at[g], s.wait[g]) for g in waiting(s, f[1])})
        return [s.content.acts.enter(cell, place) for cell, place in pairs]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Enter)
        cell, place = s.content.cell_index[a.at], s.content.place_index[a.what]
        begin(s, f[1], next(g for g in waiting(s, f[1]) if s.at[g] == cell and s.wait[g] == place))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return reason("why.nobody_waits", "FB-6.2", at=a.at, what=a.what) if isinstance(a, Enter) else None


def begin(s: FabledState, side: int, sage: int) -> None:
    """The visit of a player's sage: apply or replace (FB-6.4)."""
    place = mark_visit(s, sage)
    if not effects.can_run(s, side, s.content.place_effects[place]):
        replace(s, side, sage, place)
    elif board.is_claimed(s, place):
        apply_place(s, side, sage, place)
    else:
        s.stack.append((VISIT, side, sage, place))


def mark_visit(s: FabledState, sage: int) -> int:
    """The visit begins: the sage waits no longer, and this place of this card is done for it in this turn (FB-6.6)."""
    place = s.wait[sage]
    s.wait[sage] = NONE
    s.visited += (sage << 16 | s.content.cell_land[s.at[sage]] << 8 | place,)
    return place


class AtPlace(Phase[FabledState, Frame]):
    """f = (VISIT, seat, sage, place)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [APPLY, REPLACE]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        if isinstance(a, Apply):
            apply_place(s, *f[1:])
        else:
            replace(s, *f[1:])


def apply_place(s: FabledState, side: int, sage: int, place: int) -> None:
    cell = s.at[sage]
    s.stack.append((APPLIED, None, side, sage, place, cell, len(board.linked(s, cell)) > 1))
    effects.run(s, side, s.content.place_effects[place], effects.Source(NONE, place, cell, sage), True)


class Applied(Phase[FabledState, Frame]):
    """After applying: event, own allies, the owner of the place, joint visit (FB-6.5).

    f = (APPLIED, None, side, sage, place, cell, the vortex was a double one)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, side, sage, place, cell, double = f
        if s.spirits >= 0 and s.joint[side]:
            s.stack.append((JOINT, None, side, place))
        s.stack.append((TOLL, None, side, place))
        moments = ON_VISIT | ON_VISIT_DOUBLE if double else ON_VISIT
        abilities.moment(s, side, moments, place, cell, sage)
        for mod in board.mods(s, side, "place_bonus"):
            if mod.places >> place & 1:
                effects.run(s, side, mod.effects)


def pay_toll(s: FabledState, side: int, place: int) -> None:
    """The owner of an ally place gains when another side has applied it (FB-10.27)."""
    ally = s.content.place_ally[place]
    if ally >= 0:
        owner = board.owner_of(s, ally)
        tier, n = s.content.allies[ally].toll
        if owner not in (NONE, side) and n:
            s.gain(owner, tier, n, s.content.allies[ally].id)


class Toll(Phase[FabledState, Frame]):
    """f = (TOLL, None, visitor's side, place)."""

    def run(self, s: FabledState, f: Frame) -> None:
        pay_toll(s, f[2], f[3])


def replace(s: FabledState, side: int, sage: int, place: int) -> None:
    """One steppe book or one conversion instead (FB-6.7), then allies, then the joint visit."""
    s.note(side, s.content.place_id[place], 0, "replacement")
    if s.spirits >= 0 and s.joint[side]:
        s.stack.append((JOINT, None, side, place))
    abilities.moment(s, side, ON_REPLACEMENT, place, s.at[sage], sage)
    effects.run(s, side, s.content.replacement, effects.Source(NONE, place, s.at[sage], sage), True)


class Joint(Phase[FabledState, Frame]):
    """The spirits share the place that a holder of their token visited (FB-9.47). f = (JOINT, None, seat, place)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, seat, place = f
        s.joint = changed(s.joint, seat, s.joint[seat] - 1)
        s.joint = changed(s.joint, s.spirits, s.joint[-1] + 1)
        s.tell("tell.joint_visit", seat=seat, what=s.content.place_id[place])
        if effects.can_run(s, s.spirits, s.content.place_effects[place]):
            effects.run(s, s.spirits, s.content.place_effects[place], effects.Source(NONE, place), True)
        else:
            s.gain_trick("joint_visit")


VISITS = Visits()
ENTERING = Entering()
VISIT = AtPlace()
APPLIED = Applied()
TOLL = Toll()
JOINT = Joint()

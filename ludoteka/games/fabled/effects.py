"""The interpreter of effects: when an operation can be carried out, and what it does (RULES.md, section 12).

An array of operations runs as a frame that carries out one operation at a time, so a choice in the middle of it is an
ordinary question on top of the stack. Where an operation leaves something to decide, a `Chooser` decides: a person is
asked (`phases/choices.py`), the spirits follow their procedure (`phases/spirit_choices.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, NamedTuple

from ludoteka.core.bits import bits
from ludoteka.core.game import Phase, kept
from ludoteka.games.fabled import board
from ludoteka.games.fabled.parts import NONE, Op
from ludoteka.games.fabled.state import Doing, FabledState
from ludoteka.games.fabled.vocab import SUN, TIERS


class Source(NamedTuple):
    """What set an effect off: the ally used, the place and vortex visited, the sage concerned; -1 if none."""

    ally: int = NONE
    place: int = NONE
    cell: int = NONE
    sage: int = NONE


source_of: Final = kept(Source)
NOWHERE: Final = Source()


def by_ally(ally: int, source: Source) -> Source:
    """The same, by way of this ally."""
    return source_of(ally, source.place, source.cell, source.sage)


class Chooser(ABC):
    """Decides what operations leave open, and knows the operations that only its side has."""

    @abstractmethod
    def is_possible(self, s: FabledState, side: int, op: Op, source: Source) -> bool:
        """Whether an operation can be carried out; False for one it does not have."""

    @abstractmethod
    def perform(self, s: FabledState, side: int, op: Op, n: int, source: Source, chosen: bool) -> None:
        """Carry it out, with n as it was counted. `chosen`: at least once."""

    @abstractmethod
    def fail(self, s: FabledState, side: int, op: Op) -> None:
        """What an operation that cannot be carried out means for it."""


CHOOSERS: Final[dict[bool, Chooser]] = {}
"""By whether the side is the spirits. The modules of the two put them here."""


def chooser_of(s: FabledState, side: int) -> Chooser:
    return CHOOSERS[side == s.spirits]


def number(s: FabledState, side: int, op: Op) -> int:
    """The n of an operation, counted where it is counted."""
    if not op.per:
        return op.n
    n = board.count(s, side, op.per) // op.each
    return min(n, op.max) if op.max else n


def can_run(s: FabledState, side: int, array: int, source: Source = NOWHERE) -> bool:
    """Whether an array may be used: its first operation is possible (FB-12.1). An empty one may always be taken."""
    ops = s.content.arrays[array]
    return not ops or is_possible(s, side, ops[0], source)


def can_run_after(s: FabledState, side: int, tier: int, n: int, array: int, source: Source = NOWHERE) -> bool:
    """Whether so many books are there, and an array may be used once they are paid."""
    i = side * 4 + tier
    if s.books[i] < n:
        return False
    s.books[i] -= n
    fits = can_run(s, side, array, source)
    s.books[i] += n
    return fits


def is_possible(s: FabledState, side: int, op: Op, source: Source) -> bool:
    match op.name:
        case "gain":
            return True
        case "gain_per":
            return number(s, side, op) >= 1
        case "transform" | "transform_per" | "steps" | "steps_per":
            return number(s, side, op) >= 1 and chooser_of(s, side).is_possible(s, side, op, source)
        case "upgrade":
            return any(t + op.tiers <= SUN and s.books[side * 4 + t] for t in op.source)
        case "choose":
            return any(can_run(s, side, option, source) for option in op.options)
        case "when":
            return can_run(s, side, branch(s, side, op, source), source)
        case "copy_place":
            return bool(copyable(s, side))
    return chooser_of(s, side).is_possible(s, side, op, source)


def branch(s: FabledState, side: int, op: Op, source: Source) -> int:
    """What a `when` comes to: `then` if its condition holds and it is possible, else `otherwise` (FB-12.13)."""
    fits = board.holds(s, side, op.condition) and can_run(s, side, op.then, source)
    return op.then if fits else op.otherwise


def copyable(s: FabledState, side: int) -> list[int]:
    """The kinds of places in the row that a serpent can copy and whose effect is possible (FB-7.9)."""
    return [
        p
        for p in bits(board.kinds_in_row(s))
        if not s.content.copies[p] and board.is_open_to(s, side, p) and can_run(s, side, s.content.place_effects[p])
    ]


def run(s: FabledState, side: int, array: int, source: Source = NOWHERE, chosen: bool = False) -> None:
    """Let a side carry out an array. `chosen`: it decided for it, so the first operation must change something."""
    if s.content.arrays[array]:
        s.stack.append(effect_frame(EFFECTS, None, side, array, 0, chosen, source))


class EffectFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    side: int
    array: int
    next: int
    """The next operation."""
    chosen: bool
    source: Source


effect_frame: Final = kept(EffectFrame)


def next_operation(s: FabledState, f: EffectFrame) -> None:
    _, _, side, array, i, chosen, source = f
    ops = s.content.arrays[array]
    op = ops[i]
    possible = is_possible(s, side, op, source)
    if i + 1 < len(ops) and (possible or i or side == s.spirits):
        s.stack.append(effect_frame(EFFECTS, None, side, array, i + 1, chosen, source))
    if possible:
        perform(s, side, op, source, chosen and i == 0)
    else:
        chooser_of(s, side).fail(s, side, op)


def perform(s: FabledState, side: int, op: Op, source: Source, chosen: bool) -> None:
    n = number(s, side, op) if op.per else op.n
    match op.name:
        case "gain" | "gain_per":
            if side == s.spirits:
                s.tell("tell.gain", what=TIERS[op.book], n=n)
            s.gain(side, op.book, n, "spirits" if side == s.spirits else cause_of(s, source))
        case "when":
            run(s, side, branch(s, side, op, source), source, chosen)
        case "choose" if len(fit := [o for o in op.options if can_run(s, side, o, source)]) == 1:
            run(s, side, fit[0], source, True)  # nothing to decide (FB-12.12)
        case _:
            chooser_of(s, side).perform(s, side, op, n, source, chosen)


def cause_of(s: FabledState, source: Source) -> str:
    """What the log names as the reason of a gain."""
    if source.ally >= 0:
        return s.content.allies[source.ally].id
    if source.place >= 0:
        return s.content.place_id[source.place]
    return "effect"


EFFECTS: Final = Doing("Effects", EffectFrame, next_operation)

"""The interpreter of effects: when an operation can be carried out, and what it does (RULES.md, section 12).

An array of operations runs as a frame that carries out one operation at a time, so a choice in the middle of it is an
ordinary question on top of the stack. What the spirits do differently is in `phases/spirit_ops.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludoteka.core.bag import changed
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board
from ludoteka.games.fabled.content import NONE, Op
from ludoteka.games.fabled.phases import books, choices, lands, spirit_ops, steps
from ludoteka.games.fabled.state import ON_CARD, FabledState


class Source(NamedTuple):
    """What set an effect off: the ally used, the place and vortex visited, the sage concerned; -1 if none."""

    ally: int = NONE
    place: int = NONE
    cell: int = NONE
    sage: int = NONE


NOWHERE = Source()


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


def is_possible(s: FabledState, side: int, op: Op, source: Source) -> bool:
    if side == s.spirits:
        return spirit_ops.is_possible(s, op)
    match op.name:
        case "gain":
            return True
        case "gain_per":
            return number(s, side, op) >= 1
        case "transform" | "transform_per":
            return number(s, side, op) >= 1 and books.can_convert(s, side, op.up)
        case "upgrade":
            return books.can_upgrade(s, side, op.tiers, op.source)
        case "steps" | "steps_per":
            return number(s, side, op) >= 1 and bool(steps.ready(s, steps.among(s, side, op.among)))
        case "pay":
            return _with_less(s, side, op.book, op.n, op.then, source)
        case "choose":
            return any(can_run(s, side, option, source) for option in op.options)
        case "move_land":
            return len(s.row) >= 2
        case "copy_place":
            return bool(copyable(s, side))
        case "add_land":
            return bool(board.addable(s, side))
        case "extra_standard_action":
            return choices.can_act_again(s, side, op.different)
        case "spend_token":
            return s.tokens[source.ally] >= op.n and can_run(s, side, op.then, source)
        case "place_sky_token":
            mine = s.content.allies[source.ally].place_tokens
            return any(s.token_at[t] == ON_CARD for t in mine) and bool(board.token_cells(s))
        case "second_place":
            return second_place(s, side, source) >= 0
        case "relocate_returned":
            return s.leaving >= 0 and bool(choices.lands_of_kind(s, op.terrain))
        case "discard_ally":
            return bool(s.allies[side])
    return False  # what only the spirits do


def _with_less(s: FabledState, side: int, tier: int, n: int, array: int, source: Source) -> bool:
    """Whether the books are there and the array is possible once they are paid."""
    i = side * 4 + tier
    if s.books[i] < n:
        return False
    s.books[i] -= n
    fits = can_run(s, side, array, source)
    s.books[i] += n
    return fits


def copyable(s: FabledState, side: int) -> list[int]:
    """The kinds of places in the row that a serpent can copy and whose effect is possible (FB-7.9)."""
    kinds = board.kinds_in_row(s)
    return [
        p
        for p in range(len(s.content.place_id))
        if kinds >> p & 1
        and not s.content.copies[p]
        and board.is_open_to(s, side, p)
        and can_run(s, side, s.content.place_effects[p])
    ]


def second_place(s: FabledState, side: int, source: Source) -> int:
    """The other place of the vortex just visited, if its effect is possible for this side; else -1."""
    if source.cell < 0 or board.has_mod(s, side, "first_place_only"):
        return NONE
    for place in board.linked(s, source.cell):
        if place != source.place:
            fits = board.is_open_to(s, side, place) and can_run(s, side, s.content.place_effects[place], source)
            return place if fits else NONE
    return NONE


def run(s: FabledState, side: int, array: int, source: Source = NOWHERE, chosen: bool = False) -> None:
    """Let a side carry out an array. `chosen`: it decided for it, so the first operation must change something."""
    if s.content.arrays[array]:
        s.stack.append((EFFECTS, None, side, array, 0, chosen, *source))


class Effects(Phase[FabledState, Frame]):
    """f = (EFFECTS, None, side, array, next operation, chosen, *source)."""

    def run(self, s: FabledState, f: Frame) -> None:
        side, array, i, chosen = f[2], f[3], f[4], f[5]
        ops = s.content.arrays[array]
        op = ops[i]
        source = Source(*f[6:])
        possible = is_possible(s, side, op, source)
        if i + 1 < len(ops) and (possible or i or side == s.spirits):
            s.stack.append((EFFECTS, None, side, array, i + 1, chosen, *source))
        if side == s.spirits:
            spirit_ops.perform(s, op, possible)
        elif possible:
            perform(s, side, op, source, chosen and i == 0)


def perform(s: FabledState, side: int, op: Op, source: Source, chosen: bool) -> None:
    least = int(chosen)
    match op.name:
        case "gain" | "gain_per":
            s.gain(side, op.book, number(s, side, op), why_of(s, source))
        case "transform" | "transform_per":
            books.ask_conversions(s, side, number(s, side, op), op.up, least)
        case "upgrade":
            books.ask_upgrade(s, side, op.books, op.tiers, op.distinct, op.source)
        case "steps" | "steps_per":
            steps.hand_out(s, side, number(s, side, op), op.cap, steps.among(s, side, op.among), least)
        case "pay":
            if chosen:
                s.pay(side, op.book, op.n, why_of(s, source))
                run(s, side, op.then, source, True)
            else:
                s.stack.append((choices.PAYMENT, side, op.book, op.n, op.then, *source))
        case "choose":
            choices.ask_choice(s, side, op.options, source)
        case "move_land":
            s.stack.append((choices.SHIFTING, side))
        case "copy_place":
            choices.ask_copy(s, side, source)
        case "add_land":
            s.ask((lands.TAKING, side))
        case "extra_standard_action":
            s.ask((choices.ACTING, side, op.different))
        case "spend_token":
            s.tokens = changed(s.tokens, source.ally, s.tokens[source.ally] - op.n)
            run(s, side, op.then, source, True)
        case "place_sky_token":
            s.ask((choices.TOKENS, side, source.ally))
        case "second_place":
            run(s, side, s.content.place_effects[second_place(s, side, source)], source, True)
        case "relocate_returned":
            choices.ask_relocation(s, side, op.terrain)
        case "discard_ally":
            choices.ask_dismissal(s, side)


def why_of(s: FabledState, source: Source) -> str:
    """What the log names as the reason of a gain."""
    if source.ally >= 0:
        return s.content.allies[source.ally].id
    if source.place >= 0:
        return s.content.place_id[source.place]
    return "effect"


EFFECTS = Effects()

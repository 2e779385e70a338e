"""A player's turn: start, action phase, movement, oblivion, end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import DONE, Act, Add, Done, Use
from ludoteka.games.fabled.parts import NONE, Deed
from ludoteka.games.fabled.phases import abilities, books, lands, movement, steps, storm, visits
from ludoteka.games.fabled.refusal import reason, short
from ludoteka.games.fabled.state import Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import BIT, STEPPE

ACTION_PHASE: Final = BIT["action_phase"]
ON_STANDARD_ACTION: Final = BIT["on_standard_action"]


def begin(s: FabledState, f: ForSide) -> None:
    seat = f.side
    s.start_turn(seat)
    s.stack += [ENDING.of[seat], lands.OBLIVION.of[seat], movement.MOVEMENT.of[seat], ACTIONS.of[seat]]
    abilities.moment(s, seat, BIT["start_of_turn"])
    abilities.run_hooks(s, seat, "start_of_turn")
    income(s, seat)


def income(s: FabledState, seat: int) -> None:
    """Scenario 4: a steppe book at the start of each turn, two from the milestone on (FB-8.17)."""
    if s.setting.income:
        later = s.chapter and s.chapter >= s.setting.milestone
        s.gain(seat, STEPPE, s.setting.income_later if later else s.setting.income, "income")


# -- standard and paid actions


def open_now(s: FabledState) -> tuple[Sequence[Deed], Sequence[int]]:
    """The actions of this turn, and which of them can be taken no more (FB-4.2, FB-8.19)."""
    if paid := s.setting.paid:
        return paid, [i for i, deed in enumerate(paid) if not deed.repeat and i in s.taken]
    deeds = s.content.actions
    return deeds, () if len(s.taken) < s.content.actions_per_turn else range(len(deeds))


def offered(s: FabledState, seat: int, deeds: Sequence[Deed], except_for: Sequence[int]) -> list[Action]:
    """Those that can be paid for and would then change something; adding is offered land by land (FB-4.2, FB-8.19)."""
    found: list[Action] = []
    for i, deed in enumerate(deeds):
        if i in except_for or s.books[seat * 4] < deed.price:
            continue
        if deed.effects in s.content.adding:
            found.extend([s.content.acts.add[land] for land in board.addable(s, seat, deed.price)])
        elif is_possible(s, seat, deed):
            found.append(s.content.acts.act(deed.id))
    return found


def is_possible(s: FabledState, seat: int, deed: Deed) -> bool:
    if not deed.price:
        return effects.can_run(s, seat, deed.effects)
    if deed.once_per_sage:
        return bool(steps.ready(s, steps.among(s, seat, "row") & ~s.paid))
    return effects.can_run_after(s, seat, STEPPE, deed.price, deed.effects)


def is_meant(s: FabledState, deed: Deed, a: Action) -> bool:
    """Whether an answer is this action; adding is answered with the land."""
    if isinstance(a, Add):
        return deed.effects in s.content.adding
    return isinstance(a, Act) and a.what == deed.id


def take_action(s: FabledState, seat: int, a: Action, deeds: Sequence[Deed]) -> None:
    i, deed = next((i, deed) for i, deed in enumerate(deeds) if is_meant(s, deed, a))
    again = deed.repeat and i in s.taken
    s.taken = (*s.taken, i)
    if deed.price:
        s.pay(seat, STEPPE, deed.price, "paid_action")
    if isinstance(a, Add):
        s.stack.append(lands.AddingFrame(lands.ADDING, None, seat, s.content.land_index[a.what]))
    elif deed.once_per_sage:
        s.stack.append(visits.visits_frame(visits.VISITS, None, seat))
        mine = steps.among(s, seat, "row") & ~s.paid
        s.ask(steps.StepsFrame(steps.PAID_STEP, seat, seat, 1, 1, mine, (), 1))
    elif again:
        effects.run(s, seat, deed.effects, effects.NOWHERE, True)
    else:
        run_action(s, seat, deed.id, deed.effects)


def run_action(s: FabledState, seat: int, name: str, array: int) -> None:
    """Conversions that allies and the event add to an action join its own; other additions follow it (FB-4.6)."""
    added = bonuses(s, seat, name)
    for ally, more in added:
        if ally >= 0:
            s.uses = changed(s.uses, ally, s.uses[ally] + 1)
        effects.run(s, seat, s.content.rests[more])
    extra = conversions_in(s, added)
    first = s.content.arrays[array][0]
    if extra and first.name == "transform":
        books.ask_conversions(s, seat, first.n + extra, first.up, 1)
    else:
        if extra:
            books.ask_conversions(s, seat, extra, False, 0)
        effects.run(s, seat, array, effects.NOWHERE, True)


def bonuses(s: FabledState, seat: int, name: str) -> list[tuple[int, int]]:
    """The arrays that the event and allies add to an action, each with its ally or -1."""
    found = [(NONE, mod.effects) for mod in board.mods(s, seat, "standard_bonus") if mod.action == name]
    for ally in s.allies[seat]:
        if not s.content.moments[ally] & ON_STANDARD_ACTION:
            continue
        text = board.text_of(s, seat, ally)
        if text.bit == ON_STANDARD_ACTION and text.action == name and not 0 < text.limit <= s.uses[ally]:
            found.append((ally, text.effects))
    return found


def conversions_in(s: FabledState, added: list[tuple[int, int]]) -> int:
    return sum(op.n for _, array in added for op in s.content.arrays[array] if op.name == "transform")


def go_on_acting(s: FabledState, f: ForSide) -> None:
    """Asks on while there is something to do."""
    seat = f.side
    if s.setting.paid:
        more = bool(offered(s, seat, *open_now(s)))
    else:
        more = len(s.taken) < s.content.actions_per_turn
    if more or abilities.usable(s, seat, ACTION_PHASE, 0, effects.NOWHERE):
        s.put(ACTION.asked[seat])


class ActionPhase(Phase[FabledState, Asked]):
    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        seat = f.seat
        found = offered(s, seat, *open_now(s))
        found.extend([s.content.acts.use[a] for a in abilities.usable(s, seat, ACTION_PHASE, 0, effects.NOWHERE)])
        found.append(DONE)
        return found

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        seat = f.seat
        if isinstance(a, Done):
            return
        s.stack.append(ACTIONS.of[seat])
        if isinstance(a, Use):
            abilities.use(s, seat, s.content.ally_index[a.what], effects.NOWHERE, True)
        else:
            take_action(s, seat, a, s.setting.paid or s.content.actions)

    def why_not(self, s: FabledState, f: Asked, a: Action) -> Reason | None:
        match a:
            case Use():
                return abilities.why_no_use(s, f.seat, a, ACTION_PHASE)
            case Act() | Add() if not s.setting.paid and len(s.taken) >= s.content.actions_per_turn:
                return reason("why.action_taken", "FB-4.2", n=s.content.actions_per_turn)
            case Act() | Add():
                return why_no_action(s, f.seat, a, *open_now(s))
        return None


def why_no_action(s: FabledState, seat: int, a: Act | Add, deeds: Sequence[Deed], except_for: Sequence[int]) -> Reason:
    paid = deeds is not s.content.actions
    for i, deed in enumerate(deeds):
        if is_meant(s, deed, a):
            if i in except_for:
                id, rule = ("why.once_a_turn", "FB-8.19") if paid else ("why.same_action", "FB-4.7")
                return reason(id, rule, what=deed.id)
            if s.books[seat * 4] < deed.price:
                return short("why.books_missing", "FB-8.18", deed.price, s.books[seat * 4], what="steppe")
            if isinstance(a, Add):
                return lands.why_no_land(s, seat, a.what, deed.price)
            return reason("why.nothing_changes", "FB-8.19" if paid else "FB-4.3", what=deed.id)
    id, rule = ("why.no_standard_actions", "FB-8.18") if paid else ("why.no_such_action", "FB-4.2")
    return reason(id, rule, what=a.what)


TURN: Final = Doing("Turn", ForSide, begin)
ACTIONS: Final = Doing("Actions", ForSide, go_on_acting)
ACTION: Final = ActionPhase()
ENDING: Final = Doing("Ending", ForSide, storm.maybe_storm)

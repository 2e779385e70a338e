"""A player's turn: start, action phase, movement, oblivion, end."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import DONE, Act, Add, Use
from ludoteka.games.fabled.parts import NONE, Paid
from ludoteka.games.fabled.phases import abilities, books, lands, movement, steps, storm, visits
from ludoteka.games.fabled.refusal import reason, short
from ludoteka.games.fabled.state import FabledState, ForSide, OfSide
from ludoteka.games.fabled.vocab import BIT, STEPPE

START_OF_TURN: Final = BIT["start_of_turn"]
ACTION_PHASE: Final = BIT["action_phase"]
ON_STANDARD_ACTION: Final = BIT["on_standard_action"]


class Turn(OfSide):
    def run(self, s: FabledState, f: ForSide) -> None:
        seat = f.side
        s.start_turn(seat)
        s.stack += [ENDING.of[seat], lands.OBLIVION.of[seat], movement.MOVEMENT.of[seat], ACTIONS.of[seat]]
        abilities.moment(s, seat, START_OF_TURN)
        abilities.run_hooks(s, seat, "start_of_turn")
        income(s, seat)


def income(s: FabledState, seat: int) -> None:
    """Scenario 4: a steppe book at the start of each turn, two from the milestone on (FB-8.17)."""
    if s.setting.income:
        later = s.chapter and s.chapter >= s.setting.milestone
        s.gain(seat, STEPPE, s.setting.income_later if later else s.setting.income, "income")


# -- standard and paid actions


def is_adding(s: FabledState, array: int) -> bool:
    ops = s.content.arrays[array]
    return len(ops) == 1 and ops[0].name == "add_land"


def standard_actions(s: FabledState, seat: int, except_for: tuple[int, ...]) -> list[Action]:
    """Standard actions that would change something; adding is offered land by land (FB-4.2)."""
    found: list[Action] = []
    for i, (name, array) in enumerate(s.content.actions):
        if i not in except_for:
            if is_adding(s, array):
                found.extend([s.content.acts.add[land] for land in board.addable(s, seat)])
            elif effects.can_run(s, seat, array):
                found.append(s.content.acts.act(name))
    return found


def take_action(s: FabledState, seat: int, a: Action) -> None:
    for i, (name, array) in enumerate(s.content.actions):
        if isinstance(a, Act):
            if a.what == name:
                s.taken = (*s.taken, i)
                run_action(s, seat, name, array)
        elif isinstance(a, Add) and is_adding(s, array):
            s.taken = (*s.taken, i)
            lands.begin_adding(s, seat, s.content.land_index[a.what])


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
        if not s.content.allies[ally].bits & ON_STANDARD_ACTION:
            continue
        text = board.text_of(s, seat, ally)
        if text.bit == ON_STANDARD_ACTION and text.action == name and not 0 < text.limit <= s.uses[ally]:
            found.append((ally, text.effects))
    return found


def conversions_in(s: FabledState, added: list[tuple[int, int]]) -> int:
    return sum(op.n for _, array in added for op in s.content.arrays[array] if op.name == "transform")


def offered_paid(s: FabledState, seat: int) -> list[Action]:
    """Paid actions that can be paid for and would then change something (FB-8.19)."""
    found: list[Action] = []
    for i, paid in enumerate(s.setting.paid):
        if s.books[seat * 4] < paid.price or (not paid.repeat and i in s.taken):
            continue
        if is_adding(s, paid.effects):
            found.extend([s.content.acts.add[land] for land in board.addable(s, seat, paid.price)])
        elif can_run_paid(s, seat, paid):
            found.append(s.content.acts.act(paid.id))
    return found


def can_run_paid(s: FabledState, seat: int, paid: Paid) -> bool:
    if paid.once_per_sage:
        return bool(steps.ready(s, steps.among(s, seat, "row") & ~s.paid))
    s.books[seat * 4] -= paid.price
    fits = effects.can_run(s, seat, paid.effects)
    s.books[seat * 4] += paid.price
    return fits


def buy_action(s: FabledState, seat: int, a: Action) -> None:
    for i, paid in enumerate(s.setting.paid):
        adding = isinstance(a, Add) and is_adding(s, paid.effects)
        if not adding and not (isinstance(a, Act) and a.what == paid.id):
            continue
        first_time = i not in s.taken
        s.taken = (*s.taken, i)
        s.pay(seat, STEPPE, paid.price, "paid_action")
        if isinstance(a, Add):
            lands.begin_adding(s, seat, s.content.land_index[a.what])
        elif paid.once_per_sage:
            s.stack.append(visits.visits_frame(visits.VISITS, None, seat))
            mine = steps.among(s, seat, "row") & ~s.paid
            s.ask(steps.StepsFrame(steps.PAID_STEP, seat, seat, 1, 1, mine, (), 1))
        elif first_time:
            run_action(s, seat, paid.id, paid.effects)
        else:
            effects.run(s, seat, paid.effects, effects.NOWHERE, True)


class Actions(OfSide):
    """Asks on while there is something to do."""

    def run(self, s: FabledState, f: ForSide) -> None:
        seat = f.side
        if s.setting.paid:
            more = bool(offered_paid(s, seat))
        else:
            more = len(s.taken) < s.content.actions_per_turn
        if more or abilities.usable(s, seat, ACTION_PHASE, 0, effects.NOWHERE):
            s.put(ACTION.asked[seat])


class ActionPhase(Phase[FabledState, Asked]):
    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        seat = f.seat
        if s.setting.paid:
            found = offered_paid(s, seat)
        elif len(s.taken) < s.content.actions_per_turn:
            found = standard_actions(s, seat, ())
        else:
            found = []
        found.extend([s.content.acts.use[a] for a in abilities.usable(s, seat, ACTION_PHASE, 0, effects.NOWHERE)])
        found.append(DONE)
        return found

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        seat = f.seat
        if a is DONE or a == DONE:
            return
        s.stack.append(ACTIONS.of[seat])
        if isinstance(a, Use):
            abilities.use(s, seat, s.content.ally_index[a.what], effects.NOWHERE, True)
        elif s.setting.paid:
            buy_action(s, seat, a)
        else:
            take_action(s, seat, a)

    def why_not(self, s: FabledState, f: Asked, a: Action) -> Reason | None:
        match a:
            case Use():
                return abilities.why_no_use(s, f.seat, a, ACTION_PHASE)
            case Act() | Add() if s.setting.paid:
                return why_not_paid(s, f.seat, a)
            case Act() | Add() if len(s.taken) >= s.content.actions_per_turn:
                return reason("why.action_taken", "FB-4.2", n=s.content.actions_per_turn)
            case Act() | Add():
                return why_no_action(s, f.seat, a, ())
        return None


def why_no_action(s: FabledState, seat: int, a: Act | Add, except_for: tuple[int, ...]) -> Reason:
    for i, (name, array) in enumerate(s.content.actions):
        if a.what == name or (isinstance(a, Add) and is_adding(s, array)):
            if i in except_for:
                return reason("why.same_action", "FB-4.7", what=name)
            if isinstance(a, Add):
                return lands.why_no_land(s, seat, a.what)
            return reason("why.nothing_changes", "FB-4.3", what=name)
    return reason("why.no_such_action", "FB-4.2", what=a.what)


def why_not_paid(s: FabledState, seat: int, a: Act | Add) -> Reason:
    for i, paid in enumerate(s.setting.paid):
        if a.what == paid.id or (isinstance(a, Add) and is_adding(s, paid.effects)):
            if not paid.repeat and i in s.taken:
                return reason("why.once_a_turn", "FB-8.19", what=paid.id)
            if s.books[seat * 4] < paid.price:
                return short("why.books_missing", "FB-8.18", paid.price, s.books[seat * 4], what="steppe")
            if isinstance(a, Add):
                return lands.why_no_land(s, seat, a.what, paid.price)
            return reason("why.nothing_changes", "FB-8.19", what=paid.id)
    return reason("why.no_standard_actions", "FB-8.18", what=a.what)


class Ending(OfSide):
    def run(self, s: FabledState, f: ForSide) -> None:
        storm.maybe_storm(s, f.side)


TURN: Final = Turn()
ACTIONS: Final = Actions()
ACTION: Final = ActionPhase()
ENDING: Final = Ending()

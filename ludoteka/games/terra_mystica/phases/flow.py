"""The course of a match after setup: rounds of turns, cult bonuses, income, the end.

By the rulebook one seat is asked at a time. On the site answers to offers come whenever their owner likes: whoever has
something open takes the word by an event, `! speak 2`, and is asked next. (In edition 1 chance said who spoke.)
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Asked, Phase, Step
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DISCARD, LEAVE, SPEAK, Leave, Speak
from ludoteka.games.terra_mystica.data import ROUND_TILES, ROUNDS
from ludoteka.games.terra_mystica.income import bonus_times, income
from ludoteka.games.terra_mystica.phases import dues, endgame, leaving, transforming
from ludoteka.games.terra_mystica.phases.clock import start_turn
from ludoteka.games.terra_mystica.phases.owed import QUESTIONS, legal_dues
from ludoteka.games.terra_mystica.phases.turn import ANSWER, DEEDS, TURNS
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState


def turn_order(s: TerraState) -> list[int]:
    """All seats from the starting player on."""
    i = s.order.index(s.start)
    return [*s.order[i:], *s.order[:i]]


class Round(Phase[TerraState, Step]):
    """Turns until everybody has passed [TM-4.2]."""

    def run(self, s: TerraState, f: Step) -> None:
        rules = s.rules
        if s.active < 0 and not rules.speakers(s):
            end_round(s)
            return
        s.stack.append(f)
        if rules.chance_speaks and (rules.leaving or len(rules.speakers(s)) > 1):
            s.stack.append(WORD.asked[CHANCE])
        else:
            speak(s, s.active if s.active >= 0 else rules.speakers(s)[0])


def speak(s: TerraState, seat: int) -> None:
    s.stack.append(TURNS[seat] if seat == s.active else ANSWER.asked[seat])


class Word(Phase[TerraState, Asked]):
    """In edition 1: who is the next to speak, or to leave."""

    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        weight = leaving.STAY if s.rules.leaving else 1
        found: list[tuple[Action, int]] = [(SPEAK[i], weight) for i in self.waiting(s)]
        if s.rules.leaving:
            found += [(LEAVE[i], 1) for i in leaving.may_leave(s)]
        return found

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        if isinstance(a, Speak):
            self.give(s, a.seat)
        else:
            assert isinstance(a, Leave)
            leaving.leave(s, a.seat)

    def waiting(self, s: TerraState) -> list[int]:
        return s.rules.speakers(s)

    def give(self, s: TerraState, seat: int) -> None:
        speak(s, seat)


# the end of a round


def end_round(s: TerraState) -> None:
    if s.round == ROUNDS:
        endgame.push(s)
    else:
        push_income(s, cult=True)


def push_income(s: TerraState, cult: bool) -> None:
    """Income of one kind in turn order, each seat with the choices it brings before the next one's [TM-14.1]."""
    order = turn_order(s)
    s.stack.append(Paid(AFTER_INCOME, None, cult))
    if s.rules.together:
        s.stack.append(Choosing(CHOICES, None, tuple(order)))
    for seat in reversed(order):
        s.stack.append(Payment(INCOME, None, cult, seat))


class Payment(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    cult: bool
    """A cult bonus, or the income of a round."""
    to: int


class Income(Phase[TerraState, Payment]):
    """One seat receives what a cult or its buildings bring."""

    def run(self, s: TerraState, f: Payment) -> None:
        seat = f.to
        if s.sides[seat].faction is None:
            return
        if f.cult:
            cult_bonus(s, seat)
        else:
            c, w, p, pw = income(s.sides[seat])
            gain.coins(s, seat, c, "income")
            gain.workers(s, seat, w, "income")
            gain.priests(s, seat, p, "income")
            gain.power(s, seat, pw, "income")
        if not s.rules.together and has_choice(s.sides[seat]):
            s.stack.append(Choosing(CHOICES, None, (seat,)))


def cult_bonus(s: TerraState, seat: int) -> None:
    """The right half of the scoring tile [TM-14.2]."""
    me = s.sides[seat]
    tile = ROUND_TILES[s.tiles[s.round - 1]]
    times = bonus_times(s, me)
    if times:
        gain.coins(s, seat, tile.coins * times, tile.name)
        gain.workers(s, seat, tile.workers * times, tile.name)
        gain.priests(s, seat, tile.priests * times, tile.name)
        if tile.power:
            gain.power(s, seat, tile.power * times, tile.name)
        gain.spades(s, seat, tile.spades * times, tile.name)


class Choosing(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    seats: tuple[int, ...]


class Choices(Phase[TerraState, Choosing]):
    """Spades, cult steps and priests that an income brought to some seats [TM-14.3]."""

    def run(self, s: TerraState, f: Choosing) -> None:
        if not s.rules.keep_spades:
            for seat in f.seats:
                settle_forced(s, seat)
        waiting = [i for i in f.seats if has_choice(s.sides[i])]
        if waiting:
            s.stack.append(f)
            if s.rules.chance_speaks and s.rules.open_leech and (len(waiting) > 1 or s.rules.leaving):
                s.stack.append(CHOICE_WORD.asked[CHANCE])
            else:
                s.stack.append(CHOICE.asked[waiting[0]])


class Paid(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    cult: bool


class AfterIncome(Phase[TerraState, Paid]):
    """Cult bonuses are followed by income, and that by a new round."""

    def run(self, s: TerraState, f: Paid) -> None:
        if f.cult:
            push_income(s, cult=False)
        else:
            start_round(s)


def settle_forced(s: TerraState, seat: int) -> None:
    """Spades that no hex in reach can take are lost without a question [TM-14.3]; a priest for whom no terrain can be
    opened goes to the stock [TM-5.7]."""
    me = s.sides[seat]
    if me.dropped:
        return
    if me.owes(due.SPADES) and not transforming.can_transform(s, me, s.reach_of(me)):
        s.edit(seat).set_due(due.SPADES, 0)
    if me.owes(due.PRIESTS) and not dues.unlockable(s, me) and not s.rules.ask_forced:
        dues.take_priests(s, seat)


def has_choice(me: Side) -> bool:
    return not me.dropped and bool(me.dues)


class ChoiceWord(Word):
    """On the site the choices after income come in any order too."""

    def waiting(self, s: TerraState) -> list[int]:
        return [i for i, side in enumerate(s.sides) if has_choice(side)]

    def give(self, s: TerraState, seat: int) -> None:
        s.stack.append(CHOICE.asked[seat])


class Choice(Phase[TerraState, Asked]):
    """One seat uses what a cult bonus or a priest gave it: no card, no tunnel, no building [TM-14.4]."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        me = s.sides[f.seat]
        out: list[Action] = []
        if me.owes(due.SPADES):
            transforming.legal_transform(s, me, out, s.reach_of(me))
            out.append(DISCARD["spade"])
        legal_dues(s, me, [d for d in me.dues if d.what != due.SPADES], out)
        return out

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        DEEDS[type(a)].do(s, f.seat, s.edit(f.seat), a)
        s.work = IDLE

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        me = s.sides[f.seat]
        if any(QUESTIONS[d.what].verb is type(a) for d in me.dues):
            return DEEDS[type(a)].why_not(s, f.seat, me, a)
        return reason("why.cult_phase", "TM-14.4")


def start_round(s: TerraState) -> None:
    """A coin on every card that lies ready, all actions free again [TM-4.1]."""
    s.round += 1
    s.used = 0
    s.cards = tuple([coins + 1 if coins >= 0 else -1 for coins in s.cards])
    s.passing = ()
    for seat in range(s.seats):
        side = s.edit(seat)
        side.passed = False
        side.used = 0
        side.reach = -1
    for seat in turn_order(s):
        if not s.sides[seat].dropped:
            start_turn(s, seat)
            break
    s.stack.append(ROUND.step)


ROUND: Final = Round()
WORD: Final = Word()
INCOME: Final = Income()
CHOICES: Final = Choices()
AFTER_INCOME: Final = AfterIncome()
CHOICE: Final = Choice()
CHOICE_WORD: Final = ChoiceWord()

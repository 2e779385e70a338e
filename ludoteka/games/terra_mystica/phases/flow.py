"""The course of a match after setup: rounds of turns, cult bonuses, income, the end.

By the rulebook one seat is asked at a time. On the site answers to offers come whenever their owner likes: there the
order in which people speak is chance, and `* speak 2` in a record says who was next.
"""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DISCARD, LEAVE, SPEAK, Leave, Speak
from ludoteka.games.terra_mystica.data import ROUND_TILES, ROUNDS
from ludoteka.games.terra_mystica.income import bonus_times, income
from ludoteka.games.terra_mystica.phases import dues, endgame, land, leech, passing
from ludoteka.games.terra_mystica.phases.clock import end_turn, start_turn
from ludoteka.games.terra_mystica.phases.turn import ANSWER, DO, TURN
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

STAY = 60
"""How much likelier it is that somebody speaks than that somebody leaves, at tables where that may happen."""


def turn_order(s: TerraState) -> list[int]:
    """All seats from the starting player on."""
    i = s.order.index(s.start)
    return [*s.order[i:], *s.order[:i]]


class Round(Phase[TerraState, Frame]):
    """Turns until everybody has passed [TM-4.2]."""

    def run(self, s: TerraState, f: Frame) -> None:
        waiting = speakers(s)
        if s.active < 0 and not waiting:
            end_round(s)
            return
        s.stack.append(f)
        ask(s, waiting)


def speakers(s: TerraState) -> list[int]:
    """Seats that could do something now."""
    if not s.rules.open_leech:
        return [s.active] if s.active >= 0 else []
    offered = {o[0] for o in s.offers}
    return [
        i
        for i, side in enumerate(s.sides)
        if i == s.active or i in offered or ((side.cult_due or side.token_due) and not side.dropped)
    ]


def ask(s: TerraState, waiting: list[int]) -> None:
    """Put the question to the only speaker, or let chance say who speaks."""
    if len(waiting) > 1 or s.rules.leaving:
        s.stack.append((WORD, CHANCE))
    else:
        speak(s, waiting[0])


def speak(s: TerraState, seat: int) -> None:
    s.stack.append((TURN if seat == s.active else ANSWER, seat))


class Word(Phase[TerraState, Frame]):
    """Who is the next to speak, or to leave."""

    def outcomes(self, s: TerraState, f: Frame) -> list[tuple[Action, int]]:
        weight = STAY if s.rules.leaving else 1
        found: list[tuple[Action, int]] = [(SPEAK[i], weight) for i in speakers(s)]
        if s.rules.leaving:
            found += [(LEAVE[i], 1) for i in may_leave(s)]
        return found

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        if isinstance(a, Speak):
            speak(s, a.seat)
        else:
            assert isinstance(a, Leave)
            leave(s, a.seat)


def may_leave(s: TerraState) -> list[int]:
    """Anybody, as long as somebody stays."""
    here = [i for i, side in enumerate(s.sides) if not side.dropped]
    return here if len(here) > 1 else []


def leave(s: TerraState, seat: int) -> None:
    """Buildings and markers stay; the card goes back; no more decisions [TM-15.9]."""
    me = s.edit(seat)
    me.dropped = True
    leech.withdraw(s, seat)
    passing.give_card_back(s, me)
    me.spades = me.cult_due = me.unlock_due = me.token_due = 0
    if s.active == seat:
        end_turn(s)


# the end of a round


def end_round(s: TerraState) -> None:
    if s.round == ROUNDS:
        endgame.push(s)
    else:
        push_income(s, cult=True)


def push_income(s: TerraState, cult: bool) -> None:
    """Everybody's income of one kind, then the choices it brings, in turn order [TM-14.1]."""
    s.stack.append((CHOICES, None, cult))
    for seat in reversed(turn_order(s)):
        s.stack.append((INCOME, None, cult, seat))


class Income(Phase[TerraState, Frame]):
    """Frame: (INCOME, None, cult bonus or normal income, seat)."""

    def run(self, s: TerraState, f: Frame) -> None:
        _, _, cult, seat = f
        if s.sides[seat].faction is None:
            return
        if cult:
            cult_bonus(s, seat)
        else:
            c, w, p, pw = income(s.sides[seat])
            gain.coins(s, seat, c, "income")
            gain.workers(s, seat, w, "income")
            gain.priests(s, seat, p, "income")
            gain.power(s, seat, pw, "income")


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


class Choices(Phase[TerraState, Frame]):
    """Spades, cult steps and priests that an income brought [TM-14.3]. Frame: (CHOICES, None, cult)."""

    def run(self, s: TerraState, f: Frame) -> None:
        if not s.rules.site:
            lose_useless_spades(s)
        waiting = [i for i in turn_order(s) if has_choice(s.sides[i])]
        if waiting:
            s.stack.append(f)
            if s.rules.open_leech and (len(waiting) > 1 or s.rules.leaving):
                s.stack.append((CHOICE_WORD, CHANCE))
            else:
                s.stack.append((CHOICE, waiting[0]))
        elif f[2]:
            push_income(s, cult=False)
        else:
            start_round(s)


def lose_useless_spades(s: TerraState) -> None:
    """Spades that no hex in reach can take are lost without a question [TM-14.3]."""
    for seat, me in enumerate(s.sides):
        if me.spades and not me.dropped:
            fit: list[Action] = []
            land.legal_transform(s, me, fit, s.reach_of(me))
            if not fit:
                s.edit(seat).spades = 0


def has_choice(me: Side) -> bool:
    return not me.dropped and bool(me.spades or me.cult_due or me.unlock_due)


class ChoiceWord(Word):
    """On the site the choices after income come in any order too."""

    def outcomes(self, s: TerraState, f: Frame) -> list[tuple[Action, int]]:
        weight = STAY if s.rules.leaving else 1
        found: list[tuple[Action, int]] = [(SPEAK[i], weight) for i, side in enumerate(s.sides) if has_choice(side)]
        if s.rules.leaving:
            found += [(LEAVE[i], 1) for i in may_leave(s)]
        return found

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        if isinstance(a, Speak):
            s.stack.append((CHOICE, a.seat))
        else:
            assert isinstance(a, Leave)
            leave(s, a.seat)


class Choice(Phase[TerraState, Frame]):
    """One seat uses what a cult bonus or a priest gave it: no card, no tunnel, no building [TM-14.4]."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        me = s.sides[f[1]]
        out: list[Action] = []
        if me.spades:
            land.legal_transform(s, me, out, s.reach_of(me))
            out.append(DISCARD["spade"])
        if me.cult_due:
            dues.legal_step(s, me, out)
        if me.unlock_due:
            dues.legal_unlock(s, me, out)
        return out

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        seat: int = f[1]
        DO[type(a)](s, seat, s.edit(seat), a)
        s.sites = 0

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        from ludoteka.games.terra_mystica import why  # here: only refusals need it

        return why.why_not(s, f[1], a)


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
    s.stack.append((ROUND, None))


ROUND = Round()
WORD = Word()
INCOME = Income()
CHOICES = Choices()
CHOICE = Choice()
CHOICE_WORD = ChoiceWord()

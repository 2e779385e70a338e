"""Set-up and the end of a turn: income, refill, the end of the match, the next player. [TE-2.5, TE-11.1 … TE-11.4]"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import CHANCE, Asked, Phase
from ludoteka.games.tigris_euphrates.actions import CLAIM, COLOUR, FIRST, Claim, First
from ludoteka.games.tigris_euphrates.data import (
    ACTIONS,
    BLACK,
    HAND,
    LAST_TURN,
    MONUMENT_COLOURS,
    MOST_SEATS,
    TREASURES_LEFT,
)
from ludoteka.games.tigris_euphrates.phases.draw_tiles import ask_to_draw
from ludoteka.games.tigris_euphrates.phases.turn import ACTIONS_LEFT
from ludoteka.games.tigris_euphrates.state import TigrisState


class Beginner(Phase[TigrisState, Asked]):
    """Who has the first turn. [TE-18.2]"""

    def outcomes(self, s: TigrisState, f: Asked) -> list[tuple[Action, int]]:
        return [(a, 1) for a in FIRST[: s.seats]]

    def sample(self, s: TigrisState, f: Asked, rng: Random) -> Action:
        return FIRST[int(rng.random() * s.seats)]

    def apply(self, s: TigrisState, f: Asked, a: Action) -> None:
        assert isinstance(a, First)
        s.active = a.seat
        s.stack.append(REFILLING[a.seat][0][a.seat])


class TurnEnds(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    active: int


class EndTurn(Phase[TigrisState, TurnEnds]):
    """Monuments and the wonder pay, then all refill."""

    def run(self, s: TigrisState, f: TurnEnds) -> None:
        seat = f.active
        s.stack.append(REFILLING[seat][0][(seat + 1) % s.seats])
        if not s.down:  # neither monument nor wonder stands
            return
        for colour in range(4):
            if n := monument_income(s, colour, s.realm_of(s.leaders[seat * 4 + colour])):
                s.score(seat, colour, n, "monument")
        if s.wonder > 0 and s.realm_of(s.leaders[seat * 4 + BLACK]) & s.wonder:
            s.stack.append(WONDER_INCOME.asked[seat])


def monument_income(s: TigrisState, colour: int, realm: int) -> int:
    """How many monuments of a colour stand in a kingdom. [TE-8.7]"""
    n = 0
    for at, colours in zip(s.monuments, MONUMENT_COLOURS, strict=True):
        if at > 0 and at & realm and colour in colours:
            n += 1
    return n


class WonderIncome(Phase[TigrisState, Asked]):
    """The king takes a point of any colour. [TE-15.4]"""

    def legal(self, s: TigrisState, f: Asked) -> list[Action]:
        return list(CLAIM)

    def apply(self, s: TigrisState, f: Asked, a: Action) -> None:
        assert isinstance(a, Claim)
        s.score(f.seat, COLOUR[a.what], 1, "wonder")
        s.claimed = f.seat * 4 + COLOUR[a.what]

    def why_not(self, s: TigrisState, f: Asked, a: Action) -> Reason | None:
        return reason("why.claim_first", "TE-15.4", Kind.FIRST)


class Refilling(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    first: int
    done: int  # how many seats from `first` on have their tiles
    next: int


class Refill(Phase[TigrisState, Refilling]):
    """Hands are filled one after the other, then `next` plays."""

    def run(self, s: TigrisState, f: Refilling) -> None:
        for i in range(f.done, s.seats):
            seat = (f.first + i) % s.seats
            missing = HAND - s.hand_size(seat)
            if missing > 0:
                s.stack.append(REFILLING[f.first][i + 1][f.next])
                ask_to_draw(s, seat, missing)
                return
        over = 0 < s.treasures.bit_count() <= TREASURES_LEFT or s.turn >= LAST_TURN
        if not over:  # else nothing is left to ask
            begin_turn(s, f.next)


def begin_turn(s: TigrisState, seat: int, actions: int = ACTIONS) -> None:
    s.active = seat
    s.turn += 1
    s.stack.append(TURN_ENDS[seat])
    s.stack.append(ACTIONS_LEFT[seat][actions])


BEGINNER: Final = Beginner()
END_TURN: Final = EndTurn()
WONDER_INCOME: Final = WonderIncome()
REFILL: Final = Refill()
# frames are made once: by seat, and those of refilling by who was first, how many are done, and who is next
TURN_ENDS: Final = [TurnEnds(END_TURN, None, seat) for seat in range(MOST_SEATS)]
REFILLING: Final = [
    [[Refilling(REFILL, None, first, done, after) for after in range(MOST_SEATS)] for done in range(MOST_SEATS + 1)]
    for first in range(MOST_SEATS)
]
START: Final = Asked(BEGINNER, CHANCE)

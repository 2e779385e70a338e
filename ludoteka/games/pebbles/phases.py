"""The moments of Pebbles: what may be chosen and what then happens, side by side."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import CHANCE, Asked, Phase
from ludoteka.games.pebbles.actions import (
    COLOUR_NUMBER,
    COLOURS,
    DECLINE,
    DRAW,
    PLACE,
    SNATCH,
    STONE_NUMBER,
    STONES,
    Draw,
    Place,
    Snatch,
)
from ludoteka.games.pebbles.state import EMPTY, HAND, PER_COLOUR, PebblesOptions, PebblesState


class Drawing(NamedTuple):
    phase: Phase[Any, Any]
    seat: int  # CHANCE
    taker: int


class DrawPebble(Phase[PebblesState, Drawing]):
    """A seat draws from the bag. [PB-1.3]"""

    def outcomes(self, s: PebblesState, f: Drawing) -> list[tuple[Action, int]]:
        return [(DRAW[f.taker][colour], n) for colour, n in enumerate(s.bag) if n]

    def apply(self, s: PebblesState, f: Drawing, a: Action) -> None:
        assert isinstance(a, Draw)
        colour = COLOUR_NUMBER[a.what]
        s.bag[colour] -= 1
        s.hands[a.seat][colour] += 1


class Turn(Phase[PebblesState, Asked]):
    """The seat places one of its pebbles. [PB-2.1]"""

    def legal(self, s: PebblesState, f: Asked) -> list[Action]:
        empty = [i for i, colour in enumerate(s.ring) if colour == EMPTY]
        return [PLACE[colour][i] for colour, n in enumerate(s.hands[f.seat]) if n for i in empty]

    def apply(self, s: PebblesState, f: Asked, a: Action) -> None:
        assert isinstance(a, Place)
        seat, at = f.seat, STONE_NUMBER[a.at]
        colour = COLOUR_NUMBER[a.what]
        s.hands[seat][colour] -= 1
        s.ring[at] = colour
        s.stack.append(Ending(END_OF_TURN, None, seat))
        worth = s.run_length(at) - 1
        if worth:
            # everybody is asked, also those who cannot: a question that skips them would show their hand
            s.stack.append(Payment(PAY, None, seat, worth))
            for k in range(s.seats - 1, 0, -1):
                s.stack.append(Offer(ANSWER, (seat + k) % s.seats, colour, worth))

    def why_not(self, s: PebblesState, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Place):
            return None
        if a.what not in COLOUR_NUMBER or a.at not in STONES[: len(s.ring)]:
            return reason("why.no_such_thing", "PB-2.1", Kind.NEVER, what=a.what, at=a.at)
        if not s.hands[f.seat][COLOUR_NUMBER[a.what]]:
            return reason("why.none_in_hand", "PB-2.1", Kind.SHORT, n=1, what=a.what)
        return reason("why.occupied", "PB-2.1", Kind.OCCUPIED, at=a.at)


class Offer(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    colour: int
    worth: int


class Answer(Phase[PebblesState, Offer]):
    """Another seat may snatch the points. [PB-3.1]"""

    def legal(self, s: PebblesState, f: Offer) -> list[Action]:
        return [SNATCH, DECLINE] if s.hands[f.seat][f.colour] else [DECLINE]

    def apply(self, s: PebblesState, f: Offer, a: Action) -> None:
        if not isinstance(a, Snatch):
            return
        s.hands[f.seat][f.colour] -= 1
        s.spent[f.colour] += 1
        s.points[f.seat] += f.worth
        s.note(f.seat, "points", f.worth, "snatch")
        while s.stack.pop()[0] is not PAY:  # nobody else is asked, and the placer is not paid
            pass

    def why_not(self, s: PebblesState, f: Offer, a: Action) -> Reason | None:
        if isinstance(a, Snatch):
            return reason("why.none_in_hand", "PB-3.1", Kind.SHORT, n=1, what=COLOURS[f.colour])
        return None


class Payment(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    placer: int
    worth: int


class Pay(Phase[PebblesState, Payment]):
    """Nobody snatched: the placer gets the points. [PB-2.2]"""

    def run(self, s: PebblesState, f: Payment) -> None:
        s.points[f.placer] += f.worth
        s.note(f.placer, "points", f.worth, "run")


class Ending(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    placer: int


class EndOfTurn(Phase[PebblesState, Ending]):
    """Refill, then the next seat or the end. [PB-4.1]"""

    def run(self, s: PebblesState, f: Ending) -> None:
        missing = [HAND - sum(hand) for hand in s.hands]
        if EMPTY not in s.ring or sum(missing) > sum(s.bag):
            return  # an empty stack: the match is over
        s.stack.append(TURN.asked[(f.placer + 1) % s.seats])
        for k in range(s.seats - 1, -1, -1):
            taker = (f.placer + k) % s.seats
            s.stack += [Drawing(DRAW_PEBBLE, CHANCE, taker)] * missing[taker]


DRAW_PEBBLE: Final = DrawPebble()
TURN: Final = Turn()
ANSWER: Final = Answer()
PAY: Final = Pay()
END_OF_TURN: Final = EndOfTurn()


def start(seats: int, options: PebblesOptions) -> PebblesState:
    s = PebblesState()
    s.seats = seats
    s.options = options
    s.left = 0
    s.notes = None
    s.ring = [EMPTY] * options.stones
    s.bag = [PER_COLOUR] * len(COLOURS)
    s.hands = [[0] * len(COLOURS) for _ in range(seats)]
    s.spent = [0] * len(COLOURS)
    s.points = [0] * seats
    s.stack = [TURN.asked[0]]
    for seat in range(seats - 1, -1, -1):
        s.stack += [Drawing(DRAW_PEBBLE, CHANCE, seat)] * HAND
    return s

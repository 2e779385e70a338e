"""The moments of Pebbles: what may be chosen and what then happens, side by side."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import CHANCE, Frame, Phase
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


class DrawPebble(Phase[PebblesState, Frame]):
    """A seat draws from the bag. Frame: (phase, CHANCE, seat). [PB-1.3]"""

    def outcomes(self, s: PebblesState, f: Frame) -> list[tuple[Action, int]]:
        return [(DRAW[f[2]][colour], n) for colour, n in enumerate(s.bag) if n]

    def apply(self, s: PebblesState, f: Frame, a: Action) -> None:
        assert isinstance(a, Draw)
        colour = COLOUR_NUMBER[a.what]
        s.bag[colour] -= 1
        s.hands[a.seat][colour] += 1


class Turn(Phase[PebblesState, Frame]):
    """The seat places one of its pebbles. Frame: (phase, seat). [PB-2.1]"""

    def legal(self, s: PebblesState, f: Frame) -> list[Action]:
        empty = [i for i, colour in enumerate(s.ring) if colour == EMPTY]
        return [PLACE[colour][i] for colour, n in enumerate(s.hands[f[1]]) if n for i in empty]

    def apply(self, s: PebblesState, f: Frame, a: Action) -> None:
        assert isinstance(a, Place)
        seat, at = f[1], STONE_NUMBER[a.at]
        colour = COLOUR_NUMBER[a.what]
        s.hands[seat][colour] -= 1
        s.ring[at] = colour
        s.stack.append((END_OF_TURN, None, seat))
        worth = s.run_length(at) - 1
        if worth:
            # everybody is asked, also those who cannot: a question that skips them would show their hand
            s.stack.append((PAY, None, seat, worth))
            for k in range(s.seats - 1, 0, -1):
                s.stack.append((ANSWER, (seat + k) % s.seats, seat, colour, worth))

    def why_not(self, s: PebblesState, f: Frame, a: Action) -> Reason | None:
        if not isinstance(a, Place):
            return None
        if a.what not in COLOUR_NUMBER or a.at not in STONES[: len(s.ring)]:
            return reason("why.no_such_thing", "PB-2.1", what=a.what, at=a.at)
        if not s.hands[f[1]][COLOUR_NUMBER[a.what]]:
            return reason("why.none_in_hand", "PB-2.1", what=a.what)
        return reason("why.occupied", "PB-2.1", at=a.at)


class Answer(Phase[PebblesState, Frame]):
    """Another seat may snatch the points. Frame: (phase, seat, placer, colour, worth). [PB-3.1]"""

    def legal(self, s: PebblesState, f: Frame) -> list[Action]:
        return [SNATCH, DECLINE] if s.hands[f[1]][f[3]] else [DECLINE]

    def apply(self, s: PebblesState, f: Frame, a: Action) -> None:
        if not isinstance(a, Snatch):
            return
        _, seat, _, colour, worth = f
        s.hands[seat][colour] -= 1
        s.spent[colour] += 1
        s.points[seat] += worth
        s.note(seat, "points", worth, "snatch")
        while s.stack.pop()[0] is not PAY:  # nobody else is asked, and the placer is not paid
            pass

    def why_not(self, s: PebblesState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Snatch):
            return reason("why.none_in_hand", "PB-3.1", what=COLOURS[f[3]])
        return None


class Pay(Phase[PebblesState, Frame]):
    """Nobody snatched: the placer gets the points. Frame: (phase, None, seat, worth). [PB-2.2]"""

    def run(self, s: PebblesState, f: Frame) -> None:
        s.points[f[2]] += f[3]
        s.note(f[2], "points", f[3], "run")


class EndOfTurn(Phase[PebblesState, Frame]):
    """Refill, then the next seat or the end. Frame: (phase, None, seat). [PB-4.1]"""

    def run(self, s: PebblesState, f: Frame) -> None:
        seat = f[2]
        missing = [HAND - sum(hand) for hand in s.hands]
        if EMPTY not in s.ring or sum(missing) > sum(s.bag):
            return  # an empty stack: the match is over
        s.stack.append((TURN, (seat + 1) % s.seats))
        for k in range(s.seats - 1, -1, -1):
            taker = (seat + k) % s.seats
            s.stack += [(DRAW_PEBBLE, CHANCE, taker)] * missing[taker]


DRAW_PEBBLE, TURN, ANSWER, PAY, END_OF_TURN = DrawPebble(), Turn(), Answer(), Pay(), EndOfTurn()


def start(seats: int, options: PebblesOptions) -> PebblesState:
    stack: list[Frame] = [(TURN, 0)]
    for seat in range(seats - 1, -1, -1):
        stack += [(DRAW_PEBBLE, CHANCE, seat)] * HAND
    return PebblesState(
        stack,
        seats,
        options,
        ring=[EMPTY] * options.stones,
        bag=[PER_COLOUR] * len(COLOURS),
        hands=[[0] * len(COLOURS) for _ in range(seats)],
        spent=[0] * len(COLOURS),
        points=[0] * seats,
    )

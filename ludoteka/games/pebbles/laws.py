"""What stays true in every position of Pebbles."""

from __future__ import annotations

from ludoteka.core.game import Asked, State
from ludoteka.core.position import numbers_fit
from ludoteka.games.pebbles.actions import COLOURS
from ludoteka.games.pebbles.phases import Drawing, Ending, Offer, Payment
from ludoteka.games.pebbles.state import EMPTY, HAND, PER_COLOUR, PebblesState


def pebbles_are_conserved(s: State) -> None:
    assert isinstance(s, PebblesState)
    assert all(EMPTY <= colour < len(COLOURS) for colour in s.ring), "a stone bears a colour that there is not"
    assert min(min(s.bag), min(s.spent), *(min(hand) for hand in s.hands)) >= 0, "fewer than no pebbles"
    for colour, left in enumerate(s.bag):
        there = left + sum(hand[colour] for hand in s.hands) + s.ring.count(colour) + s.spent[colour]
        assert there == PER_COLOUR, f"there are {there} {COLOURS[colour]} pebbles instead of {PER_COLOUR}"


def hands_are_small(s: State) -> None:
    """Three pebbles, or as many as are still to be drawn fewer; who has just placed or snatched has one fewer."""
    assert isinstance(s, PebblesState)
    for seat, hand in enumerate(s.hands):
        drawn = sum(isinstance(f, Drawing) and f.taker == seat for f in s.stack)
        n = sum(hand) + drawn
        assert n <= HAND, f"seat {seat + 1} has {n} pebbles"
        if s.stack and isinstance(s.stack[0], Asked):
            assert n == HAND, f"seat {seat + 1} has {n} pebbles at the start of a turn"


def points_come_from_runs(s: State) -> None:
    """A pebble brings less than there are stones."""
    assert isinstance(s, PebblesState)
    stones = len(s.ring)
    assert min(s.points) >= 0, "fewer than no points"
    assert sum(s.points) <= stones * stones, f"{sum(s.points)} points cannot come from {stones} stones"


def questions_fit(s: State) -> None:
    """A turn with what is drawn before it, or the end of one with the points and who may snatch them."""
    assert isinstance(s, PebblesState)
    numbers_fit(s, taker=s.seats, placer=s.seats, colour=len(COLOURS), worth=len(s.ring))
    stack = s.stack
    kinds = [type(f) for f in stack]
    turn = kinds[:1] == [Asked] and set(kinds[1:]) <= {Drawing}
    end = kinds[:2] == [Ending, Payment] and len(kinds) > 2 and set(kinds[2:]) == {Offer}
    assert not stack or turn or end, "these questions cannot lie on each other"
    asked = [f.seat for f in stack if isinstance(f, Offer)] + [f.placer for f in stack if isinstance(f, Ending)]
    assert len(set(asked)) == len(asked), "somebody is asked twice"
    assert len({f.worth for f in stack if isinstance(f, Offer | Payment)}) <= 1, "the points are those of one run"
    full = EMPTY not in s.ring or sum(s.bag) < sum(HAND - sum(hand) for hand in s.hands)
    assert stack or full or s.left, "the match is not over yet"


LAWS = (pebbles_are_conserved, hands_are_small, points_come_from_runs, questions_fit)

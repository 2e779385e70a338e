"""What stays true in every position of Pebbles."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.games.pebbles.state import HAND, PER_COLOUR, PebblesState


def pebbles_are_conserved(s: State) -> None:
    assert isinstance(s, PebblesState)
    for colour, left in enumerate(s.bag):
        held = sum(hand[colour] for hand in s.hands)
        assert left + held + s.ring.count(colour) + s.spent[colour] == PER_COLOUR


def hands_are_small(s: State) -> None:
    assert isinstance(s, PebblesState)
    assert all(min(hand) >= 0 and sum(hand) <= HAND for hand in s.hands)


LAWS = (pebbles_are_conserved, hands_are_small)

"""What a turn offers is not written out before somebody wants all of it; until then it must answer as a list would."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from ludoteka import games
from ludoteka.games.tigris_euphrates.actions import every_action
from ludoteka.games.tigris_euphrates.offer import Offer
from ludoteka.games.tigris_euphrates.phases.turn import TURN

GAME = games.load("tigris_euphrates")
EVERY = [a for a in every_action(4, None) if getattr(a, "at", "-")]


@pytest.mark.parametrize("board", ["standard", "advanced"])
def test_an_offer_answers_like_a_list(board: str) -> None:
    rng, state, seen = Random(7), GAME.new(4, board=board), 0
    while state.stack and seen < 60:
        if state.stack[-1][0] is TURN:
            offer = state.legal_actions()
            assert isinstance(offer, Offer)
            assert len(offer) > 1
            by_number = [offer[i] for i in range(len(offer))]
            members = {a for a in EVERY if a in offer}
            every = list(offer)
            assert by_number == every
            assert members == set(every)
            assert len(every) == len(offer)
            assert offer == every
            assert every == offer
            assert offer[2:5] == every[2:5]
            assert offer[-1] == every[-1]
            seen += 1
        state.apply(state.sample(rng))
    assert seen == 60


def test_an_offer_ends_and_travels() -> None:
    rng, state = Random(1), GAME.new(2)
    while state.to_move() < 0:
        state.apply(state.sample(rng))
    offer = state.legal_actions()
    with pytest.raises(IndexError):
        offer[len(offer)]
    assert "pass" not in offer
    assert pickle.loads(pickle.dumps(offer)) == offer
    assert offer != [*offer, offer[0]]

"""A refusal that claims something false is found."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import CHANCE, OVER, Game, State
from ludoteka.core.match import Match
from ludoteka.core.proof import disproof, refusals
from ludoteka.games.pebbles.actions import COLOUR_NUMBER, STONE_NUMBER
from ludoteka.games.pebbles.state import EMPTY, PebblesState


def mend(state: State, wish: Action, why: Reason, n: int) -> State | None:
    assert isinstance(state, PebblesState)
    s = state.clone()
    if why.kind is Kind.SHORT:
        s.hands[s.to_move()][COLOUR_NUMBER[why.args["what"]]] += n
    elif why.kind is Kind.OCCUPIED:
        s.ring[STONE_NUMBER[why.args["at"]]] = EMPTY
    else:
        return None
    return s


def test_all_refusals_of_pebbles_are_true(pebbles: Game) -> None:
    assert pebbles.every_action is not None
    rng, kinds = Random(1), set()
    state = pebbles.new(3)
    while state.to_move() != OVER:
        if state.to_move() != CHANCE:
            for wish, why in refusals(state, pebbles.every_action(3, state.options)):
                assert disproof(state, wish, why, mend, rng) == "", wish
                kinds.add(why.kind)
        state.apply(state.sample(rng))
    assert {Kind.SHORT, Kind.OCCUPIED} <= kinds


@pytest.mark.parametrize(
    ("false", "says"),
    [
        (reason("why.none_in_hand", "", Kind.SHORT, n=2, what="white"), "fewer than 2 are enough"),
        (reason("why.none_in_hand", "", Kind.SHORT, n=0, what="white"), "short of 0"),
        (reason("why.none_in_hand", "", Kind.FIRST), "said not to be asked"),
        (reason("why.none_in_hand", "", Kind.NOT_ASKED), "said not to be asked"),
        (reason("why.none_in_hand", "", Kind.REACH), "unproved"),
        (reason("why.none_in_hand", ""), "claims nothing"),
        (reason("why.none_in_hand", "", Kind.NEVER), "offered all the same"),
        (reason("why.none_in_hand", "", Kind.LATER), "never came"),
        (reason("why.not_now", "", Kind.FORM), "no other words help"),
    ],
    ids=lambda x: x.kind if isinstance(x, Reason) else "",
)
def test_a_false_claim_is_found(pebbles: Game, false: Reason, says: str) -> None:
    match = Match(pebbles, 2)
    for colour in ("red", "red", "blue"):
        match.play(CHANCE, f"draw 0 {colour}")
    match.roll(Random(0))
    wish = pebbles.parse("place white A" if false.kind is not Kind.FORM else "snatch")
    assert match.state.why_not(wish) is not None
    assert says in disproof(match.state, wish, false, mend, Random(3))


def test_a_fact_that_changes_nothing_is_found(pebbles: Game) -> None:
    match = Match(pebbles, 2)
    for colour in ("red", "red", "blue"):
        match.play(CHANCE, f"draw 0 {colour}")
    match.roll(Random(0))
    match.push(pebbles.parse("place red A"))
    while match.state.question() != "Turn":
        match.push(match.state.legal_actions()[-1])
    what = next(str(a).split()[1] for a in match.state.legal_actions())
    wish = pebbles.parse(f"place {what} A")
    why = match.state.why_not(wish)
    assert why is not None
    assert why.kind is Kind.OCCUPIED
    assert disproof(match.state, wish, why, mend, Random(0)) == ""
    assert "same reason" in disproof(match.state, wish, why, lambda s, *_: s.clone(), Random(0))

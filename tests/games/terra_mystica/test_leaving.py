"""Section 15: a player leaves. It is an event, which may happen at any question."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.events import Leave
from tests.games.terra_mystica.kit import (
    GAME,
    PLENTY,
    at_end_of_round,
    do,
    fresh,
    give,
    show,
    table,
    texts,
    through_chance,
    why,
)
from tests.games.terra_mystica.test_auction import auction

THREE = {"witches": "F4", "nomads": "E8", "dwarves": "H8"}


@pytest.mark.rule("TM-15.9", "TM-20.19")
def test_buildings_income_and_scores_stay() -> None:
    s = table("witches", "nomads", "dwarves", at=THREE)
    give(s, 1, card="BON1", coins=0, workers=0)
    do(s, "! leave 1")
    gone = s.sides[1]
    assert (gone.dropped, gone.card, s.cards[0], s.left) == (True, -1, 0, 0b010)
    assert why(s, "! leave 1").id == "why.has_left"
    give(s, **PLENTY)
    show(s, "E7", "green")
    do(s, "build E7")
    assert not s.offers, "no power for one who left"
    assert s.to_move() == 0
    at_end_of_round(s)
    assert gone.workers == 2, "income goes on"
    assert s.sides[1].built
    assert s.returns()[1] == 0


@pytest.mark.rule("TM-15.9")
def test_the_turn_passes_on() -> None:
    s = table("witches", "nomads", "dwarves", at=THREE)
    do(s, "! leave 0")
    assert (s.active, s.to_move()) == (1, 1)
    do(s, "pass BON1")
    assert s.to_move() == 2, "and comes back to nobody who left"
    do(s, "pass BON2")
    assert s.round == 2


@pytest.mark.rule("TM-15.9")
@pytest.mark.parametrize(("manner", "over"), [("rulebook", True), ("site", False)])
def test_the_last_one_has_nobody_to_play_against(manner: str, over: bool) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"}, manner=manner)
    do(s, "! leave 0")
    assert (s.to_move() == OVER) == over
    assert s.returns() == [0, 1]


@pytest.mark.rule("TM-15.9", "TM-8.4")
def test_leaving_with_an_answer_open() -> None:
    at = {"witches": "F4", "nomads": "E8", "dwarves": "E6"}
    s = table("witches", "nomads", "dwarves", at=at)
    for seat in range(3):
        give(s, seat, bowls=(12, 0, 0), **PLENTY)
    show(s, "E7", "green")
    do(s, "build E7")
    assert s.to_move() == 1
    other = s.clone()
    do(s, "! leave 1")
    assert s.to_move() == 2, "the next neighbour answers"
    do(s, "leech 0 1")
    assert s.to_move() == 0, "the builder goes on"
    do(other, "! leave 0", "leech 0 1", "leech 0 1")
    assert (other.active, other.to_move()) == (1, 1), "the builder is gone, the power is answered all the same"


@pytest.mark.rule("TM-15.9", "TM-14.3")
def test_leaving_with_spades_of_a_cult() -> None:
    s = table("witches", "nomads", "dwarves", at=THREE, tiles=("SCORE6",) * 6)
    for seat in range(3):
        give(s, seat, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert s.to_move() == 0
    do(s, "! leave 0")
    assert (s.to_move(), s.sides[0].spades) == (1, 0)


@pytest.mark.rule("TM-15.9")
def test_leaving_before_choosing_a_faction() -> None:
    s = through_chance(fresh(3, final="none"))
    do(s, "! leave 1")
    asked = []
    while s.round == 0:
        asked.append(s.to_move())
        do(s, min(texts(s)))
    assert 1 not in asked
    assert s.sides[1].faction is None


@pytest.mark.rule("TM-15.9", "TM-17.3")
def test_leaving_an_auction() -> None:
    s = auction("witches", "nomads", "dwarves", "giants")
    holder = do(s.clone(), "bid 5", "! leave 0")
    assert (holder.to_move(), "fold" in texts(holder)) == (1, False), "without the highest bid it begins again"
    asked = do(s.clone(), "bid 5", "! leave 1")
    assert (asked.to_move(), "bid 5" in texts(asked)) == (2, False), "the next one is asked"
    winner = do(s.clone(), "bid 5", "fold", "fold", "fold", "! leave 0")
    assert (winner.to_move(), "bid 0" in texts(winner)) == (1, True)
    place = do(s.clone(), "bid 5", "fold", "fold", "fold", "choose giants", "! leave 0")
    assert place.to_move() == 1
    rest = do(asked, "fold", "fold", "choose giants", "place 3", "bid 0", "fold", "choose nomads", "place 1")
    assert texts(rest) == {"choose witches", "choose dwarves"}, "the last one has a choice: one faction is too many"
    do(rest, "choose witches", "place 2")
    assert sorted(rest.order) == [0, 1, 2, 3]
    assert rest.sides[1].faction is None


@pytest.mark.rule("TM-15.9")
@pytest.mark.parametrize("options", [{}, {"choose": "auction"}, {"choose": "random"}, {"manner": "site"}], ids=str)
def test_leaving_at_any_question(options: dict[str, str]) -> None:
    """Random play in which seats leave now and then ends, obeys the laws and can be read back."""
    for seed in range(4):
        rng = Random(seed)
        match = Match(GAME, 5, options)
        while match.state.to_move() != OVER:
            gone = [e for e in GAME.possible_events(match.state) if isinstance(e, Leave)]
            if match.state.to_move() != CHANCE and gone and rng.random() < 0.02:
                match.event(str(rng.choice(gone)))
            else:
                match.push(match.state.sample(rng))
            for law in GAME.laws:
                law(match.state)
            assert match.state.to_move() < 0 or not match.state.left >> match.state.to_move() & 1
        text = match.save()
        assert Match.load(text, lambda _: GAME).save() == text


@pytest.mark.rule("TM-21.15")
def test_in_edition_1_chance_says_who_leaves() -> None:
    s = table("witches", "nomads", "dwarves", at=THREE, edition="1+leaving")
    s.stack.pop()
    s.settle()
    assert {"speak 0", "leave 0", "leave 1", "leave 2"} == texts(s)
    do(s, "leave 0")
    assert s.active == 1
    do(s, "leave 2")
    assert texts(s) == {"speak 1"}, "the last one stays"

"""Section 15: a player leaves. It is an event, which may happen at any question."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.game import CHANCE, OVER
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.events import Leave
from ludoteka.games.terra_mystica.state import TerraState
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


@pytest.mark.rule("TM-21.16")
def test_in_earlier_editions_they_answered_after_the_next_turn() -> None:
    s = owing(edition="2")
    do(s, "upgrade E7 TE", "! leave 0")
    assert (s.active, s.to_move(), s.question(), len(s.offers)) == (1, 1, "Turn", 2)


def owing(**options: str) -> TerraState:
    """A builder who will owe a favor tile, between two neighbours."""
    s = table("witches", "nomads", "dwarves", at={"witches": "F4 E7=TP", "nomads": "E8", "dwarves": "E6"}, **options)
    for seat in range(3):
        give(s, seat, bowls=(12, 0, 0), **PLENTY)
    return s


@pytest.mark.rule("TM-15.9", "TM-8.4")
def test_a_builder_who_leaves_still_owing_keeps_nobody_from_power() -> None:
    s = owing()
    do(s, "upgrade E7 TE")
    assert (s.to_move(), "favor FAV9" in texts(s)) == (0, True)
    other = do(s.clone(), "! leave 1")
    assert (other.to_move(), "favor FAV9" in texts(other)) == (0, True), "nobody answers before the builder is ready"
    do(s, "! leave 0", "leech 0 1", "decline 0 1")
    assert (s.active, s.to_move(), s.offers) == (1, 1, [])


@pytest.mark.rule("TM-15.9", "TM-19.44")
def test_a_priest_that_riverwalkers_who_left_could_open_a_terrain_with_is_lost() -> None:
    at = {"riverwalkers": "F4=TE", "nomads": "E8", "dwarves": "H8"}
    s = table(*at, at=at, terrain={"riverwalkers": "green"})
    do(s, "! leave 0")
    at_end_of_round(s)
    assert (s.to_move(), s.sides[0].priests) == (1, 0)


@pytest.mark.rule("TM-15.9", "TM-14.3")
def test_leaving_with_spades_of_a_cult() -> None:
    s = table("witches", "nomads", "dwarves", at=THREE, tiles=("SCORE6",) * 6)
    for seat in range(3):
        give(s, seat, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert s.to_move() == 0
    do(s, "! leave 0")
    assert (s.to_move(), s.sides[0].owes(due.SPADES)) == (1, 0)


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


@pytest.mark.rule("TM-15.9", "TM-2.7", "TM-2.11")
@pytest.mark.parametrize("options", [{"choose": "given", "given": "yetis+nomads+shapeshifters"}, {"choose": "random"}])
def test_leaving_before_the_lots_are_drawn(options: dict[str, str]) -> None:
    assert asked_after_leaving(**options) == {CHANCE, 1, 2}


def asked_after_leaving(**options: str) -> set[int]:
    s, asked = do(fresh(3, final="none", **options), "! leave 0"), set()
    for _ in range(30):
        asked.add(s.to_move())
        do(s, min(texts(s)))
    return asked


@pytest.mark.rule("TM-21.17")
def test_in_earlier_editions_who_left_before_the_lots_was_asked() -> None:
    assert 0 in asked_after_leaving(choose="given", given="yetis+nomads+shapeshifters", edition="2")


@pytest.mark.rule("TM-15.9", "TM-17.3")
def test_leaving_an_auction() -> None:
    s = auction("witches", "nomads", "dwarves", "giants")
    holder = do(s.clone(), "bid 5", "! leave 0")
    assert (holder.to_move(), "fold" in texts(holder)) == (1, False), "without the highest bid it begins again"
    asked = do(s.clone(), "bid 5", "! leave 1")
    assert (asked.to_move(), "bid 5" in texts(asked)) == (2, False), "the next one is asked"
    two = auction("witches", "nomads", "dwarves")
    do(two, "bid 0", "fold", "! leave 2")
    assert (two.to_move(), "choose witches" in texts(two)) == (0, True), "a bid of 0 has won when the others are gone"
    winner = do(s.clone(), "bid 5", "fold", "fold", "fold", "! leave 0")
    assert (winner.to_move(), "bid 0" in texts(winner)) == (1, True)
    second = do(s.clone(), "bid 5", "fold", "fold", "fold", "choose giants", "place 1", "! leave 1", "! leave 2")
    assert (second.to_move(), texts(second)) == (3, {"choose witches", "choose nomads", "choose dwarves"}), "no bid"
    place = do(s.clone(), "bid 5", "fold", "fold", "fold", "choose giants", "! leave 0")
    assert place.to_move() == 1
    few = do(s.clone(), "bid 5", "fold", "fold", "fold", "choose giants", "place 1", "bid 0", "fold", "fold")
    do(few, "choose witches", "place 2", "! leave 2", "! leave 3")
    assert (sorted(few.order), few.to_move()) == ([0, 1, 2, 3], 0), "nobody is left to bid"
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
def test_in_edition_1_chance_says_who_leaves_before_the_first_round() -> None:
    s = fresh(3, final="none", edition="1+leaving")
    while "speak 0" not in texts(s):
        do(s, "first 0" if "first 0" in texts(s) else min(texts(s)))
    assert {str(a): n for a, n in s.chance()} == {"speak 0": 60, "leave 0": 1, "leave 1": 1, "leave 2": 1}
    do(s, "leave 0")
    assert texts(s) == {"speak 1", "leave 1", "leave 2"}
    do(s, "speak 1")
    assert (s.to_move(), "choose witches" in texts(s)) == (1, True)


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

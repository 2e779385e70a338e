"""Section 15: a player leaves."""

from __future__ import annotations

import pytest

from tests.games.terra_mystica.kit import PLENTY, at_end_of_round, do, fresh, give, show, table, texts, through_chance


@pytest.mark.rule("TM-15.9", "TM-20.19")
def test_buildings_income_and_scores_stay() -> None:
    at = {"witches": "F4", "nomads": "E8", "dwarves": "H8"}
    s = table("witches", "nomads", "dwarves", at=at, leaving=True)
    s.stack.pop()
    s.settle()
    assert {"speak 0", "leave 0", "leave 1", "leave 2"} == texts(s)
    give(s, 1, card="BON1", coins=0, workers=0)
    do(s, "leave 1", "speak 0")
    gone = s.sides[1]
    assert (gone.dropped, gone.card, s.cards[0]) == (True, -1, 0)
    give(s, **PLENTY)
    show(s, "E7", "green")
    do(s, "build E7")
    assert not s.offers, "no power for one who left"
    assert s.to_move() == 0
    at_end_of_round(s)
    assert gone.workers == 2, "income goes on"
    assert s.sides[1].built


@pytest.mark.rule("TM-15.9")
def test_the_turn_passes_on() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"}, leaving=True)
    s.stack.pop()
    s.settle()
    do(s, "leave 0")
    assert s.active == 1
    assert texts(s) == {"speak 1"}, "the last one stays"


@pytest.mark.rule("TM-15.9")
def test_leaving_before_choosing_a_faction() -> None:
    s = through_chance(fresh(3, leaving=True, final="none"))
    while not {"leave 0"} & texts(s):
        do(s, min(texts(s)))
    do(s, "leave 1")
    asked = []
    while s.round == 0:
        lines = sorted(texts(s))
        if s.to_move() >= 0:
            asked.append(s.to_move())
        do(s, next((t for t in lines if t.startswith("speak")), lines[0]))
    assert 1 not in asked
    assert s.sides[1].faction is None

"""Sections 4, 13, 14 and 16: rounds, passing, cult bonuses, income, scoring tiles."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import ROUND_TILES
from ludoteka.games.terra_mystica.income import cult_income
from ludoteka.games.terra_mystica.phases import flow
from tests.games.terra_mystica.kit import PLENTY, at_end_of_round, do, give, show, table, texts, why


@pytest.mark.rule("TM-4.1")
def test_a_new_round_frees_all_actions_and_feeds_the_cards() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 4), card="BON2")
    do(s, "act ACT4", "done", "pass BON1", "act BON2", "step AIR", "done", "pass BON4")
    assert (s.round, s.used, s.sides[0].used) == (2, 0, 0)
    ready = [coins for coins in s.cards if coins >= 0]
    assert ready
    assert min(ready) == 1
    assert s.cards[1] == 1, "the card returned lies ready too"


@pytest.mark.rule("TM-4.2")
def test_turns_go_round_until_all_have_passed() -> None:
    at = {"witches": "F4", "nomads": "A5", "dwarves": "H8"}
    s = table("witches", "nomads", "dwarves", at=at)
    for seat in range(3):
        give(s, seat, bowls=(0, 0, 12))
    asked = []
    for line in ("act ACT2", "done", "act ACT3", "done", "pass BON1", "act ACT4", "done", "pass BON2"):
        asked.append(s.to_move())
        do(s, line)
    assert asked == [0, 0, 1, 1, 2, 0, 0, 1]
    assert s.to_move() == 0
    give(s, priests=2)
    do(s, "send FIRE 1", "done")
    assert s.to_move() == 0, "alone, one goes on alone"
    do(s, "send FIRE 1", "done")


@pytest.mark.rule("TM-4.3")
def test_the_first_to_pass_begins() -> None:
    at = {"witches": "F4", "nomads": "A5", "dwarves": "H8"}
    s = table("witches", "nomads", "dwarves", at=at)
    give(s, bowls=(0, 0, 4))
    do(s, "act ACT4", "done", "pass BON1", "pass BON2", "pass BON4")
    assert s.to_move() == 1
    assert flow.turn_order(s) == [1, 2, 0]


@pytest.mark.rule("TM-4.4")
def test_the_turn_order_card() -> None:
    at = {"witches": "F4", "nomads": "A5", "dwarves": "H8"}
    s = table("witches", "nomads", "dwarves", at=at, turn_order="passing")
    give(s, 1, bowls=(0, 0, 4))
    give(s, 0, bowls=(0, 0, 3))
    do(s, "act ACT2", "done", "act ACT4", "done", "pass BON1", "pass BON2", "pass BON4")
    assert flow.turn_order(s) == [2, 0, 1]
    asked = []
    for card in (5, 6, 7):
        asked.append(s.to_move())
        do(s, min(t for t in texts(s) if t.startswith("pass")))
        del card
    assert asked == [2, 0, 1]


@pytest.mark.rule("TM-13.2")
@pytest.mark.parametrize(("card", "vp"), [("BON9", 2), ("BON7", 4), ("BON6", 8), ("BON10", 6), ("BON3", 0)])
def test_points_of_the_card_returned(card: str, vp: int) -> None:
    at = {"witches": "F4 E9 G3=TP C3=TP C4=SH D1=SA", "nomads": "A5"}
    s = table("witches", "nomads", at=at, card_promo=True)
    me = give(s, card=card, ship=2)
    do(s, "pass BON1")
    assert me.vp == 20 + vp


@pytest.mark.rule("TM-13.3")
def test_another_card_with_its_coins() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, card="BON1", coins=0)
    s.cards = changed(s.cards, 3, 2)
    assert "pass BON1" not in texts(s)
    assert why(s, "pass BON1").id == "why.card_own"
    assert why(s, "pass none").id == "why.take_card"
    s.cards = changed(s.cards, 2, -1)
    assert why(s, "pass BON3").id == "why.card_gone"
    do(s, "pass BON4")
    assert (me.card, me.coins, s.cards[3], s.cards[0]) == (3, 2, -1, 0)


@pytest.mark.rule("TM-13.4")
def test_no_card_in_the_last_round() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9", "nomads": "A5"}, round=6)
    me = give(s, card="BON9")
    assert why(s, "pass BON1").id == "why.last_round"
    do(s, "pass none")
    assert (me.vp, me.card) == (22, -1)


@pytest.mark.rule("TM-14.1", "TM-14.2")
def test_cult_bonuses_as_often_as_they_fit() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=("SCORE4",) * 6)
    me = give(s, cult=(7, 0, 0, 0), workers=0)
    other = give(s, 1, cult=(1, 0, 0, 0), workers=0)
    at_end_of_round(s)
    assert (me.workers, other.workers) == (3 + 2, 0 + 2), "7 // 2 and then the income of a dwelling"


@pytest.mark.rule("TM-14.2")
@pytest.mark.parametrize(
    ("tile", "field", "gain"),
    [("SCORE1", "coins", 8), ("SCORE3", "priests", 2), ("SCORE4", "workers", 4), ("SCORE7", "workers", 4)]
    + [("SCORE5", "bowl2", 8), ("SCORE2", "spades", 2), ("SCORE6", "spades", 2), ("SCORE8", "spades", 2)]
    + [("SCORE9", "coins", 6)],
)
def test_every_cult_bonus(tile: str, field: str, gain: int) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=(tile,) * 6)
    me = give(s, cult=(8, 8, 8, 8), coins=0, workers=0, bowls=(12, 0, 0), sent=3)
    flow.cult_bonus(s, 0)
    assert (me.owes(due.SPADES) if field == "spades" else getattr(me, field)) == gain


@pytest.mark.rule("TM-14.2")
def test_the_bonus_shown_is_that_of_the_round() -> None:
    tiles = ("SCORE1", "SCORE4", "SCORE2", "SCORE5", "SCORE6", "SCORE8")
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=tiles, round=2)
    assert cult_income(s, give(s, cult=(4, 4, 4, 4))) == {"W": 2}
    s.round = 6
    assert cult_income(s, s.sides[0]) == {}


@pytest.mark.rule("TM-14.2")
def test_round_six_pays_no_cult_bonus() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=("SCORE1",) * 6, round=6)
    me = give(s, cult=(0, 0, 9, 0), coins=0, workers=0, bowls=(12, 0, 0), vp=0)
    at_end_of_round(s)
    assert s.to_move() == -2
    assert me.coins == 0


@pytest.mark.rule("TM-14.1", "TM-14.3", "TM-14.4")
def test_spades_from_cults_in_the_new_order() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"}, tiles=("SCORE6",) * 6)
    me = give(s, cult=(0, 8, 0, 0), bowls=(12, 0, 0), card="BON4", workers=9)
    give(s, 1, cult=(0, 4, 0, 0))
    s.start = 1
    at_end_of_round(s)
    assert s.to_move() == 1
    do(s, "transform E7 red")
    assert s.to_move() == 0
    offered = {t.split()[1] for t in texts(s) if t.startswith("transform")}
    assert offered == {"E6", "E7", "F3", "G2"}, "no ship by card"
    assert {t.split()[0] for t in texts(s)} == {"transform", "discard"}, "nothing to build or to buy"
    do(s, "transform E7 gray")
    assert me.owes(due.SPADES) == 1
    do(s, "discard spade")
    assert s.round == 2
    assert s.to_move() == 1


@pytest.mark.rule("TM-14.4")
def test_no_tunnel_for_cult_spades() -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E7", "nomads": "A5"}, tiles=("SCORE6",) * 6)
    give(s, cult=(0, 4, 0, 0), workers=9)
    at_end_of_round(s)
    assert {t.split()[1] for t in texts(s) if t.startswith("transform")} == {"D4", "D5", "E6", "E8", "F4"}


@pytest.mark.rule("TM-14.5")
def test_income_in_the_first_round_too() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9 G3=TP C3=TE C4=SH D1=SA", "nomads": "A5"})
    me = give(s, coins=0, workers=0, bowls=(12, 0, 0))
    s.round = 0
    s.stack[:] = []
    flow.push_income(s, cult=False)
    s.settle()
    assert (me.coins, me.workers, me.priests, me.bowl2) == (2, 3, 2, 1 + 2)
    assert s.round == 1


@pytest.mark.rule("TM-16.1")
@pytest.mark.parametrize(
    ("tile", "lines", "vp"),
    [
        ("SCORE3", ["build E7"], 2),
        ("SCORE5", ["build E7"], 2),
        ("SCORE6", ["upgrade F4 TP"], 3),
        ("SCORE8", ["upgrade F4 TP"], 3),
        ("SCORE4", ["upgrade G3 SH"], 5),
        ("SCORE7", ["upgrade C3 SA"], 5),
        ("SCORE9", ["upgrade G3 TE"], 4),
        ("SCORE1", ["dig 2", "transform G2 green"], 4),
        ("SCORE3", ["upgrade F4 TP"], 0),
    ],
)
def test_deeds_of_the_round(tile: str, lines: list[str], vp: int) -> None:
    s = table("witches", "nomads", at={"witches": "F4 G3=TP C3=TE", "nomads": "A5"}, tiles=(tile,) * 6)
    me = give(s, **PLENTY)
    show(s, "E7", "green")
    do(s, *lines)
    assert me.vp == 20 + vp


@pytest.mark.rule("TM-16.1")
def test_towns_of_the_round() -> None:
    s = table("nomads", "witches", at={"nomads": "F4=TE E7=TP E6=TP"}, tiles=("SCORE2",) * 6)
    me = give(s, **PLENTY)
    do(s, "upgrade F4 SA", "favor FAV9", "town TW1")
    assert me.vp == 20 + 5 + 5


@pytest.mark.rule("TM-16.2")
def test_a_spade_scores_when_it_is_used() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=("SCORE1",) * 6)
    me = give(s, bowls=(0, 0, 6), **PLENTY)
    do(s, "act ACT6")
    assert me.vp == 20
    do(s, "transform E7 green")
    assert me.vp == 22
    do(s, "discard spade")
    assert me.vp == 22


def test_all_tiles_are_known() -> None:
    assert [t.name for t in ROUND_TILES] == [f"SCORE{i}" for i in range(1, 10)]

"""Yetis: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts, why

FOLK = FACTIONS[BY_NAME["yetis"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("ice", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((0, 12, 0), (0, 0, 1, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 9),
        (0, 2, 4, 6, 8),
        (0, 2, 4, 6, 8),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 1, 22)


def yetis(at: str) -> object:
    return table("yetis", "nomads", at={"yetis": at, "nomads": "A5"}, terrain={"yetis": "green"})


@pytest.mark.rule("TM-19.27")
def test_power_actions_cost_one_less() -> None:
    s = yetis("E7")
    me = give(s, bowls=(0, 0, 5))
    do(s, "act ACT6")
    assert (me.bowl3, me.owes(due.SPADES)) == (0, 2)


@pytest.mark.rule("TM-19.27")
def test_big_buildings_have_power_four() -> None:
    s = table("nomads", "yetis", at={"nomads": "E8", "yetis": "E7=SH D5=SA"}, terrain={"yetis": "green"})
    give(s, coins=9, workers=9)
    give(s, 1, bowls=(12, 0, 0))
    do(s, "upgrade E8 TP")
    assert "leech 0 8" in texts(s)
    t = yetis("E7=SH D5=TE D4")
    give(t, coins=20, workers=9)
    do(t, "upgrade D5 SA")
    assert t.sides[0].owes(due.TOWNS) == 1


@pytest.mark.rule("TM-19.27", "TM-10.1")
def test_used_actions_may_be_used_again() -> None:
    s = yetis("E7")
    give(s, bowls=(0, 0, 9))
    s.used = 0b1000
    assert why(s, "act ACT4").id == "why.used"
    t = yetis("E7=SH")
    me = give(t, bowls=(0, 0, 9), coins=0)
    t.used = 0b1000
    do(t, "act ACT4", "done", "pass BON1", "act ACT4")
    assert me.coins == 14


@pytest.mark.rule("TM-19.25")
def test_they_turn_land_to_ice() -> None:
    s = yetis("E7")
    give(s, workers=10, coins=9)
    show(s, "D5", "yellow")
    do(s, "dig 3", "transform D5 ice", "build D5")
    assert s.sides[0].count(0) == 2

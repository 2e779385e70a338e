"""Chaos Magicians: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import PLENTY, do, give, show, table, texts, why

FOLK = FACTIONS[BY_NAME["chaosmagicians"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("red", 15, 4, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (2, 0, 0, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 4),
        (4, 8),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 2, 0, 0), 1, 19)


@pytest.mark.rule("TM-19.5")
def test_one_start_dwelling_placed_last() -> None:
    assert (FOLK.start_dwellings, FOLK.places_last) == (1, True)


@pytest.mark.rule("TM-19.6")
def test_two_favor_tiles() -> None:
    s = table("chaosmagicians", "witches", at={"chaosmagicians": "D4=TP", "witches": "A3"})
    give(s, coins=20, workers=9)
    do(s, "upgrade D4 TE", "favor FAV1")
    assert why(s, "done").id == "why.open_favor"
    do(s, "favor FAV2", "done")
    assert s.sides[0].favors == 0b11


@pytest.mark.rule("TM-19.7")
def test_a_double_turn() -> None:
    s = table("chaosmagicians", "witches", at={"chaosmagicians": "D4=SH C2", "witches": "D5"})
    me = give(s, coins=20, workers=9, bowls=(0, 0, 4))
    give(s, 1, bowls=(12, 0, 0))
    do(s, "act ACTC", "upgrade C2 TP", "act ACT4")
    assert why(s, "act ACT3").id == "why.acted"
    do(s, "done")
    assert s.to_move() == 1
    assert me.used == 4


@pytest.mark.rule("TM-19.7", "TM-8.4")
def test_power_is_answered_between_the_two_actions() -> None:
    s = table("chaosmagicians", "witches", at={"chaosmagicians": "D4=SH D5", "witches": "C3"})
    give(s, coins=20, workers=9)
    give(s, 1, bowls=(12, 0, 0))
    do(s, "act ACTC", "upgrade D5 TP")
    assert s.to_move() == 1
    do(s, "decline 0 1")
    assert s.to_move() == 0
    assert "upgrade D5 TE" in texts(s)


@pytest.mark.rule("TM-19.7")
def test_passing_first_ends_it() -> None:
    s = table("chaosmagicians", "witches", at={"chaosmagicians": "D4=SH", "witches": "A3"})
    show(s, "E6", "red")
    give(s, coins=20, workers=9)
    do(s, "act ACTC", "pass BON1")
    assert s.to_move() == 1


@pytest.mark.rule("TM-10.10", "TM-19.6")
def test_a_second_favor_tile_lapses_where_there_is_none() -> None:
    s = table("chaosmagicians", "witches", at={"chaosmagicians": "D4=TP", "witches": "A3"})
    give(s, **PLENTY)
    s.favors = tuple(3 if i == 8 else 0 for i in range(12))
    do(s, "upgrade D4 TE", "favor FAV9")
    assert s.sides[0].owes(due.FAVORS) == 0

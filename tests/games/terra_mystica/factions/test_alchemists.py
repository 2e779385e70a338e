"""Alchemists: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, why

FOLK = FACTIONS[BY_NAME["alchemists"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("black", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (1, 1, 0, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 7, 11),
        (0, 1, 2, 3, 4),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((6, 0, 0, 0), 1, 27)


@pytest.mark.rule("TM-19.16")
def test_points_and_coins() -> None:
    s = table("alchemists", "witches", at={"alchemists": "E5", "witches": "A3"})
    me = give(s, coins=4, vp=1)
    do(s, "convert VP-C", "convert C-VP", "convert C-VP")
    assert (me.vp, me.coins) == (2, 1)
    assert why(s, "convert C-VP").args == {"c": 1}
    give(s, vp=0)
    assert why(s, "convert VP-C").args == {"n": 1}


@pytest.mark.rule("TM-19.17")
def test_the_stronghold_and_power_for_spades() -> None:
    s = table("alchemists", "witches", at={"alchemists": "E5=TP", "witches": "A3"})
    me = give(s, coins=20, workers=20, bowls=(12, 0, 0))
    do(s, "upgrade E5 SH")
    assert me.bowl2 == 12
    s.acts = 1
    do(s, "dig 2")
    assert me.bowl3 == 4


@pytest.mark.rule("TM-19.17")
def test_no_power_for_spades_before() -> None:
    s = table("alchemists", "witches", at={"alchemists": "E5", "witches": "A3"})
    me = give(s, workers=20, bowls=(12, 0, 0))
    do(s, "dig 2")
    assert me.bowl2 == 0

"""Swarmlings: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts

FOLK = FACTIONS[BY_NAME["swarmlings"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("blue", 20, 8, 0)
    assert (FOLK.bowls, FOLK.cults) == ((3, 9, 0), (1, 1, 1, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (2, 3),
        (3, 4),
        (3, 6),
        (5, 8),
        (5, 8),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (2, 3, 4, 5, 6, 7, 8, 9, 9),
        (0, 2, 4, 6, 9),
        (0, 2, 4, 6, 8),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 2, 22)


@pytest.mark.rule("TM-19.10")
def test_three_workers_for_a_town() -> None:
    s = table("swarmlings", "witches", at={"swarmlings": "D5=TE E7=TP D4=TP", "witches": "A3"})
    me = give(s, coins=20, workers=9)
    do(s, "upgrade D5 SA", "favor FAV9", "town TW1")
    assert me.workers == 9 - 5 + 3


@pytest.mark.rule("TM-19.10")
def test_a_free_trading_house() -> None:
    s = table("swarmlings", "witches", at={"swarmlings": "D5=SH E4", "witches": "A3"}, tiles=("SCORE6",) * 6)
    me = give(s, coins=0, workers=0)
    do(s, "act ACTS")
    assert {t for t in texts(s) if t.startswith("upgrade")} == {"upgrade E4 TP"}
    do(s, "upgrade E4 TP")
    assert (me.coins, me.workers, me.vp) == (0, 0, 23), "free, and the round pays for it"

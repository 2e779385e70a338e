"""Cultists: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts

FOLK = FACTIONS[BY_NAME["cultists"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("brown", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (1, 0, 1, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 8),
        (4, 8),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 16)


def neighbours(**options: object) -> object:
    at = {"cultists": "E6", "witches": "F4", "nomads": "F3"}
    s = table("cultists", "witches", "nomads", at=at, **options)
    give(s, coins=20, workers=9, bowls=(12, 0, 0), cult=(0, 0, 0, 0))
    for seat in (1, 2):
        give(s, seat, bowls=(12, 0, 0))
    return s


@pytest.mark.rule("TM-19.15")
def test_one_step_however_many_take_power() -> None:
    s = neighbours()
    do(s, "upgrade E6 TP", "leech 0 1")
    assert s.to_move() == 0, "the reward comes at the first acceptance"
    assert texts(s) == {"step FIRE", "step WATER", "step EARTH", "step AIR"}
    do(s, "step WATER", "leech 0 1")
    assert list(s.sides[0].cult) == [0, 1, 0, 0]
    assert s.sides[0].owes(due.STEPS) == 0


@pytest.mark.rule("TM-19.15")
def test_one_power_if_all_refuse() -> None:
    s = neighbours()
    do(s, "upgrade E6 TP", "decline 0 1", "decline 0 1")
    assert s.sides[0].bowl2 == 1
    assert list(s.sides[0].cult) == [0, 0, 0, 0]


@pytest.mark.rule("TM-19.15", "TM-8.4")
def test_nothing_if_nobody_can_take_power() -> None:
    s = neighbours()
    for seat in (1, 2):
        give(s, seat, bowls=(0, 0, 12))
    do(s, "upgrade E6 TP")
    assert s.to_move() == 0
    assert s.sides[0].bowl2 == 0
    t = neighbours()
    give(t, 1, bowls=(0, 0, 12))
    do(t, "upgrade E6 TP", "decline 0 1")
    assert t.sides[0].bowl2 == 1, "all who could have refused"


@pytest.mark.rule("TM-19.15")
def test_the_stronghold_is_seven_points() -> None:
    s = table("cultists", "witches", at={"cultists": "E6=TP", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=20, workers=9)
    show(s, "E7", "brown")
    do(s, "upgrade E6 SH")
    assert me.vp == 27

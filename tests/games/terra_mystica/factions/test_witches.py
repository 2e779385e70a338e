"""Witches: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, put, show, table, texts, why

FOLK = FACTIONS[BY_NAME["witches"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("green", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (0, 0, 0, 2))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 19)


@pytest.mark.rule("TM-19.22")
def test_five_points_for_a_town() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TE E7=TP E6=TP", "nomads": "A5"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=20, workers=9)
    do(s, "upgrade F4 SA", "favor FAV9", "town TW1")
    assert me.vp == 20 + 5 + 5


@pytest.mark.rule("TM-19.23")
def test_the_ride() -> None:
    s = table("witches", "nomads", at={"witches": "F4=SH", "nomads": "D4"}, tiles=("SCORE3",) * 6)
    me = give(s, coins=0, workers=0, favor="FAV11")
    other = give(s, 1, bowls=(12, 0, 0))
    do(s, "act ACTW")
    free = {f"build {n}" for n in s.board.hexes(s.board.land[4])} - {"build F4"}
    assert {t for t in texts(s) if t.startswith("build")} == free, "every empty forest"
    assert why(s, "build E7").id == "why.wrong_terrain"
    do(s, "build C3", "leech 0 1")
    assert (me.vp, me.count(0)) == (20 + 2 + 2, 1)
    assert other.bowl2 == 1


@pytest.mark.rule("TM-19.23", "TM-10.8")
def test_no_ride_without_a_ninth_dwelling() -> None:
    s = table("witches", "nomads", at={"witches": "F4=SH", "nomads": "A5"})
    for name in ("E9", "G3", "C3", "C4", "D1", "F2", "I6", "I11"):
        put(s, 0, name)
    assert why(s, "act ACTW").id == "why.no_target"
    show(s, "E7", "green")

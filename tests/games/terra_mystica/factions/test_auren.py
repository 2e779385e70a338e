"""Auren: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["auren"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("green", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (0, 1, 0, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 8),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 27)


@pytest.mark.rule("TM-19.20")
def test_a_favor_tile_and_two_steps_on_one_cult() -> None:
    s = table("auren", "nomads", at={"auren": "F4=TP", "nomads": "A5"})
    me = give(s, coins=9, workers=9, cult=(0, 1, 0, 1))
    do(s, "upgrade F4 SH", "favor FAV9", "done", "pass BON1", "act ACTA", "step WATER")
    assert {t for t in texts(s) if t.startswith("step")} == {"step WATER"}
    assert why(s, "step AIR").id == "why.same_track"
    assert why(s, "done").args == {"n": 1}
    do(s, "step WATER", "done")
    assert list(me.cult) == [1, 3, 0, 1]
    assert why(s, "act ACTA").id == "why.used"


@pytest.mark.rule("TM-10.8", "TM-19.20")
def test_steps_need_no_land() -> None:
    s = table("auren", "nomads", at={"auren": "F4=SH", "nomads": "A5"})
    s.occupied = s.board.full
    assert "act ACTA" in texts(s)


@pytest.mark.rule("TM-19.20", "TM-9.2")
def test_the_top_needs_a_key_here_too() -> None:
    s = table("auren", "nomads", at={"auren": "F4=SH", "nomads": "A5"})
    me = give(s, cult=(8, 1, 0, 1))
    do(s, "act ACTA", "step FIRE", "step FIRE")
    assert me.cult[0] == 9

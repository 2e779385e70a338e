"""Acolytes: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import at_end_of_round, do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["acolytes"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("volcano", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((6, 6, 0), (3, 3, 3, 3))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 8),
        (4, 8),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (0, 1, 2, 3, 3, 4, 5, 6, 6),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 23)


def acolytes(at: str = "E7", **options: object) -> object:
    s = table("acolytes", "nomads", at={"acolytes": at, "nomads": "A5"}, terrain={"acolytes": "gray"}, **options)
    give(s, coins=20, workers=9, bowls=(12, 0, 0))
    return s


@pytest.mark.rule("TM-19.28", "TM-19.30")
def test_land_for_steps_on_one_cult() -> None:
    s = acolytes(tiles=("SCORE1",) * 6)
    do(s, "transform D5 volcano")
    assert texts(s) == {"sacrifice FIRE", "sacrifice WATER", "sacrifice EARTH", "sacrifice AIR"}
    assert why(s, "done").id == "why.open_price"
    do(s, "sacrifice WATER", "build D5")
    me = s.sides[0]
    assert (list(me.cult), me.vp) == ([3, 0, 3, 3], 20), "no points for spades"
    assert why(s, "sacrifice FIRE").id == "why.no_price"


@pytest.mark.rule("TM-19.30", "TM-19.36")
def test_four_steps_for_somebodys_home_terrain() -> None:
    s = acolytes()
    assert why(s, "transform E8 volcano").args == {"what": "FIRE", "have": 3, "need": 4, "n": 1}
    give(s, cult=(4, 3, 3, 3))
    do(s, "transform E8 volcano")
    assert texts(s) == {"sacrifice FIRE"}
    assert why(s, "sacrifice AIR").args == {"what": "AIR", "have": 3, "need": 4, "n": 1}


@pytest.mark.rule("TM-19.28")
def test_only_volcanoes() -> None:
    s = acolytes()
    assert why(s, "transform D5 gray").id == "why.only_home"
    assert why(s, "dig 1").id == "why.buys_no_spades"
    assert why(s, "build D5").id == "why.not_changed_here"


@pytest.mark.rule("TM-19.29", "TM-19.31")
def test_spades_are_cult_steps() -> None:
    s = acolytes(tiles=("SCORE1",) * 6)
    me = give(s, bowls=(6, 0, 6), cult=(2, 3, 3, 3))
    do(s, "act ACT6", "step FIRE", "step WATER", "done")
    assert list(me.cult) == [3, 4, 3, 3]
    assert (me.vp, me.bowl2) == (24, 1), "spades count for the tile; 3 pays its power again"


@pytest.mark.rule("TM-19.32")
def test_priests_go_further_with_the_stronghold() -> None:
    s = acolytes("E7=SH")
    me = give(s, priests=2)
    do(s, "send FIRE 3")
    s.acts = 1
    do(s, "send AIR 1")
    assert list(me.cult) == [7, 3, 3, 5]


@pytest.mark.rule("TM-19.33")
def test_leaving_the_top() -> None:
    s = acolytes()
    me = give(s, cult=(10, 0, 0, 0), keys=0)
    do(s, "transform D5 volcano", "sacrifice FIRE")
    assert (me.cult[0], me.keys) == (7, 1)


@pytest.mark.rule("TM-19.31", "TM-14.3")
def test_a_spade_of_a_cult_is_a_step_on_any_track() -> None:
    at = {"acolytes": "E7", "nomads": "A5"}
    s = table("acolytes", "nomads", at=at, terrain={"acolytes": "green"}, tiles=("SCORE6",) * 6)
    me = give(s, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert (s.to_move(), texts(s)) == (0, {"step FIRE", "step WATER", "step EARTH", "step AIR"})
    do(s, "step AIR")
    assert list(me.cult) == [0, 4, 0, 1]

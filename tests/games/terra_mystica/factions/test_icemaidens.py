"""Ice Maidens: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, fresh, give, table, texts, through_chance, why

FOLK = FACTIONS[BY_NAME["icemaidens"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("ice", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((6, 6, 0), (0, 1, 0, 1))
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
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 1, 20)


@pytest.mark.rule("TM-19.26")
def test_a_favor_tile_with_the_faction() -> None:
    s = do(through_chance(fresh(2)), "choose icemaidens")
    assert {"settle green", "favor FAV2"} <= texts(s), "in either order"
    do(s, "favor FAV2", "settle green")
    assert list(s.sides[0].cult) == [0, 4, 0, 1]
    assert (s.sides[0].bowl1, s.sides[0].bowl2) == (5, 7), "its power comes at once"
    assert s.favors[1] == 0


@pytest.mark.rule("TM-19.25")
def test_the_price_of_ice() -> None:
    s = table("icemaidens", "nomads", at={"icemaidens": "E7", "nomads": "A5"}, terrain={"icemaidens": "green"})
    give(s, workers=4, coins=9)
    do(s, "dig 1")
    # lakes and mountains are one step from forest; forest itself costs one too
    assert {"transform D5 ice", "transform F4 ice"} <= texts(s)
    assert "transform D5 green" not in texts(s), "the start terrain is no stopping place"
    assert why(s, "transform D4 ice").args == {"n": 1, "need": 2, "have": 1}
    assert "transform D4 yellow" in texts(s)
    do(s, "transform F4 ice", "build F4")


@pytest.mark.rule("TM-19.26")
def test_points_for_temples_at_every_pass() -> None:
    at = {"icemaidens": "E7=SH D5=TE F4=TE D4=SA", "nomads": "A5"}
    s = table("icemaidens", "nomads", at=at, terrain={"icemaidens": "green"})
    me = give(s)
    do(s, "pass BON1")
    assert me.vp == 26, "the sanctuary does not count"
    bare = table("icemaidens", "nomads", at={**at, "icemaidens": "E7=TP D5=TE"}, terrain={"icemaidens": "green"})
    assert do(bare, "pass BON1").sides[0].vp == 20, "nothing without the stronghold"


def test_digging_costs_one_worker() -> None:
    assert FOLK.dig_step == (1, 5, 1)

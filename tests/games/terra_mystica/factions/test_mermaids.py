"""Mermaids: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts

FOLK = FACTIONS[BY_NAME["mermaids"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("blue", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((3, 9, 0), (0, 2, 0, 0))
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
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 1, 19)


@pytest.mark.rule("TM-19.11")
def test_shipping_up_to_five() -> None:
    s = table("mermaids", "witches", at={"mermaids": "D5", "witches": "A3"})
    me = give(s, coins=20, priests=5)
    assert me.ship == 1
    for vp in (22, 25, 29, 34):
        do(s, "advance ship")
        s.acts = 1
        assert me.vp == vp
    assert "advance ship" not in texts(s)
    assert me.ship == 5


@pytest.mark.rule("TM-19.11")
def test_the_stronghold_sails() -> None:
    s = table("mermaids", "witches", at={"mermaids": "D5=TP", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=20, workers=9)
    do(s, "upgrade D5 SH")
    assert (me.ship, me.vp) == (2, 22)


@pytest.mark.rule("TM-11.6")
def test_river_towns_are_theirs() -> None:
    assert FOLK.river_towns
    assert [f.name for f in FACTIONS if f.river_towns] == ["mermaids"]

"""Dragonlords: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["dragonlords"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("volcano", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((4, 4, 0), (2, 0, 0, 0))
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
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 24)


def dragonlords(at: str = "E7", **options: object) -> object:
    s = table(
        "dragonlords", "nomads", at={"dragonlords": at, "nomads": "A5"}, terrain={"dragonlords": "gray"}, **options
    )
    give(s, coins=20, workers=9, bowls=(2, 1, 1))
    return s


@pytest.mark.rule("TM-19.35", "TM-19.28", "TM-19.36")
def test_land_for_tokens_of_any_bowl() -> None:
    s = dragonlords(tiles=("SCORE1",) * 6)
    me = s.sides[0]
    do(s, "transform E8 volcano")
    assert texts(s) == {"shed 1", "shed 2", "shed 3"}
    do(s, "shed 3")
    assert why(s, "shed 3").args == {"n": 3}
    do(s, "shed 2", "build E8")
    assert (me.bowl1, me.bowl2, me.bowl3, me.vp) == (2, 0, 0, 20)
    give(s, bowls=(1, 0, 0))
    s.acts = 1
    do(s, "transform D5 volcano", "shed 1")
    s.acts = 1
    assert why(s, "transform F4 volcano").args == {"n": 1}


@pytest.mark.rule("TM-19.34", "TM-19.29")
def test_spades_are_tokens() -> None:
    s = dragonlords(tiles=("SCORE1",) * 6)
    me = give(s, bowls=(0, 0, 6))
    do(s, "act ACT6")
    assert (me.bowl1, me.vp) == (8, 24)
    assert not [t for t in texts(s) if t.startswith(("transform", "build"))], "nothing more belongs to that action"


@pytest.mark.rule("TM-19.34")
def test_the_stronghold_brings_a_token_per_player() -> None:
    s = dragonlords("E7=TP")
    do(s, "upgrade E7 SH")
    assert s.sides[0].bowl1 == 4

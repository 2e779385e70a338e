"""Halflings: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["halflings"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("brown", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((3, 9, 0), (0, 0, 1, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 8),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 20)


@pytest.mark.rule("TM-19.14")
def test_a_point_per_spade() -> None:
    s = table("halflings", "witches", at={"halflings": "E6", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, workers=6, coins=9, priests=1)
    do(s, "dig 2", "transform D4 brown")
    assert me.vp == 20 + 2 + 4
    s.acts = 1
    give(s, workers=2, coins=1)
    do(s, "advance dig")
    assert (me.dig, me.coins) == (1, 0)


@pytest.mark.rule("TM-19.14")
def test_cult_spades_count_too() -> None:
    from ludoteka.games.terra_mystica.phases import flow

    s = table("halflings", "witches", at={"halflings": "E6"}, tiles=("SCORE6",) * 6)
    me = give(s, cult=(0, 8, 0, 0))
    flow.cult_bonus(s, 0)
    assert (me.vp, me.owes(due.SPADES)) == (22, 2)


@pytest.mark.rule("TM-19.24", "TM-6.5")
def test_three_spades_with_the_stronghold() -> None:
    s = table("halflings", "witches", at={"halflings": "E6=TP", "witches": "A3"}, tiles=("SCORE2",) * 6)
    me = give(s, workers=20, coins=20)
    do(s, "upgrade E6 SH")
    assert (me.owes(due.SPADES), me.vp) == (3, 23)
    assert "dig 1" not in texts(s), "no topping up"
    do(s, "transform F3 brown", "transform E5 brown")
    assert why(s, "build F3").id == "why.spades_first"
    do(s, "discard spade", "build F3")
    assert why(s, "build E5").id == "why.acted"
    assert me.count(0) == 1


@pytest.mark.rule("TM-19.14")
@pytest.mark.parametrize(("line", "spades"), [("act ACT5", 1), ("act ACT6", 2), ("act BON1", 1), ("dig 3", 3)])
def test_a_point_per_spade_from_anywhere(line: str, spades: int) -> None:
    s = table("halflings", "witches", at={"halflings": "E6", "witches": "A3"}, tiles=("SCORE2",) * 6)
    me = give(s, workers=9, bowls=(0, 0, 6), card="BON1")
    do(s, line)
    assert (me.vp, me.owes(due.SPADES)) == (20 + spades, spades)
    other = table("cultists", "witches", at={"cultists": "E6", "witches": "A3"}, tiles=("SCORE2",) * 6)
    rival = give(other, workers=9, bowls=(0, 0, 6), card="BON1")
    do(other, line)
    assert rival.vp == 20


@pytest.mark.rule("TM-19.14", "TM-6.10")
def test_digging_is_cheaper() -> None:
    s = table("halflings", "witches", at={"halflings": "E6", "witches": "A3"})
    me = give(s, workers=2, coins=1, priests=1)
    do(s, "advance dig")
    assert (me.workers, me.coins, me.priests, me.vp, me.dig) == (0, 0, 0, 26, 1)
    t = table("halflings", "witches", at={"halflings": "E6", "witches": "A3"})
    give(t, workers=2, coins=0, priests=1)
    assert why(t, "advance dig").args == {"c": 1}

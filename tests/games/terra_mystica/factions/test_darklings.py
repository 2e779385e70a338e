"""Darklings: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["darklings"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("black", 15, 1, 1)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (0, 1, 1, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 10),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 2, 15)


@pytest.mark.rule("TM-19.21")
def test_spades_for_priests() -> None:
    s = table("darklings", "witches", at={"darklings": "E5", "witches": "A3"}, tiles=("SCORE4",) * 6)
    me = give(s, coins=5, workers=5, priests=2)
    do(s, "dig 1", "transform E4 black", "build E4")
    assert (me.vp, me.priests, me.workers) == (22, 1, 4)
    s.acts = 1
    assert why(s, "dig 2").args == {"p": 1}
    assert why(s, "advance dig").id == "why.no_track"


@pytest.mark.rule("TM-19.21")
def test_only_bought_spades_score() -> None:
    s = table("darklings", "witches", at={"darklings": "E5", "witches": "A3"}, tiles=("SCORE4",) * 6)
    me = give(s, coins=5, workers=5, priests=2, bowls=(0, 0, 4))
    do(s, "act ACT5", "dig 1", "transform F3 black")
    assert (me.vp, me.priests) == (22, 1)


@pytest.mark.rule("TM-19.18")
def test_the_ordination() -> None:
    s = table("darklings", "witches", at={"darklings": "E5=TP", "witches": "A3"})
    me = give(s, coins=9, workers=9, priests=5)
    assert why(s, "convert W-P").id == "why.no_ordination"
    do(s, "upgrade E5 SH", "convert W-C", "convert W-P", "convert W-P")
    assert me.priests == 7
    assert why(s, "convert W-P").id == "why.priest_limit"
    do(s, "convert P-C", "convert W-P", "done", "pass BON1")
    assert "convert W-P" not in texts(s), "only in that turn"

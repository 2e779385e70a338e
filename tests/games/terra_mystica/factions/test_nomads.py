"""Nomads: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, put, show, table, texts, why

FOLK = FACTIONS[BY_NAME["nomads"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("yellow", 15, 2, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (1, 0, 1, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 8),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 7, 11),
        (0, 1, 2, 3, 4),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 19)


@pytest.mark.rule("TM-19.1")
def test_three_start_dwellings() -> None:
    assert FOLK.start_dwellings == 3


@pytest.mark.rule("TM-19.2")
def test_the_sandstorm() -> None:
    s = table("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=5, workers=5)
    do(s, "act ACTN")
    assert {t for t in texts(s) if t.startswith("transform")} == {"transform D5 yellow", "transform E7 yellow"}
    assert why(s, "transform D5 red").id == "why.sand_home"
    assert why(s, "done").id == "why.open_rest"
    do(s, "transform E7 yellow", "build E7")
    assert (me.vp, me.workers, me.coins) == (20, 4, 3), "no spades, no points for them"


@pytest.mark.rule("TM-19.2")
def test_no_sandstorm_over_a_bridge_or_on_ice() -> None:
    s = table("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"})
    give(s, bowls=(0, 0, 3))
    show(s, "D5", "ice")
    do(s, "act ACT1", "bridge E8 G3", "done", "pass BON1", "act ACTN")
    assert {t for t in texts(s) if t.startswith("transform")} == {"transform E7 yellow"}
    put(s, 1, "E7")

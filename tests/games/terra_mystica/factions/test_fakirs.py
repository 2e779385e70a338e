"""Fakirs: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts, why

FOLK = FACTIONS[BY_NAME["fakirs"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("yellow", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((7, 5, 0), (1, 0, 0, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 10),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 1, 0), 1, 33)


@pytest.mark.rule("TM-19.3", "TM-7.5")
def test_a_carpet_flight() -> None:
    s = table("fakirs", "witches", at={"fakirs": "E8", "witches": "A3"}, tiles=("SCORE4",) * 6)
    me = give(s, coins=5, workers=5, priests=1)
    show(s, "E6", "yellow")
    do(s, "build E6")
    assert (me.vp, me.priests, me.workers) == (24, 0, 4)
    s.acts = 1
    show(s, "C3", "yellow")
    assert why(s, "build C3").id == "why.jump_used"
    s.work = s.work._replace(jumped=-1)
    assert why(s, "build C3").args == {"p": 1}
    assert why(s, "advance ship").id == "why.no_track"


@pytest.mark.rule("TM-19.3")
def test_one_step_of_digging() -> None:
    s = table("fakirs", "witches", at={"fakirs": "E8", "witches": "A3"})
    me = give(s, coins=20, workers=9, priests=3)
    do(s, "advance dig")
    assert me.dig == 1
    s.acts = 1
    assert why(s, "advance dig").id == "why.track_end"


@pytest.mark.rule("TM-19.4")
def test_the_stronghold_lengthens_the_carpet() -> None:
    s = table("fakirs", "witches", at={"fakirs": "E8=TP", "witches": "A3"}, town_promo=True)
    me = give(s, coins=20, workers=9, priests=3)
    far = next(n for n in s.board.names if s.board.steps[s.board.index["E8"]][s.board.index[n]] == 3)
    show(s, far, "yellow")
    beyond = why(s, f"build {far}")
    assert beyond.id == "why.beyond_jump"
    assert (beyond.args["other"], beyond.args["n"], beyond.args["have"]) == ("E8", 1, 2)  # as the crow flies
    do(s, "upgrade E8 SH", "done", "pass BON1")
    assert me.jump == 2
    assert f"build {far}" in texts(s)
    s.edit(0).owe(due.TOWNS)
    do(s, "town TW7")
    assert (me.jump, me.ship) == (3, 0)

"""Engineers: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, table, texts, why

FOLK = FACTIONS[BY_NAME["engineers"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("gray", 10, 2, 0)
    assert (FOLK.bowls, FOLK.cults) == ((3, 9, 0), (0, 0, 0, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 1),
        (1, 2),
        (1, 4),
        (3, 6),
        (3, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (0, 1, 2, 2, 3, 4, 4, 5, 6),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 1, 2), (0, 0, 5, 5))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 16)


@pytest.mark.rule("TM-19.19")
def test_bridges_for_workers() -> None:
    s = table("engineers", "witches", at={"engineers": "G1 E7", "witches": "A3"})
    me = give(s, workers=4, coins=3, priests=1)
    do(s, "act ACTE", "bridge E4 G1", "done", "pass BON1", "act ACTE", "bridge F2 G1", "done")
    assert (me.workers, me.coins, me.priests, me.bridges_left) == (0, 3, 1, 1)
    assert why(s, "act ACTE").args == {"w": 2}


@pytest.mark.rule("TM-19.13")
def test_without_the_stronghold_bridges_earn_nothing() -> None:
    s = table("engineers", "witches", at={"engineers": "G1 F2", "witches": "F3"})
    me = give(s, workers=2)
    do(s, "act ACTE", "bridge F2 G1", "done", "pass BON1", "pass BON2")
    assert me.vp == 20


@pytest.mark.rule("TM-19.13")
def test_points_for_bridges_at_every_pass() -> None:
    s = table("engineers", "witches", at={"engineers": "G1=SH F2 E4", "witches": "F3"})
    me = give(s, workers=6)
    for bridge in ("E4 G1", "F2 G1", "F3 G1"):
        do(s, "act ACTE", f"bridge {bridge}")
        s.acts = 1
    do(s, "pass BON1")
    assert me.vp == 26, "two bridges have own buildings at both ends"
    assert "act" not in texts(s)

"""Dwarves: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts

FOLK = FACTIONS[BY_NAME["dwarves"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("gray", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (0, 0, 2, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 3, 5, 7, 10),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 20)


@pytest.mark.rule("TM-19.12")
@pytest.mark.parametrize(("building", "price"), [("D", 2), ("SH", 1)])
def test_tunnels(building: str, price: int) -> None:
    s = table("dwarves", "witches", at={"dwarves": f"E7={building}", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=9, workers=9)
    show(s, "C3", "gray")
    do(s, "build C3")
    assert (me.vp, me.workers) == (24, 9 - 1 - price)


@pytest.mark.rule("TM-19.12")
def test_exactly_one_hex_is_skipped() -> None:
    s = table("dwarves", "witches", at={"dwarves": "E7", "witches": "A3"})
    give(s, coins=9, workers=9, priests=3)
    show(s, "A7", "gray")
    assert "build A7" not in texts(s)
    assert "advance ship" not in texts(s)


@pytest.mark.rule("TM-19.12", "TM-6.3")
def test_digging_leaves_workers_for_the_tunnel() -> None:
    s = table("dwarves", "witches", at={"dwarves": "E7", "witches": "A3"})
    for name in ("D4", "D5", "E6", "E8", "F4"):
        show(s, name, "ice")
    give(s, workers=4)
    assert not {t for t in texts(s) if t.startswith("dig")}
    give(s, workers=5)
    assert {t for t in texts(s) if t.startswith("dig")} == {"dig 1"}

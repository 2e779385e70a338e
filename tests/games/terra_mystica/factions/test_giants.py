"""Giants: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts, why

FOLK = FACTIONS[BY_NAME["giants"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("red", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((5, 7, 0), (1, 0, 0, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 1, 25)


@pytest.mark.rule("TM-19.9")
def test_always_two_spades_and_only_wasteland() -> None:
    s = table("giants", "witches", at={"giants": "D4", "witches": "A3"}, tiles=("SCORE1",) * 6)
    me = give(s, coins=20, workers=6)
    assert {t for t in texts(s) if t.startswith("dig")} == {"dig 2"}
    do(s, "dig 2")
    show(s, "E6", "gray")
    wanted = {f"transform {n} red" for n in ("C3", "D5", "E6", "E7")}
    assert {t for t in texts(s) if t.startswith("transform")} == wanted
    assert why(s, "transform E7 green").id == "why.only_home"
    do(s, "transform E6 red")
    assert me.vp == 24, "both spades count"


@pytest.mark.rule("TM-19.9")
def test_a_single_cult_spade_is_lost() -> None:
    from tests.games.terra_mystica.kit import at_end_of_round

    s = table("giants", "witches", at={"giants": "D4", "witches": "A3"}, tiles=("SCORE6",) * 6)
    give(s, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert (s.sides[0].owes(due.SPADES), s.round) == (0, 2)


@pytest.mark.rule("TM-19.8", "TM-6.5")
@pytest.mark.parametrize("manner", ["rulebook", "site"])
def test_two_free_spades(manner: str) -> None:
    s = table("giants", "witches", at={"giants": "D4=SH", "witches": "A3"}, manner=manner)
    me = give(s, coins=9, workers=4)
    do(s, "act ACTG")
    assert not any(t.startswith("dig") for t in texts(s)), "no further ones are bought"
    do(s, "transform E7 red", "build E7")
    assert (me.coins, me.workers, me.count(0)) == (7, 3, 1)

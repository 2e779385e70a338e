"""Shapeshifters: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from tests.games.terra_mystica.kit import do, give, show, table, texts, why

FOLK = FACTIONS[BY_NAME["shapeshifters"]]


def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("variable", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((4, 4, 0), (1, 1, 0, 0))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (3, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 4, 5, 6, 7, 8, 8),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 4), 1, 22)


def shapeshifters(at: str = "E6", **options: object) -> object:
    where = {"shapeshifters": at, "witches": "F4", "nomads": "A5"}
    s = table("shapeshifters", "witches", "nomads", at=where, terrain={"shapeshifters": "brown"}, **options)
    give(s, coins=20, workers=9, bowls=(2, 2, 4))
    give(s, 1, bowls=(12, 0, 0))
    return s


@pytest.mark.rule("TM-19.37")
def test_a_token_or_power_for_a_building() -> None:
    s = shapeshifters()
    me = s.sides[0]
    do(s, "upgrade E6 TP", "leech 0 1")
    assert (me.bowl1, me.bowl2, me.bowl3) == (2, 2, 5)
    t = shapeshifters()
    do(t, "upgrade E6 TP", "decline 0 1")
    assert (t.sides[0].bowl1, t.sides[0].bowl2) == (1, 3)


@pytest.mark.rule("TM-19.38")
def test_later_versions_pay_for_the_token() -> None:
    s = shapeshifters(variable="v5")
    do(s, "upgrade E6 TP", "leech 0 1")
    assert texts(s) == {"token", "discard token"}
    do(s, "token")
    assert (s.sides[0].bowl3, s.sides[0].vp) == (5, 19)
    t = shapeshifters(variable="v2")
    do(t, "upgrade E6 TP", "leech 0 1", "discard token")
    assert t.sides[0].bowl3 == 4
    assert why(t, "token").id == "why.no_token_due"


@pytest.mark.rule("TM-19.39", "TM-19.40")
def test_a_new_home_terrain() -> None:
    s = shapeshifters("E6=SH")
    me = s.sides[0]
    show(s, "E5", "brown")
    assert s.view(0)["sides"][0]["actions"] == ["ACTH1", "ACTH2"]
    do(s, "act ACTH1")
    assert {t for t in texts(s) if t.startswith("settle")} == {
        f"settle {t}" for t in ("black", "blue", "gray", "red")
    }, "not the own one, not the others'"
    assert why(s, "settle green").id == "why.terrain_taken"
    assert why(s, "done").id == "why.open_terrain"
    do(s, "settle blue")
    assert (me.vp, me.bowl1, me.bowl3) == (22, 5, 1)
    assert s.terrain_at(s.board.index["E6"]) == 1, "the building stays where and as it is"
    assert s.view(None)["sides"][0]["colour"] == "brown", "so do the pieces"
    assert s.terrain_at(s.board.index["E5"]) == 1, "the empty hex is no longer home"
    s.acts = 1
    assert why(s, "build E5").id == "why.wrong_terrain"
    do(s, "act ACTH2", "shed 1", "shed 1", "shed 2", "settle red")
    assert (me.vp, me.bowl1, me.bowl2) == (24, 3, 1)


@pytest.mark.rule("TM-19.39")
@pytest.mark.parametrize(("version", "cost", "vp"), [("rulebook", 3, 2), ("v4", 4, 0), ("v5", 5, 0)])
def test_prices_of_the_versions(version: str, cost: int, vp: int) -> None:
    s = shapeshifters("E6=SH", variable=version)
    me = give(s, bowls=(0, 0, 5))
    do(s, "act ACTH1", "settle blue")
    assert (me.bowl3, me.vp) == (5 - cost, 20 + vp)
    s.acts = 1
    give(s, bowls=(0, 0, cost - 1))
    assert why(s, "act ACTH1").args == {"n": 1, "have": cost - 1}
    assert why(s, "act ACTH2").args == {"n": 1}


@pytest.mark.rule("TM-19.41")
@pytest.mark.parametrize(("version", "times"), [("v2", 3), ("v3", 2)])
def test_limits_of_the_versions(version: str, times: int) -> None:
    s = shapeshifters("E6=SH", variable=version)
    give(s, bowls=(0, 0, 12))
    for i in range(times):
        do(s, "act ACTH1", f"settle {('blue', 'red')[i % 2]}")
        s.acts = 1
    assert why(s, "act ACTH1").id == "why.shift_limit"


@pytest.mark.rule("TM-19.42")
def test_digging_stays_dear() -> None:
    s = shapeshifters()
    me = give(s, priests=1)
    assert why(s, "advance dig").id == "why.no_track"
    do(s, "dig 1")
    assert me.workers == 6

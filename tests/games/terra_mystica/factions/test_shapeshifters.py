"""Shapeshifters: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.data import BLUE, BROWN, GRAY, GREEN, ICE, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.phases.transforming import land_price
from tests.games.terra_mystica.kit import do, give, show, table, texts, turn_of, why

FOLK = FACTIONS[BY_NAME["shapeshifters"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
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
    later = shapeshifters(variable="v5", manner="site")
    do(later, "upgrade E6 TP", "! speak 1", "leech 0 1")
    assert {"token", "done"} <= texts(later), "on the site it may wait"
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


@pytest.mark.rule("TM-5.5", "TM-19.39")
def test_power_may_be_sacrificed_for_a_new_terrain() -> None:
    """With `sacrifice=used` only for what bowl 3 cannot pay: here nothing else costs 5."""
    s = shapeshifters("E6=SH", variable="v5", sacrifice="used")
    me = give(s, bowls=(0, 2, 4), priests=7)
    do(s, "burn")
    assert texts(s) == {"act ACTH1"}
    t = shapeshifters("E6=SH", variable="v5", sacrifice="used")
    give(t, bowls=(0, 2, 4), priests=7, shifts=0)
    assert why(t, "burn").id == "why.sacrifice_unneeded"
    bare = shapeshifters("E6=TP", variable="v5", sacrifice="used")
    give(bare, bowls=(0, 2, 4), priests=7)
    assert "burn" not in texts(bare), "nothing to shift without the stronghold"
    do(s, "act ACTH1")
    assert me.bowl3 == 0


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


@pytest.mark.rule("TM-19.40")
def test_everything_counts_from_the_new_terrain() -> None:
    s = shapeshifters("E6=SH E5")
    me = give(s, workers=20, coins=20)
    do(s, "act ACTH1", "settle blue", "done")
    assert (me.home, me.root, me.lands) == (BLUE, BLUE, 1 << BLUE)
    assert me.built == s.board.full & me.built, "buildings stay"
    turn_of(s, 0)
    at = s.board.index["E7"]
    for terrain, n in (("black", 1), ("green", 1), ("brown", 2), ("gray", 2), ("yellow", 3), ("red", 3)):
        show(s, "E7", terrain)
        assert why(s, "build E7").args["n"] == n
    show(s, "E7", "black")
    do(s, "dig 1", "transform E7 blue", "build E7")
    assert me.built >> at & 1


@pytest.mark.rule("TM-19.40", "TM-19.36")
def test_which_terrains_are_somebodys_home() -> None:
    """Base factions and Shapeshifters live somewhere; ice, volcano and river factions only started somewhere."""
    names = ("shapeshifters", "yetis", "acolytes", "witches")
    start = {"shapeshifters": "brown", "yetis": "red", "acolytes": "gray"}
    s = table(*names, at={"shapeshifters": "E6=SH", "witches": "F4", "yetis": "A6", "acolytes": "A2"}, terrain=start)
    give(s, bowls=(0, 0, 6))
    assert [t for t in range(WHEEL) if s.is_home(t)] == [BROWN, GREEN]
    do(s, "act ACTH1")
    assert {t for t in texts(s) if t.startswith("settle")} == {
        f"settle {t}" for t in ("yellow", "black", "blue", "gray", "red")
    }
    do(s, "settle gray")
    assert [t for t in range(WHEEL) if s.is_home(t)] == [GREEN, GRAY], "the old home is nobody's now"
    assert not s.is_home(ICE) or s.sides[1].home == ICE
    s.edit(3).dropped = True
    assert s.is_home(GREEN), "who left still lives there"


@pytest.mark.rule("TM-19.36")
@pytest.mark.parametrize(("faction", "prices"), [("acolytes", (3, 4)), ("dragonlords", (1, 2))])
def test_somebodys_home_is_dearer_for_volcanoes(faction: str, prices: tuple[int, int]) -> None:
    names = (faction, "shapeshifters", "yetis", "witches")
    start = {"shapeshifters": "brown", "yetis": "red", faction: "gray"}
    s = table(*names, at={faction: "E7", "shapeshifters": "A1", "yetis": "A6", "witches": "A3"}, terrain=start)
    me, (cheap, dear) = s.sides[0], prices
    wanted = {"green": dear, "brown": dear, "red": cheap, "gray": cheap, "yellow": cheap, "black": cheap, "blue": cheap}
    assert {t: land_price(s, me, TERRAINS.index(t)) for t in wanted} == wanted
    s.edit(1).home = BLUE
    assert land_price(s, me, BROWN) == cheap
    assert land_price(s, me, BLUE) == dear

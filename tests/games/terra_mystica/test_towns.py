"""Section 11: towns."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import TOWNS
from ludoteka.games.terra_mystica.phases import endgame
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import PLENTY, do, give, hexes, put, show, table, texts, why


def witches(at: str, **options: object) -> TerraState:
    s = table("witches", "nomads", at={"witches": at, "nomads": "A5"}, **({"tiles": ("SCORE4",) * 6} | options))
    give(s, **PLENTY)
    return s


@pytest.mark.rule("TM-11.1", "TM-11.3", "TM-11.7")
def test_four_buildings_of_power_seven() -> None:
    s = witches("F4=TP E7=TP E6=TP F3 G2")
    s.sides[0].own = changed(s.sides[0].own, 0, s.sides[0].own[0] & ~hexes(s, "G2"))
    s.sides[0].built &= ~hexes(s, "G2")
    s.occupied &= ~hexes(s, "G2")
    me = s.sides[0]
    assert me.vp == 20
    show(s, "G2", "green")
    do(s, "build G2")
    assert me.towned == hexes(s, "F4 E7 E6 F3 G2"), "all of the group belong to it"
    do(s, "town TW2")
    assert (me.vp, me.keys, me.towns[1], s.towns[1]) == (20 + 7 + 5, 1, 1, 1), "Witches get 5 for a town"
    assert me.workers == 20 - 1 + 2


@pytest.mark.rule("TM-11.1")
def test_power_or_buildings_alone_do_not_suffice() -> None:
    s = witches("F4 E7 E6 F3")
    do(s, "upgrade F4 TP")
    assert s.sides[0].owes(due.TOWNS) == 0, "four buildings, power 5"
    t = witches("F4=TP E7=SH E6=TP")
    do(t, "upgrade E6 TE", "favor FAV1")
    assert t.sides[0].owes(due.TOWNS) == 0, "power 7, three buildings"


@pytest.mark.rule("TM-11.1")
def test_a_sanctuary_counts_as_two_buildings() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    do(s, "upgrade F4 SA")
    assert s.sides[0].owes(due.TOWNS) == 1


@pytest.mark.rule("TM-11.2")
def test_with_the_fire_favor_six_will_do() -> None:
    s = witches("F4=TP E7=TP E6 F3 E9=TP")
    do(s, "upgrade E9 TE", "favor FAV5")
    assert s.sides[0].owes(due.TOWNS) == 1
    do(s, "town TW1")
    assert s.sides[0].towned == hexes(s, "F4 E7 E6 F3")


@pytest.mark.rule("TM-11.4")
def test_what_joins_a_town_founds_none() -> None:
    s = witches("F4=TP E7=TP E6=TP F3 D4=TP D5=TP")
    me = s.sides[0]
    me.towned = hexes(s, "F4 E7 E6 F3")
    me.towned &= ~hexes(s, "D4 D5")
    show(s, "E8", "green")
    do(s, "build E8")
    assert s.sides[0].owes(due.TOWNS) == 0
    assert me.towned == hexes(s, "F4 E7 E6 F3 E8 D4 D5")


@pytest.mark.rule("TM-11.4")
def test_two_towns_that_meet_stay_two() -> None:
    s = witches("F4=TP E7=TP E6=TP F3")
    me = s.sides[0]
    for name in ("I6", "I7", "H4", "I8"):
        put(s, 0, name)
    me.towned = me.built
    me.towns = changed(me.towns, 0, 2)
    show(s, "G2", "green")
    give(s, bowls=(0, 0, 3))
    do(s, "build G2", "done", "pass BON1", "act ACT1", "bridge G2 H4")
    assert s.sides[0].owes(due.TOWNS) == 0
    assert me.towns[0] == 2


@pytest.mark.rule("TM-11.5")
def test_a_bridge_founds_a_town() -> None:
    s = witches("F4=TP E7=TP G3=TP H4")
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1", "bridge F4 G3")
    assert s.sides[0].owes(due.TOWNS) == 1
    assert s.sides[0].towned == hexes(s, "F4 E7 G3 H4")
    apart = witches("F4=TP E7=TP H4=TP I8")
    give(apart, bowls=(0, 0, 3))
    do(apart, "act ACT1", "bridge F4 G3")
    assert apart.sides[0].owes(due.TOWNS) == 0, "an empty hex joins nothing"


def connects(s: TerraState) -> set[str]:
    return {t for t in texts(s) if t.startswith("connect")}


def mermaids(at: str, **options: object) -> TerraState:
    s = table("mermaids", "nomads", at={"mermaids": at, "nomads": "A5"}, **options)
    give(s, **PLENTY)
    return s


@pytest.mark.rule("TM-11.6")
def test_mermaids_join_a_town_across_a_river() -> None:
    s = mermaids("C2=TP D4=TP D5=TP E6")
    me = s.sides[0]
    assert s.sides[0].owes(due.TOWNS) == 0, "never by itself"
    assert connects(s) == {"connect r9", "connect r15"}, "the two river hexes between C2 and the others"
    do(s, "connect r9", "town TW1")
    assert (me.towned, me.links) == (hexes(s, "C2 D4 D5 E6"), 1 << s.board.river_index["r9"])
    assert (me.vp, me.keys) == (25, 1)
    assert s.acts == 1, "it is no action"
    assert why(s, "connect r9").id == "why.no_river_town"
    assert not connects(s), "an own town touches that water"
    far = mermaids("C2=TP D4=TP D5=TP E6 I9")
    do(far, "connect r9")
    assert (far.sides[0].owes(due.TOWNS), far.sides[0].towned) == (1, hexes(s, "C2 D4 D5 E6")), (
        "whatever stands elsewhere"
    )


@pytest.mark.rule("TM-11.6", "TM-11.4")
def test_the_link_over_a_river_stays() -> None:
    s = mermaids("C2=TP D4=TP D5=TP E6")
    me = s.sides[0]
    do(s, "connect r9", "town TW1")
    show(s, "C3", "blue")  # beside r9, D4 and D5
    show(s, "B3", "blue")  # beside r9 and C2
    do(s, "build B3")
    assert me.towned == hexes(s, "C2 D4 D5 E6 B3")
    assert endgame.clusters(s, me, me.built) == 1, "one settlement"


@pytest.mark.rule("TM-11.6", "TM-11.1")
@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("C2=TP D4=TP D5 E6", set()),  # power 6
        ("C2=SH D4=SA", set()),  # three, the sanctuary counting twice
        ("C2=SH D4=SA D5", {"connect r9", "connect r15"}),
        ("C2=SH D4=TP D5=TP", set()),  # three buildings
        ("D4=TP D5=TP E6=TP C3", set()),  # a town of its own, no river needed
        ("C2=TP B3 B2=TP D4=TP D5=TP", {"connect r9", "connect r15"}),  # what hangs on both sides counts
    ],
)
def test_which_groups_make_a_river_town(at: str, found: set[str]) -> None:
    s = mermaids(at)
    if at.startswith("D4=TP D5=TP E6=TP"):
        assert s.sides[0].power_of(s.sides[0].built) == 7
        found = connects(s)
    assert connects(s) == found
    small = mermaids("C2=TP D4=TP D5 E6")
    give(small, favor="FAV5")
    assert connects(small) == {"connect r9", "connect r15"}, "6 is enough with the favor tile"


@pytest.mark.rule("TM-11.6", "TM-11.7")
def test_no_river_town_without_a_tile_or_beside_a_town() -> None:
    s = mermaids("C2=TP D4=TP D5=TP E6")
    s.towns = (0,) * 8
    assert not connects(s)
    t = mermaids("C2=TP D4=TP D5=TP E6")
    give(t, towned=hexes(t, "C2"))
    assert not connects(t)
    assert why(t, "connect r9").id == "why.no_river_town"


@pytest.mark.rule("TM-11.6")
def test_nobody_else_joins_towns_across_a_river() -> None:
    s = witches("D5=TP D4=TP C2=TP E7")
    assert why(s, "connect r8").id == "why.river_town_only"
    assert why(s, "connect r99").id == "why.no_such_hex"


@pytest.mark.rule("TM-11.7", "TM-11.2")
def test_as_many_towns_as_there_are_tiles() -> None:
    """The favor tile makes two groups of power 6 towns at once; one tile is left."""
    for left, founded in ((2, 2), (1, 1), (0, 0)):
        s = witches("F4=TE E7=TP E6 D5 A3=TP A4=TP A2 B1")
        s.towns = (left,) + (0,) * 7
        me = give(s, **PLENTY)
        before = me.towned
        assert (before, me.power_of(hexes(s, "A3 A4 A2 B1")), me.power_of(hexes(s, "F4 E7 E6 D5"))) == (0, 6, 6)
        show(s, "B2", "green")
        do(s, "upgrade E7 TE", "favor FAV5")
        assert s.sides[0].owes(due.TOWNS) == founded
        for _ in range(founded):
            assert {t for t in texts(s) if t.startswith("town")} == {"town TW1"}
            do(s, "town TW1")
        assert me.keys == founded
        assert me.towns[0] == founded
        assert s.towns[0] == left - founded


@pytest.mark.rule("TM-11.7", "TM-16.1")
def test_the_tile_of_the_round_pays_for_a_town() -> None:
    s = witches("F4=TE E7=TP E6=TP", tiles=("SCORE2",) * 6)
    me = give(s, **PLENTY)
    do(s, "upgrade F4 SA", "favor FAV9")
    assert {t for t in texts(s) if t.startswith("town")} == {f"town TW{i}" for i in range(1, 6)}
    do(s, "town TW5")
    assert me.vp == 20 + 8 + 5 + 5, "tile, Witches, tile of the round"
    assert list(me.cult) == [2, 1, 1, 3]
    assert s.towns == (2, 2, 2, 2, 1, 0, 0, 0)


@pytest.mark.rule("TM-11.7")
def test_without_a_tile_no_town() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    s.towns = (0,) * 8
    do(s, "upgrade F4 SA", "favor FAV9", "done")
    assert s.sides[0].towned == 0


@pytest.mark.rule("TM-11.7")
@pytest.mark.parametrize(
    ("tile", "vp", "gains"),
    [("TW1", 5, {"coins": 6}), ("TW2", 7, {"workers": 2}), ("TW3", 9, {"priests": 1}), ("TW4", 6, {"bowl2": 8})]
    + [("TW8", 11, {})],
)
def test_town_tiles(tile: str, vp: int, gains: dict[str, int]) -> None:
    s = witches("F4=TE E7=TP E6=TP", town_promo=True)
    me = give(s, bowls=(12, 0, 0), coins=6, workers=4)
    do(s, "upgrade F4 SA", "favor FAV9", f"town {tile}")
    assert (me.vp, me.keys) == (20 + vp + 5 + 5, 1), "5 for the sanctuary, 5 for the Witches"
    for name, n in gains.items():
        assert getattr(me, name) == n
    assert why(s, f"town {tile}").id == "why.no_town_due"


@pytest.mark.rule("TM-11.7")
def test_tiles_that_are_gone() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    s.towns = changed(s.towns, 0, 0)
    do(s, "upgrade F4 SA")
    assert why(s, "town TW1").id == "why.town_gone"
    assert why(s, "town TW9").id == "why.no_such_thing"


@pytest.mark.rule("TM-11.8")
def test_the_key_of_a_tile_opens_the_top_for_its_own_steps() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    me = give(s, cult=(9, 2, 0, 0), bowls=(12, 0, 0))
    do(s, "upgrade F4 SA", "favor FAV9", "town TW5")
    assert list(me.cult) == [10, 3, 1, 1]
    assert (me.keys, me.bowl2) == (0, 3 + 1)


@pytest.mark.rule("TM-11.7")
def test_what_each_tile_brings() -> None:
    """Points, pieces, keys; coins, workers, priests, power, steps on all cults, a step of shipping."""
    tiles = {t.name: (t.vp, t.count, t.keys, t.coins, t.workers, t.priests, t.power, t.cults, t.ship) for t in TOWNS}
    assert tiles == {
        "TW1": (5, 2, 1, 6, 0, 0, 0, 0, 0),
        "TW2": (7, 2, 1, 0, 2, 0, 0, 0, 0),
        "TW3": (9, 2, 1, 0, 0, 1, 0, 0, 0),
        "TW4": (6, 2, 1, 0, 0, 0, 8, 0, 0),
        "TW5": (8, 2, 1, 0, 0, 0, 0, 1, 0),
        "TW6": (2, 1, 2, 0, 0, 0, 0, 2, 0),
        "TW7": (4, 2, 1, 0, 0, 0, 0, 0, 1),
        "TW8": (11, 1, 1, 0, 0, 0, 0, 0, 0),
    }


@pytest.mark.rule("TM-11.9")
def test_a_stopped_marker_rises_when_the_key_comes() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    me = give(s, cult=(8, 0, 0, 0), bowls=(12, 0, 0))
    do(s, "upgrade F4 SA", "favor FAV5")
    assert me.cult[0] == 9
    do(s, "town TW1")
    assert (me.cult[0], me.keys, me.bowl2) == (10, 0, 3)
    assert not s.sides[0].owes(due.LIFTS), "none waits any more"


@pytest.mark.rule("TM-11.9")
def test_a_key_of_a_later_turn_moves_nothing() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    me = give(s, cult=(8, 0, 0, 0), card="BON2", priests=1)
    do(s, "send FIRE 2")
    assert me.cult[0] == 9
    do(s, "done", "pass BON1", "upgrade F4 SA", "favor FAV3", "town TW1")
    assert (me.cult[0], me.keys) == (9, 1)


@pytest.mark.rule("TM-11.10")
def test_too_few_keys_and_the_player_chooses() -> None:
    s = witches("F4=TE E7=TP E6=TP")
    me = give(s, cult=(9, 9, 0, 0), bowls=(12, 0, 0))
    do(s, "upgrade F4 SA", "favor FAV3", "town TW5")
    assert list(me.cult) == [9, 9, 4, 1]
    assert {t for t in texts(s) if t.startswith("step")} == {"step FIRE", "step WATER"}
    assert "done" not in texts(s)
    do(s, "step WATER", "done")
    assert (me.cult[1], me.cult[0], me.keys) == (10, 9, 0)


@pytest.mark.rule("TM-11.11")
def test_two_keys_and_a_step_of_shipping() -> None:
    s = witches("F4=TE E7=TP E6=TP", town_promo=True)
    me = give(s, cult=(8, 8, 0, 0), bowls=(12, 0, 0))
    do(s, "upgrade F4 SA", "favor FAV3", "town TW6")
    assert list(me.cult) == [10, 10, 5, 2]
    t = witches("F4=TE E7=TP E6=TP", town_promo=True)
    me = give(t)
    do(t, "upgrade F4 SA", "favor FAV3", "town TW7")
    assert (me.ship, me.vp) == (1, 20 + 5 + 5 + 4 + 2)

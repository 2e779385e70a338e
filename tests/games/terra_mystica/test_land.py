"""Sections 6 and 7: land, dwellings, reach."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import SHORT_WAY, TERRAINS
from ludoteka.games.terra_mystica.phases.digging import ends
from tests.games.terra_mystica.kit import PLENTY, do, give, put, show, table, texts, why


def transforms(s: object) -> set[str]:
    return {t for t in texts(s) if t.startswith("transform")}


@pytest.mark.rule("TM-6.1", "TM-6.2")
def test_a_dwelling_on_free_home_terrain_in_reach() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"}, tiles=("SCORE4",) * 6)
    me = give(s, coins=2, workers=1)
    show(s, "E7", "green")
    assert "build E7" in texts(s)
    assert why(s, "build F3").args == {"at": "F3", "terrain": "yellow", "home": "green", "n": 3}
    assert why(s, "build E8").id == "why.occupied"
    assert why(s, "build E9").id == "why.unreachable"
    assert why(s, "build Z9").id == "why.no_such_hex"
    do(s, "build E7")
    assert (me.coins, me.workers, me.count(0)) == (0, 0, 2)


@pytest.mark.rule("TM-6.2")
def test_what_is_missing_for_a_dwelling() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    give(s, coins=1, workers=0)
    show(s, "E7", "green")
    assert why(s, "build E7").args == {"w": 1, "c": 1}
    give(s, **PLENTY)
    for name in ("E9", "G3", "C3", "C4", "D1", "F2", "I6"):
        put(s, 0, name)
    assert why(s, "build E7").args == {"n": 8, "what": "D"}


@pytest.mark.rule("TM-6.3")
def test_spades_the_shorter_way() -> None:
    assert [SHORT_WAY[TERRAINS.index("green")][t] for t in range(7)] == [3, 3, 2, 1, 0, 1, 2]
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, workers=9, coins=9)
    do(s, "dig 3")
    assert me.workers == 0
    # three steps from desert and plains to forest, but also to anything else three steps away
    assert "transform F3 green" in texts(s)
    assert "transform E6 gray" in texts(s)
    assert "transform E7 green" not in texts(s), "one spade would do there"
    do(s, "transform F3 green")
    assert s.terrain_at(s.board.index["F3"]) == TERRAINS.index("green")


@pytest.mark.rule("TM-6.3")
def test_the_price_of_a_spade_falls() -> None:
    for level, price in ((0, 3), (1, 2), (2, 1)):
        s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
        me = give(s, workers=3, dig=level)
        do(s, "dig 1")
        assert me.workers == 3 - price
    give(s := table("witches", "nomads", at={"witches": "F4"}), workers=5)
    assert why(s, "dig 2").args == {"w": 1}
    assert why(s, "dig 9").id == "why.too_many_spades"


@pytest.mark.rule("TM-6.3")
def test_a_hex_may_stop_on_any_terrain() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, workers=3)
    do(s, "dig 1")
    assert {"transform F3 red", "transform F3 brown", "transform E7 green", "transform E7 red"} <= transforms(s)
    assert why(s, "transform F3 green").args == {"n": 2, "need": 3, "have": 1}
    assert why(s, "transform F4 red").id == "why.occupied"
    assert why(s, "transform F3 yellow").id == "why.already_terrain"


@pytest.mark.rule("TM-6.4")
def test_bought_spades_go_to_one_hex() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, workers=6)
    do(s, "dig 2")
    assert why(s, "transform E7 green").args == {"n": 1, "have": 2}
    do(s, "transform E7 yellow")
    assert not transforms(s)


@pytest.mark.rule("TM-6.5")
def test_topping_up() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, workers=7, coins=5, bowls=(0, 0, 4))
    do(s, "act ACT5", "dig 2", "transform F3 green", "build F3")
    assert (me.workers, me.coins) == (0, 3)
    t = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(t, workers=9, bowls=(0, 0, 6))
    do(t, "act ACT6", "dig 1")
    assert why(t, "transform E7 green").id == "why.all_spades"
    u = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(u, workers=9, bowls=(0, 0, 6))
    do(u, "act ACT6", "transform E7 green")
    assert "dig 1" not in texts(u), "only before the first transform"


@pytest.mark.rule("TM-6.6", "TM-6.7")
def test_two_free_spades_on_two_hexes() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    show(s, "G2", "blue")
    me = give(s, coins=5, workers=3, bowls=(0, 0, 6))
    do(s, "act ACT6", "transform E7 green")
    assert why(s, "build E7").id == "why.spades_first"
    do(s, "transform F3 red")
    assert why(s, "build F3").id in ("why.wrong_terrain", "why.not_on_this_site")
    assert {t for t in texts(s) if t.startswith("build")} == {"build E7"}
    do(s, "build E7")
    assert me.count(0) == 2


@pytest.mark.rule("TM-6.6")
def test_only_one_hex_may_end_away_from_home() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, coins=5, workers=3, bowls=(0, 0, 6))
    do(s, "act ACT6", "transform F3 red")
    assert why(s, "transform G2 yellow").id == "why.home_first"
    do(s, "transform E7 green", "build E7")


@pytest.mark.rule("TM-6.6")
def test_no_dwelling_elsewhere_after_a_partial_transform() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    show(s, "G2", "green")
    give(s, coins=5, workers=4)
    do(s, "dig 1", "transform F3 red")
    assert why(s, "build G2").id == "why.not_on_this_site"
    do(s, "done")


@pytest.mark.rule("TM-6.7", "TM-6.8")
def test_free_spades_are_used_or_given_up() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, bowls=(0, 0, 4), coins=5, workers=5)
    do(s, "act ACT5")
    assert why(s, "done").args == {"n": 1}
    do(s, "discard spade", "done")
    assert me.owes(due.SPADES) == 0
    give(s, 1, bowls=(0, 0, 4))
    t = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(t, workers=3)
    do(t, "dig 1")
    assert why(t, "discard spade").id == "why.must_use"
    assert why(t, "discard bridge").id == "why.nothing_open"


@pytest.mark.rule("TM-6.8")
def test_an_action_whose_gain_is_lost() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, bowls=(0, 0, 3), priests=7)
    do(s, "act ACT2")
    assert me.priests == 7


@pytest.mark.rule("TM-6.9")
def test_ice_and_volcano_stay() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    show(s, "E7", "ice")
    show(s, "F3", "volcano")
    give(s, workers=9)
    do(s, "dig 1")
    assert not [t for t in transforms(s) if " E7 " in t or " F3 " in t]
    assert why(s, "transform E7 green").id == "why.untransformable"
    assert why(s, "build F3").id == "why.untransformable"


@pytest.mark.rule("TM-6.10")
def test_the_digging_track() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, workers=2, coins=5, priests=1)
    do(s, "advance dig")
    assert (me.dig, me.vp, me.workers, me.coins, me.priests) == (1, 26, 0, 0, 0)
    give(s, workers=1, coins=4, priests=0)
    s.acts = 1
    assert why(s, "advance dig").args == {"w": 1, "c": 1, "p": 1}
    give(s, dig=2)
    assert why(s, "advance dig").id == "why.track_end"


@pytest.mark.rule("TM-6.11")
def test_transformed_land_is_free_for_others() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, workers=9)
    give(s, 1, **PLENTY)
    do(s, "dig 2", "transform E7 yellow", "done", "build E7")
    assert s.sides[1].count(0) == 2


@pytest.mark.rule("TM-7.1")
def test_direct_and_bridge_reach() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    assert set(s.board.hexes(s.reach_of(s.sides[0]))) == {"E6", "E7", "F3", "G2"}
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1", "bridge F4 G3")
    assert "G3" in s.board.hexes(s.reach_of(s.sides[0]))


@pytest.mark.rule("TM-7.2", "TM-7.3")
def test_shipping() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, coins=13, priests=3)
    assert why(s, "build G3").args == {"at": "G3", "n": 1, "ship": 0}
    assert why(s, "build I6").args == {"at": "I6", "n": 2, "ship": 0}
    points = []
    for _ in range(3):
        s.acts = 1
        do(s, "advance ship")
        points.append(me.vp)
    assert points == [22, 25, 29]
    assert (me.ship, me.coins, me.priests) == (3, 1, 0)
    s.acts = 1
    assert why(s, "advance ship").id == "why.track_end"
    assert {"G3", "I6"} <= set(s.board.hexes(s.reach_of(me)))


@pytest.mark.rule("TM-7.4")
def test_the_shipping_card_helps_in_the_action_phase_only() -> None:
    s = table("witches", "dwarves", at={"witches": "F4", "dwarves": "E7"})
    me = give(s, card="BON4")
    assert "G3" in s.board.hexes(s.reach_of(me))
    me.passed = True
    me.reach = -1
    assert "G3" not in s.board.hexes(s.reach_of(me))
    gnomes = give(s, 1)
    gnomes.card = 3
    assert "G3" not in s.board.hexes(s.reach_of(gnomes)), "no shipping track, no help"


@pytest.mark.rule("TM-7.5")
def test_a_jump_only_where_it_is_needed() -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E7", "nomads": "A5"})
    me = give(s, workers=3, coins=9)
    show(s, "F4", "gray")
    do(s, "build F4")
    assert (me.vp, me.workers) == (22, 2), "next door there is no tunnel (the round pays 2)"


@pytest.mark.rule("TM-7.6")
def test_one_jump_a_turn() -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E7", "nomads": "A5"}, tiles=("SCORE4",) * 6)
    me = give(s, workers=10, coins=9)
    # C3 is two hexes away: transform and build there are one tunnel
    do(s, "dig 1", "transform C3 gray", "build C3")
    assert (me.vp, me.workers) == (24, 10 - 3 - 2 - 1)


@pytest.mark.rule("TM-7.6")
def test_no_second_hex_by_tunnel_in_one_turn() -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E7", "nomads": "A5"})
    give(s, workers=10, bowls=(0, 0, 6))
    do(s, "act ACT6", "transform C3 gray")
    assert why(s, "transform G3 gray").id == "why.jump_used"
    assert "transform D4 gray" in texts(s)


@pytest.mark.rule("TM-7.6")
def test_two_turns_two_jumps() -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E7", "nomads": "A5"}, tiles=("SCORE4",) * 6)
    me = give(s, workers=10, coins=9)
    do(s, "dig 1", "transform C3 gray", "done", "pass BON1", "build C3")
    assert (me.vp, me.workers) == (28, 10 - 3 - 2 - 2 - 1)


def test_table_of_ends_is_symmetric_for_the_wheel() -> None:
    rows = ends(4, 4, 0, 0, False)
    for t in range(7):
        for u, cost in rows[t]:
            assert dict(rows[u])[t] == cost

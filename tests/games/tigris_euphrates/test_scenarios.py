"""Positions with known outcomes: the rulebook's examples (cells ours), cases from other programs, further ones."""

from __future__ import annotations

import pytest

from ludoteka.games.tigris_euphrates.board import NEAR, cell_names
from ludoteka.games.tigris_euphrates.phases.conflict import supporters
from ludoteka.games.tigris_euphrates.scenario import play

from .kit import (
    BUILDINGS,
    WONDER,
    after,
    asked,
    choices,
    kingdoms,
    leaders,
    points,
    refusal,
    refused_by,
    tile_at,
    treasures,
)

# --- the rulebook's examples -----------------------------------------------------------------------------------------


@pytest.mark.rule("TE-4.2", "TE-4.4", "TE-4.5")
def test_rb_1_level_revolt() -> None:
    pieces, hands = "I5=r H4=r J4=r J6=r H5=1k", {"p1": "rrr", "p2": "rr"}
    s = after(pieces, "L k J5", active=2, hands=hands)
    fight = s.view(0)["conflict"]
    assert (fight["attacker"], fight["attack"], fight["defence"]) == (1, 3, 2)
    s = after(pieces, "L k J5 ; s 2 ; p1> s 3", active=2, hands=hands)
    assert points(s, 1) == (1, 0, 0, 0)
    assert (leaders(s, 1), leaders(s, 2)) == ({"k": "H5"}, {})
    assert s.spent == [5, 0, 0, 0]
    assert all(tile_at(s, at) == "r" for at in ("I5", "H4", "J4", "J6"))
    assert s.stack[-1][1:] == (1, 1), "one action of p2 is used up"


@pytest.mark.rule("TE-2.1", "TE-5.3", "TE-4.1", "TE-11.1")
def test_rb_r1_the_first_round_move_by_move() -> None:
    hands = {"p1": "rrbgkk", "p2": "bbrgkk", "p3": "rbbggk", "p4": "rrrrbg"}
    s = after("", "", players=4, hands=hands)
    play(s, "1 p1: L k F4 ; L r M5")
    assert len(kingdoms(s)) == 2
    assert asked(s) == "Turn p2", "nobody had to draw"
    play(s, "L b G3 ; T b E3")
    assert points(s, 2) == (0, 1, 0, 0)
    assert s.hand_size(1) == 6
    assert sum(s.bag) == 118
    play(s, "L k E10 ; T r E9")
    assert points(s, 3) == (1, 0, 0, 0)
    assert (NEAR[s.leaders[2 * 4 + 3]] & s.tiles[0]).bit_count() == 2
    assert sum(s.bag) == 117
    play(s, "L r N6")
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (1, 1)
    play(s, "s 3 ; p1> s 0")
    assert points(s, 4) == (1, 0, 0, 0)
    assert leaders(s, 1) == {"k": "F4"}
    play(s, "T r M6")
    assert points(s, 4) == (2, 0, 0, 0)
    assert sum(s.bag) == 113, "p4 drew four tiles, p1 none"
    assert [s.hand_size(q) for q in range(4)] == [6, 6, 6, 6]
    assert s.hands[:4] == [2, 1, 1, 2]
    assert asked(s) == "Turn p1"


TWO_WARS = "C5=r B5=1g C6=1k D5=g F5=g G5=g H5=r H4=2g I5=2k"
TWO_HANDS = {"p1": "kgggg", "p2": "gg"}


@pytest.mark.rule("TE-6.4", "TE-6.8")
def test_rb_2_the_first_war_ends_the_second() -> None:
    s = after(TWO_WARS, "T k E5", hands=TWO_HANDS)
    assert choices(s) == ["war trader", "war king"]
    s = after(TWO_WARS, "T k E5 ; w g", hands=TWO_HANDS)
    fight = s.view(None)["conflict"]
    assert (fight["attacker"], fight["attack"], fight["defence"]) == (0, 1, 2)
    s = after(TWO_WARS, "T k E5 ; w g ; s 4 ; p2> s 2", hands=TWO_HANDS)
    assert points(s, 1) == (0, 0, 3, 0)
    assert points(s, 2) == (0, 0, 0, 0)
    assert (tile_at(s, "F5"), tile_at(s, "G5"), tile_at(s, "E5")) == ("", "", "k")
    assert (leaders(s, 1), leaders(s, 2)) == ({"g": "B5", "k": "C6"}, {"k": "I5"})
    assert kingdoms(s) == {frozenset({"B5", "C5", "C6", "D5", "E5"}), frozenset({"H5", "I5"})}
    assert s.union == 0
    assert asked(s) == "Turn p1"


@pytest.mark.rule("TE-6.1", "TE-6.7")
def test_rb_2b_the_other_order() -> None:
    s = after(TWO_WARS, "T k E5 ; w k ; s 0 ; p2> s 0", hands=TWO_HANDS)
    assert points(s, 2) == (0, 0, 0, 1)
    assert asked(s) == "Attack p1", "the only war left is fought without asking"
    s = after(TWO_WARS, "T k E5 ; w k ; s 0 ; p2> s 0 ; s 4 ; p2> s 2", hands=TWO_HANDS)
    assert (points(s, 1), points(s, 2)) == ((0, 0, 3, 0), (0, 0, 0, 1))


@pytest.mark.rule("TE-8.1", "TE-8.4", "TE-8.7")
def test_rb_3_a_monument_of_temples() -> None:
    pieces = "F5=r G5=r F6=r E5=2g H5=1b H4=r H3=2r"
    s = after(pieces, "T r G6", hands={"p1": "r"})
    assert points(s, 2) == (1, 0, 0, 0)
    assert choices(s) == ["monument red-blue F5", "monument red-green F5", "monument red-black F5", "decline"]
    s = after(pieces, "T r G6 ; m rb F5", hands={"p1": "r"})
    assert (leaders(s, 1), leaders(s, 2)) == ({"b": "H5"}, {"r": "H3"})
    s = after(pieces, "T r G6 ; m rb F5 ; E", hands={"p1": "r"})
    assert (points(s, 1), points(s, 2)) == ((0, 1, 0, 0), (1, 0, 0, 0))
    s = after(pieces, "T r G6 ; m rb F5 ; E ; p2> E", hands={"p1": "r"})
    assert (points(s, 1), points(s, 2)) == ((0, 1, 0, 0), (2, 0, 0, 0))


@pytest.mark.rule("TE-7.2")
def test_rb_4_the_bordered_treasure() -> None:
    s = after("N6=1b M5=2g O5=b P5=b P3=g", "T b P4 ; t P2", active=2, hands={"p2": "b"})
    assert points(s, 1) == (0, 1, 0, 0)
    assert s.taken == (0, 1)
    assert "N5" in treasures(s)
    assert len(treasures(s)) == 9


@pytest.mark.rule("TE-14.2", "TE-14.3")
@pytest.mark.parametrize(
    ("pieces", "script", "cells"),
    [
        ("A7=b B7=b", "T b C7", "A7 B7 C7"),
        ("H4=r H5=r", "T r H6", "H4 H5 H6"),
        ("H5=g I5=g I7=-", "T g I6", ""),
        ("G5=k I5=k", "T k H5", "G5 H5 I5"),
    ],
    ids=["granary", "library", "corner", "gap"],
)
def test_rb_6_lines_for_buildings(pieces: str, script: str, cells: str) -> None:
    s = after(pieces, script, variants=BUILDINGS)
    offered = [c.split()[1] for c in choices(s) if c.startswith("building ")]
    assert offered == cells.split()
    assert asked(s) == ("BuildBuilding p1" if cells else "Turn p1")


@pytest.mark.rule("TE-15.1", "TE-15.4")
def test_rb_7_wonder_and_king() -> None:
    pieces = "H5=g G5=g H4=g H6=g K5=r L5=1k J5=k"
    s = after(pieces, "T g I5 ; o H5", variants=WONDER, hands={"p1": "g"})
    assert points(s, 1) == (0, 0, 1, 0)
    assert s.view(None)["wonder_cells"] == ["H4", "G5", "H5", "I5", "H6"]
    s = after(pieces, "T g I5 ; o H5 ; E ; q b", variants=WONDER, hands={"p1": "g"})
    assert points(s, 1) == (0, 1, 1, 0)


# --- other programs and FAQs -----------------------------------------------------------------------------------------


@pytest.mark.rule("TE-9.2", "TE-9.3")
def test_where_a_catastrophe_may_go() -> None:
    s = after("H5=1k F5=# D5=x H6=r", lawful=False, given="the face-down tile F5 is part of some monument")
    for at in ("K1", "H5", "F5", "D5"):
        assert refused_by(s, f"catastrophe {at}")[1] == "TE-9.2"
    play(s, "C E1")
    assert tile_at(s, "E1") == "x"
    assert refused_by(s, "tile farm E1")[0] in ("why.dead_cell", "why.none_in_hand")


@pytest.mark.rule("TE-6.9")
def test_a_temple_with_a_treasure_outlasts_a_war_of_priests() -> None:
    pieces = "E10=1r G10=g H10=g J10=g J11=g L11=2r M11=r"
    s = after(pieces, "T g I10", hands={"p1": "grrr"})
    assert set(cell_names(supporters(s, 1, 0, s.union))) == {"K11", "M11"}
    s = after(pieces, "T g I10 ; s 3 ; p2> s 0", hands={"p1": "grrr"})
    assert points(s, 1) == (2, 0, 0, 0)
    assert (tile_at(s, "K11"), tile_at(s, "M11")) == ("r", "")
    assert "K11" in treasures(s)


@pytest.mark.rule("TE-12.1")
def test_treasures_are_spread() -> None:
    s = after("", points={"p1": "1,1,1,10", "p2": "5,8,3,7"}, taken="p1=3 p2=2")
    assert s.scores() == [(2, 2, 2, 10), (5, 5, 7, 8)]


@pytest.mark.rule("TE-11.2")
def test_the_bag_runs_dry() -> None:
    given = "p1 holds 5 tiles, p2 holds 4, the bag holds 3"
    s = after("", "", given=given)
    assert (s.hand_size(0), s.hand_size(1), sum(s.bag)) == (5, 4, 3)
    play(s, "E")
    assert asked(s) == "Turn p2"
    assert sum(s.bag) == 0
    s.spend(1, next(c for c in range(4) if s.hands[4 + c]), 1, "test")
    play(s, "p2> E")
    assert asked(s) == "over"


@pytest.mark.rule("TE-6.1", "TE-6.6")
def test_a_unification_tile_of_the_war_colour() -> None:
    s = after("E10=1r G10=r H10=r J10=r J11=g L11=2r F10=r K11=r", "T r I10", hands={"p1": "r"})
    assert set(cell_names(supporters(s, 0, 0, s.union))) == {"F10", "G10", "H10"}
    assert set(cell_names(supporters(s, 1, 0, s.union))) == {"J10", "K11"}
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (3, 2)


@pytest.mark.rule("TE-4.2")
def test_counting_temples_beside_a_leader() -> None:
    s = after("A1=r B1=k B2=r C2=k A3=r C4=r A2=1k", board="land", lawful=False)
    assert set(cell_names(NEAR[s.leaders[3]] & s.tiles[0])) == {"A1", "B2", "A3"}
    s = after("B1=k B2=r C2=k C4=r A2=1k", board="land", lawful=False)
    assert cell_names(NEAR[s.leaders[3]] & s.tiles[0]) == ["B2"]


@pytest.mark.rule("TE-6.6")
def test_counting_supporters_of_a_king() -> None:
    s = after("B1=k C1=g B2=r C2=k C4=r A2=1k", board="land", lawful=False)
    assert cell_names(supporters(s, 0, 3, 0)) == ["B1", "C2"]
    assert kingdoms(s) == {frozenset({"A2", "B1", "C1", "B2", "C2"})}


@pytest.mark.rule("TE-2.2")
def test_the_same_revolt_twice() -> None:
    s = after("H5=r H4=1k", "L k H6 ; s 0 ; p1> s 0", active=2, hands={"p2": "rr"})
    assert points(s, 1) == (1, 0, 0, 0)
    play(s, "L k H6 ; s 2 ; p1> s 0")
    assert (points(s, 1), points(s, 2)) == ((1, 0, 0, 0), (1, 0, 0, 0))
    assert (leaders(s, 1), leaders(s, 2)) == ({}, {"k": "H6"})


@pytest.mark.rule("TE-8.7")
def test_monument_income_by_turns() -> None:
    given = "the face-down square C5,D5,C6,D6 carries the red-black monument"
    s = after("C5=# D5=# C6=# D6=# B5=r A5=1r E5=r F5=2k", "E", given=given)
    assert (points(s, 1), points(s, 2)) == ((1, 0, 0, 0), (0, 0, 0, 0))
    play(s, "p2> E")
    assert (points(s, 1), points(s, 2)) == ((1, 0, 0, 0), (0, 0, 0, 1))


@pytest.mark.rule("TE-8.1", "TE-2.3")
def test_a_monument_after_the_war() -> None:
    s = after("F4=r G4=1k F5=g G5=g F6=g G7=r H7=2k I7=-", "T g G6 ; s 0 ; p2> s 0", hands={"p1": "g"})
    assert points(s, 2) == (0, 0, 0, 1)
    assert asked(s) == "BuildMonument p1"
    play(s, "m bg F5")
    assert tile_at(s, "G6") == "#"
    assert points(s, 1) == (0, 0, 0, 0)


@pytest.mark.rule("TE-9.3")
def test_a_spare_temple_keeps_the_leader() -> None:
    s = after("A1=r A2=1r", "C A1")
    assert leaders(s, 1) == {"r": "A2"}


@pytest.mark.rule("TE-11.3")
def test_two_treasures_do_not_stop_the_turn() -> None:
    given = "the only treasures left on the board are on F3, I5 and N5"
    s = after("F4=1g F5=r G5=k I5=r*", "T k H5 ; t I5", given=given, hands={"p1": "k"})
    assert s.taken == (1, 0)
    assert asked(s) == "Turn p1"
    play(s, "E")
    assert asked(s) == "over"


@pytest.mark.rule("TE-8.8")
def test_only_unbuilt_monuments_are_offered() -> None:
    s = after("A1=r B1=r", "T r A2", given="monument red-green is already built elsewhere")
    assert choices(s) == ["monument red-blue A1", "monument red-black A1", "decline"]
    s = after("A1=r B1=r", "T r A2", monuments="rg=- rb=- rk=-")
    assert asked(s) == "Turn p1"


@pytest.mark.rule("TE-6.14", "TE-5.5")
def test_a_union_without_conflict_pays_nothing() -> None:
    s = after("A2=1r C1=r D1=2k", "T r B1", active=2, hands={"p2": "r"})
    assert len(kingdoms(s)) == 1
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-14.7")
def test_the_tile_under_a_building_in_a_war() -> None:
    pieces = "C5=r B5=1g D5=g F5=g G5=g^ H5=r I5=2g"
    s = after(pieces, "T k E5", variants=BUILDINGS, hands={"p1": "kgg"})
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (1, 2)
    play(s, "s 2 ; p2> s 0")
    assert points(s, 1) == (0, 0, 2, 0)
    assert (tile_at(s, "F5"), tile_at(s, "G5")) == ("", "g")


@pytest.mark.rule("TE-9.3")
def test_a_catastrophe_splits_a_kingdom() -> None:
    before = after("H5=r G5=k F5=r E5=2b I5=1g")
    s = after("H5=r G5=k F5=r E5=2b I5=1g", "C G5")
    assert (len(kingdoms(before)), len(kingdoms(s))) == (1, 2)
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)


# --- further positions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TE-14.4", "TE-14.5")
@pytest.mark.parametrize(
    ("pieces", "script", "cells"),
    [
        ("E5=k F5=k H5=k G6=k^ G7=k", "T k G5", "E5 F5 G5 H5"),
        ("E5=k F5=k^ G5=k", "T k H5", ""),
        ("E5=k F5=k^ G5=k J4=k J5=k", "T k J6", ""),
        ("E5=k F5=k^ G5=k F4=k F6=k F7=k J4=k J5=k J6=k", "T k J7", ""),
        ("E5=k F5=k^ G5=k F4=k F6=k F7=k J4=k J5=k J6=k", "T k J7 ; T k J8", "J4 J5 J6 J7 J8"),
        ("F5=r E5=1k H5=g I5=g J5=g", "T g G5", "G5 H5 I5 J5"),
        ("F5=k^ G5=k F6=k E5=k", "T k G6", ""),
    ],
)
def test_moving_a_building(pieces: str, script: str, cells: str) -> None:
    s = after(pieces, script, variants=BUILDINGS)
    assert [c.split()[1] for c in choices(s) if c.startswith("building ")] == cells.split()


@pytest.mark.rule("TE-14.6")
@pytest.mark.parametrize(
    ("pieces", "script", "green"),
    [
        ("F5=r E5=1k G5=g H5=g^ I5=g", "T g J5", 2),
        ("F5=r E5=1k H5=g^ I5=g J5=g", "T g G5", 2),
        ("F5=r E5=1k H5=g I5=g J5=g", "T g G5", 1),
    ],
)
def test_the_bonus_of_a_building(pieces: str, script: str, green: int) -> None:
    assert points(after(pieces, script, variants=BUILDINGS), 1) == (0, 0, green, 0)


@pytest.mark.rule("TE-15.2")
def test_a_wonder_of_temples() -> None:
    s = after("H5=r G5=r H4=r H6=r G4=2g J5=1b J4=r", "T r I5 ; o H5", variants=WONDER)
    assert (leaders(s, 1), leaders(s, 2)) == ({"b": "J5"}, {})
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    s = after("F5=r E4=r G4=r", "T r F4 ; o F4", variants=WONDER)
    assert len(treasures(s)) == 10
    assert "F3" in treasures(s)


@pytest.mark.rule("TE-8.2")
def test_two_squares_one_monument() -> None:
    pieces = "F5=k G5=k H5=k F6=k H6=k"
    s = after(pieces, "T k G6")
    assert {tuple(c.split()[1:]) for c in choices(s) if c != "decline"} == {
        (what, at) for what in ("green-black", "blue-black", "red-black") for at in ("F5", "G5")
    }
    s = after(pieces, "T k G6 ; m bk F5")
    assert asked(s) == "Turn p1"
    assert tile_at(s, "H5") == "k"


@pytest.mark.rule("TE-5.2", "TE-3.3")
def test_three_kingdoms_around_a_cell() -> None:
    pieces = "E5=r D5=1k G5=r H5=2g F6=r F7=3b"
    assert refusal(after(pieces, players=3), "T k F5").rule == "TE-5.2"
    assert refusal(after(pieces, players=3), "L r F5").rule == "TE-3.3"


@pytest.mark.rule("TE-7.2", "TE-7.3")
def test_three_treasures_one_with_a_border() -> None:
    pieces = "N6=1b M5=2g O5=b P5=b P3=g M6=r*"
    s = after(pieces, "T b P4 ; t P2,N5", active=2)
    assert points(s, 1) == (0, 1, 0, 0)
    assert s.taken == (0, 2)
    assert {"M6"} == treasures(s) & {"M6", "N5", "P2"}
    assert refusal(after(pieces, "T b P4", active=2), "t N5,M6").rule == "TE-7.2"


@pytest.mark.rule("TE-6.9")
def test_a_farmer_saves_a_temple() -> None:
    s = after("E10=1r G10=g H10=g J10=g J11=g L11=2r M11=r N11=2b", "T g I10 ; s 3 ; p2> s 0")
    assert points(s, 1) == (1, 0, 0, 0)
    assert (tile_at(s, "M11"), tile_at(s, "K11")) == ("r", "r")
    assert leaders(s, 2) == {"b": "N11"}


@pytest.mark.rule("TE-9.3", "TE-3.8")
def test_one_catastrophe_two_stranded_leaders() -> None:
    s = after("H5=r I5=1k H4=g G5=2b", "C H5")
    assert leaders(s, 1) == leaders(s, 2) == {}
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)


@pytest.mark.rule("TE-14.8")
def test_a_monument_frees_the_palace() -> None:
    s = after("F5=k^ G5=k F6=k E5=k", "T k G6 ; m rk F5", variants=BUILDINGS)
    assert s.buildings == (0, 0, 0, 0)


@pytest.mark.rule("TE-6.5")
def test_a_war_between_others() -> None:
    pieces = "C5=r B5=3g D5=g F5=g G5=r H5=2g"
    assert asked(after(pieces, "T k E5", players=3)) == "Attack p2"
    s = after(pieces, "T k E5 ; p2> s 1 ; p3> s 0", players=3)
    assert points(s, 2) == (0, 0, 2, 0)
    assert leaders(s, 3) == {}

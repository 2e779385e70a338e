"""Monuments on squares of four."""

from __future__ import annotations

import pytest

from ludoteka.games.tigris_euphrates.board import BIT
from ludoteka.games.tigris_euphrates.scenario import play

from .kit import after, asked, choices, kingdoms, leaders, points, refused_by, tile_at

SQUARE = "F5=r G5=r F6=r"


@pytest.mark.rule("TE-8.1")
def test_when_a_monument_is_offered() -> None:
    s = after(SQUARE, "T r G6")
    assert asked(s) == "BuildMonument p1"
    assert choices(s) == ["monument red-blue F5", "monument red-green F5", "monument red-black F5", "decline"]
    assert asked(after("F5=r G5=r F6=g", "T r G6")) == "Turn p1", "four of one colour"
    assert asked(after("F5=r* G5=r F6=r", "T r G6")) == "BuildMonument p1", "a treasure does not hinder"
    s = after("F5=r^ G5=r F6=r", "T r G6", variants=("buildings",))
    assert asked(s) == "BuildMonument p1", "nor does a building"
    s = after(SQUARE, "T r G6 ; m -")
    assert asked(s) == "Turn p1"
    assert tile_at(s, "F5") == "r"
    s = after(SQUARE, "T r G6 ; m - ; T r H8")
    assert asked(s) == "Turn p2", "now or never"


@pytest.mark.rule("TE-8.1")
def test_the_square_must_outlast_the_wars() -> None:
    # the tile completes a square of markets, but the war of traders takes the other three
    s = after("F4=r G4=2g F5=g G5=g F6=g G7=r G8=- H7=1g I7=-", "T g G6 ; s 4 ; p2> s 0", hands={"p1": "ggggg"})
    assert asked(s) == "Turn p1"
    assert tile_at(s, "F5") == ""


@pytest.mark.rule("TE-8.1", "TE-6.14")
def test_refusals_of_the_question() -> None:
    s = after(SQUARE, "T r G6", given="monument red-green is already built elsewhere")
    assert refused_by(s, "monument red-green F5") == ("why.monument_built", "TE-8.8")
    assert refused_by(s, "monument green-black F5") == ("why.monument_colour", "TE-8.1")
    assert refused_by(s, "monument red-blue G5") == ("why.no_square", "TE-8.2")
    assert refused_by(s, "wonder F5") == ("why.wonder_off", "TE-15.1")
    assert refused_by(s, "pass") == ("why.monument_first", "TE-8.1")


@pytest.mark.rule("TE-8.2")
def test_several_squares_and_one_monument() -> None:
    pieces = "F5=k G5=k H5=k F6=k H6=k F7=k G7=k H7=k I7=-"
    s = after(pieces, "T k G6")
    corners = {c.split()[2] for c in choices(s) if c.startswith("monument red-black")}
    assert corners == {"F5", "G5", "F6", "G6"}
    s = after(pieces, "T k G6 ; m rk G6")
    assert asked(s) == "Turn p1", "all squares share the placed tile"
    assert tile_at(s, "G6") == tile_at(s, "H7") == "#"
    assert tile_at(s, "F5") == "k"


@pytest.mark.rule("TE-8.3")
def test_face_down_tiles_connect_without_colour() -> None:
    s = after(SQUARE + " H5=r I5=1k E6=g", "T r G6 ; m rb F5")
    assert kingdoms(s) == {frozenset({"F5", "G5", "F6", "G6", "H5", "I5", "E6"})}
    # no part of a new square, line or cross
    s = after(SQUARE + " H5=r", "T r G6 ; m rb F5 ; T r H6")
    assert asked(s) == "Turn p2"
    s = after(SQUARE + " H5=r", "T r G6 ; m rb F5 ; T r I5", variants=("buildings",))
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-8.3", "TE-6.6")
def test_face_down_tiles_support_nobody() -> None:
    given = "F6,G6,F7,G7 carry the red-green monument"
    s = after("F5=r E5=1g F6=# G6=# F7=# G7=# H5=g J5=g K5=r K4=2g G5=g", "T k I5", given=given)
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (2, 1)


@pytest.mark.rule("TE-8.4")
def test_leaders_without_a_temple_return() -> None:
    s = after(SQUARE + " E5=2g H5=1b H4=r H3=2r", "T r G6 ; m rb F5")
    assert (leaders(s, 1), leaders(s, 2)) == ({"b": "H5"}, {"r": "H3"})


@pytest.mark.rule("TE-8.5")
def test_a_declined_square_stays_closed() -> None:
    s = after(SQUARE + " G6=r", "T r E5")
    assert asked(s) == "Turn p1", "a tile outside the square does not open it"
    s = after("F5=r F6=r G6=r", "T r G5 ; m -", hands={"p1": "rr"})
    assert asked(s) == "Turn p1"
    # when the square loses a tile, as in a war, filling the gap again makes a new square
    s = after("F4=g F5=g G4=g", "T g G5 ; m -", hands={"p1": "gg"})
    s.remove_tiles(2, BIT["G5"])
    play(s, "T g G5")
    assert asked(s) == "BuildMonument p1"


@pytest.mark.rule("TE-8.6", "TE-9.2")
def test_monument_cells_are_safe() -> None:
    s = after(SQUARE, "T r G6 ; m rb F5")
    assert "catastrophe F5" not in choices(s)
    assert refused_by(s, "catastrophe G6") == ("why.catastrophe_monument", "TE-9.2")
    assert refused_by(s, "tile temple G6")[0] in ("why.occupied", "why.none_in_hand")
    assert refused_by(s, "leader king G6") == ("why.occupied", "TE-3.2")


@pytest.mark.rule("TE-8.7")
def test_income_of_the_player_whose_turn_ends() -> None:
    given = "the square C5,D5,C6,D6 carries the red-black monument"
    pieces = "C5=# D5=# C6=# D6=# B5=r A5=1r E5=r F5=2k E6=1b"
    s = after(pieces, "E", given=given)
    assert (points(s, 1), points(s, 2)) == ((1, 0, 0, 0), (0, 0, 0, 0)), "the farmer gets nothing from red and black"
    s = after(pieces, "E ; p2> E", given=given)
    assert (points(s, 1), points(s, 2)) == ((1, 0, 0, 0), (0, 0, 0, 1))
    # two monuments of the colour pay two; one monument pays two leaders of one owner
    given = "C5,D5,C6,D6 carry the red-black monument; F5,G5,F6,G6 carry the red-blue monument"
    pieces = "C5=# D5=# C6=# D6=# E5=r E4=1r F5=# G5=# F6=# G6=# E6=1k"
    s = after(pieces, "E", given=given)
    assert points(s, 1) == (2, 0, 0, 1)
    # a king is no stand-in here
    s = after("C5=# D5=# C6=# D6=# E5=r E4=1k", "E", given="C5,D5,C6,D6 carry the red-blue monument")
    assert points(s, 1) == (0, 0, 0, 0)


@pytest.mark.rule("TE-8.8")
def test_no_monument_of_the_colour_no_offer() -> None:
    s = after(SQUARE, "T r G6", given="all three red monuments are gone")
    assert asked(s) == "Turn p1"
    assert tile_at(s, "G6") == "r"


@pytest.mark.rule("TE-8.9")
def test_no_leader_is_needed() -> None:
    s = after(SQUARE, "T r G6 ; m rk F5")
    assert s.view(None)["monuments"]["red-black"] == "F5"
    assert kingdoms(s) == set()

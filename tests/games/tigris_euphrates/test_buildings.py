"""Civilization buildings."""

from __future__ import annotations

import pytest

from ludoteka.games.tigris_euphrates import GAME

from .kit import BUILDINGS, after, asked, choices, points, refused_by, tile_at

ROW = "E5=k F5=k G5=k"


def cells(s: object) -> set[str]:
    return {c.split()[1] for c in choices(s) if c.startswith("building ")}  # type: ignore[arg-type]


@pytest.mark.rule("TE-14.1")
def test_four_buildings_that_nobody_owns() -> None:
    for letter, pieces, script, name in (
        ("k", "E5=k F5=k", "T k G5 ; b G5", "palace"),
        ("r", "H4=r H5=r", "T r H6 ; b H6", "library"),
        ("g", "E5=g F5=g", "T g G5 ; b G5", "hall"),
        ("b", "A7=b B7=b", "T b C7 ; b C7", "granary"),
    ):
        s = after(pieces, script, variants=BUILDINGS)
        built = {what: at for what, at in s.view(None)["buildings"].items() if at}
        assert built == {name: script[-2:]}, letter
    assert after("E5=k F5=k", "T k G5").view(None)["buildings"] == {}
    assert asked(after("E5=k F5=k", "T k G5")) == "Turn p1", "not without the option"


@pytest.mark.rule("TE-14.2")
def test_when_a_building_is_offered() -> None:
    assert cells(after("E5=k F5=k", "T k G5", variants=BUILDINGS)) == {"E5", "F5", "G5"}
    assert cells(after("G5=k I5=k", "T k H5", variants=BUILDINGS)) == {"G5", "H5", "I5"}, "closing a gap"
    assert cells(after(ROW, "T k H5", variants=BUILDINGS)) == {"E5", "F5", "G5", "H5"}, "lengthening"
    assert asked(after("H5=g I5=g I7=-", "T g I6", variants=BUILDINGS)) == "Turn p1", "no line round a corner"
    assert asked(after("E5=k G5=k", "T k H5", variants=BUILDINGS)) == "Turn p1", "no gap"
    s = after("E5=k F5=k", "T k G5", variants=BUILDINGS, active=2)
    assert asked(s) == "BuildBuilding p2"
    assert asked(after("E5=k F5=k", "T k G5 ; b -", variants=BUILDINGS)) == "Turn p1"
    assert refused_by(s, "pass") == ("why.building_first", "TE-14.2")
    # before the monument
    s = after("E5=k F5=k F6=k G6=k", "T k G5", variants=BUILDINGS)
    assert asked(s) == "BuildBuilding p1"
    s = after("E5=k F5=k F6=k G6=k", "T k G5 ; b G5", variants=BUILDINGS)
    assert asked(s) == "BuildMonument p1"


@pytest.mark.rule("TE-14.3")
def test_where_it_may_go_from_the_supply() -> None:
    s = after("E5=k F5=k G6=k G7=k", "T k G5", variants=BUILDINGS)
    assert cells(s) == {"E5", "F5", "G5", "G6", "G7"}, "row and column both"
    assert refused_by(s, "building A1") == ("why.not_on_line", "TE-14.3")
    s = after("H4=r* H5=r", "T r H6 ; b H4", variants=BUILDINGS)
    assert s.view(None)["buildings"]["library"] == "H4", "also on a treasure"


@pytest.mark.rule("TE-14.4")
def test_moving_it_needs_a_longer_line() -> None:
    assert asked(after("E5=k F5=k^ G5=k J4=k J5=k", "T k J6", variants=BUILDINGS)) == "Turn p1", "3 is not more than 3"
    four = "E5=k F5=k^ G5=k F4=k F6=k F7=k J4=k J5=k J6=k"
    assert asked(after(four, "T k J7", variants=BUILDINGS)) == "Turn p1", "4 against row 3 and column 4"
    s = after(four, "T k J7 ; T k J8", variants=BUILDINGS)
    assert cells(s) == {"J4", "J5", "J6", "J7", "J8"}
    s = after(four, "T k J7 ; T k J8 ; b J8", variants=BUILDINGS)
    assert s.view(None)["buildings"]["palace"] == "J8"
    # what the wars have taken does not count: the building's line has shrunk
    assert asked(after("F5=k^ J4=k J5=k", "T k J6", variants=BUILDINGS)) == "BuildBuilding p1"


@pytest.mark.rule("TE-14.5")
def test_its_own_line_gives_no_move_a_crossing_one_may() -> None:
    assert asked(after("E5=k F5=k^ G5=k", "T k H5", variants=BUILDINGS)) == "Turn p1"
    s = after("E5=k F5=k H5=k G6=k^ G7=k", "T k G5", variants=BUILDINGS)
    assert cells(s) == {"E5", "F5", "G5", "H5"}


@pytest.mark.rule("TE-14.6")
def test_tiles_in_its_kingdom_pay_two() -> None:
    assert points(after("F5=r E5=1k G5=g H5=g^ I5=g", "T g J5", variants=BUILDINGS), 1) == (0, 0, 2, 0), "to the king"
    s = after("F5=r E5=2g G5=g H5=g^ I5=g", "T g J5", variants=BUILDINGS)
    assert points(s, 2) == (0, 0, 2, 0), "to the leader"
    s = after("F5=r E5=1k H5=g^ I5=g J5=g", "T g G5", variants=BUILDINGS)
    assert points(s, 1) == (0, 0, 2, 0), "a building that comes with a region counts"
    s = after("F5=r E5=1k H5=g I5=g J5=g", "T g G5 ; b G5", variants=BUILDINGS)
    assert points(s, 1) == (0, 0, 1, 0), "the tile that brings it does not profit"
    s = after("F5=r E5=1k G5=g H5=g^ I5=g", "T k J5", variants=BUILDINGS)
    assert points(s, 1) == (0, 0, 0, 1), "another colour"
    # wars and monuments pay as always
    s = after("C5=r B5=1g D5=g^ F5=g G5=r H5=2g", "T k E5 ; s 1 ; p2> s 0", variants=BUILDINGS)
    assert points(s, 1) == (0, 0, 2, 0)
    s = after(
        "C5=# D5=# C6=# D6=# B5=r A5=1r B6=r^",
        "E",
        variants=BUILDINGS,
        given="C5,D5,C6,D6 carry the red-black monument",
    )
    assert points(s, 1) == (1, 0, 0, 0)


@pytest.mark.rule("TE-14.7")
def test_its_tile_survives() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=g^ H5=r I5=2g", "T k E5 ; s 2 ; p2> s 0", variants=BUILDINGS)
    assert points(s, 1) == (0, 0, 2, 0)
    assert (tile_at(s, "F5"), tile_at(s, "G5")) == ("", "g")
    assert "catastrophe G5" not in choices(s)
    assert refused_by(s, "catastrophe G5") == ("why.catastrophe_building", "TE-14.7")


@pytest.mark.rule("TE-14.8")
def test_under_a_monument_or_wonder_it_goes_back() -> None:
    s = after("F5=k^ G5=k F6=k E5=k", "T k G6 ; m rk F5", variants=BUILDINGS)
    assert s.view(None)["buildings"]["palace"] == ""
    s = after("H5=k^ G5=k H4=k H6=k", "T k I5 ; o H5", variants=("buildings", "wonder"))
    assert s.view(None)["buildings"]["palace"] == ""
    s = after("F5=k^ G5=k F6=k E5=k J5=k K5=k", "T k G6 ; m rk F5 ; T k L5", variants=BUILDINGS)
    assert cells(s) == {"J5", "K5", "L5"}, "to be had again"


@pytest.mark.rule("TE-14.9")
def test_declining_it_keeps_the_monument() -> None:
    s = after("E5=k F5=k F6=k G6=k", "T k G5 ; b -", variants=BUILDINGS)
    assert asked(s) == "BuildMonument p1"


@pytest.mark.rule("TE-14.10")
def test_its_tile_is_ordinary_otherwise() -> None:
    s = after("H5=r^ I5=1k", variants=BUILDINGS)
    assert "leader priest H4" in choices(s), "a temple for leaders"
    s = after("C5=r B5=1g D5=g^ F5=g G5=r H5=2g", "T k E5", variants=BUILDINGS)
    assert s.view(None)["conflict"]["attack"] == 1, "a supporter"
    s = after("F5=k^ G5=k F6=k", "T k G6", variants=BUILDINGS)
    assert asked(s) == "BuildMonument p1", "part of a square"
    s = after("E5=k F5=k H4=g H5=g", "T k G5 ; b G5", variants=BUILDINGS)
    assert [at for at in s.view(None)["buildings"].values() if at] == ["G5"], "one building per tile"


def test_words_name_the_building() -> None:
    s = after("E5=k F5=k", "T k G5", variants=BUILDINGS)
    assert GAME.describe(s, GAME.parse("building G5"), "en") == "puts the palace on G5"
    assert GAME.describe(s, GAME.parse("building G5"), "ru") == "ставит дворец на G5"

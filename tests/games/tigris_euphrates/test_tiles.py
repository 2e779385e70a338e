"""Placing tiles and what they pay."""

from __future__ import annotations

import pytest

from .kit import after, asked, choices, kingdoms, points, refusal, refused_by, tile_at


@pytest.mark.rule("TE-5.1")
def test_terrain_and_empty_cells() -> None:
    hands = {"p1": "rbgk"}
    s = after("H5=g F4=1k G5=x", hands=hands)
    for what in ("temple", "market", "settlement"):
        assert refused_by(s, f"tile {what} E1") == ("why.tile_on_river", "TE-5.1")
        assert f"tile {what} A1" in choices(s)
    assert refused_by(s, "tile farm A1") == ("why.farm_on_land", "TE-5.1")
    assert "tile farm E1" in choices(s)
    for at in ("H5", "F4", "F3"):
        assert refused_by(s, f"tile market {at}") == ("why.occupied", "TE-5.1")
    assert refused_by(s, "tile market G5") == ("why.dead_cell", "TE-9.3")
    assert refused_by(after("", hands={"p1": "g"}), "tile temple A1") == ("why.none_in_hand", "TE-5.1")


@pytest.mark.rule("TE-5.1")
def test_a_lone_tile_is_fine_and_never_moves() -> None:
    s = after("", "T k H5", hands={"p1": "kk"})
    assert tile_at(s, "H5") == "k"
    assert s.hands[3] == 1
    assert not [a for a in choices(s) if a.startswith("move ")]


@pytest.mark.rule("TE-5.2")
def test_three_kingdoms_may_not_be_joined() -> None:
    pieces = "E5=r D5=1k G5=r H5=2g F6=r F7=3b"
    why = refusal(after(pieces, players=3), "T k F5")
    assert (why.id, why.rule, why.args) == ("why.joins_three", "TE-5.2", {"at": "F5", "n": 3})
    assert "tile settlement F5" not in choices(after(pieces, players=3, hands={"p1": "k"}))
    assert "tile settlement F5" in choices(after("E5=r D5=1k G5=r H5=2g F6=r", hands={"p1": "k"}))


@pytest.mark.rule("TE-5.3")
def test_who_gets_the_point() -> None:
    assert points(after("F4=1k F2=2g", "T g G3"), 2) == (0, 0, 1, 0), "the leader of the colour, not the active player"
    s = after("F4=1k F2=2g", "T r G3")
    assert points(s, 1) == (1, 0, 0, 0), "else the king, in the colour of the tile"
    assert points(after("F4=2k", "T g G3"), 2) == (0, 0, 1, 0), "whoever owns the king"
    s = after("F4=1b", "T g G3")
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0), "nobody without leader and king"
    assert points(after("F4=1k", "T k G3"), 1) == (0, 0, 0, 1)


@pytest.mark.rule("TE-5.4")
def test_linked_regions_do_not_matter() -> None:
    s = after("F4=1k H4=g I4=g J4=g", "T k G4")
    assert points(s, 1) == (0, 0, 0, 1)
    assert kingdoms(s) == {frozenset({"F3", "F4", "G4", "H4", "I4", "J4"})}


@pytest.mark.rule("TE-5.5")
def test_no_kingdom_or_two_pay_nothing() -> None:
    s = after("F4=1k", "T k H8")
    assert points(s, 1) == (0, 0, 0, 0)
    s = after("E5=r D5=1k G5=r H5=2g", "T k F5")
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    assert asked(s) == "Turn p1"


@pytest.mark.rule("TE-5.6")
def test_without_a_leader_nothing_is_gained() -> None:
    given = "the square C5,D5,C6,D6 carries the red-black monument"
    s = after("C5=# D5=# C6=# D6=# B5=r A5=2r", "T r B6 ; E", given=given, lawful=False)
    assert points(s, 1) == (0, 0, 0, 0)
    s = after("F5=r* G5=r*", "T g F6 ; T g F7")
    assert s.taken == (0, 0)
    assert points(s, 1) == (0, 0, 0, 0)

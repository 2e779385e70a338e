"""Placing, moving and taking back leaders."""

from __future__ import annotations

import pytest

from ludoteka.games.tigris_euphrates import GAME

from .kit import (
    after,
    asked,
    choices,
    keep_laws,
    kingdoms,
    leaders,
    points,
    random_match,
    refusal,
    refused_by,
    tile_at,
    treasures,
)


@pytest.mark.rule("TE-3.1")
def test_place_move_and_take_back_cost_an_action_each() -> None:
    s = after("", "L k F4")
    assert leaders(s, 1) == {"k": "F4"}
    assert asked(s) == "Turn p1"
    s = after("F4=1k", "M k F4-G3 ; W k")
    assert leaders(s, 1) == {}
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-3.1")
def test_only_own_leaders() -> None:
    s = after("F4=2k M5=1r")
    assert "withdraw king" not in choices(s)
    assert "withdraw priest" in choices(s)
    assert refused_by(s, "withdraw king") == ("why.leader_in_reserve", "TE-3.1")
    assert refused_by(s, "move king G3") == ("why.leader_in_reserve", "TE-3.1")
    assert refused_by(s, "leader priest F2") == ("why.leader_on_board", "TE-3.1")


@pytest.mark.rule("TE-3.2")
def test_where_a_leader_may_stand() -> None:
    s = after("K2=x J1=g G3=2b E3=b")
    for at, why in (
        ("K2", "why.dead_cell"),
        ("J1", "why.occupied"),
        ("G3", "why.occupied"),
        ("F3", "why.occupied"),
        ("E1", "why.leader_on_river"),
        ("H5", "why.no_temple"),
        ("E4", "why.no_temple"),
        ("Q9", "why.no_cell"),
    ):
        assert refused_by(s, f"leader king {at}")[0] == why
    assert "leader king L1" in choices(s), "a temple with a treasure will do"
    assert "leader king F4" in choices(s)


@pytest.mark.rule("TE-3.2", "TE-8.3")
def test_a_face_down_temple_is_none() -> None:
    s = after("F5=# G5=# F6=# G6=#", given="F5,G5,F6,G6 carry the red-blue monument")
    assert refused_by(s, "leader king E5") == ("why.only_face_down", "TE-3.2")
    assert "leader king E5" not in choices(s)


@pytest.mark.rule("TE-3.3")
def test_a_leader_may_not_touch_two_kingdoms() -> None:
    s = after("E5=r D5=1k G5=r H5=2g", active=2)
    why = refusal(s, "L r F5")
    assert (why.id, why.rule, why.args["n"]) == ("why.joins_two", "TE-3.3", 2)
    s = after("E5=r D5=1k G5=r")
    assert "leader trader F5" in choices(s), "a kingdom and a region is fine"
    s = after("E5=r D5=1k G5=r", "L g F5")
    assert kingdoms(s) == {frozenset({"D5", "E5", "F5", "G5"})}
    s = after("E5=r G5=r F6=g", "L g F5")
    assert kingdoms(s) == {frozenset({"E5", "F5", "G5", "F6"})}, "several regions too"


@pytest.mark.rule("TE-3.4")
def test_a_move_is_judged_with_the_leader_lifted() -> None:
    # the king alone links temple E5 with market G5, where the trader of p2 has a temple of his own
    pieces = "E5=r F5=1k G5=r H5=2g D5=1b"
    s = after(pieces)
    assert len(kingdoms(s)) == 1
    # without him there are two kingdoms; F6 touches neither, F4 neither; E4 and G4 touch one each
    assert "move king E4" in choices(s)
    assert "move king G4" in choices(s)
    s = after(pieces, "M k F5-E4")
    assert len(kingdoms(s)) == 2, "a move may leave the old kingdom in two"
    # E6, F6, G6 lie around: with tiles there the cell F6 would touch both halves again
    pieces = "E5=r F5=1k G5=r H5=2g D5=1b E6=r G6=r"
    s = after(pieces)
    assert refused_by(s, "move king F6") == ("why.joins_two_moved", "TE-3.4")
    assert "move king F6" not in choices(s)


@pytest.mark.rule("TE-3.4")
def test_a_lone_leader_takes_its_kingdom_along() -> None:
    # lifted, the only leader leaves a region, so the cell between it and another kingdom is free for him
    s = after("E5=r D5=1k G5=r H5=2g")
    assert "move king F5" in choices(s)
    assert "leader priest F5" not in choices(s)
    s = after("E5=r D5=1k G5=r H5=2g", "M k D5-F5")
    assert kingdoms(s) == {frozenset({"E5", "F5", "G5", "H5"})}


@pytest.mark.rule("TE-3.4")
def test_moves_agree_with_lifting_and_placing() -> None:
    """The cells of a move are those that the leader would have from the reserve, its own cell aside."""
    looked_at = 0
    for seed in range(12):
        s = random_match(3, seed, 150 + seed * 10)
        if asked(s).split()[0] != "Turn":
            continue
        seat = s.to_move()
        for letter, at in leaders(s, seat + 1).items():
            name = {"r": "priest", "b": "farmer", "g": "trader", "k": "king"}[letter]
            moves = {c.split()[2] for c in choices(s) if c.startswith(f"move {name} ")}
            lifted = s.clone()
            lifted.lift_leader(seat, "rbgk".index(letter), "test")
            placed = {c.split()[2] for c in choices(lifted) if c.startswith(f"leader {name} ")}
            assert moves == placed - {at}
            looked_at += 1
    assert looked_at > 10


@pytest.mark.rule("TE-3.5")
def test_not_to_its_own_cell() -> None:
    s = after("F4=1k")
    assert "move king F4" not in choices(s)
    assert refused_by(s, "move king F4") == ("why.same_cell", "TE-3.5")


@pytest.mark.rule("TE-3.6")
def test_moving_inside_its_kingdom_is_no_revolt() -> None:
    s = after("F4=1k G3=2b", "M k F4-F2")
    assert asked(s) == "Turn p1"
    assert leaders(s, 1) == {"k": "F2"}
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)


@pytest.mark.rule("TE-3.7")
def test_taking_a_leader_back() -> None:
    s = after("E5=r* F5=1g G5=r* H5=2b", "W g", lawful=False)
    assert kingdoms(s) == {frozenset({"G5", "H5"})}
    assert {"E5", "G5"} <= treasures(s)
    assert s.taken == (0, 0)
    s = after("F4=1k", "W k")
    assert kingdoms(s) == set()
    assert points(s, 1) == (0, 0, 0, 0)


@pytest.mark.rule("TE-3.8")
def test_a_leader_without_a_temple_goes_home_at_once() -> None:
    s = after("H5=r I5=1k H4=g G5=2b", "C H5")
    assert leaders(s, 1) == leaders(s, 2) == {}, "whoever caused it"
    s = after("F5=r G5=r F6=r E5=2g", "T r G6 ; m rb F5")
    assert leaders(s, 2) == {}
    s = after("H5=r G5=r H4=r H6=r G4=2g", "T r I5 ; o H5", variants=("wonder",))
    assert leaders(s, 2) == {}


@pytest.mark.rule("TE-3.8", "TE-6.10")
def test_wars_strand_nobody() -> None:
    s = after("C5=r B5=1r D5=g F5=g G5=r H5=2r G4=2k", "T g E5 ; s 1 ; p2> s 0")
    assert leaders(s, 2) == {"k": "G4"}
    assert tile_at(s, "G5") == "r", "the temple beside the king stays"
    keep_laws(s)


@pytest.mark.rule("TE-3.9")
def test_leaders_never_score_and_cause_one_revolt_at_most() -> None:
    s = after("", "L k F4 ; L r F2")
    assert points(s, 1) == (0, 0, 0, 0)
    s = after("H5=r H4=1k H6=1r G5=2b", "L k I5", active=2)
    assert asked(s) == "Attack p2"
    s = after("H5=r H4=1k H6=1r G5=2b", "L k I5 ; s 1 ; p1> s 0", active=2)
    assert asked(s) == "Turn p2", "one revolt, no war"


def test_describing_a_move_says_from_where() -> None:
    s = after("F4=1k")
    assert GAME.describe(s, GAME.parse("move king G3"), "en") == "moves the king from F4 to G3"
    assert GAME.describe(s, GAME.parse("move king G3"), "ru") == "переводит царя с F4 на G3"

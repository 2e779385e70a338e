"""Wars after a tile that unites two kingdoms."""

from __future__ import annotations

import pytest

from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import BIT, cell_names
from ludoteka.games.tigris_euphrates.phases.conflict import side_of, supporters

from .kit import after, asked, choices, kingdoms, leaders, points, refusal, refused_by, tile_at, treasures

TWO_WARS = "C5=r B5=1g C6=1k D5=g F5=g G5=g H5=r H4=2g I5=2k"
HANDS = {"p1": "kgggg", "p2": "gg"}
PRIESTS = "E10=1r G10=g H10=g J10=g J11=g L11=2r M11=r"


@pytest.mark.rule("TE-6.1")
def test_the_unification_tile() -> None:
    s = after(TWO_WARS, "T k E5", hands=HANDS)
    assert s.union == BIT["E5"]
    assert s.view(None)["union"] == "E5"
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    s = after(TWO_WARS, "T k E5 ; w k", hands=HANDS)
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (0, 0), "it supports nobody"
    s = after(TWO_WARS, "T k E5 ; w g ; s 4 ; p2> s 2", hands=HANDS)
    assert s.union == 0
    assert tile_at(s, "E5") == "k", "it stays as an ordinary tile"


@pytest.mark.rule("TE-6.1")
def test_the_unification_tile_of_the_losing_colour_stays() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g", "T g E5 ; s 1 ; p2> s 0")
    assert [tile_at(s, at) for at in ("D5", "E5", "F5")] == ["g", "g", ""]
    assert points(s, 1) == (0, 0, 2, 0)


@pytest.mark.rule("TE-6.15")
def test_no_marker_for_regions() -> None:
    s = after("F5=k H5=k", "T k G5")
    assert s.union == 0
    s = after("F4=1k H4=g", "T k G4")
    assert s.union == 0
    assert points(s, 1) == (0, 0, 0, 1)


@pytest.mark.rule("TE-6.2")
def test_sides_leave_the_unification_tile_out() -> None:
    # market E6 touches only the unification tile: it is on no side
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g E6=g", "T k E5")
    assert set(cell_names(side_of(s, 0, 2, s.union))) == {"B5", "C5", "D5"}
    assert set(cell_names(side_of(s, 1, 2, s.union))) == {"F5", "G5", "H5"}
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (1, 1)
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g E6=g", "T k E5 ; s 0 ; p2> s 0")
    assert tile_at(s, "D5") == "", "the attacker lost the tie"
    assert tile_at(s, "E6") == "g"


@pytest.mark.rule("TE-6.3")
def test_only_colours_with_two_leaders_fight() -> None:
    s = after(TWO_WARS, "T k E5", hands=HANDS)
    assert choices(s) == ["war trader", "war king"]
    assert refused_by(s, "war priest") == ("why.no_such_war", "TE-6.3")
    s = after("E5=r D5=1k G5=r H5=2g", "T k F5")
    assert asked(s) == "Turn p1"
    assert len(kingdoms(s)) == 1


@pytest.mark.rule("TE-6.4")
def test_the_active_player_chooses_and_the_list_is_made_anew() -> None:
    # three players: the active one has no leader in either war and chooses all the same
    pieces = TWO_WARS.replace("1g", "3g").replace("1k", "3k")
    s = after(pieces, "T k E5", players=3)
    assert asked(s) == "WarOrder p1"
    assert refused_by(s, "pass") == ("why.wars_first", "TE-6.4")
    # green first cuts the kings apart; black first leaves the traders together
    s = after(TWO_WARS, "T k E5 ; w g ; s 4 ; p2> s 2", hands=HANDS)
    assert asked(s) == "Turn p1"
    assert (leaders(s, 1), leaders(s, 2)) == ({"g": "B5", "k": "C6"}, {"k": "I5"})
    s = after(TWO_WARS, "T k E5 ; w k ; s 0 ; p2> s 0", hands=HANDS)
    assert asked(s) == "Attack p1"
    assert s.view(None)["conflict"]["what"] == "trader"


@pytest.mark.rule("TE-6.5")
def test_who_attacks() -> None:
    pieces = "C5=r B5={}g D5=g F5=g G5=r H5={}g"
    assert asked(after(pieces.format(1, 2), "T k E5", players=3, active=2)) == "Attack p2"
    assert asked(after(pieces.format(1, 2), "T k E5", players=3, active=1)) == "Attack p1"
    assert asked(after(pieces.format(3, 2), "T k E5", players=3, active=1)) == "Attack p2", "next clockwise"
    assert asked(after(pieces.format(1, 2), "T k E5", players=3, active=3)) == "Attack p1"
    assert asked(after(pieces.format(2, 4), "T k E5", players=4, active=3)) == "Attack p4"


@pytest.mark.rule("TE-6.6")
def test_strength_is_the_face_up_tiles_of_the_side() -> None:
    s = after(
        "C5=r B5=1g D5=g C4=g C3=g F5=g G5=r H5=2g H6=# I6=# H7=# I7=#",
        "T k E5",
        given="H6,I6,H7,I7 carry the blue-green monument",
        lawful=False,
    )
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (3, 1), "need not touch the leader; face-down tiles do not count"
    assert set(cell_names(supporters(s, 0, 2, s.union))) == {"D5", "C4", "C3"}


@pytest.mark.rule("TE-6.7")
def test_tiles_of_the_war_colour_from_the_hand() -> None:
    hands = {"p1": "kggr", "p2": "grrr"}
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g", "T k E5", hands=hands)
    assert choices(s) == ["commit 0", "commit 1", "commit 2"]
    why = refusal(s, "s 3")
    assert (why.id, why.rule, why.args["held"]) == ("why.commit_too_many", "TE-6.7", 2)
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g", "T k E5 ; s 1 ; p2> s 1", hands=hands)
    assert leaders(s, 1) == {}, "2:2 is the defender's"
    assert points(s, 2) == (0, 0, 2, 0)
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g", "T k E5 ; s 2 ; p2> s 1", hands=hands)
    assert leaders(s, 2) == {}


@pytest.mark.rule("TE-6.8")
def test_what_the_loser_loses_and_the_winner_gets() -> None:
    s = after(TWO_WARS, "T k E5 ; w g ; s 4 ; p2> s 2", hands=HANDS)
    assert points(s, 1) == (0, 0, 3, 0), "the leader and two supporters; added tiles do not count"
    assert tile_at(s, "F5") == tile_at(s, "G5") == ""
    assert leaders(s, 2) == {"k": "I5"}
    assert s.spent[2] == 8, "two from the board, six from the hands"
    assert s.hands[2] == s.hands[6] == 0


@pytest.mark.rule("TE-6.9")
def test_temples_that_survive_a_war_of_priests() -> None:
    s = after(PRIESTS, "T g I10 ; s 3 ; p2> s 0", hands={"p1": "grrr"})
    assert points(s, 1) == (2, 0, 0, 0)
    assert (tile_at(s, "K11"), tile_at(s, "M11")) == ("r", "")
    s = after(PRIESTS + " N11=2b", "T g I10 ; s 3 ; p2> s 0")
    assert points(s, 1) == (1, 0, 0, 0)
    assert tile_at(s, "M11") == "r", "beside the farmer"
    # a leader of the winner on the losing side protects too
    s = after(PRIESTS + " N11=1b", "T g I10 ; s 3 ; p2> s 0")
    assert tile_at(s, "M11") == "r"
    assert points(s, 1) == (1, 0, 0, 0)


@pytest.mark.rule("TE-6.10")
def test_treasures_survive_wars() -> None:
    s = after(PRIESTS, "T g I10 ; s 3 ; p2> s 0", hands={"p1": "grrr"})
    assert "K11" in treasures(s)
    assert len(treasures(s)) == 10


@pytest.mark.rule("TE-6.11")
def test_a_side_that_falls_apart_is_still_united_by_the_tile() -> None:
    # the markets F5 and F6 hold p2's side together: without them its two halves meet only at E5
    pieces = "C5=r B5=1g C6=1k D5=g F5=g G5=r H5=2g E6=r E7=2k F6=g"
    s = after(pieces, "T k E5", hands={"p1": "kggg", "p2": "r"})
    assert asked(s) == "WarOrder p1"
    s = after(pieces, "T k E5 ; w g ; s 3 ; p2> s 0", hands={"p1": "kggg", "p2": "r"})
    assert tile_at(s, "F5") == tile_at(s, "F6") == ""
    assert asked(s) == "Attack p1", "the kings are still joined through E5 and E6"
    assert s.view(None)["conflict"]["what"] == "king"


@pytest.mark.rule("TE-6.12")
def test_no_refill_between_wars() -> None:
    s = after(TWO_WARS, "T k E5 ; w k ; s 0 ; p2> s 0 ; s 4", hands=HANDS)
    assert asked(s) == "Defend p2"
    assert s.hand_size(0) == 0
    assert choices(s) == ["commit 0", "commit 1", "commit 2"]


@pytest.mark.rule("TE-6.13")
def test_four_wars_from_one_tile() -> None:
    west = "G5=r F4=r H5=r F5=1r G6=1k G4=1g E4=1b"
    east = "K5=r L4=r J5=r L5=2r K6=2k K4=2g M4=2b"
    s = after(f"{west} {east}", "T k I5", hands={"p1": "k", "p2": "b"})
    fought = []
    for _ in range(4):
        if asked(s).startswith("WarOrder"):
            fought.append(choices(s)[-1])
            s.apply(s.legal_actions()[-1])
        else:
            fought.append(f"war {s.view(None)['conflict']['what']}")
        for _ in range(2):
            s.apply(s.legal_actions()[0])
    assert fought == ["war king", "war trader", "war farmer", "war priest"]
    assert asked(s) == "Turn p1"


@pytest.mark.rule("TE-6.14")
def test_a_peaceful_union_still_builds_and_collects() -> None:
    s = after("F5=g G5=g F6=g E5=r D5=1k H6=r I6=2b I7=- H7=-", "T g G6")
    assert asked(s) == "BuildMonument p1"
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    s = after("E5=r* D5=1g F5=k H5=r* I5=2b", "T k G5")
    assert asked(s) == "Treasure p1"


def test_the_choice_of_a_war_says_how_strong_both_sides_are() -> None:
    s = after(TWO_WARS, "T k E5", hands=HANDS)
    said = [GAME.describe(s, a, "en") for a in s.legal_actions()]
    assert said == [
        "chooses the war of the traders (Lion: 1, Bow: 2)",
        "chooses the war of the kings (Lion: 0, Bow: 0)",
    ]
    assert GAME.describe(s, s.legal_actions()[0], "ru") == "выбирает войну торговцев (Лев — 1, Лук — 2)"

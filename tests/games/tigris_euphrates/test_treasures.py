"""Treasures and traders."""

from __future__ import annotations

import pytest

from ludoteka.core.text import game_catalogue
from ludoteka.games.tigris_euphrates.draw import FOLDER
from ludoteka.games.tigris_euphrates.words import treasures_left

from .kit import after, asked, choices, leaders, refused_by, tile_at, treasures

FOUR = "N6=1b M5=2g O5=b P5=b P3=g"


@pytest.mark.rule("TE-7.1")
def test_the_trader_takes_all_but_one() -> None:
    s = after("F5=r* E5=1g G5=k I5=r* J5=r*", "T k H5")
    assert asked(s) == "Treasure p1"
    assert choices(s) == ["keep F5", "keep I5", "keep J5"]
    assert refused_by(s, "pass") == ("why.treasure_first", "TE-7.1")
    assert refused_by(s, "keep K1") == ("why.no_treasure_here", "TE-7.1")
    s.apply(s.legal_actions()[1])
    assert s.taken == (2, 0)
    assert {"F5", "I5", "J5"} & treasures(s) == {"I5"}
    # a trader who comes to two treasures takes one at once
    s = after("F5=r* G5=k H5=r*", "L g F6")
    assert asked(s) == "Treasure p1"
    # a single treasure stays
    s = after("F5=r* G5=k", "L g F6")
    assert asked(s) == "Turn p1"
    assert "F5" in treasures(s)


@pytest.mark.rule("TE-7.2")
def test_bordered_cells_are_emptied_first() -> None:
    s = after(FOUR, "T b P4", active=2)
    assert s.taken == (0, 1)
    assert "P2" not in treasures(s), "the only bordered one went without a question"
    assert "N5" in treasures(s)
    s = after(FOUR + " M6=r*", "T b P4", active=2)
    assert choices(s) == ["keep N5", "keep M6"]
    assert refused_by(s, "keep P2") == ("why.bordered_first", "TE-7.2")
    # bordered ones only: the owner chooses among them
    s = after("B2=r* B8=r* A3=r A4=b B3=1g A5=k A6=k A7=b", "T k A8", lawful=False)
    assert choices(s) == ["keep B2", "keep B8"]


@pytest.mark.rule("TE-7.3")
def test_the_owner_chooses_also_on_another_turn() -> None:
    s = after("F5=r* E5=2g G5=k I5=r*", "T k H5")
    assert asked(s) == "Treasure p2"
    s = after("F5=r* E5=2g G5=k I5=r*", "T k H5 ; p2> t F5")
    assert s.taken == (0, 1)
    assert asked(s) == "Turn p1"


@pytest.mark.rule("TE-7.3")
def test_of_several_kingdoms_that_share_the_active_players_comes_first() -> None:
    """It takes a position that no match comes to."""
    two = "F5=r* E5=1g G5=k H5=r* L9=r* L8=2g M9=k N9=r*"
    for active in (1, 2):
        s = after(two, "T k A10", active=active, lawful=False)
        assert asked(s) == f"Treasure p{active}"
        s.apply(s.legal_actions()[0])
        assert asked(s) == f"Treasure p{3 - active}"


@pytest.mark.rule("TE-7.4")
def test_without_a_trader_treasures_wait() -> None:
    s = after("F5=r* E5=1k G5=k I5=r*", "T k H5")
    assert asked(s) == "Turn p1"
    assert {"F5", "I5"} <= treasures(s)
    s = after("F5=r* E5=1k G5=k I5=r*", "T k H5 ; L g I6")
    assert asked(s) == "Treasure p1"


@pytest.mark.rule("TE-7.5")
def test_treasures_under_monument_and_wonder() -> None:
    s = after("F5=r* G5=r F6=r", "T r G6 ; m rb F5")
    assert "F5" in treasures(s)
    assert tile_at(s, "F5") == "#"
    s = after("F5=r* G5=r F6=r H5=r H4=1g", "T r G6 ; m rb F5 ; T k E5")
    assert s.taken == (0, 0)
    s = after("F5=r* G5=r F6=r H5=r H4=1g J5=r*", "T r G6 ; m rb F5 ; T k I5")
    assert choices(s) == ["keep F5", "keep J5"], "collected like any other"
    # the border of the cell still counts: B2 is taken, C5's stays
    s = after("B2=r* A1=r B1=r C3=r C2=1g C4=b C5=r*", "T r A2 ; m rb A1", lawful=False)
    assert "B2" not in treasures(s)
    assert "C5" in treasures(s)
    # under the wonder as well
    s = after("B2=r* A2=r B3=r C2=r B4=b D2=r D1=1g D3=b", "T r B1 ; o B2", variants=("wonder",))
    assert "B2" in treasures(s)
    s = after(
        "B2=r* A2=r B3=r C2=r D2=r D1=1g F2=r* F3=r", "T r B1 ; o B2 ; T b E2", variants=("wonder",), lawful=False
    )
    assert "B2" not in treasures(s)


@pytest.mark.rule("TE-7.5", "TE-9.4")
def test_an_emptied_temple_is_an_ordinary_one() -> None:
    s = after("K1=r", "C K1")
    assert tile_at(s, "K1") == "x"


@pytest.mark.rule("TE-7.6", "TE-19.5")
def test_a_trader_stranded_by_the_monument_takes_nothing() -> None:
    pieces = "F5=r G5=r F6=r E5=1g H6=k I6=k J6=r* I7=- F4=r*"
    s = after(pieces, "T r G6 ; m rb F5")
    assert leaders(s, 1) == {}
    assert s.taken == (0, 0)
    s = after(pieces, "T r G6 ; m -")
    assert asked(s) == "Treasure p1", "without the monument he would have chosen"


def test_the_last_turn_is_named_when_few_treasures_are_left() -> None:
    words = game_catalogue("en", FOLDER)
    assert treasures_left(3, words) == "3 treasures on the board; the match ends at 2"
    assert treasures_left(2, words) == "2 treasures on the board: the match ends with this turn"

"""Catastrophes."""

from __future__ import annotations

import pytest

from ludoteka.core.consequences import happen
from ludoteka.games.tigris_euphrates import GAME

from .kit import BUILDINGS, after, asked, choices, kingdoms, leaders, points, refused_by, tile_at


@pytest.mark.rule("TE-9.1")
def test_two_each_on_empty_cells_or_bare_tiles() -> None:
    s = after("H5=g", "C H5")
    assert tile_at(s, "H5") == "x"
    assert s.spent[2] == 1, "the tile leaves the game"
    assert s.view(None)["players"][0]["catastrophes"] == 1
    s = after("", "C A1 ; C E1 ; p2> E ; p1> E")
    assert s.curses == (0, 2)
    s = after("", "C A1 ; C E1 ; p2> E")
    assert asked(s) == "Turn p1"
    assert not [c for c in choices(s) if c.startswith("catastrophe")]
    assert refused_by(s, "catastrophe A5") == ("why.no_catastrophe", "TE-9.1")


@pytest.mark.rule("TE-9.2")
def test_where_it_may_not_go() -> None:
    s = after("H5=1k F5=# D5=x H6=r", lawful=False)
    for at, why in (
        ("K1", "why.catastrophe_treasure"),
        ("H5", "why.catastrophe_leader"),
        ("F5", "why.catastrophe_monument"),
        ("D5", "why.catastrophe_there"),
    ):
        assert refused_by(s, f"catastrophe {at}") == (why, "TE-9.2")
        assert f"catastrophe {at}" not in choices(s)
    s = after("E5=k F5=k^ G5=k", variants=BUILDINGS)
    assert refused_by(s, "catastrophe F5") == ("why.catastrophe_building", "TE-14.7")
    s = after("", wonder="H5", variants=("wonder",))
    assert refused_by(s, "catastrophe H4") == ("why.catastrophe_monument", "TE-9.2")


@pytest.mark.rule("TE-9.3")
def test_it_cuts_and_strands_and_pays_nobody() -> None:
    s = after("H5=r G5=k F5=r E5=2b I5=1g", "C G5")
    assert kingdoms(s) == {frozenset({"E5", "F5"}), frozenset({"H5", "I5"})}
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0)
    s = after("A1=r A2=1r", "C A1")
    assert leaders(s, 1) == {"r": "A2"}, "another temple is still beside it"
    s = after("H5=r I5=1k", "C H5")
    assert leaders(s, 1) == {}, "own leaders too"
    s = after("", "C E1")
    assert not [c for c in choices(s) if c.endswith(" E1")], "nothing is ever placed there again"
    assert refused_by(after("F2=x"), "leader king F2") == ("why.dead_cell", "TE-9.3")


@pytest.mark.rule("TE-9.4")
def test_ordinary_targets_and_no_further_effects() -> None:
    # E5 has been a unification tile; K1 has lost its treasure
    s = after("E5=r D5=1k G5=r H5=2g K1=r", "T k F5 ; C F5")
    assert tile_at(s, "F5") == "x"
    assert len(kingdoms(s)) == 2
    assert tile_at(after("K1=r", "C K1"), "K1") == "x"
    s = after("E5=r* D5=1g G5=r*", "C F5")
    assert s.taken == (0, 0)
    assert asked(s) == "Turn p1"


def test_a_catastrophe_that_takes_leaders_is_a_moment() -> None:
    """Everybody stops for it; one that only spoils a tile says so itself."""
    before = after("H5=r H6=1k H4=2g D6=g")
    for at, told in (("H5", ["A catastrophe on H5: leaders lose their temple"]), ("D6", [])):
        s = before.clone()
        facts, _ = happen(GAME, s, GAME.parse(f"catastrophe {at}"), GAME.catalogue("en").calling(["Ann", "Boris"]))
        moments = [t for t in facts if t.kind]
        assert [t.text for t in moments] == told
        assert [t.more for t in moments] == ["Ann: −1 king; Boris: −1 trader"][: len(told)]

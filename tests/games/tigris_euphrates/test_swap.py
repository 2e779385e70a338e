"""Swapping tiles of the hand."""

from __future__ import annotations

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.intentions import swap

from .kit import after, asked, choices, refused_by


@pytest.mark.rule("TE-10.1")
def test_one_to_six_tiles_for_as_many() -> None:
    s = after("", "X rgg", hands={"p1": "rrggkb"})
    assert asked(s) == "Turn p1", "one action"
    assert s.hand_size(0) == 6
    assert s.swapped[:4] == [1, 0, 2, 0]
    s = after("", "T r A1 ; X r", hands={"p1": "rrggk"})
    assert s.hand_size(0) == 6, "refilled at the end of the turn, not by the swap"
    s = after("", hands={"p1": "rrgg"})
    s.apply(GAME.parse("swap temple"))
    s.apply(GAME.parse("done"))
    assert s.stack[-1][1:] == (CHANCE, 0, 1), "draws one, not up to six"
    s = after("", "X rrbggk", hands={"p1": "rrbggk"})
    assert sum(s.swapped) == 6
    assert refused_by(after("", hands={"p1": "rr"}), "swap farm") == ("why.none_in_hand", "TE-10.1")


@pytest.mark.rule("TE-10.1", "TE-19.2")
def test_tiles_are_put_aside_in_any_order() -> None:
    s = after("", hands={"p1": "rbgg"})
    assert {c for c in choices(s) if c.startswith("swap")} == {"swap temple", "swap farm", "swap market"}
    s.apply(GAME.parse("swap farm"))
    assert asked(s) == "SwapTiles p1"
    assert choices(s) == ["swap temple", "swap market", "done"]
    assert refused_by(s, "swap farm") == ("why.none_in_hand", "TE-10.1")
    assert refused_by(s, "pass") == ("why.swap_first", "TE-10.1")
    on_the_table = swap(s, 0)
    assert on_the_table is not None
    shown = {item.thing: (item.now, item.most) for item in on_the_table.items}
    assert shown == {"temple": (0, 1), "farm": (1, 1), "market": (0, 2)}, "any tile of the hand may still follow"
    one, other = after("", hands={"p1": "rbgg"}), after("", hands={"p1": "rbgg"})
    for s, order in ((one, ("temple", "farm")), (other, ("farm", "temple"))):
        for what in order:
            s.apply(GAME.parse(f"swap {what}"))
    assert one == other
    # an empty hand shows itself, so no question
    s = after("", hands={"p1": "k"})
    s.apply(GAME.parse("swap settlement"))
    assert asked(s) == "DrawTile chance"


@pytest.mark.rule("TE-10.2")
def test_what_is_gone_stays_gone() -> None:
    before = after("", hands={"p1": "rrggkb"})
    s = after("", "X rrggkb", hands={"p1": "rrggkb"})
    assert sum(s.bag) == sum(before.bag) - 6
    # committed tiles, tiles removed in a war, tiles under a catastrophe
    war = "C5=r B5=1g D5=g F5=g G5=r H5=2g"
    before = after(war, hands={"p1": "kgg", "p2": "g"})
    s = after(war, "T k E5 ; s 2 ; p2> s 1", hands={"p1": "kgg", "p2": "g"})
    assert s.bag == before.bag
    assert s.spent[2] == before.spent[2] + 4
    s = after("H5=g", "C H5", hands={"p1": "r", "p2": "r"})
    assert s.spent == [0, 0, 1, 0]


@pytest.mark.rule("TE-10.3")
def test_a_bag_too_small_for_the_swap_ends_the_match_at_once() -> None:
    given = "the square C5,D5,C6,D6 carries the red-black monument"
    pieces = "C5=# D5=# C6=# D6=# B5=r A5=1r"
    s = after(pieces, "X rrr", hands={"p1": "rrrg"}, bag="bb", given=given)
    assert asked(s) == "over"
    assert s.points[0] == 0, "in mid-turn and without income"
    assert sum(s.bag) == 2
    s = after(pieces, "X rr", hands={"p1": "rrrg"}, bag="bb", given=given)
    assert asked(s) == "Turn p1"
    assert sum(s.bag) == 0, "exactly enough is enough"

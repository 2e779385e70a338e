"""Boards, adjacency, regions and kingdoms."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import (
    BIT,
    BOARDS,
    NEAR,
    PLUS,
    SQUARE,
    cell_names,
    cells,
    dilate,
    flood,
    line_through,
    nth_bit,
    unbroken,
)
from ludoteka.games.tigris_euphrates.data import (
    BUILDINGS,
    LEADERS,
    MONUMENT_COLOURS,
    MONUMENTS,
    POINTS,
    TILE_COUNTS,
    TILES,
)
from ludoteka.games.tigris_euphrates.reach import beside_several, beside_two_without, free_cells

from .kit import after, kingdoms, points, random_match

START = {
    "standard": (135, 41, "K1 B2 P2 F3 N5 I7 B8 O9 F10 K11", "B2 P2 B8 O9", "O4"),
    "advanced": (137, 39, "E1 J1 O2 B3 G4 L4 D6 P6 A8 H8 M8 E10 J11 O11", "B3 P6 A8 E10 J11 O11", "C1 C2 G9"),
}
LEADER_CELLS = {
    "standard": "B1 J1 L1 P1 A2 C2 F2 K2 O2 B3 G3 P3 F4 M5 I6 N6 H7 J7 A8 C8 I8 O8 B9 F9 N9 P9 E10 G10 K10 O10 F11 "
    "J11 L11",
    "advanced": "F1 I1 K1 O1 B2 E2 J2 N2 A3 G3 L3 O3 B4 F4 H4 K4 D5 G5 L5 P5 E6 O6 A7 H7 P7 B8 G8 I8 L8 A9 E9 M9 D10 "
    "F10 O10 E11 I11 K11 N11 P11",
}


@pytest.mark.rule("TE-17.1", "TE-18.1", "TE-15.5")
@pytest.mark.parametrize("name", ["standard", "advanced"])
def test_both_sides_of_the_board(name: str) -> None:
    board = BOARDS[name]
    land, river, temples, bordered, river_squares = START[name]
    assert (board.land.bit_count(), board.river.bit_count()) == (land, river)
    assert board.land & board.river == 0
    assert set(cell_names(board.temples)) == set(temples.split())
    assert set(cell_names(board.bordered)) == set(bordered.split())
    assert [at for at in BIT if SQUARE[BIT[at]] and SQUARE[BIT[at]] & ~board.river == 0] == river_squares.split()
    assert not [at for at in BIT if PLUS[BIT[at]] and PLUS[BIT[at]] & ~board.river == 0]
    # no cell touches two starting temples
    assert all((NEAR[bit] & board.temples).bit_count() <= 1 for bit in BIT.values())


@pytest.mark.rule("TE-3.2")
@pytest.mark.parametrize("name", ["standard", "advanced"])
def test_leader_cells_on_the_fresh_board(name: str) -> None:
    s = after(board=name)
    kings = [a.at for a in s.legal_actions() if str(a).startswith("leader king")]  # type: ignore[attr-defined]
    assert set(kings) == set(LEADER_CELLS[name].split())


@pytest.mark.rule("TE-0.1", "TE-0.2", "TE-0.3", "TE-0.4")
def test_components() -> None:
    assert dict(zip(TILES, TILE_COUNTS, strict=True)) == {"temple": 57, "farm": 36, "market": 30, "settlement": 30}
    assert sum(TILE_COUNTS) == 153
    assert sorted(tuple(sorted(pair)) for pair in MONUMENT_COLOURS) == list(combinations(range(4), 2))
    assert len(set(MONUMENTS)) == 6
    assert LEADERS == ("priest", "farmer", "trader", "king")
    assert POINTS == ("amulet", "crop", "goods", "brick")
    assert BUILDINGS == ("library", "granary", "hall", "palace")
    view = GAME.new(4).view(None)
    assert [player["dynasty"] for player in view["players"]] == ["lion", "bow", "pot", "bull"]
    assert [player["catastrophes"] for player in view["players"]] == [2, 2, 2, 2]
    assert all(set(mine) == set(LEADERS) for mine in view["leaders"])


@pytest.mark.rule("TE-1.1")
def test_a_common_edge_connects_a_corner_does_not() -> None:
    assert set(cell_names(NEAR[BIT["E5"]])) == {"E4", "D5", "F5", "E6"}
    assert set(cell_names(NEAR[BIT["A1"]])) == {"B1", "A2"}
    assert set(cell_names(NEAR[BIT["P11"]])) == {"O11", "P10"}
    assert set(cell_names(NEAR[BIT["P5"]])) == {"P4", "O5", "P6"}, "the next row does not begin beside P5"
    s = after("H5=r I5=1k I6=2b J6=r K7=g")
    assert kingdoms(s) == {frozenset({"H5", "I5", "I6", "J6", "I7"})}, "leader to leader connects, K7 only by a corner"


@pytest.mark.rule("TE-1.2")
def test_river_and_land_connect_alike() -> None:
    s = after("F4=1b E3=b D3=b E4=k")
    assert kingdoms(s) == {frozenset({"F4", "F3", "E3", "D3", "E4"})}
    assert points(after("F4=1b E3=b", "T b D3"), 1) == (0, 1, 0, 0)


@pytest.mark.rule("TE-1.3")
def test_what_connects_without_colour_and_what_does_not() -> None:
    s = after("H5=r G5=1k I5=x J5=r", lawful=False)
    assert kingdoms(s) == {frozenset({"G5", "H5"})}
    s = after("C5=# D5=# C6=# D6=# B5=r A5=1r E5=r F5=2k", given="C5,D5,C6,D6 carry the red-black monument")
    assert len(kingdoms(s)) == 1, "face-down tiles link both ends"
    s = after("H3=r H2=1k H7=r G7=2g I7=-", wonder="H5", variants=("wonder",), lawful=False)
    assert len(kingdoms(s)) == 1, "so does the wonder"


@pytest.mark.rule("TE-1.4")
def test_regions_are_groups_without_a_leader() -> None:
    s = after()
    assert kingdoms(s) == set()
    groups, left = [], s.occupied
    while left:
        group = flood(left & -left, s.occupied)
        groups.append(group)
        left &= ~group
    assert len(groups) == 10
    assert all(group.bit_count() == 1 for group in groups), "ten regions of one tile each at the start"
    assert kingdoms(after("F4=1k")) == {frozenset({"F3", "F4"})}


@pytest.mark.rule("TE-1.5")
def test_beside_a_kingdom_means_beside_any_of_its_cells() -> None:
    # the market touches only a leader, then only a face-down tile, of the kingdom
    assert points(after("F5=r E5=1k D5=2g D6=r", "T g C5"), 2) == (0, 0, 1, 0)
    s = after("F5=# G5=# F6=# G6=# H5=r I5=1g", "T g E5", given="F5,G5,F6,G6 carry the rg red-green monument")
    assert points(s, 1) == (0, 0, 1, 0)


def test_masks_and_indices() -> None:
    mask = BIT["A1"] | BIT["P1"] | BIT["H6"] | BIT["P11"]
    assert cell_names(mask) == ["A1", "P1", "H6", "P11"]
    assert [nth_bit(mask, n) for n in range(4)] == cells(mask)
    with pytest.raises(IndexError):
        nth_bit(mask, 4)
    assert dilate(BIT["A1"]) & BIT["P2"] == 0
    row = BIT["C5"] | BIT["D5"] | BIT["E5"] | BIT["G5"]
    assert cell_names(line_through(BIT["D5"], row, 0)) == ["C5", "D5", "E5"]
    assert cell_names(line_through(BIT["D5"], row, 1)) == ["D5"]


@pytest.mark.rule("TE-1.1")
def test_the_cells_around_show_whether_a_group_holds_together() -> None:
    """Never said wrongly, and said of most groups: that is what saves the flood."""
    seen = kept = 0
    for seed in range(12):
        for realm in random_match(4, seed, 250).realms:
            for i in cells(realm):
                left = realm ^ 1 << i
                whole = flood(left & -left, left) == left
                assert whole or not unbroken(1 << i, left)
                seen += whole
                kept += unbroken(1 << i, left)
    assert seen > 300
    assert kept > 0.8 * seen
    assert not unbroken(BIT["A1"] | BIT["A2"], 0), "more than one cell: it cannot tell"


@pytest.mark.rule("TE-3.4")
def test_cells_beside_two_kingdoms_without_the_leader() -> None:
    """What is said without lifting the leader is true once it is lifted, whatever becomes of its kingdom."""
    answers = [0, 0]
    broken = 0
    for seed in range(8):
        for steps in (120, 200, 280):
            s = random_match(4, seed, steps)
            two, three = beside_several(s.halos)
            for i, bit in enumerate(s.leaders):
                if bit:
                    lifted = s.clone()
                    lifted.lift_leader(i >> 2, i & 3, "move")
                    expected = beside_several(lifted.halos)[0]
                    free = free_cells(s)
                    assert beside_two_without(s, bit, two, three) & free == expected & free
                    answers[0] += (free & ~expected).bit_count()
                    answers[1] += (free & expected).bit_count()
                    broken += len(lifted.realms) > len(s.realms)
    assert min(answers) > 1000
    assert broken > 3

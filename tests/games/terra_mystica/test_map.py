"""Section 3: the maps."""

from __future__ import annotations

import pytest

from ludoteka.core.bits import bits
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.maps import MAPS

SIZES = {
    # land, rivers, bridge spots, border hexes
    "original": (77, 36, 29, 36),
    "revised_base": (77, 36, 29, 36),
    "fire_ice": (77, 35, 33, 31),
    "loon_lakes": (77, 35, 22, 32),
    "fjords": (80, 33, 33, 34),
    "archipelago": (77, 36, 29, 33),
}


@pytest.mark.rule("TM-3.1")
def test_names_and_neighbours() -> None:
    b = board("original")
    assert b.hexes(b.near[b.index["E7"]]) == ["D4", "D5", "E6", "E8", "F4"]
    assert b.hexes(b.near[b.index["A1"]]) == ["A2", "B1"]
    for i, mask in enumerate(b.near):
        assert all(b.near[j] >> i & 1 for j in bits(mask)), "being neighbours is mutual"
    assert board("fire_ice").names[0] == "B1", "maps with a short first row begin with B"


@pytest.mark.rule("TM-3.2")
@pytest.mark.parametrize("name", MAPS)
def test_sizes(name: str) -> None:
    b = board(name)
    assert (len(b.names), len(b.rivers), len(b.spots), b.border.bit_count()) == SIZES[name]
    per_terrain = [mask.bit_count() for mask in b.land]
    assert per_terrain == ([11, 12, 11, 11, 12, 12, 11] if name == "fjords" else [11] * 7)


@pytest.mark.rule("TM-3.3")
def test_bridge_spots() -> None:
    b = board("original")
    spots = {f"{b.names[x]}:{b.names[y]}" for x, y in b.spots}
    assert {"F4:G3", "E8:G3", "B1:D1", "F1:H1"} <= spots
    assert "E7:G3" not in spots
    for x, y in b.spots:
        assert not b.near[x] >> y & 1


@pytest.mark.rule("TM-7.3")
def test_ways_by_ship() -> None:
    b = board("original")
    sail = {level: set(b.hexes(b.ships[level][b.index["F4"]])) for level in (0, 1, 2)}
    assert sail[0] == set()
    assert sail[1] >= {"E8", "G3", "H4"}
    assert "I6" not in sail[1]
    assert "I6" in sail[2]
    # an inland hex sails nowhere
    assert b.ships[5][b.index["E2"]] == 0


@pytest.mark.rule("TM-18.6")
def test_distances() -> None:
    b = board("original")
    far = lambda x, y: b.steps[b.index[x]][b.index[y]]  # noqa: E731
    assert (far("E7", "E7"), far("E7", "E8"), far("F4", "G3")) == (0, 1, 2)
    assert far("A1", "A13") == 12
    assert far("A1", "I1") == 8

from __future__ import annotations

from math import dist, sqrt

import pytest

from ludoteka.core.bits import bits
from ludoteka.core.grid import HexGrid, SquareGrid, distances


def test_square_names_run_from_the_top_left() -> None:
    grid = SquareGrid(3, 2)
    assert grid.names == ("A1", "B1", "C1", "A2", "B2", "C2")
    assert [grid.names[i] for i in bits(grid.neighbours[grid.index["B1"]])] == ["A1", "C1", "B2"]


def test_dilating_does_not_leak_over_the_edge() -> None:
    grid = SquareGrid(3, 2)
    right = 1 << grid.index["C1"]
    assert [grid.names[i] for i in bits(grid.dilate(right))] == ["B1", "C1", "C2"]


@pytest.mark.parametrize("shifted", [(False, True, False, True), (True, False, True, False)])
def test_hexes_touch_those_whose_middles_are_nearest(shifted: tuple[bool, ...]) -> None:
    grid = HexGrid((5, 4, 5, 4), shifted)
    for i, around in enumerate(grid.neighbours):
        here = grid.centre(i, 10)
        near = [j for j in range(len(grid.cells)) if j != i and dist(here, grid.centre(j, 10)) < 10 * sqrt(3) + 0.01]
        assert list(bits(around)) == near


def test_rows_that_are_not_shifted_against_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="shifted"):
        _ = HexGrid((2, 2), (True, True)).neighbours


def test_distances() -> None:
    grid = SquareGrid(3, 2)
    assert distances(0, grid.neighbours) == [0, 1, 2, 1, 2, 3]
    assert distances(0, [0, 0]) == [0, -1]

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.bits import bits, flood, groups, mask_of, nth_bit, random_bit, spread
from ludoteka.core.grid import SquareGrid

MASKS = st.integers(min_value=1, max_value=(1 << 176) - 1)
GRID = SquareGrid(16, 11)


@given(MASKS)
def test_bits_and_mask_of_are_inverse(mask: int) -> None:
    cells = list(bits(mask))
    assert cells == sorted(cells)
    assert mask_of(cells) == mask


@given(MASKS, st.data())
def test_nth_bit_counts_from_the_lowest(mask: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, mask.bit_count() - 1))
    assert nth_bit(mask, n) == list(bits(mask))[n]


def test_random_bit_finds_each_cell() -> None:
    mask = mask_of([0, 7, 63, 64, 175])
    assert {random_bit(mask, Random(i)) for i in range(60)} == {0, 7, 63, 64, 175}


@given(MASKS)
def test_spreading_by_shifts_and_by_neighbours_agree(mask: int) -> None:
    assert spread(mask, GRID.neighbours) | mask == GRID.dilate(mask)


def test_flood_stays_inside_and_reaches_all() -> None:
    within = mask_of(GRID.index[c] for c in ("A1", "A2", "B2", "D4"))
    assert flood(1 << GRID.index["A1"], within, GRID.neighbours) == mask_of(GRID.index[c] for c in ("A1", "A2", "B2"))
    assert flood(1 << GRID.index["P11"], within, GRID.neighbours) == 0


@given(MASKS)
def test_groups_are_a_partition_without_contact(mask: int) -> None:
    parts = groups(mask, GRID.neighbours)
    assert sum(parts) == mask
    for part in parts:
        assert GRID.dilate(part) & mask == part

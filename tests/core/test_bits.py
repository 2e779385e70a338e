from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core import registers
from ludoteka.core.bits import bits, count, mask_of, nth_bit, spread

MASKS = st.integers(min_value=1, max_value=(1 << 176) - 1)


@given(MASKS)
def test_bits_and_mask_of_are_inverse(mask: int) -> None:
    cells = bits(mask)
    assert cells == sorted(cells)
    assert mask_of(cells) == mask


@given(MASKS, st.data())
def test_nth_bit_counts_from_the_lowest(mask: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, mask.bit_count() - 1))
    assert nth_bit(mask, n) == registers.nth_bit(mask, n) == bits(mask)[n]


@given(MASKS | st.sampled_from([0, (1 << 62) - 1, (1 << 62), (1 << 124) - 1]))
def test_words_of_the_machine_count_the_same(mask: int) -> None:
    assert count(mask) == registers.count(mask) == len(bits(mask))
    with pytest.raises(IndexError):
        registers.nth_bit(mask, count(mask))


def test_spreading_finds_what_lies_beside() -> None:
    ring = [1 << (i - 1) % 8 | 1 << (i + 1) % 8 for i in range(8)]
    assert spread(0, ring) == 0
    assert spread(mask_of([0, 1, 5]), ring) == mask_of([0, 1, 2, 4, 6, 7])

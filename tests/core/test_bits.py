from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.bits import bits, mask_of, nth_bit, spread

MASKS = st.integers(min_value=1, max_value=(1 << 176) - 1)


@given(MASKS)
def test_bits_and_mask_of_are_inverse(mask: int) -> None:
    cells = list(bits(mask))
    assert cells == sorted(cells)
    assert mask_of(cells) == mask


@given(MASKS, st.data())
def test_nth_bit_counts_from_the_lowest(mask: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, mask.bit_count() - 1))
    assert nth_bit(mask, n) == list(bits(mask))[n]


def test_spreading_finds_what_lies_beside() -> None:
    ring = [1 << (i - 1) % 8 | 1 << (i + 1) % 8 for i in range(8)]
    assert spread(0, ring) == 0
    assert spread(mask_of([0, 1, 5]), ring) == mask_of([0, 1, 2, 4, 6, 7])

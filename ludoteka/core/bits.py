"""Sets of cells as ints: bit i stands for cell i. Combine masks early, walk their bits late."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludoteka.core.native import NATIVE

if NATIVE:
    from ludoteka.core.registers import count as count
    from ludoteka.core.registers import nth_bit as nth_bit
else:
    count = int.bit_count  # type: ignore[assignment]  # the same with another name for its argument
    """How many cells a mask has."""

    def nth_bit(mask: int, n: int) -> int:
        """The n-th cell of a mask, counted from 0 at the lowest. Halves the mask instead of walking it."""
        shift = 0
        width = mask.bit_length()
        while width > 1:
            half = width >> 1
            low = mask & ((1 << half) - 1)
            below = low.bit_count()
            if n < below:
                mask = low
                width = half
            else:
                n -= below
                mask >>= half
                shift += half
                width -= half
        return shift


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def bits(mask: int) -> list[int]:
    """The cells of a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def spread(mask: int, neighbours: Sequence[int]) -> int:
    """All cells beside a cell of the mask (`neighbours[i]` is the mask of the cells beside i)."""
    result = 0
    while mask:
        low = mask & -mask
        result |= neighbours[low.bit_length() - 1]
        mask ^= low
    return result

"""Sets of cells as ints: bit i stands for cell i. Combine masks early, walk their bits late."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def bits(mask: int) -> Iterator[int]:
    """The cells of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


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


def spread(mask: int, neighbours: Sequence[int]) -> int:
    """All cells beside a cell of the mask (`neighbours[i]` is the mask of the cells beside i)."""
    result = 0
    while mask:
        low = mask & -mask
        result |= neighbours[low.bit_length() - 1]
        mask ^= low
    return result

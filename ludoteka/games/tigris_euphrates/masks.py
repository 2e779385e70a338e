"""Sets of cells as one int: what plain Python is best at. `registers` is its twin for a native build."""

from __future__ import annotations

from typing import Final

from ludoteka.core.registers import BITS_OF_BYTE

STRIDE: Final = 17
BYTES: Final = 24
"""Of a set of cells."""


def flood(start: int, within: int) -> int:
    """The cells of `within` connected to `start`, which lies in it."""
    while True:
        wider = (start | start << 1 | start >> 1 | start << STRIDE | start >> STRIDE) & within
        if wider == start:
            return start
        start = wider


def nth_bit(mask: int, n: int) -> int:
    """The index of the n-th cell of a mask. A walk over bytes: three times as fast as halving an int of this size."""
    i = 0
    for byte in mask.to_bytes(BYTES, "little"):
        bits = BITS_OF_BYTE[byte]
        if n < len(bits):
            return i + bits[n]
        n -= len(bits)
        i += 8
    raise IndexError("the mask has fewer cells")

"""What `bits` does with sets of cells, for a native build: in words of 62 bits, with which the machine counts directly.
In plain Python that would be slower than one int, however long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

# written out: a native build would not know a value that is worked out here
WORD: Final = 4611686018427387903
_PAIRS: Final = 6148914691236517205
_FOURS: Final = 3689348814741910323
_EIGHTS: Final = 1085102592571150095
_ONES: Final = 72340172838076673

BITS_OF_BYTE: Final = tuple(tuple(k for k in range(8) if byte >> k & 1) for byte in range(256))
_COUNT: Final = bytes([len(bits) for bits in BITS_OF_BYTE])


def count(mask: int) -> int:
    """How many cells: `bit_count` of an int is a call of a method of an object that must be made first."""
    found: i64 = 0
    while mask:
        word: i64 = mask & WORD
        word -= word >> 1 & _PAIRS
        word = (word & _FOURS) + (word >> 2 & _FOURS)
        word = word + (word >> 4) & _EIGHTS
        found += word * _ONES >> 56 & 255  # the highest byte is the sum of all eight
        mask >>= 62
    return int(found)


def nth_bit(mask: int, n: int) -> int:
    """The n-th cell of a mask, counted from 0 at the lowest."""
    first: i64 = 0
    left: i64 = n
    while mask:
        i: i64 = first
        word: i64 = mask & WORD
        while word:
            byte: i64 = word & 255
            here: i64 = _COUNT[byte]
            if left < here:
                return int(i) + BITS_OF_BYTE[int(byte)][int(left)]
            left -= here
            i += 8
            word >>= 8
        first += 62
        mask >>= 62
    raise IndexError("the mask has fewer cells")

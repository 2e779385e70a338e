"""The twin of `masks` for a native build: the same sets taken apart into three words of 62 bits, with which the machine
counts directly. In plain Python that would be slower than one int, and taking a set apart costs as much as spreading it
once: so only what takes many steps is here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ludoteka.core.registers import WORD

if TYPE_CHECKING:
    from mypy_extensions import i64

# written out: a native build would not know a value that is worked out here, nor shift by a word
LOW_45: Final = 35184372088831
LOW_17: Final = 131071


def flood(start: int, within: int) -> int:
    """The cells of `within` connected to `start`, which lies in it."""
    a: i64 = start & WORD
    b: i64 = start >> 62 & WORD
    c: i64 = start >> 124
    within_a: i64 = within & WORD
    within_b: i64 = within >> 62 & WORD
    within_c: i64 = within >> 124
    while True:
        # one to the left, one to the right, a row of 17 down, a row up; each with what comes over from the next word
        x: i64 = a | a << 1 | a >> 1 | (b & 1) << 61 | (a & LOW_45) << 17 | a >> 17 | (b & LOW_17) << 45
        y: i64 = b | b << 1 | a >> 61 | b >> 1 | (c & 1) << 61
        y |= (b & LOW_45) << 17 | a >> 45 | b >> 17 | (c & LOW_17) << 45
        z: i64 = c | c << 1 | b >> 61 | c >> 1 | (c & LOW_45) << 17 | b >> 45 | c >> 17
        x &= within_a
        y &= within_b
        z &= within_c
        if x == a and y == b and z == c:
            return int(a) | int(b) << 62 | int(c) << 124
        a = x
        b = y
        c = z

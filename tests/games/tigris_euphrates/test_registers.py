"""What a native build uses instead of `masks` says the same."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.games.tigris_euphrates import masks, registers
from ludoteka.games.tigris_euphrates.board import CELLS, EVERYWHERE, cells

from .kit import random_match


def test_floods_are_the_same() -> None:
    rng = Random(1)
    for seed in range(30):
        within = random_match(4, seed, 250).occupied
        for cell in cells(within):
            assert registers.flood(1 << cell, within) == masks.flood(1 << cell, within)
    for share in (0.4, 0.6, 0.8):  # shapes that no match shows, up to all corners
        for _ in range(60):
            within = sum(1 << cell for cell in CELLS if rng.random() < share)
            start = 1 << rng.choice(cells(within))
            assert registers.flood(start, within) == masks.flood(start, within)
    for corner in (CELLS[0], CELLS[15], CELLS[-16], CELLS[-1]):
        assert registers.flood(1 << corner, EVERYWHERE) == EVERYWHERE


def test_every_cell_of_a_set_is_found_by_its_number() -> None:
    rng = Random(2)
    for share in (0.02, 0.1, 0.5, 1):
        mask = sum(1 << cell for cell in CELLS if rng.random() < share)
        assert cells(mask) == [masks.nth_bit(mask, n) for n in range(mask.bit_count())]
        with pytest.raises(IndexError):
            masks.nth_bit(mask, mask.bit_count())

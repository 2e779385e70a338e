"""Chance of the server."""

from __future__ import annotations

from collections import Counter

from ludoteka.server.dice import SUPPLY, Dice


def test_draws_are_even_and_never_repeat_the_supply() -> None:
    dice = Dice()
    faces = Counter(dice.randrange(6) for _ in range(12_000))
    assert set(faces) == set(range(6))
    assert all(1_700 < n < 2_300 for n in faces.values()), faces
    long = [dice.getrandbits(64) for _ in range(SUPPLY)]  # eight times what is fetched at once
    assert len(set(long)) == len(long)
    assert all(0 <= dice.getrandbits(k) < 1 << k for k in range(1, 200))
    assert dice.getrandbits(8 * SUPPLY + 8).bit_length() > 8 * SUPPLY - 64


def test_two_houses_are_dealt_differently() -> None:
    assert Dice().getrandbits(128) != Dice().getrandbits(128)

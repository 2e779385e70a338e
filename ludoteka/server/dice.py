"""Chance of the server: the system's own, asked for many bits at a time. Each question to the system costs as much as
the rest of a small move."""

from __future__ import annotations

import os
from random import SystemRandom

SUPPLY = 4096
"""Bytes fetched at once."""


class Dice(SystemRandom):
    """Nobody can guess the next draw from the last ones. Not shared between threads, nor by processes that fork."""

    def __init__(self) -> None:
        super().__init__()
        self._supply = b""
        self._used = 0

    def getrandbits(self, k: int) -> int:
        size = -(-k // 8)
        if size > SUPPLY:
            return super().getrandbits(k)
        if self._used + size > len(self._supply):
            self._supply, self._used = os.urandom(SUPPLY), 0
        taken = self._supply[self._used : self._used + size]
        self._used += size
        return int.from_bytes(taken, "big") >> (size * 8 - k)

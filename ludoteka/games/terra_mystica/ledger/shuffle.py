"""`randomize v1 seed TEXT`: the site derives tiles, cards and seats from the text with a Mersenne Twister.

Python's generator is the same one, seeded with the same words, so the very setup comes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha1
from random import Random

from ludoteka.games.terra_mystica.data import CARDS, FINAL_TILES, ROUND_TILES, ROUNDS


class SiteDice:
    def __init__(self, seed: str) -> None:
        # five words of the checksum, lowest first: that is how Python cuts a number into the words of a seed
        self.random = Random(int.from_bytes(sha1(seed.encode()).digest(), "little"))

    def shuffle(self, items: Iterable[str]) -> list[str]:
        return [item for _, item in sorted((self.random.getrandbits(32), item) for item in items)]


def setup_of(
    version: str, seed: str, options: list[str], players: list[str], seats: int
) -> tuple[list[str], list[str], str]:
    """Scoring tiles of the six rounds, bonus cards removed, and the final tile (or none)."""
    dice = SiteDice(seed)
    tiles = [t.name for t in ROUND_TILES if not t.promo or "temple-scoring-tile" in options]
    rounds = dice.shuffle(tiles)
    while "SCORE1" in rounds[ROUNDS - 2 : ROUNDS]:
        rounds = dice.shuffle(tiles)
    cards = dice.shuffle(sorted(c.name for c in CARDS if not c.promo or "shipping-bonus" in options))
    if "maintain-player-order" not in options:
        dice.shuffle(sorted(players, key=str.lower))
    final = "none"
    if "fire-and-ice-final-scoring" in options:
        names = sorted(FINAL_TILES)
        final = (dice.shuffle(names) if version != "v1" else names)[0]
    return rounds[:ROUNDS], cards[: len(cards) - seats - 3], final

"""Chance weighs its outcomes as shuffled decks do: whatever nobody has seen yet is equally likely to be on top."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import new


def odds(s: FabledState) -> dict[str, Fraction]:
    found = s.chance()
    total = sum(weight for _, weight in found)
    return {str(action): Fraction(weight, total) for action, weight in found}


def unseen_lands(s: FabledState, terrain: int) -> set[str]:
    """Cards of a terrain that lie neither in the row nor open nor in the discard."""
    seen = {*s.row, *s.open, *s.discard}
    lands = [i for i in range(len(s.content.land_id)) if s.content.land_terrain[i] == terrain and i not in seen]
    return {f"open {s.content.land_id[i]}" for i in lands}


@pytest.mark.rule("FB-1.4", "FB-3.10", "FB-9.41", "FB-11.1")
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"scenario": 2}), (2, {"scenario": 4}), (1, {}), (2, {"mode": "comradeship"})]
)
def test_decks_nobody_has_looked_into(seats: int, options: dict[str, Any]) -> None:
    met: Counter[str] = Counter()
    rng, s = Random(3), new(seats, **options)
    back = Fraction(1)
    while s.stack:
        if s.to_move() == CHANCE:
            asked, likely = s.question(), odds(s)
            met[asked] += 1
            if asked in ("Opening", "Top"):
                assert likely.keys() == unseen_lands(s, s.stack[-1].terrain)
            if asked == "BackPhase":
                left = [event for i, event in enumerate(s.content.events) if s.event_deck >> i & 1]
                decks = Counter(event.deck for event in left)
                assert likely == {f"back {deck}": Fraction(n, len(left)) for deck, n in decks.items()}
            else:
                assert len(set(likely.values())) == 1, "all that it may be is equally likely"
            if asked == "EventPhase" and back < 1:
                assert len(likely) == back * s.event_deck.bit_count(), "and so is each event, whatever its back"
            action = s.sample(rng)
            back = likely[str(action)] if asked == "BackPhase" else back if asked != "EventPhase" else Fraction(1)
            s.apply(action)
        else:
            s.apply(s.sample(rng))
    assert met["Opening"] > 6

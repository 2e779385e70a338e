"""The contract in every configuration, and random play as it was recorded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteka.core.contract import check_catalogues, check_match
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.laws import LAWS
from tests.games.digests import name_of

from .kit import after, random_match

CONFIGURATIONS = list(GAME.configurations(everything=True))


@pytest.mark.parametrize(("seats", "options"), CONFIGURATIONS, ids=[name_of(*c) for c in CONFIGURATIONS])
def test_the_contract(seats: int, options: dict[str, Any]) -> None:
    assert check_match(GAME, seats, options, seed=1, every=170) > 200


def test_every_position_of_one_match() -> None:
    assert check_match(GAME, 3, {"buildings": True, "wonder": True, "board": "advanced"}, seed=5, every=25) > 200


def test_both_languages() -> None:
    check_catalogues(GAME)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_law_can_be_broken(law: Any) -> None:
    """Each law notices a fault planted in the middle of a match."""
    broken = 0
    for field in ("bag", "treasures", "occupied", "leaders", "realms", "lords", "down", "dead", "curses", "points"):
        s = random_match(3, 2, 200, buildings=True)
        value = getattr(s, field)
        if isinstance(value, list | tuple):
            setattr(s, field, type(value)([-1, *value[1:]]))
        else:
            setattr(s, field, value ^ (1 << 40) ^ 1)
        try:
            law(s)
        except AssertionError:
            broken += 1
    planted = {
        "terrain_is_kept": lambda s: s.tiles.__setitem__(1, s.board.land & -s.board.land),
        "one_leader_of_a_colour_per_kingdom": lambda s: setattr(s, "union", 1),
        "monuments_stand_on_their_tiles": lambda s: setattr(s, "monuments", (1, *s.monuments[1:])),
        "buildings_stand_on_their_colour": lambda s: setattr(s, "buildings", (1 << 100, 0, 0, 0)),
        "hands_have_a_limit": lambda s: s.hands.__setitem__(0, 7),
        "leaders_stand_beside_temples": lambda s: s.tiles.__setitem__(0, 0),
        "questions_fit": lambda s: s.stack.clear(),
    }
    if law.__name__ in planted:
        s = after("H5=r I5=1k", variants=("buildings",))
        planted[law.__name__](s)
        with pytest.raises(AssertionError):
            law(s)
        broken += 1
    assert broken


def test_a_clone_goes_its_own_way() -> None:
    s = random_match(4, 9, 150, buildings=True, wonder=True)
    before = s.snapshot()
    copy, rng = s.clone(), Random(3)
    for _ in range(40):
        if copy.stack:
            copy.apply(copy.sample(rng))
    assert s.snapshot() == before
    assert copy.snapshot() != before

"""Positions travel: as a line of text, through a view, through pickle."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random

import pytest

from ludoteka.core.content import add
from ludoteka.core.errors import BadOptions
from ludoteka.core.match import Match
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.start import from_view, place
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import new
from tests.games.fabled.test_contract import CONFIGURATIONS

OWN = '[[place]]\nid = "wind"\neffects = [{ op = "gain", book = "steppe", n = 3 }]\n'


def played(seed: int, seats: int, **options: object) -> list[FabledState]:
    """Some positions of a random match."""
    s, rng, found = new(seats, **options), Random(seed), []
    while s.stack:
        if rng.random() < 0.06:
            found.append(s.clone())
        s.apply(s.sample(rng))
    return [*found, s]


@pytest.mark.parametrize(("seats", "options"), [*CONFIGURATIONS, (2, {"data": OWN})], ids=str)
def test_every_position_can_be_written_and_read(seats: int, options: dict[str, object]) -> None:
    if "data" in options:
        options = {"data": add(OWN)}
    for s in played(3, seats, **options):
        text = s.position()
        assert "\n" not in text
        again = place(seats, s.options, text)
        assert again.snapshot() == s.snapshot()
        assert [type(f) for f in again.stack] == [type(f) for f in s.stack]
        assert again.view(0) == s.view(0)
        for other in (pickle.loads(pickle.dumps(s)), copy(s), deepcopy(s)):
            assert other.snapshot() == s.snapshot()
            assert other.setting is s.setting
            assert all(a.phase is b.phase for a, b in zip(other.stack, s.stack, strict=True))
        if s.stack:
            world = from_view(s.view(0), 0, Random(0))
            assert world.legal_actions() == s.legal_actions()
            first, second = Random(1), Random(1)
            for _ in range(5):
                if s.stack:
                    world.apply(world.sample(first))
                    s.apply(s.sample(second))
            assert world.position() == s.position()


def test_a_match_from_a_position_is_a_record() -> None:
    s = played(5, 2)[4]
    match = Match(GAME, 2, {}, position=s.position())
    match.push(s.legal_actions()[0])
    assert Match.load(match.save(), lambda _: GAME).state.snapshot() == match.state.snapshot()


@pytest.mark.parametrize(
    ("old", "new_text"),
    [
        ("chapter=", "chapters="),  # no such field
        ("chapter=4", "chapter=[4]"),
        ('row=["', 'row=["S99","'),  # no such land
        ('row=["', 'row=["S01","S01","'),  # twice
        ("books=[", "books=[9,9,"),  # too many numbers
        ("books=[", "books=[-"),
        ('"ForSide"', '"ForSides"'),
        ('stack=[["', 'stack=[["Asked","Nothing",0],["'),
        ('allies=[["', 'allies=[["moss_elder","moss_elder","'),
        ('at=["', 'at=["nowhere","'),
    ],
)
def test_impossible_positions_are_refused(old: str, new_text: str) -> None:
    many = (s for seed in range(9) for s in played(seed, 2))
    s = next(s for s in many if s.chapter == 4 and s.books[0] and s.in_row(0) and "ForSide" in s.position())
    text = s.position()
    assert old in text
    assert place(2, s.options, text)
    with pytest.raises(BadOptions, match="position cannot be read"):
        place(2, s.options, text.replace(old, new_text, 1))

"""Positions travel: as a line of text, through a view, through pickle."""

from __future__ import annotations

import json
import pickle
import re
from copy import copy, deepcopy
from functools import cache
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
            world = from_view(s.full_view(0), 0, Random(0))
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


@cache
def in_chapter_four() -> FabledState:
    """In a turn of the first seat, which is the second player, before anything is announced."""
    ends = '"ForSide","Ending",null,0'
    matches = (s for seed in range(99) for s in played(seed, 2) if s.order == (1, 0))
    many = (s for s in matches if s.chapter == 4 and s.books[0] and not s.announced)
    return next(s for s in many if ends in s.position() and len(s.discard) < 40)


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
        ("books=[", "books=[999"),  # more than anybody can have
        ("turn=", "turn=9"),
        ("chapter=4", "chapter=true"),
        ('"ForSide","Ending",null,', '"ForSide","Ending",null,9'),  # a side that does not play
        ('"ForSide","Ending",null,', '"ForSide","Ending",0,'),  # what nobody decides, asked of a seat
        ("chapter=4", "chapter=4 left=4"),
        ("order=[", "order=[0,"),
        ('"ForSide","Ending",null,0', '"ForSide","Ending",null,1'),  # the end of a turn that is not this one
        ('"EndFrame","ChapterEnd",null,', '"EndFrame","ChapterEnd",null,4'),  # more were forgotten than there are
        ('open=["', 'open=["-","'),
        ("chapter=4", "chapter=4 taken=[9]"),
        ("chapter=4", "chapter=4 moving=1"),  # and nothing was announced
        ("chapter=4", "chapter=4 territory=0"),
        ("chapter=4", 'chapter=4 told=[["tell.nothing",[]]]'),
        ("chapter=4", 'chapter=4 told=[["tell.forgotten",[]]]'),
        ("chapter=4", 'chapter=4 told=[["tell.forgotten",[["at","moon"]]]]'),
        ("chapter=4", 'chapter=4 told=[["tell.steps_lost",[["n","S01"]]]]'),
        ("chapter=4", 'chapter=4 told=[["tell.trick_gained",[["reason","S01"]]]]'),
    ],
)
def test_impossible_positions_are_refused(old: str, new_text: str) -> None:
    s = in_chapter_four()
    text = re.sub(" (taken|told)=[^ ]*", "", s.position())
    assert old in text
    assert GAME.place(2, s.options, text)
    with pytest.raises(BadOptions, match="position cannot be read"):
        GAME.place(2, s.options, text.replace(old, new_text, 1))


def test_an_ally_that_nobody_has_bears_no_tokens() -> None:
    s = played(5, 2)[-1]
    held = {a for mine in s.allies for a in mine}
    away = next(a for a in range(len(s.uses)) if a not in held)
    told = [int(a == away) for a in range(len(s.uses))]
    text = re.sub(" tokens=[^ ]*", "", s.position())
    assert GAME.place(2, s.options, text)
    with pytest.raises(BadOptions, match=s.content.allies[away].id):
        GAME.place(2, s.options, f"{text} tokens={json.dumps(told, separators=(',', ':'))}")

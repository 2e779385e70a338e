"""Positions in one line, and worlds made from a view."""

from __future__ import annotations

import pytest

from ludoteka.core.contract import ContractBroken, check_match
from ludoteka.core.errors import BadOptions
from ludoteka.core.match import Match
from ludoteka.games.pebbles import GAME
from ludoteka.games.pebbles.state import PebblesState
from tests.conftest import played


def test_a_match_goes_on_from_a_written_position() -> None:
    match = played(GAME, 3)
    there = match.at(20)
    again = Match(GAME, 3, position=there.position())
    assert again.state == there
    for action in match.actions[20:]:
        again.push(action)
    assert again.state == match.state
    assert Match.load(again.save(), lambda _: GAME).state == match.state


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "an object"),
        ("{", "cannot be read"),
        ('{"stones": 3}', "nothing is called stones"),
        ('{"bag": [1, 2]}', "bag is not like"),
        ('{"bag": [10, 10, 11]}', "pebbles instead of 10"),
        ('{"hands": [[4, 0, 0], [0, 0, 0]], "bag": [6, 10, 10]}', "seat 1 has"),
        ('{"stack": [["Asked", "Turn"]]}', "no frame"),
        ('{"stack": [["Popen", "Turn", 0]]}', "no frame of this game"),
        ('{"stack": [["Asked", "Turn", [1]]]}', "words and numbers"),
        ('{"stack": 1}', "no list"),
        ('{"bag": [11, 9, 10]}', "11 red pebbles"),
        ('{"bag": [true, 10, 10]}', "bag is not like"),
        ('{"spent": [-1, 0, 0], "bag": [11, 10, 10]}', "fewer than no pebbles"),
        ('{"hands": [[-1, 0, 0], [0, 0, 0]], "bag": [11, 10, 10]}', "fewer than no pebbles"),
        ('{"ring": [9, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]}', "a colour that there is not"),
        ('{"ring": [0, 0]}', "ring is not like"),
        ('{"points": [-1, 0]}', "fewer than no points"),
        ('{"points": [999, 0]}', "999 points cannot come from 12 stones"),
        ('{"points": [0, 0, 0]}', "points is not like"),
        ('{"left": 4}', "somebody has left who does not play"),
        ('{"left": 0, "left": 1}', "left is said twice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        Match(GAME, 2, position=text)


def test_the_contract_reads_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    written = PebblesState.position
    monkeypatch.setattr(PebblesState, "position", lambda s: written(s).replace('"points"', '"spent"', 1))
    with pytest.raises(ContractBroken):
        check_match(GAME, 3, {})

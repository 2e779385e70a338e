"""Positions travel: written as one line, pickled, made from a view. What cannot be is refused with a reason."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.board import make_board
from ludoteka.games.small_world.custom import pack
from ludoteka.games.small_world.options import SmallWorldOptions
from ludoteka.games.small_world.phases.table import MOMENTS
from ludoteka.games.small_world.position import from_view, start_on
from ludoteka.games.small_world.state import SmallWorld
from tests.games.small_world.kit import people

GNOMES = (GAME.folder / "customs" / "gnomes.toml").read_text("utf-8")
ISLE = [
    {"name": "A", "terrain": "hill", "beside": "B C", "edge": True, "tribe": True},
    {"name": "B", "terrain": "forest mountain", "beside": "C D", "symbols": ["mine"]},
    {"name": "C", "terrain": "swamp", "beside": "D", "edge": True},
    {"name": "D", "terrain": "farmland", "beside": "", "edge": True},
]


def played(seed: int, every: int = 1) -> Iterator[SmallWorld]:
    """Positions of random matches with all sorts of options, one of them on a board of its own."""
    rng = Random(seed)
    choices = GAME.options.choices()
    options = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.3 and len(values) > 1}
    options |= {"custom": pack(GNOMES)} if seed % 4 == 3 else {}
    s = GAME.new(2 + seed % 4, **options)
    if seed % 5 == 4:
        s = start_on(make_board(ISLE, 6), 2 + seed % 4, SmallWorldOptions(**options))
    n = 0
    while s.stack:
        if n % every == 0:
            assert isinstance(s, SmallWorld)
            yield s
        s.apply(s.sample(rng))
        n += 1
    assert isinstance(s, SmallWorld)
    yield s


@pytest.mark.rule("SW-9.7")
@pytest.mark.parametrize("seed", range(5))
def test_any_position_is_one_line_and_comes_back(seed: int) -> None:
    seen = set()
    for s in played(seed, 3):
        seen |= {repr(f[0]) for f in s.stack}
        line = s.position()
        assert "\n" not in line
        again = GAME.place(s.seats, s.options, line)
        assert again.snapshot() == s.snapshot()
        assert again.position() == line  # type: ignore[attr-defined]
        if s.stack:
            ways = [Random(seed), Random(seed)]
            for _ in range(5):
                for state, rng in zip((again, s.clone()), ways, strict=True):
                    if state.stack:
                        state.apply(state.sample(rng))
    assert {"Next", "Conquest", "Redeploy"} <= seen <= set(MOMENTS)


@pytest.mark.parametrize("seed", range(5))
def test_a_position_that_is_copied_or_pickled_is_the_same(seed: int) -> None:
    for s in played(seed, 11):
        for other in (pickle.loads(pickle.dumps(s)), copy.copy(s), copy.deepcopy(s)):
            assert other.snapshot() == s.snapshot()
            assert other.view(0) == s.view(0)
            assert other.world is s.world
            assert all(a is b for a, b in zip(other.able, s.able, strict=True))
            assert all(a[0] is b[0] for a, b in zip(other.stack, s.stack, strict=True))
            assert [type(f) for f in other.stack] == [type(f) for f in s.stack]
            if s.stack:
                assert other.legal_actions() == s.legal_actions()


@pytest.mark.parametrize("seed", range(5))
def test_a_world_made_from_a_view_agrees_with_it(seed: int) -> None:
    rng = Random(seed)
    for s in played(seed, 7):
        for seat in (*range(s.seats), None):
            seen = json.loads(json.dumps(s.full_view(seat)))
            world = from_view(seen, seat, rng)
            assert world.full_view(seat) == s.full_view(seat)
            assert world.to_move() == s.to_move()
            if s.to_move() in (seat, CHANCE):
                assert world.legal_actions() == s.legal_actions()


ORCS = people(0, "hill orcs", H1=2)
SEVEN = zip(
    ("orcs", "elves", "giants", "humans", "trolls", "ghouls", "wizards"),
    ("hill", "forest", "swamp", "stout", "spirit", "flying", "heroic"),
    strict=True,
)
IMPOSSIBLE: dict[str, tuple[dict[str, Any], str]] = {
    "more tokens than the box has": ({"peoples": [people(0, "hill orcs", H1=11)]}, "10 orcs"),
    "tokens below zero": ({"peoples": [people(0, "hill orcs", H1=-2)]}, "from 1 to 20"),
    "a hand below zero": ({"peoples": [people(0, "hill orcs", H1=1, hand=-1)]}, "hand must be"),
    "a race twice": ({"peoples": [ORCS, people(1, "swamp orcs", S1=1)]}, "stands twice"),
    "a race in the column, too": ({"peoples": [ORCS], "column": [["orcs", "swamp"]]}, "stands twice"),
    "a race among those that came back, too": ({"peoples": [ORCS], "returned": ["orcs"]}, "stands twice"),
    "a badge among the discards, too": ({"peoples": [ORCS], "discards": ["hill"]}, "stands twice"),
    "a race that is unknown": ({"peoples": [people(0, "hill gremlins", H1=1)]}, "gremlins"),
    "a region that is unknown": ({"peoples": [people(0, "hill orcs", Zz9=1)]}, "Zz9"),
    "two races in one region": ({"peoples": [ORCS, people(1, "stout elves", H1=1)]}, "two owners"),
    "two active races": ({"peoples": [ORCS, people(0, "stout elves", S1=1)]}, "two peoples active"),
    "an active race on water": ({"peoples": [people(0, "hill orcs", W1=1)]}, "water"),
    "two tokens in decline": ({"peoples": [people(0, "orcs", "declined", H1=2)]}, "one token in each region"),
    "a hand in decline": ({"peoples": [people(0, "orcs", "declined", H1=1, hand=2)]}, "one token in each region"),
    "no token in decline": ({"peoples": [people(0, "orcs", "declined")]}, "no token"),
    "seven fortresses": (
        {
            "peoples": [people(0, "fortified ratmen", H1=1, H2=1, H3=1, H4=1, S1=1, S2=1, S3=1)],
            "forts": ["H1", "H2", "H3", "H4", "S1", "S2", "S3"],
        },
        "6 fortresses, not 7",
    ),
    "an income of more regions than there are": ({"income": [[["regions", 24]], []]}, "income"),
    "a fortress of nobody": ({"forts": ["H1"]}, "regions that somebody holds"),
    "three heroes": (
        {"peoples": [people(0, "heroic orcs", H1=1, H2=1, H3=1)], "heroes": ["H1", "H2", "H3"]},
        "more heroes",
    ),
    "a hero of others": ({"peoples": [ORCS], "heroes": ["H1"]}, "more heroes"),
    "a dragon of others": ({"peoples": [ORCS], "dragons": ["H1"]}, "more dragons"),
    "a hole of others": ({"peoples": [ORCS], "holes": ["H1"]}, "1 holes"),
    "a hole in decline": ({"peoples": [people(0, "halflings", "declined", H1=1)], "holes": ["H1"]}, "in decline"),
    "six encampments": ({"peoples": [people(0, "bivouacking orcs", H1=1)], "camps": {"H1": 6}}, "from 1 to 5"),
    "encampments of others": ({"peoples": [ORCS], "camps": {"H1": 1}}, "camps in H1"),
    "a tribe where none lived": ({"tribes": ["H1"]}, "none lived"),
    "coins below zero": ({"coins": [-1, 5]}, "coins must be"),
    "coins of three": ({"coins": [1, 5, 5]}, "2 seats"),
    "seven combinations": ({"column": [list(pair) for pair in SEVEN]}, "6 places"),
    "peace with oneself": ({"peoples": [people(0, "diplomat orcs", H1=1)], "ally": {"0": 0}, "turn": 1}, "itself"),
    "peace by others": ({"peoples": [ORCS], "ally": {"0": 1}, "turn": 1}, "cannot make peace"),
    "a round too late": ({"round": 11}, "round must be"),
    "a seat too many": ({"turn": 2}, "turn must be"),
    "Amazons aside of others": ({"peoples": [people(0, "hill orcs", H1=1, aside=1)]}, "aside"),
    "an unknown question": ({"stack": [["Sing", 0]]}, "no moment"),
    "a question without its number": ({"stack": [["Next", None], ["Conquest", 0]]}, "Conquest has"),
    "a question with a monstrous number": (
        {"stack": [["Next", None], ["Redeploy", 0, 0, 10**12, True]], "peoples": [ORCS]},
        "last of Redeploy",
    ),
    "a roll for a region that is not there": (
        {"stack": [["Next", None], ["Regroup", None, 0], ["LastRoll", -1, 0, 63]], "peoples": [ORCS]},
        "no region",
    ),
    "a question of chance to a seat": ({"stack": [["Next", None], ["TurnBanner", 0]]}, "never asked of a player"),
    "a question about nobody": ({"stack": [["Next", None], ["Undead", 0, 1]]}, "not there"),
    "a question to nobody": ({"stack": [["Next", None]]}, "asks nobody"),
    "questions upside down": (
        {"stack": [["Choice", 0], ["Next", None], ["Choice", 0]], "peoples": [ORCS]},
        "so high",
    ),
    "a race of the column without a power": ({"column": [["orcs", ""]]}, "need a power"),
    "a tribe twice": ({"tribes": ["Fa3", "Fa3"]}, "named twice"),
    "a match that is over too early": ({"stack": []}, "not over yet"),
    "a word for a number": ({"coins": ["5", 5]}, "coins must be"),
}


@pytest.mark.rule("SW-9.7")
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_a_reason(what: str) -> None:
    given, problem = IMPOSSIBLE[what]
    with pytest.raises(BadOptions) as refused:
        GAME.place(2, SmallWorldOptions(), json.dumps(given))
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "[]", "1", "[" * 9000, '{"peoples": 3}', '{"peoples": [3]}', '{"stack": {}}', '{"board": "x"}']
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(BadOptions):
        GAME.place(2, SmallWorldOptions(), text)

"""What the recorded matches are named after really happens in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ludoteka.core.match import Match
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.state import SLOTS, SmallWorld

FOLDER = Path(__file__).parents[3] / "matches" / "small_world"


def events(name: str) -> Counter[str]:
    """What happens how often: verbs, questions with their answers, and a few things to look for."""
    match = Match.load((FOLDER / f"{name}.txt").read_text("utf-8"), lambda _: GAME)
    s = GAME.place(match.seats, match.options, match.position) if match.position and GAME.place else None  # type: ignore[arg-type]
    s = s or GAME.start(match.seats, match.options)
    assert isinstance(s, SmallWorld)
    found: Counter[str] = Counter(rounds=match.state.round)  # type: ignore[attr-defined]
    for action in match.actions:
        verb = str(action).split()[0]
        found[verb] += 1
        found[f"{s.stack[-1][0]} {verb}"] += 1
        found["short column"] += verb == "take" and len(s.col_race) < 6
        s.apply(action)
        found["two in decline"] += any(s.held[i * SLOTS + 1] and s.held[i * SLOTS + 2] for i in range(s.seats))
    best = sorted(s.scores(), reverse=True)
    found["tie"] = int(best[0][0] == best[1][0] and best[0] != best[1])
    return found


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("ten-rounds-for-two", {"rounds": 10, "conquer": 45}),
        ("three-players-and-their-ghouls", {"Undead expand": 3}),
        ("spirit-beside-another-race-in-decline", {"two in decline": 30}),
        ("stout-declines-after-the-coins", {"LateDecline decline": 1}),
        ("sorcerers-replace-tokens", {"bewitch": 5}),
        ("amazons-give-up-regions", {"forgo": 2}),
        ("berserk-rolls-first", {"throw": 4}),
        ("dragon-heroes-and-encampments", {"dragon": 2, "hero": 2, "camp": 2}),
        ("five-players-find-a-short-column", {"short column": 2}),
        ("a-tie-broken-by-tokens", {"tie": 1}),
        ("peace-and-fortresses", {"befriend": 2, "fortify": 3}),
        ("gnomes-of-our-own", {"conquer": 40}),
        ("open-coins-and-other-readings", {"Undead expand": 1}),
        ("a-board-of-four-regions", {"rounds": 5}),
    ],
)
def test_a_match_proves_its_name(name: str, wanted: dict[str, int]) -> None:
    found = events(name)
    assert {key: found[key] >= n for key, n in wanted.items()} == dict.fromkeys(wanted, True)


def test_every_match_is_listed() -> None:
    assert len(list(FOLDER.glob("*.txt"))) == 14

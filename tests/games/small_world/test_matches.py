"""What the recorded matches are named after really happens in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ludoteka.core.errors import BadRecord
from ludoteka.core.match import Match
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.custom import pack
from ludoteka.games.small_world.position import position
from ludoteka.games.small_world.state import SLOTS, SmallWorld
from tests.games.small_world.kit import people

FOLDER = Path(__file__).parents[3] / "matches" / "small_world"


def events(name: str) -> Counter[str]:
    """What happens how often: verbs, questions with their answers, and a few things to look for."""
    match = Match.load((FOLDER / f"{name}.txt").read_text("utf-8"), lambda _: GAME)
    s = GAME.place(match.seats, match.options, match.position) if match.position else None
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


def test_a_match_of_version_1_goes_on_as_it_began() -> None:
    """Sorcerers replaced a token with an empty hand."""
    placed = position(peoples=[people(0, "hill sorcerers", H1=1), people(1, "stout orcs", Fa2=1)])
    header = "ludoteka 1\ngame small_world VERSION seats=2\nseats A | B\nposition " + placed + "\n"
    start = Match(GAME, 2, position=placed)
    start.roll(Random(0))
    lines = "".join(f"* {action}\n" for action in start.actions) + "0 expand\n0 bewitch Fa2\nopen\n"
    match = Match.load(header.replace("VERSION", "1") + lines, lambda _: GAME)
    assert match.options.substitute_empty_handed  # type: ignore[attr-defined]
    again = Match.load(match.save(), lambda _: GAME)
    assert again.save() == match.save()
    with pytest.raises(BadRecord, match="no token in hand"):
        Match.load(header.replace("VERSION", "2") + lines, lambda _: GAME)


def test_a_file_in_a_record_of_version_1_is_read_as_it_was() -> None:
    custom = pack((GAME.folder / "customs" / "gnomes.toml").read_text("utf-8"))
    header = f"ludoteka 1\ngame small_world 1 seats=2 custom={custom}\nseats A | B\nopen\n"
    options = Match.load(header, lambda _: GAME).options
    assert options.custom == custom.replace("toml:", "toml1:")  # type: ignore[attr-defined]
    assert options.first_turn_coins_shared  # type: ignore[attr-defined]

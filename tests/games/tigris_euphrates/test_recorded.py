"""Each recorded match proves what its name says."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteka.core.match import Match
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import leaders, points

FOLDER = Path(__file__).parents[3] / "matches" / "tigris_euphrates"


def states(match: Match) -> list[TigrisState]:
    s = match.at(0)
    assert isinstance(s, TigrisState)
    found = [s.clone()]
    for action in match.actions:
        s.apply(action)
        found.append(s.clone())
    return found


def ended_by_treasures(seen: list[TigrisState]) -> bool:
    return seen[-1].treasures.bit_count() in (1, 2) and not seen[-1].stack


def building_moved(seen: list[TigrisState]) -> bool:
    pairs = itertools.pairwise(seen)
    return any(a and b and a != b for s, t in pairs for a, b in zip(s.buildings, t.buildings, strict=True))


def fought(seen: list[TigrisState]) -> list[str]:
    """What each war was about, in order."""
    wars = [s.view(None)["conflict"] for s in seen if s.stack and repr(s.stack[-1][0]) == "Defend"]
    return [war["what"] for war in wars if war["kind"] == "war"]


PROOFS: dict[str, Callable[[list[TigrisState]], bool]] = {
    "the-first-round-of-the-rulebook": lambda seen: seen[-1].points == [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0],
    "the-first-war-ends-the-second": lambda seen: fought(seen) == ["trader"] and points(seen[-1], 1) == (0, 0, 3, 0),
    "both-wars-are-fought": lambda seen: fought(seen) == ["king", "trader"],
    "four-wars-from-one-tile": lambda seen: fought(seen) == ["king", "trader", "farmer", "priest"],
    "a-monument-strands-a-trader": lambda seen: leaders(seen[-1], 2) == {"r": "H3"} and points(seen[-1], 1)[1] == 1,
    "temples-outlast-a-war-of-priests": lambda seen: points(seen[-1], 1) == (1, 0, 0, 0),
    "a-swap-empties-the-bag": lambda seen: not seen[-1].stack and sum(seen[-1].bag) == 2,
    "a-shared-victory": lambda seen: seen[-1].returns() == [0.5, 0.5],
    "ends-by-treasures": ended_by_treasures,
    "ends-by-the-bag": lambda seen: not seen[-1].stack and sum(seen[-1].bag) == 0 and not ended_by_treasures(seen),
    "a-wonder-pays-its-king": lambda seen: seen[-1].wonder > 0 and seen[-1].claimed >= 0,
    "a-palace-moves": building_moved,
    "the-english-variant": lambda seen: seen[-1].options.english and len(fought(seen)) > 0,
}


def test_every_record_has_a_proof() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PROOFS)


@pytest.mark.parametrize("name", PROOFS)
def test_the_record_proves_its_name(name: str) -> None:
    match = Match.load((FOLDER / f"{name}.txt").read_text("utf-8"), lambda _: GAME, check=False)
    assert PROOFS[name](states(match))

"""Chance weighs its outcomes as the procedures of the rulebook do: shuffled stacks, a die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.data import POWERS, RACES
from ludoteka.games.small_world.state import SmallWorld
from tests.games.small_world.kit import Table, people


def odds(s: SmallWorld) -> dict[str, Fraction]:
    found = s.chance()
    total = sum(weight for _, weight in found)
    return {str(action): Fraction(weight, total) for action, weight in found}


@pytest.mark.rule("SW-2.12")
@pytest.mark.parametrize(("name", "move"), [("hill ratmen", "attempt S1"), ("berserk ratmen", "throw")])
def test_both_rolls_are_rolls_of_the_one_die(name: str, move: str) -> None:
    t = Table(people(0, name, H1=3), people(1, "stout orcs", Fa2=2)).do("expand")
    t.match.play(0, move)
    half, sixth = Fraction(1, 2), Fraction(1, 6)
    assert odds(t.s) == {"roll 0": half, "roll 1": sixth, "roll 2": sixth, "roll 3": sixth}


class Stacks:
    """The stacks as they lie on the table, shuffled once: the plain procedure, without any odds."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.banners = rng.sample([race.id for race in RACES], len(RACES))
        self.badges = rng.sample([power.id for power in POWERS], len(POWERS))
        self.shuffles = 0

    def badge(self, view: dict[str, Any]) -> str:
        """The top one; if there is none, what lies neither in the column nor before a player is shuffled."""
        if not self.badges:
            peoples = [people for player in view["players"] for people in player["peoples"]]
            used = {thing["power"] for thing in (*view["column"], *peoples)}
            discards = [power.id for power in POWERS if power.id not in used]
            self.badges = self.rng.sample(discards, len(discards))
            self.shuffles += 1
        return self.badges.pop(0)


@pytest.mark.rule("SW-1.4", "SW-1.8", "SW-5.5", "SW-5.6")
def test_shuffled_stacks_are_drawn_without_knowing_more_than_was_seen() -> None:
    """Play with real stacks: what they bring is always possible, and the odds are those of a stack nobody has seen
    into: equal for all unseen banners, certain for banners that came back, equal for all badges not in use."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        rng = Random(seed)
        stacks, s = Stacks(rng), GAME.new(5 - seed % 4)
        assert isinstance(s, SmallWorld)
        while s.stack:
            view = s.view(None)
            returned = view["stacks"]["returned"]
            asked = view["asked"]["phase"]
            if asked == "turnbanner":
                odd = Fraction(1, len(stacks.banners) - len(returned))
                text = f"banner {stacks.banners.pop(0)}"
                assert odds(s)[text] == odd
            elif asked == "turnbadge":
                text = f"badge {stacks.badge(view)}"
                assert odds(s)[text] == Fraction(1, len(stacks.badges) + 1)
            else:
                text = str(s.sample(rng))
            seen[asked] += 1
            s.apply(GAME.parse(text))
            now = s.view(None)["stacks"]["returned"]
            stacks.banners += [race for race in now if race not in returned]
            for race in returned:
                if race not in now:
                    assert stacks.banners.pop(0) == race
                    seen["came back"] += 1
        seen["shuffles"] += stacks.shuffles
    assert seen["turnbanner"] > 100
    assert seen["turnbadge"] > 100
    assert seen["came back"] > 10
    assert seen["shuffles"] > 3

"""What an action did, in words, from one source."""

from __future__ import annotations

from ludoteka.core.consequences import Brought, brought, happen
from ludoteka.games.pebbles import GAME as PEBBLES
from ludoteka.games.tigris_euphrates import GAME
from tests.games.tigris_euphrates.kit import after


def test_gains_are_summed_up() -> None:
    notes = [(0, "points", 2, "run"), (1, "points", 1, "run"), (0, "points", -1, "x"), (1, "points", -1, "y")]
    assert brought(PEBBLES, 2, notes, "en") == [Brought(0, 1, "point")]


def test_a_war_tells_strengths_removals_and_points() -> None:
    war = "C5=r B5=1g D5=g F5=g G5=r H5=2g"
    s = after(war, "T k E5 ; s 2", hands={"p1": "kgg", "p2": "g"})
    did = happen(GAME, s, GAME.parse("commit 1"), "en", ["Ann", "Bob"])
    assert did == ["War of the traders 3:2", "F5 removed", "Bob −1 market", "Bob −1 trader", "Ann +2 green"]
    assert s.notes is None
    s = after(war, "T k E5 ; s 2", hands={"p1": "kgg", "p2": "g"})
    did = happen(GAME, s, GAME.parse("commit 1"), "ru")
    assert did[1] == "убраны F5"
    assert did[-1] == "место 1 +2 зелёных"


def test_an_event_may_do_nothing_to_tell() -> None:
    s = after("", hands={"p1": "r", "p2": "g"})
    assert happen(GAME, s, GAME.parse("! leave 1"), "en") == []

"""Refill, the two endings, the final count."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.data import LAST_TURN
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import after, asked, points, treasures

FULL = {"p1": "rrrrrr", "p2": "bbbbbb"}


@pytest.mark.rule("TE-11.1")
def test_all_refill_the_active_player_first() -> None:
    s = after("", hands={"p1": "rr", "p2": "r", "p3": "rrrrr"}, players=3, active=2)
    s.apply(GAME.parse("pass"))
    drawn = []
    while asked(s) == "DrawTile chance":
        a = s.sample(Random(len(drawn)))
        drawn.append(a.seat + 1)  # type: ignore[attr-defined]
        s.apply(a)
    assert drawn == [2] * 5 + [3] + [1] * 4
    assert [s.hand_size(q) for q in range(3)] == [6, 6, 6]
    assert asked(s) == "Turn p3"


@pytest.mark.rule("TE-11.2")
def test_the_match_ends_when_a_tile_is_missing() -> None:
    s = after("", "E", hands={"p1": "rrrrr", "p2": "bbbb"}, bag="ggg")
    assert asked(s) == "Turn p2", "exactly enough: play goes on with an empty bag"
    assert sum(s.bag) == 0
    s = after("", "E ; p2> T b E1 ; p2> E", hands={"p1": "rrrrr", "p2": "bbbb"}, bag="ggg")
    assert asked(s) == "over"
    s = after("", "E", hands={"p1": "rrrrr", "p2": "bbbb"}, bag="gg")
    assert asked(s) == "over", "also when part of it could be drawn"
    s = after("", "E ; p2> E ; p1> E", hands=FULL, bag="-")
    assert asked(s) == "Turn p2", "nobody must draw"


@pytest.mark.rule("TE-11.3")
def test_the_match_ends_with_two_treasures_at_the_end_of_a_turn() -> None:
    given = "the only treasures left on the board are on F3, I5 and N5"
    pieces = "F4=1g F5=r G5=k I5=r*"
    s = after(pieces, "T k H5 ; t I5", given=given)
    assert treasures(s) == {"F3", "N5"}
    assert asked(s) == "Turn p1", "the turn is completed first"
    s = after(pieces, "T k H5 ; t I5 ; E", given=given)
    assert asked(s) == "over"
    s = after("", "E", treasures="F3 N5 K1")
    assert asked(s) == "Turn p2", "three are enough"
    assert asked(after("", "E", treasures="F3 N5")) == "over"
    assert asked(after("", "E", treasures="N5")) == "over"


@pytest.mark.rule("TE-11.4")
def test_income_of_the_last_turn_counts() -> None:
    given = "the square C5,D5,C6,D6 carries the red-black monument"
    pieces = "C5=# D5=# C6=# D6=# B5=r A5=1r"
    s = after(pieces, "E", given=given, hands={"p1": "r"}, bag="-")
    assert asked(s) == "over"
    assert points(s, 1) == (1, 0, 0, 0)
    s = after(pieces, "E", given=given, treasures="K1 F3")
    assert asked(s) == "over"
    assert points(s, 1) == (1, 0, 0, 0)


@pytest.mark.rule("TE-11.5")
def test_hands_and_catastrophes_are_worth_nothing() -> None:
    s = after("", "E", hands={"p1": "rbgk", "p2": "r"}, bag="-", points={"p1": "1,2,3,4", "p2": "4,3,2,1"})
    assert asked(s) == "over"
    assert s.curses == (2, 2)
    assert s.scores() == [(1, 2, 3, 4), (1, 2, 3, 4)]


@pytest.mark.rule("TE-12.1")
@pytest.mark.parametrize(
    ("colours", "treasures", "final"),
    [
        ("1,1,1,10", 3, (2, 2, 2, 10)),
        ("5,8,3,7", 2, (5, 5, 7, 8)),
        ("0,0,0,0", 6, (1, 1, 2, 2)),
        ("4,4,4,4", 0, (4,) * 4),
    ],
)
def test_treasures_go_where_they_help(colours: str, treasures: int, final: tuple[int, ...]) -> None:
    s = after("", "E", hands={"p1": "r"}, bag="-", points={"p1": colours}, taken=f"p1={treasures}")
    assert s.scores()[0] == final


@pytest.mark.rule("TE-12.1", "TE-12.2")
def test_everybody_counts_their_own_points() -> None:
    s = GAME.new(4)
    assert isinstance(s, TigrisState)
    s.points = list(range(16))
    s.taken = (0, 2, 0, 1)
    assert s.scores() == [(0, 1, 2, 3), (5, 6, 6, 7), (8, 9, 10, 11), (13, 13, 14, 15)]


@pytest.mark.rule("TE-12.1")
def test_raising_the_weakest_is_the_best_there_is() -> None:
    rng = Random(4)
    for _ in range(60):
        colours = [rng.randrange(6) for _ in range(4)]
        n = rng.randrange(5)
        s = after("", points={"p1": ",".join(map(str, colours))}, taken=f"p1={n}")
        ways = []
        for way in product(range(4), repeat=n):
            added = colours[:]
            for c in way:
                added[c] += 1
            ways.append(tuple(sorted(added)))
        assert s.scores()[0] == max(ways)


@pytest.mark.rule("TE-12.2")
@pytest.mark.parametrize(
    ("one", "two", "shares"),
    [
        ("3,9,9,9", "4,4,4,4", [0, 1]),
        ("3,5,9,9", "9,9,4,3", [1, 0]),
        ("3,5,6,9", "9,5,3,7", [0, 1]),
        ("3,5,6,9", "8,6,5,3", [1, 0]),
        ("3,5,6,9", "9,6,5,3", [0.5, 0.5]),
    ],
)
def test_the_weakest_colour_decides_then_the_next(one: str, two: str, shares: list[float]) -> None:
    s = after("", "E", hands={"p1": "r"}, bag="-", points={"p1": one, "p2": two})
    assert asked(s) == "over"
    assert s.returns() == shares


@pytest.mark.rule("TE-19.1")
def test_endless_passing_is_counted_after_a_thousand_turns() -> None:
    s = after("", hands=FULL, points={"p1": "1,1,1,1"})
    turns = 0
    while s.stack:
        s.apply(GAME.parse("pass"))
        turns += 1
    assert turns == LAST_TURN == 1000
    assert s.returns() == [1, 0]

"""Points and places."""

from __future__ import annotations

from fractions import Fraction

from ludoteka.server.tournaments.standings import NOBODY, Met, knocked_out, points, standings, worth


def test_points_for_places() -> None:
    assert worth(2) == [2, 0]
    assert worth(4) == [4, 2, 1, 0]
    assert points([1, 2]) == [2, 0]
    assert points([1, 1]) == [1, 1]
    assert points([2, 1, 2, 4]) == [Fraction(3, 2), 4, Fraction(3, 2), 0]
    assert points([1]) == [2], "sitting out"


def test_points_then_wins_then_strength() -> None:
    matches = [
        Met(1, (0, 1), (1, 2)),
        Met(1, (2, 3), (1, 2)),
        Met(2, (0, 2), (1, 2)),
        Met(2, (1, 3), (1, 2)),
        Met(3, (0, 3)),
    ]
    lines = standings(range(4), matches)
    assert [line.player for line in lines] == [0, 1, 2, 3]
    # 1 and 2 have beaten 3 and lost to 0: nothing but the seed tells them apart
    assert [line.place for line in lines] == [1, 2, 2, 4]
    assert lines[0].rounds == {1: 2, 2: 2}
    assert lines[3].strength == 2
    drawn = standings(range(3), [Met(1, (0, 1), (1, 1)), Met(2, (0, 1), (1, 1)), Met(1, (2, 3), (1, 2))])
    assert [line.player for line in drawn] == [2, 0, 1], "equal points: a win counts before draws"


def test_bots_that_fill_tables_are_not_in_it() -> None:
    lines = standings(range(3), [Met(1, (2, NOBODY, 0, 1), (2, 1, 3, 4))])
    assert [(line.player, line.points) for line in lines] == [(2, 2), (0, 1), (1, 0)]


def test_further_is_higher() -> None:
    matches = [Met(1, (0, 3), (2, 1)), Met(1, (1, 2), (1, 2)), Met(2, (3, 1), (2, 1))]
    assert [line.player for line in knocked_out(range(4), matches, 1)] == [1, 3, 2, 0], "2 lost to the winner"
    assert [line.player for line in knocked_out(range(4), matches[:2], 1)][:2] == [1, 3]

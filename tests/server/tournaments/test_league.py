"""Leagues: even groups, every seat once, and nobody moves by more than a division."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ludoteka.server.tournaments.league import divided, next_order, tables_of
from ludoteka.server.tournaments.standings import NOBODY, Line


@pytest.mark.parametrize(("group", "size", "laps"), [(7, 4, 1), (7, 3, 1), (8, 4, 2), (5, 2, 2), (4, 4, 1), (3, 4, 1)])
def test_everybody_plays_on_every_seat_once(group: int, size: int, laps: int) -> None:
    tables = tables_of(range(group), size, laps)
    for player in range(group):
        seats = Counter(table.index(player) for table in tables if player in table)
        assert seats == dict.fromkeys(range(size), laps)
    assert all(len(set(t) - {NOBODY}) == len([p for p in t if p != NOBODY]) for t in tables)
    met = Counter(frozenset(pair) for t in tables for pair in combinations(t, 2) if NOBODY not in pair)
    assert all(met[frozenset(pair)] for pair in combinations(range(group), 2))


def test_seven_at_fours_meet_twice() -> None:
    met = Counter(frozenset(pair) for t in tables_of(range(7), 4) for pair in combinations(t, 2))
    assert set(met.values()) == {2}


def test_divisions() -> None:
    divisions = divided(range(25), 7, 4)
    assert [[len(g) for g in d] for d in divisions] == [[7], [7, 7], [4]]
    assert divisions[1][0] == [7, 10, 11, 14, 15, 18, 19]
    assert [[len(g) for g in d] for d in divided(range(23), 7, 4)] == [[7], [8, 8]], "two are too few for a table"
    assert [[len(g) for g in d] for d in divided(range(3), 7, 4)] == [[3]]
    assert sorted(p for d in divided(range(100), 7, 4) for g in d for p in g) == list(range(100))


def lines(*players: int) -> list[Line]:
    return [Line(p, place=i) for i, p in enumerate(players, 1)]


def test_the_best_go_up_and_as_many_go_down() -> None:
    season = [[lines(0, 1, 2, 3)], [lines(4, 5, 6, 7), lines(8, 9, 10, 11)], [lines(12, 13, 14, 15)]]
    order = next_order(season, 1)
    assert order[:4] == [0, 1, 4, 8]
    assert set(order[4:12]) == {2, 3, 5, 9, 6, 10, 7, 12}, "2 and 3 fall, 12 rises, 11 falls"
    assert order[12:] == [11, 13, 14, 15]


def test_a_league_of_one_division_stays() -> None:
    assert next_order([[lines(2, 0, 1)]], 1) == [2, 0, 1]

"""Pairings: who meets whom, how often, and on which seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from ludoteka.server.tournaments.pairing import (
    filled,
    folded,
    knockout,
    knockout_rounds,
    meetings,
    robin,
    swiss,
)
from ludoteka.server.tournaments.standings import NOBODY, Met, alive, standings


def played(number: int, tables: list[tuple[int, ...]], rng: Random) -> list[Met]:
    """A round that somebody wins: mostly the better seed."""
    found = []
    for table in tables:
        order = sorted(table, key=lambda p: p + 8 * rng.random())
        found.append(Met(number, table, tuple(1 + order.index(p) for p in table)))
    return found


def swiss_rounds(players: int, size: int, rounds: int, seed: int = 1) -> list[Met]:
    rng, matches = Random(seed), list[Met]()
    for number in range(1, rounds + 1):
        tables = swiss(standings(range(players), matches), matches, size)
        assert sorted(p for table in tables for p in table) == list(range(players)), "everybody plays once"
        matches += played(number, tables, rng)
    return matches


@pytest.mark.parametrize(("players", "rounds"), [(64, 6), (33, 6), (10, 6), (7, 5)])
def test_swiss_for_two_never_repeats(players: int, rounds: int) -> None:
    matches = swiss_rounds(players, 2, rounds)
    assert max(meetings(matches).values()) == 1
    out = Counter(m.seats[0] for m in matches if len(m.seats) == 1)
    assert sum(out.values()) == (rounds if players % 2 else 0)
    assert max(out.values(), default=0) <= 1, "nobody sits out twice"
    first = Counter(m.seats[0] for m in matches if len(m.seats) == 2)
    second = Counter(m.seats[1] for m in matches if len(m.seats) == 2)
    assert max(abs(first[p] - second[p]) for p in range(players)) <= 2, "everybody begins about as often as not"


def test_swiss_pairs_equals() -> None:
    matches = swiss_rounds(64, 2, 5)
    lines = standings(range(64), matches)
    points = {line.player: line.points for line in lines}
    tables = swiss(lines, matches, 2)
    assert max(abs(points[a] - points[b]) for a, b in tables) <= 2
    assert sum(points[a] != points[b] for a, b in tables) <= 6


def test_swiss_at_larger_tables() -> None:
    matches = swiss_rounds(32, 4, 5)
    met = meetings(matches)
    assert max(met.values()) <= 2
    assert sum(n > 1 for n in met.values()) <= 2
    for p in range(32):
        seats = Counter(m.seats.index(p) for m in matches if p in m.seats)
        assert max(seats.values()) <= 2, "seats go round"


def test_the_first_round_folds() -> None:
    assert folded(range(8), [0] * 8, 2) == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert folded(range(8), [3, 3, 3, 1, 1, 1, 1, 1], 2) == [[0, 1], [2, 5], [3, 6], [4, 7]]
    assert sorted(map(len, folded(range(10), [0] * 10, 4))) == [3, 3, 4]


def test_too_few_for_a_table() -> None:
    assert filled((4, 2, 7), 4) == (4, 2, 7, NOBODY)
    assert filled((4,), 2) == (4,)


@pytest.mark.parametrize("players", [4, 7, 8])
def test_robin_for_two(players: int) -> None:
    rounds = robin(range(players), 2)
    assert len(rounds) == players - 1 + players % 2
    met = Counter(frozenset(t) for tables in rounds for t in tables if len(t) == 2)
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    first = Counter(t[0] for tables in rounds for t in tables if len(t) == 2)
    assert max(first.values()) - min(first.values()) <= 1


@pytest.mark.parametrize(("players", "size", "most"), [(9, 3, 6), (16, 4, 9), (10, 4, 8)])
def test_robin_at_larger_tables(players: int, size: int, most: int) -> None:
    rounds = robin(range(players), size)
    assert len(rounds) <= most
    met = meetings([Met(0, t) for tables in rounds for t in tables])
    assert all(met[frozenset(pair)] for pair in combinations(range(players), 2)), "everybody meets everybody"
    assert robin(range(players), size) == rounds, "the same each time it is asked for"


@pytest.mark.parametrize(
    ("players", "size", "through"), [(2, 2, 1), (5, 2, 1), (8, 2, 1), (13, 2, 1), (5, 4, 2), (16, 4, 2), (21, 4, 1)]
)
def test_knockout_ends_with_one_table(players: int, size: int, through: int) -> None:
    rng, matches, left, number = Random(3), list[Met](), list(range(players)), 0
    while True:
        number += 1
        tables = knockout(left, matches, size)
        assert sorted(p for t in tables for p in t) == left
        matches += played(number, [t for t in tables if len(t) > 1], rng)
        if len(tables) == 1:
            break
        left = alive(range(players), matches, through)
    assert number == knockout_rounds(players, size, through)


def test_knockout_keeps_the_best_apart() -> None:
    assert [sorted(t) for t in knockout(range(8), [], 2)] == [[0, 7], [1, 6], [2, 5], [3, 4]]
    assert sorted(map(sorted, knockout(range(5), [], 2))) == [[0], [1], [2], [3, 4]]
    assert sorted(map(sorted, knockout(range(8), [], 4))) == [[0, 3, 4, 7], [1, 2, 5, 6]]


def test_the_better_seed_goes_on_if_places_are_shared() -> None:
    assert alive(range(4), [Met(1, (3, 1, 0, 2), (1, 2, 2, 4))], 2) == [0, 3]
    assert alive(range(3), [Met(1, (NOBODY, 1, 0, 2), (1, 4, 3, 2))], 1) == [2], "a bot of the house takes no place"

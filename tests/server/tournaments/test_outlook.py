"""What a place at the table would mean for the final."""

from __future__ import annotations

from fractions import Fraction

from ludoteka.server.tournaments.outlook import outlook
from ludoteka.server.tournaments.standings import Line, Met


def lines(*points: int) -> list[Line]:
    return [Line(i, Fraction(p)) for i, p in enumerate(points)]


def test_sure_open_or_lost() -> None:
    field = lines(6, 6, 4, 4, 2, 0)
    tables = [Met(4, (0, 1)), Met(4, (2, 3)), Met(4, (4, 5))]
    assert outlook(0, field, tables, 2) == ["sure", "open"], "one of 2 and 3 may come level"
    assert outlook(2, field, tables, 2) == ["open", "lost"]
    assert outlook(4, field, tables, 2) == ["lost", "lost"]


def test_what_is_over_is_certain() -> None:
    field = lines(8, 5, 4, 4)
    tables = [Met(4, (0, 1), (1, 2)), Met(4, (2, 3))]
    assert outlook(2, field, tables, 2) == ["sure", "lost"]
    assert outlook(0, field, tables, 2) == [], "already played"

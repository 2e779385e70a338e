"""What is listed as changing nothing is still there to be changed."""

from __future__ import annotations

from ludoteka import games
from scripts.spoil import equivalent, mutants


def test_every_row_names_a_change_that_can_be_made() -> None:
    there = {mutant.key for name in games.names() for mutant in mutants(name)}
    assert [key for key in equivalent() if key not in there] == []

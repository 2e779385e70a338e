"""Copies of a position share the sides of the seats until one of them is changed; nobody may notice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludoteka.core.game import OVER
from ludoteka.games.terra_mystica.laws import cached_reach_is_true
from ludoteka.games.terra_mystica.phases.bridges import bridge_spots
from ludoteka.games.terra_mystica.side import MutableSide, Side, empty_side
from tests.games.terra_mystica.kit import do, fresh, give, table

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (5, {"choose": "auction", "final": "draw"}),
    (2, {"manner": "site", "variable": "v5", "town_promo": True}),
    (5, {"manner": "site", "edition": "1+leaving"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_copies_do_not_feel_each_other(seats: int, options: dict[str, Any]) -> None:
    """At every step a copy and what it was copied from do the same, one after the other, beside one never copied."""
    rng = Random(seats)
    state, alone = fresh(seats, **options), fresh(seats, **options)
    while state.to_move() != OVER:
        action = rng.choice(state.legal_actions()) if state.to_move() >= 0 else state.sample(rng)
        before = state.snapshot()
        kept, child = state.clone(), state.clone()
        child.apply(action)
        assert state.snapshot() == before
        after = child.snapshot()
        state.apply(action)
        alone.apply(action)
        assert state.snapshot() == child.snapshot() == after
        assert kept.snapshot() == before
        for one in (state, child, kept):
            one.legal_actions()  # finds what is in reach
        for one in (state, child, kept):
            cached_reach_is_true(one)
        state = rng.choice([state, child])
    assert alone.snapshot() == state.snapshot()


def test_only_the_side_that_changes_is_copied() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 4))
    copy = s.clone()
    assert copy.sides[0] is s.sides[0]
    do(copy, "act ACT4")
    assert copy.sides[0] is not s.sides[0]
    assert copy.sides[1] is s.sides[1]
    assert copy.sides[0].coins == s.sides[0].coins + 7
    mine = copy.sides[0]
    do(copy, "done")
    assert copy.sides[0] is mine, "a side is copied once, not at every change"


def test_what_it_was_copied_from_copies_too() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    copy = s.clone()
    give(s, coins=99)
    assert copy.sides[0].coins == 15


def test_a_bridge_changes_the_reach_in_one_copy_only() -> None:
    s = table("engineers", "nomads", at={"engineers": "F4 E7", "nomads": "A5"})
    give(s, workers=5)
    copy = s.clone()
    x, y = s.board.spots[bridge_spots(s, s.sides[0])[0]]
    before = s.reach_of(s.sides[0])
    do(copy, "act ACTE", f"bridge {s.board.names[x]} {s.board.names[y]}")
    after = copy.reach_of(copy.sides[0])
    assert after & ~before
    assert s.reach_of(s.sides[0]) == before
    for one in (s, copy):
        cached_reach_is_true(one)


def test_every_field_is_a_slot_of_the_mutable_side_only() -> None:
    """What a type checker needs in order to refuse a change through `Side`, which others may share."""
    fields = {name for name, kind in Side.__annotations__.items() if "ClassVar" not in kind}
    assert Side.__slots__ == ()
    assert set(MutableSide.__slots__) == fields
    assert not hasattr(empty_side(), "__dict__")


def test_a_type_checker_refuses_to_change_a_shared_side(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    tried = tmp_path / "tried.py"
    tried.write_text(
        "from ludoteka.games.terra_mystica.state import TerraState\n"
        "def wrong(s: TerraState) -> None:\n"
        "    s.sides[0].vp += 1\n"
        "    for side in s.sides:\n"
        "        side.passed = True\n"
        "def right(s: TerraState) -> None:\n"
        "    s.edit(0).vp += 1\n"
        "    assert s.sides[0].vp\n",
        "utf-8",
    )
    root = Path(__file__).parents[3]
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(tried)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False).stdout.splitlines()
    assert [line.partition(": error: ")[0].rpartition(":")[2] for line in found] == ["3", "5"], found
    assert all('not in "__slots__"' in line for line in found)

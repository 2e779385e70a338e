"""Section 12: the vocabulary of effects, and who decides."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.loader import COUNTS, MODS, OPS, load
from ludoteka.games.fabled.parts import Condition
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import TRIGGERS
from tests.games.fabled.kit import asks, books, do, legal, position, turn_of, where, why
from tests.games.fabled.proofs import altered_text


def run(s: FabledState, ops: list[dict[str, Any]], side: int = 0, chosen: bool = False) -> FabledState:
    array = s.content.array(ops)
    effects.run(s, side, array, effects.NOWHERE, chosen)
    s.settle()
    return s


GAIN = {"op": "gain", "book": "steppe", "n": 1}
UP = {"op": "transform", "n": 1, "dir": "up"}


@pytest.mark.rule("FB-12.1")
def test_arrays_run_in_order_and_skip_what_is_impossible() -> None:
    s = run(position(books={0: (1, 0, 0, 0)}), [GAIN, UP])
    assert asks(s) == "Transform"  # the gained book makes the conversion possible
    s = run(position(books={0: (0, 0, 0, 0)}), [UP, GAIN])
    assert books(s) == [0, 0, 0, 0]  # the first is not possible: the array is not used
    s = run(position(books={0: (0, 0, 0, 0)}), [GAIN, UP, GAIN])
    assert books(s) == [2, 0, 0, 0]  # a later one is skipped
    trick = run(position(1, books={1: (0, 0, 0, 0)}), [UP, GAIN], side=1)
    assert books(trick, 1) == [1, 0, 0, 0]  # the spirits do all they can


@pytest.mark.rule("FB-12.2")
@pytest.mark.parametrize(("most", "each", "n"), [(0, 1, 5), (3, 1, 3), (0, 2, 2), (1, 2, 1)])
def test_gains_by_a_count(most: int, each: int, n: int) -> None:
    s = position(row="S01", sages={0: " ".join(["S01.1"] * 5)})
    run(s, [{"op": "gain_per", "book": "forest", "per": "own_volkhvs", "max": most, "each": each}])
    assert books(s) == [5, 1, 1 + n, 0]
    empty = position()
    array = empty.content.array([{"op": "gain_per", "book": "forest", "per": "own_volkhvs", "max": 0}])
    assert not effects.can_run(empty, 0, array)


@pytest.mark.rule("FB-12.3")
def test_paying_is_asked_unless_it_was_chosen() -> None:
    pay = {"op": "pay", "book": "steppe", "n": 2, "then": [{"op": "gain", "book": "forest", "n": 1}]}
    s = run(position(), [pay])
    assert legal(s) == ["pay steppe 2", "skip"]
    assert books(do(s.clone(), "skip")) == [5, 1, 1, 0]
    assert books(do(s, "pay steppe 2")) == [3, 1, 2, 0]
    assert books(run(position(), [pay], chosen=True)) == [3, 1, 2, 0]
    convert = {"op": "pay", "book": "steppe", "n": 1, "then": [UP]}
    assert not effects.can_run(position(books={0: (2, 0, 0, 0)}), 0, load().array([convert]))
    assert effects.can_run(position(books={0: (3, 0, 0, 0)}), 0, load().array([convert]))


@pytest.mark.rule("FB-12.13")
def test_when_takes_what_its_condition_allows_and_else_the_other() -> None:
    op = {"op": "when", "condition": {"fewest": "sun"}, "then": [UP], "otherwise": [GAIN, GAIN]}
    spirits = (0, 0, 0, 1)
    assert books(run(position(1, books={0: (0, 0, 0, 2), 1: (5, 0, 0, 1)}), [op], side=1), 1) == [3, 1, 0, 1]
    assert books(run(position(1, books={0: (0, 0, 0, 0), 1: (5, 0, 0, 1)}), [op], side=1), 1) == [7, 0, 0, 1]
    impossible = run(position(1, books={0: (0, 0, 0, 2), 1: spirits}), [op], side=1)
    assert (books(impossible, 1), impossible.tricks_held()) == ([2, 0, 0, 1], 0)  # nothing was missed
    always = {"op": "when", "then": [UP], "otherwise": [GAIN]}
    assert asks(run(position(books={0: (2, 0, 0, 0)}), [always])) == "Transform"  # a player is asked as usual
    assert books(run(position(books={0: (1, 0, 0, 0)}), [always])) == [2, 0, 0, 0]
    never = {"op": "when", "then": [UP], "otherwise": [UP]}
    assert not effects.can_run(position(books={0: (1, 0, 0, 0)}), 0, load().array([never]))


@pytest.mark.rule("FB-12.16")
def test_whose_books_are_worth_least() -> None:
    poorest = Condition(poorest=True)
    s = position(3, books={0: (0, 4, 0, 0), 1: (8, 0, 0, 0), 2: (0, 0, 0, 1)})
    assert all(board.holds(s, seat, poorest) for seat in range(3))  # ties count
    for seat, more in ((0, 0), (1, 1), (2, 2)):
        other = s.clone()
        other.books[seat * 4 + more] += 1
        assert [board.holds(other, x, poorest) for x in range(3)] == [x != seat for x in range(3)]


@pytest.mark.rule("FB-12.4")
def test_conversions_by_a_count_and_direction() -> None:
    s = position(row="S01", sages={0: "S01.1 S01.1"}, books={0: (9, 0, 1, 0)})
    run(s, [{"op": "transform_per", "per": "own_volkhvs", "max": 0, "dir": "up"}])
    assert s.view(0)["question"]["n"] == 2
    assert legal(s) == ["raise steppe", "done"]
    assert why(s, "lower forest").id == "why.only_up"


@pytest.mark.rule("FB-12.6")
def test_upgrades_from_certain_tiers() -> None:
    op = {"op": "upgrade", "books": 2, "tiers": 1, "distinct": False, "from": ["steppe"]}
    s = run(position(books={0: (3, 1, 1, 0)}), [op])
    assert books(s) == [2, 2, 1, 0]  # the first one needs no question
    assert legal(s) == ["upgrade steppe", "done"]
    assert why(s, "upgrade forest").id == "why.tier_not_offered"
    assert books(do(s, "upgrade steppe")) == [1, 3, 1, 0]
    distinct = run(position(books={0: (3, 0, 0, 0)}), [op | {"distinct": True}])
    assert (books(distinct), distinct.stack) == ([2, 1, 0, 0], [])
    first = run(position(books={0: (3, 1, 1, 0)}, edition=1), [op])
    assert legal(first) == ["upgrade steppe"]  # the first edition asks


@pytest.mark.rule("FB-12.7")
@pytest.mark.parametrize(
    ("among", "cells"),
    [
        ("row", ["step S13.1", "step F05.1", "step F05.2"]),
        ("announced", ["step F05.1"]),
        ("placed", ["step F05.2"]),
        ("leftmost", ["step S13.1"]),
    ],
)
def test_who_may_get_steps(among: str, cells: list[str]) -> None:
    s = position(row="S13 F05", sages={0: "S13.1 F05.1 F05.2"})
    own = s.own(0)
    s.moving = 1 << own[1]
    s.placed = 1 << own[2]
    run(s, [{"op": "steps", "n": 2, "cap": 1, "among": among}])
    assert legal(s) == [*cells, "done"]
    outside = "step F05.1" if among in ("placed", "leftmost") else "step S13.4"
    assert why(s, outside).id in ("why.sage_not_among", "why.no_sage_there")


@pytest.mark.rule("FB-12.7")
def test_steps_by_a_count_and_cap() -> None:
    s = position(row="S13 F05", sages={0: "S13.1 F05.1"})
    run(s, [{"op": "steps_per", "per": "own_lands", "max": 0, "among": "row"}])
    assert s.view(0)["question"]["n"] == 2
    do(s, "step F05.1", "step F05.2", "pass")
    assert where(s) == ["S13.1", "F05.3"]  # without a cap one sage may take both
    capped = position(row="S13 F05", sages={0: "S13.1 F05.1"})
    run(capped, [{"op": "steps", "n": 3, "cap": 1, "among": "row"}])
    do(capped, "step F05.1")
    assert legal(capped) == ["step S13.1", "done"]


@pytest.mark.rule("FB-12.9")
def test_tokens_are_spent_for_good() -> None:
    s = position(allies={0: ["sister_of_time"]})
    sister = s.content.ally_index["sister_of_time"]
    array = s.content.array([{"op": "spend_token", "n": 2, "then": [GAIN]}])
    source = effects.Source(ally=sister)
    assert effects.can_run(s, 0, array, source)
    effects.run(s, 0, array, source, True)
    s.settle()
    assert (s.tokens[sister], books(s)) == (1, [6, 1, 1, 0])
    assert not effects.can_run(s, 0, array, source)


@pytest.mark.rule("FB-12.12")
def test_exactly_one_choice() -> None:
    options = [[GAIN], [UP], []]
    s = run(position(books={0: (1, 0, 0, 0)}), [{"op": "choose", "options": options}])
    assert legal(s) == ["choose 0", "choose 2"]
    assert why(s, "choose 1").id == "why.effect_impossible"
    assert why(s, "choose 7").id == "why.no_such_choice"
    assert books(do(s, "choose 2")) == [1, 0, 0, 0]
    assert books(run(position(books={0: (0, 0, 0, 0)}), [{"op": "choose", "options": [[GAIN], [UP]]}])) == [1, 0, 0, 0]


@pytest.mark.rule("FB-12.1")
def test_an_effect_may_add_a_land() -> None:
    s = run(position(row="S01", sages={0: "S01.1"}), [{"op": "add_land"}])
    assert asks(s) == "Taking"
    assert all(answer.startswith("add") for answer in legal(s))


@pytest.mark.rule("FB-12.14")
def test_operations_of_the_spirits_only() -> None:
    s = position(1, row="S01 S02", sages={0: "S01.1", 1: "S01.1"})
    for op in ({"op": "give_joint_token"}, {"op": "add_land_free", "terrain": "steppe"}, {"op": "portal", "n": 1}):
        array = s.content.array([op])
        assert not effects.can_run(s, 0, array)
        assert effects.can_run(s, 1, array)
    for op in (
        {"op": "pay", "book": "steppe", "n": 1, "then": [GAIN]},
        {"op": "add_land"},
        {"op": "discard_ally"},
        {"op": "second_place"},
    ):
        assert not effects.can_run(s, 1, s.content.array([op]))


@pytest.mark.rule("FB-12.15")
def test_for_whom_lasting_changes_hold() -> None:
    s = position(
        2, mode="rivalry", row="S01 S02", sages={0: "S01.1", 1: "S01.1", 2: "S01.1"}, allies={0: ["lady_of_mounds"]}
    )
    assert [board.surcharge(s, side, 0) for side in range(3)] == [1, 2, 2]
    s.event = s.content.event_index["thin_border"]
    assert [board.surcharge(s, side, 0) for side in range(3)] == [0, 1, 2]
    for name, event in s.content.event_index.items():
        s.event = event
        for word in s.content.events[event].mods:
            assert [bool(board.mods(s, side, word)) for side in range(3)] == [True, True, False], name


@pytest.mark.rule("FB-12.16")
def test_conditions() -> None:
    s = position(1, row="S01", sages={0: "S01.1 S01.1"}, books={0: (0, 2, 0, 0), 1: (0, 3, 0, 0)})
    assert board.holds(s, 0, Condition("own_volkhvs", 2))
    assert not board.holds(s, 0, Condition("own_volkhvs", 3))
    assert board.holds(s, 0, Condition(fewest=1))
    assert not board.holds(s, 1, Condition(fewest=1))
    s.books[1] = 3
    assert board.holds(s, 0, Condition(fewest=1))  # ties count
    assert board.holds(s, 0, None)
    s.books[0] = 1
    assert not board.holds(s, 0, Condition(fewest=0))
    assert board.holds(s, 1, Condition(fewest=0))


@pytest.mark.rule("FB-12.16")
def test_an_ability_whose_condition_fails() -> None:
    s = position(row="S01 G01", sages={0: "S01.1"}, allies={0: ["ore_seer"]})
    s.content = altered_text(s, s.content.ally_index["ore_seer"], condition=Condition("own_volkhvs", 2))
    turn_of(s)
    assert why(s, "use ore_seer").id == "why.condition_fails"


@pytest.mark.rule("FB-12.17")
def test_owners_decide_in_anybodys_turn() -> None:
    s = position(3, row="S13 S01", sages={0: "S13.2", 1: "S01.1", 2: "S01.1"}, allies={2: ["cloud_shepherd"]})
    do(turn_of(s), "done")
    asked = []
    while s.stack:
        asked.append((s.to_move(), asks(s)))
        first = legal(s)[0]
        do(s, "done" if "done" in legal(s) else first)
    assert asked[:3] == [(0, "Vortex"), (1, "Vortex"), (2, "Vortex")]
    assert {seat for seat, what in asked if what == "AtPlace"} == {0, 1, 2}
    assert s.turn == 0


def test_every_word_of_the_vocabulary_is_used_by_a_record() -> None:
    text = str(load().raw)
    for word in (*OPS, *MODS, *TRIGGERS):
        assert f"'{word}'" in text, word
    for count in COUNTS:
        assert isinstance(board.count(position(2, mode="rivalry", row="S01"), 0, count), int)

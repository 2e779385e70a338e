"""Section 8: scenario 5, the storm."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.errors import BadOptions
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.phases import allies, turn
from ludoteka.games.fabled.state import ForSide
from tests.games.fabled.kit import (
    NOTHING,
    asks,
    books,
    chapter_begins,
    do,
    epilogue_begins,
    legal,
    new,
    position,
    roll,
    row,
    turn_of,
    where,
    why,
)


@pytest.mark.rule("FB-8.23")
def test_more_start_books_in_scenario_5() -> None:
    s = do(new(3, scenario=5), "first 0")
    assert [books(s, x) for x in range(3)] == [[10, 2, 2, 0], [8, 2, 2, 0], [8, 2, 2, 0]]


@pytest.mark.rule("FB-8.24")
@pytest.mark.parametrize(
    ("seats", "scenario", "harder", "chapter"),
    [
        (2, 4, False, 8),
        (3, 4, False, 8),
        (4, 4, False, 7),
        (2, 5, False, 8),
        (5, 5, False, 7),
        (3, 5, True, 7),
        (4, 5, True, 6),
    ],
)
def test_where_the_milestone_lies(seats: int, scenario: int, harder: bool, chapter: int) -> None:
    assert position(seats, scenario=scenario, harder=harder).setting.milestone == chapter
    with pytest.raises(BadOptions, match="no harder start"):
        GAME.new(2, scenario=4, harder=True)


@pytest.mark.rule("FB-8.26")
def test_wind_and_tavern_are_neither_passed_nor_replaced() -> None:
    s = position(2, scenario=5, row="S01", sages={0: "S01.1"}, books={0: (0, 0, 0, 0)})
    do(turn_of(s), "done")
    assert books(s) == [2, 0, 0, 0]  # visited and applied without a question
    assert where(s) == ["S01.2"]
    double = position(2, scenario=5, row="S06", sages={0: "S06.1"})
    do(turn_of(double), "done")
    assert legal(double) == ["visit stones_1", "visit wind"]
    refusal = why(double, "pass")
    assert (refusal.id, refusal.rule) == ("why.no_pass", "FB-8.26")
    do(double, "visit stones_1")
    assert legal(double) == ["apply", "replace"]  # the other place may be replaced
    calm = position(2, scenario=5, row="S05", sages={0: "S05.2"})
    do(turn_of(calm), "done")
    assert "pass" in legal(calm)


@pytest.mark.rule("FB-8.27")
def test_the_storm_takes_the_leftmost_land() -> None:
    s = position(
        2, scenario=5, chapter=8, row="S13 G01", sages={0: "S13.1 G01.d1", 1: "S13.2"}, books={0: (0,) * 4, 1: (0,) * 4}
    )
    do(turn_of(s), "done", "announce mountain", "pass")
    assert row(s) == "G01"
    assert where(s) == ["G01.d3"]
    assert where(s, 1) == []
    assert books(s) == books(s, 1) == [2, 0, 0, 0]
    early = position(2, scenario=5, chapter=7, row="S13 G01", sages={0: "S13.1 G01.d1"})
    do(turn_of(early), "done", "announce mountain", "pass")
    assert row(early) == "S13 G01"
    calm = position(2, scenario=5, chapter=8, row="S01 S13 G01", sages={0: "S13.1 G01.d1"})
    do(turn_of(calm), "done", "announce mountain", "pass")
    assert row(calm) == "S13 G01"  # a land went by itself
    empty = position(2, scenario=5, chapter=8, row="S13", sages={0: "S13.4"})
    do(turn_of(empty), "done")
    assert row(empty) == ""  # forgotten; nothing is left for the storm
    assert len(empty.discard) == 1


@pytest.mark.rule("FB-8.28")
def test_sages_at_home_are_not_blown_away() -> None:
    last = load().land_id[-1]
    s = position(2, scenario=5, chapter=8, row=f"{last} G01", sages={0: f"{last}.1"}, books={0: NOTHING, 1: NOTHING})
    s.stack.append(ForSide(turn.ENDING, None, 0))
    s.settle()
    assert (books(s), books(s, 1)) == ([2, 0, 0, 0], [0, 0, 0, 0])


@pytest.mark.rule("FB-8.28")
def test_each_blown_sage_brings_books_or_two_conversions() -> None:
    s = position(
        3, scenario=5, chapter=8, row="S13 G01", sages={0: "S13.1", 1: "S13.1", 2: "S13.1 S13.2"},
        books={0: (4, 0, 0, 0), 1: (2, 0, 0, 0), 2: (2, 1, 0, 0)},
    )  # fmt: skip
    s.stack.append(ForSide(turn.ENDING, None, 1))
    s.settle()
    # seat 1 is active: one conversion is not two, it takes the books; then seat 2 is asked for each sage
    assert books(s, 1) == [4, 0, 0, 0]
    assert (s.to_move(), legal(s)) == (2, ["gather", "convert"])
    do(s, "convert")
    # 2 steppe to mountain, 2 mountain to forest: the only way; the second sage could only take books
    assert books(s, 2) == [2, 0, 1, 0]
    assert s.to_move() == 0
    assert books(s) == [4, 0, 0, 0]
    do(s, "gather")
    assert books(s) == [6, 0, 0, 0]
    assert not s.stack


@pytest.mark.rule("FB-8.28")
def test_the_two_conversions_are_exact_and_upwards() -> None:
    s = position(2, scenario=5, chapter=8, row="S13 G01", sages={0: "S13.1"}, books={0: (2, 1, 2, 1)})
    s.stack.append(ForSide(turn.ENDING, None, 0))
    s.settle()
    do(s, "convert")
    assert legal(s) == ["raise steppe", "raise forest"]
    assert why(s, "done").id == "why.must_change"
    assert why(s, "lower sun").id == "why.only_up"
    do(s, "raise forest")
    assert books(s) == [0, 2, 0, 2]  # the second one had no choice


@pytest.mark.rule("FB-8.29")
def test_an_ally_given_up_goes_under_the_deck() -> None:
    s = position(2, scenario=5, chapter=1, row="S05", sages={0: "S05.3"}, allies={0: ["sky_wanderer"]})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S05.3"])
    chapter_begins(s)
    do(s, "reveal height_of_the_storm", "choose 0")
    assert s.allies[0] == ()
    assert list(s.token_at) == [-2, -2]
    assert s.view(0)["ally_bottom"] == ["sky_wanderer"]
    assert where(s) == ["S05.3"]  # a sage standing there stays
    s.ally_deck = 0b11
    s.stack = [allies.DealFrame(allies.DEAL, None, 1)]
    s.settle()
    assert set(legal(s)) == {"offer feathergrass_herald", "offer windmane_drover"}  # the bottom card comes last
    roll(s)
    do(s, "keep windmane_drover")
    assert s.ally_bottom == ()  # shuffled back with the rest
    assert s.ally_deck.bit_count() == 2


@pytest.mark.rule("FB-8.30")
def test_the_winds_claim_their_due() -> None:
    s = epilogue_begins(
        position(2, scenario=5, row="S13", sages={0: "S13.1 S13.2"}, books={0: (2, 3, 0, 1), 1: (0, 1, 0, 0)})
    )
    assert legal(s) == ["recall S13.1", "recall S13.2", "discard mountain", "discard sun"]
    assert why(s, "discard steppe").id == "why.not_with_steppe"
    assert why(s, "discard forest").id == "why.books_missing"
    do(s, "recall S13.1", "discard mountain")
    assert where(s) == ["S13.2"]
    assert books(s) == [0, 2, 0, 1]  # the steppe books are gone
    assert asks(s) == "Transform"  # now the usual epilogue: one sage left


@pytest.mark.rule("FB-8.31")
def test_what_cannot_be_paid_has_no_effect() -> None:
    s = epilogue_begins(
        position(2, scenario=5, row="S13", sages={0: "S13.1"}, books={0: (9, 0, 0, 0), 1: (3, 0, 1, 0)})
    )
    assert where(s) == []  # the only way to pay, unasked
    assert books(s) == [0, 0, 0, 0]
    assert books(s, 1) == [0, 0, 0, 0]
    assert not s.stack


@pytest.mark.rule("FB-8.32")
def test_abilities_sleep_in_the_storm() -> None:
    s = position(
        2, scenario=5, chapter=8, row="S13 G01", sages={0: "S13.1"}, books={0: (1, 0, 0, 0)},
        allies={0: ["gorge_keeper", "ice_hermit", "spring_spirit"]},
    )  # fmt: skip
    s.stack.append(ForSide(turn.ENDING, None, 0))
    s.settle()
    assert books(s) == [3, 0, 0, 0]
    assert not s.stack

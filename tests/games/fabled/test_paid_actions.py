"""Section 8: scenario 4, where actions are paid for."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import Asked
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.phases import chapters
from ludoteka.games.fabled.state import ForSide
from tests.games.fabled.kit import (
    asks,
    begun,
    books,
    chapter_begins,
    do,
    legal,
    new,
    position,
    roll,
    turn_of,
    where,
    why,
)


@pytest.mark.rule("FB-8.14")
def test_five_named_events() -> None:
    s = new(2, scenario=4)
    cards = {s.content.events[i].id for i in range(18) if s.event_deck >> i & 1}
    assert cards == {"all_paths_open", "right_to_choose", "help_from_above", "hidden_trails", "surge_of_strength"}


@pytest.mark.rule("FB-8.15")
def test_the_back_of_the_next_event_is_seen_unless_covered() -> None:
    s = begun(2, scenario=4)
    assert s.view(0)["next_back"] in ("spirit_world", "crossroads")
    assert begun(2, scenario=4, cover=True).view(0)["next_back"] is None
    assert begun(2).view(0)["next_back"] is None  # one deck has nothing to tell
    s.stack = [Asked(chapters.BACK, -1)]
    assert sorted((str(a), n) for a, n in s.chance()) == [("back crossroads", 2), ("back spirit_world", 3)]
    do(s, "back crossroads")
    s.chapter = 1
    chapter_begins(s)
    assert legal(s) == ["reveal hidden_trails", "reveal surge_of_strength"]
    covered = position(2, scenario=4, cover=True, chapter=1)
    chapter_begins(covered)
    assert len(legal(covered)) == 5
    with pytest.raises(BadOptions, match="cover card"):
        GAME.new(2, cover=True)


@pytest.mark.rule("FB-8.16")
def test_sister_of_time_is_out() -> None:
    s = new(2, scenario=4)
    assert s.ally_deck.bit_count() == 23
    assert not s.ally_deck >> s.content.ally_index["sister_of_time"] & 1


@pytest.mark.rule("FB-8.17")
@pytest.mark.parametrize(("seats", "chapter", "gain"), [(2, 1, 1), (2, 7, 1), (2, 8, 2), (4, 6, 1), (4, 7, 2)])
def test_income(seats: int, chapter: int, gain: int) -> None:
    s = position(seats, scenario=4, row="S01", sages={0: "S01.1"}, chapter=chapter)
    before = books(s)[0]
    turn_of(s)
    assert books(s)[0] == before + gain


@pytest.mark.rule("FB-8.18")
def test_paid_actions_instead_of_standard_ones() -> None:
    s = position(2, scenario=4, row="S13 G01", sages={0: "S13.1 G01.d1"}, books={0: (9, 1, 1, 0)})
    turn_of(s)
    assert "act gather" not in legal(s)
    assert books(s) == [10, 1, 1, 0]  # to look at an offer costs nothing, whoever looks
    other = turn_of(position(2, scenario=4, row="S13", sages={1: "S13.1"}, books={1: (9, 1, 1, 0)}), 1)
    assert ("act transform" in legal(other), books(other, 1)) == (True, [10, 1, 1, 0])
    assert why(s, "act gather").id == "why.no_standard_actions"
    do(s, "act transform", "raise steppe", "act transform", "raise steppe")  # repeatable
    assert books(s) == [10 - 2 - 4, 3, 1, 0]
    do(s, "act steps", "step S13.1")
    assert where(s) == ["S13.2", "G01.d1"]
    do(s, "act steps")  # the other sage, the only one left for this turn
    assert where(s) == ["S13.2", "G01.d2"]
    assert "act steps" not in legal(s)
    assert why(s, "act steps").id == "why.nothing_changes"
    assert books(s)[0] == 2


@pytest.mark.rule("FB-8.18")
def test_a_step_is_bought_once_for_each_sage() -> None:
    s = position(2, scenario=4, row="S13 G01", sages={0: "S13.1 G01.d1 G01.1"}, books={0: (9, 1, 1, 0)})
    do(turn_of(s), "act steps", "step S13.1", "act steps")
    assert legal(s) == ["step G01.1", "step G01.d1"]
    assert why(s, "step S13.2").id == "why.step_bought"


@pytest.mark.rule("FB-8.18", "FB-8.19")
def test_adding_a_land_once_with_its_price_on_top() -> None:
    s = position(2, scenario=4, row="S01", sages={0: "S01.1"}, books={0: (3, 1, 1, 0)})
    do(turn_of(s), "add S02", "insert g1")
    assert books(s) == [4 - 1 - 1 - 1, 1, 1, 0]  # paid action, book, surcharge
    roll(s)
    assert not any(text.startswith("add") for text in legal(s))
    assert why(s, "add G01").id == "why.once_a_turn"


@pytest.mark.rule("FB-8.19")
def test_what_could_change_nothing_cannot_be_bought() -> None:
    s = position(2, scenario=4, row="S01", sages={1: "S01.1"}, books={0: (1, 0, 0, 0)})
    turn_of(s)  # two steppe books with the income: one for the action leaves no conversion
    assert legal(s) == ["add S02", "add S03", "done"]  # without a sage in the row no surcharge
    assert why(s, "act transform").id == "why.nothing_changes"
    refusal = why(s, "add G01")
    assert (refusal.id, refusal.args["what"]) == ("why.books_missing", "mountain")
    s.books[0] = 0
    assert why(s, "act transform").id == "why.books_missing"
    s = turn_of(position(2, scenario=4, row="S01 S02", sages={0: "S01.1"}, books={0: (2, 0, 0, 0)}))
    refusal = why(s, "add S03")  # one for the action, one as price, two as surcharge
    assert (refusal.id, refusal.args) == (
        "why.paid_land_missing",
        {"need": 4, "have": 3, "n": 1, "extra": 2, "paid": 1},
    )


@pytest.mark.rule("FB-8.20")
def test_paid_actions_in_any_order_and_none_at_all() -> None:
    s = position(
        2,
        scenario=4,
        row="S13",
        sages={0: "S13.1"},
        allies={0: ["ore_seer", "drywind_changer"]},
        books={0: (9, 1, 1, 0)},
    )
    turn_of(s)
    idle = s.clone()
    do(s, "act steps", "use ore_seer", "act transform", "raise mountain", "use drywind_changer", "raise steppe")
    assert books(s) == [10 - 1 - 3 - 1 - 1 - 2, 2, 2, 0]
    do(idle, "use ore_seer", "done")  # abilities without any action
    assert asks(idle) == "Vortex"


@pytest.mark.rule("FB-8.21")
def test_the_first_paid_conversion_counts_for_allies() -> None:
    s = position(2, scenario=4, row="G01", sages={0: "G01.1"}, allies={0: ["thunder_bowl"]}, books={0: (11, 1, 1, 0)})
    do(turn_of(s), "act transform")
    assert s.view(0)["question"]["n"] == 2
    do(s, "raise steppe", "raise steppe", "act transform")
    assert s.view(0)["question"]["n"] == 1  # once a turn
    assert "done" not in legal(s), "a second one must change something, too"


@pytest.mark.rule("FB-8.22")
def test_the_prologue_of_scenario_4_is_normal() -> None:
    s = position(2, scenario=4, row="S01", sages={1: "S01.1"})
    s.part = 1
    s.chapter = 0
    s.stack = [ForSide(chapters.OVERTURE, None, 0)]
    s.settle()
    assert books(s)[0] == 6  # income
    do(s, "add S02", "insert g0")
    assert books(s)[0] == 5  # one book, no price of a paid action, no surcharge

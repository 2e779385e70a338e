"""Section 6: visits and replacement."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.intentions import answer_by_itself
from ludoteka.games.fabled import board
from ludoteka.games.fabled.intentions import MANNER
from ludoteka.games.fabled.phases import steps, visits
from tests.games.fabled.kit import asks, books, do, legal, position, roll, row, spirits_turn, turn_of, visit, where, why


@pytest.mark.rule("FB-6.1")
def test_visits_come_after_all_moves() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1", 1: "S01.1"}))
    do(s, "done", "visit wind")
    assert books(s)[0] == 5  # not yet
    assert s.to_move() == 1
    do(s, "visit wind")
    do(s, "apply")
    assert books(s)[0] == 7


@pytest.mark.rule("FB-6.1")
def test_elsewhere_visits_come_at_once() -> None:
    s = turn_of(position(row="S01 G01", sages={0: "S01.1 G01.1"}))
    do(s, "act steps", "step S01.1", "visit wind", "done")
    assert asks(s) == "AtPlace"
    do(s, "apply")
    assert asks(s) == "Announcing"


@pytest.mark.parametrize(
    ("place", "held", "by_itself"),
    [
        ("academy", (2, 0, 0, 2), True),
        ("academy", (1, 1, 1, 2), False),  # there is nothing to raise: applying it would tear a book apart
        ("library", (1, 1, 1, 2), True),
    ],
)
def test_a_place_is_applied_unasked_unless_it_could_only_take_a_book_apart(
    place: str, held: tuple[int, int, int, int], by_itself: bool
) -> None:
    s = visit(position(row="S01", sages={0: "S01.1"}, books={0: held}), place)
    assert asks(s) == "AtPlace"
    assert (answer_by_itself(MANNER, s) is not None) == by_itself


@pytest.mark.rule("FB-6.2")
def test_each_side_in_turn_in_the_order_it_likes() -> None:
    s = turn_of(position(3, edition=1, row="S01 S06", sages={0: "S01.1 S06.1", 2: "S01.1"}), 2)
    do(s, "done", "visit wind", "move S01.1", "visit wind", "visit stones_1")
    assert s.to_move() == 2
    do(s, "apply")
    assert s.to_move() == 0
    assert legal(s) == ["enter S01.2 wind", "enter S06.2 stones_1"]
    assert why(s, "enter S06.2 wind").id == "why.nobody_waits"
    do(s, "enter S06.2 stones_1", "apply", "apply")
    assert books(s) == [7, 2, 1, 0]
    assert not s.stack


@pytest.mark.rule("FB-6.2")
def test_round_again_until_nobody_waits() -> None:
    # the spirits share the menhirs of the player, and their sage reaches a place after their part of the visits
    s = position(1, row="F07 S01", sages={0: "F07.1", 1: "S01.1"}, books={1: (0, 0, 0, 0)})
    s.joint = [1, 1]
    turn_of(s)
    do(s, "done", "announce forest", "visit menhirs", "apply", "done")
    assert books(s, 1)[0] == 2  # the spirits' sage visited the wind
    assert max(s.wait) < 0


@pytest.mark.rule("FB-6.3")
def test_a_waiting_sage_gets_no_steps() -> None:
    s = turn_of(position(row="F07 S01", sages={0: "F07.1 S01.1"}))
    do(s, "done", "announce forest", "visit menhirs", "apply")
    do(s, "step S01.1", "visit wind")
    assert legal(s) == ["step F07.2", "done"]
    assert why(s, "step S01.2").id == "why.sage_waits"
    do(s, "done")
    assert asks(s) == "AtPlace"  # now its visit
    assert s.view(0)["question"]["place"] == "wind"


@pytest.mark.rule("FB-6.4")
def test_apply_with_a_change_or_replace() -> None:
    s = turn_of(position(row="S13", sages={0: "S13.2"}))
    do(s, "done", "visit academy")
    assert legal(s) == ["apply", "replace"]
    do(s, "apply")
    assert "done" not in legal(s)
    assert why(s, "done").id == "why.must_change"
    do(s, "raise steppe")
    assert "done" in legal(s)


@pytest.mark.rule("FB-6.5")
def test_what_follows_a_visit_in_order() -> None:
    s = position(
        2, mode="rivalry", row="S01", sages={0: "S01.1"}, allies={0: ["cloud_shepherd"], 1: ["sky_wanderer"]},
        event="generous_houses", books={2: (0, 0, 0, 0)},
    )  # fmt: skip
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
    s.joint = [1, 0, 1]
    s.notes = []
    turn_of(s)
    do(s, "done", "visit wind", "apply")
    assert [(who, why) for who, _, _, why in s.notes if why in ("wind", "effect", "cloud_shepherd", "spirits")] == [
        (0, "wind"),
        (0, "effect"),
        (0, "cloud_shepherd"),
        (2, "spirits"),
    ]
    s.notes = []
    s.at[s.own(0)[0]] = s.content.cell_index["S01.1"]
    s.joint = [1, 0, 1]
    turn_of(s)
    do(s, "done", "visit sky_tent", "apply", "upgrade steppe")
    assert (1, "steppe", 1, "sky_wanderer") in s.notes  # her owner gains, before the joint visit
    assert s.notes.index((1, "steppe", 1, "sky_wanderer")) < s.notes.index((2, "mountain", 1, "upgrade"))


@pytest.mark.rule("FB-6.5")
def test_what_follows_a_replacement() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, allies={0: ["wormwood_teller"]}, books={1: (0, 0, 0, 0)})
    s.joint = [1, 1]
    turn_of(s)
    do(s, "done", "visit wind", "replace", "choose 0")
    assert legal(s) == ["use wormwood_teller", "skip"]  # the ally first
    assert books(s, 1) == [0, 0, 0, 0]
    do(s, "skip")
    assert books(s, 1) == [2, 0, 0, 0]  # then the joint visit


@pytest.mark.rule("FB-6.6")
def test_the_same_place_of_the_same_card_once_a_turn() -> None:
    s = position(row="S06 S01", sages={0: "S06.1"})
    sage, land = s.own(0)[0], s.content.land_index["S06"]
    s.visited = [sage << 16 | land << 8 | s.content.place_index["wind"]]
    steps.walk(s, sage, 1)
    assert legal(s) == ["visit stones_1", "pass"]
    assert why(s, "visit wind").id == "why.already_visited"
    s.visited += (sage << 16 | land << 8 | s.content.place_index["stones_1"],)
    assert board.choices_at(s, sage, s.at[sage]) == []


@pytest.mark.rule("FB-6.6")
def test_a_visit_is_remembered_for_this_sage_and_this_place() -> None:
    s = turn_of(position(row="G01 S06", sages={0: "G01.1 S06.1"}))
    do(s, "act steps", "step S06.1", "visit wind", "done", "apply")
    first, land = s.own(0)[1], s.content.land_index["S06"]
    wind, stones = s.content.place_index["wind"], s.content.place_index["stones_1"]
    assert board.was_visited(s, first, land, wind)
    assert board.choices_at(s, first, s.at[first]) == [stones]
    assert sorted(board.choices_at(s, s.own(0)[0], s.at[first])) == sorted([wind, stones])


@pytest.mark.rule("FB-6.6")
def test_a_vortex_where_nothing_is_left_is_passed_by_all() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, scenario=1)
    wind, land = s.content.place_index["wind"], s.content.land_index["S01"]
    for side in (0, 1):
        s.visited += (s.own(side)[0] << 16 | land << 8 | wind,)
        steps.walk(s, s.own(side)[0], 2)
    s.settle()
    assert where(s) == where(s, 1) == ["S01.3"]
    assert s.tricks_held() == 0
    storm = position(2, row="S01", sages={0: "S01.1"}, scenario=5)
    storm.visited += (storm.own(0)[0] << 16 | land << 8 | wind,)
    steps.walk(storm, storm.own(0)[0], 2)
    storm.settle()
    assert where(storm) == ["S01.3"]


@pytest.mark.rule("FB-6.7")
def test_a_replacement_is_a_book_or_a_conversion() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}))
    do(s, "done", "visit wind", "replace")
    assert legal(s) == ["choose 0", "choose 1"]
    assert books(do(s.clone(), "choose 0")) == [6, 1, 1, 0]
    do(s, "choose 1")
    assert "done" not in legal(s)  # exactly one
    assert books(do(s, "raise steppe")) == [3, 2, 1, 0]
    poor = turn_of(position(row="S01", sages={0: "S01.1"}, books={0: (0, 0, 0, 0)}))
    do(poor, "done", "visit wind", "replace")
    assert books(poor) == [1, 0, 0, 0]  # no conversion possible, nothing to ask


@pytest.mark.rule("FB-6.8")
def test_a_player_replaces_when_he_must_and_when_he_likes() -> None:
    # temple / academy: nothing can be applied at the temple, but the sage is not moved to the academy
    s = turn_of(position(row="F01", sages={0: "F01.3"}, books={0: (0, 0, 2, 0)}))
    do(s, "done", "visit temple")
    assert legal(s) == ["choose 0", "choose 1"]  # the replacement without a question
    refusal = why(s, "apply")
    assert (refusal.id, refusal.args) == ("why.cannot_apply", {"what": "temple"})
    do(s, "choose 0")
    assert books(s) == [1, 0, 2, 0]
    free = turn_of(position(row="S01", sages={0: "S01.1"}))
    do(free, "done", "visit wind")
    assert legal(free) == ["apply", "replace"]
    assert why(do(free.clone(), "replace"), "apply").id == "why.replaced", "it could have been applied"


def test_gates_in_the_middle_of_visits_keep_waiting_sages() -> None:
    s = turn_of(position(edition=1, row="S08 S01 G01", sages={0: "S08.1 S01.1 G01.1"}))
    do(s, "done", "announce steppe", "move S08.1", "visit gates", "visit wind")
    do(s, "enter S08.2 gates", "apply", "shift S01", "insert g0")
    assert row(s) == "S01 S08 G01"
    assert s.view(0)["question"]["place"] == "wind"
    do(s, "apply")
    assert books(s)[0] == 7


def test_the_spirits_visits_need_no_answers() -> None:
    s = position(1, row="S01", sages={0: "S01.3", 1: "S01.1"}, books={1: (0, 0, 0, 0)})
    spirits_turn(s, "territory feathergrass_herald")
    roll(s)
    assert books(s, 1)[0] >= 2


@pytest.mark.rule("FB-6.2")
def test_sides_take_turns_until_nobody_waits() -> None:
    """A visit of the second side has brought a sage of the first one to a vortex."""
    s = position(row="S01", sages={0: "S01.2", 1: "S01.1"})
    s.wait = changed(s.wait, s.own(0)[0], s.content.place_index["wind"])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0, 1))
    s.settle()
    assert (s.to_move(), legal(s)) == (0, legal(visit(position(row="S01", sages={0: "S01.2"}), "wind")))

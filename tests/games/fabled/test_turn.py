"""Section 4: the turn, oblivion, epilogue."""

from __future__ import annotations

import pytest

from ludoteka.core.arrange import arrange
from ludoteka.core.bag import changed
from ludoteka.games.fabled.intentions import MANNER
from ludoteka.games.fabled.phases import chapters, epilogue
from tests.games.fabled.kit import asks, books, do, legal, position, rest, roll, row, turn_of, where, why
from tests.games.fabled.proofs import GAIN, altered_text


@pytest.mark.rule("FB-4.1")
def test_the_phases_of_a_turn() -> None:
    s = position(
        row="S01 G01", sages={0: "G01.1", 1: "G01.1"}, allies={0: ["midnight_owl"]}, event="help_from_above",
        scenario=1, books={0: (0, 1, 0, 0), 1: (0, 0, 0, 1)},
    )  # fmt: skip
    s.uses = changed(s.uses, 0, 3)
    s.visited += (1,)
    turn_of(s)
    assert s.uses[0] == 0  # counters start anew
    assert list(s.visited) == []
    assert asks(s) == "Transform"  # the event first
    do(s, "done")
    assert books(s) == [1, 1, 0, 0]  # then the ally
    assert asks(s) == "ActionPhase"
    do(s, "done")
    assert asks(s) == "Announcing"
    do(s, "announce steppe")
    assert row(s) == "G01"  # oblivion came last
    assert not s.stack


@pytest.mark.rule("FB-4.2")
def test_one_standard_action() -> None:
    s = turn_of(position(row="G01 S01", sages={0: "G01.1 G01.d1 S01.1"}))
    found = legal(s)
    assert {"act transform", "act steps", "act gather", "done"} <= set(found)
    assert any(text.startswith("add ") for text in found)
    do(s, "act gather")
    assert books(s) == [6, 1, 1, 0]
    assert asks(s) == "Announcing"  # one action, nothing else to do
    s = turn_of(position(row="G01 S01", sages={0: "G01.1 G01.d1 S01.1"}))
    do(s, "act transform", "raise steppe", "raise steppe")
    assert books(s) == [1, 3, 1, 0]
    assert asks(s) == "Announcing"


@pytest.mark.rule("FB-4.2")
def test_the_action_of_steps_moves_two_different_sages() -> None:
    s = turn_of(position(row="G01 S01", sages={0: "G01.d1 S01.1"}))
    do(s, "act steps", "step G01.d1")
    assert legal(s) == ["step S01.1", "done"]
    assert why(s, "step G01.d2").id == "why.sage_had_steps"
    do(s, "step S01.1", "visit wind")
    assert asks(s) == "AtPlace"  # the visit comes right after, before the movement
    do(s, "apply")
    assert books(s) == [7, 1, 1, 0]
    assert where(s) == ["G01.d2", "S01.2"]


@pytest.mark.rule("FB-4.2")
def test_a_second_action_is_refused() -> None:
    s = position(row="G01 S01", sages={0: "G01.1"}, allies={0: ["drywind_changer"]})
    turn_of(s)
    assert why(s, "act dance").id == "why.no_such_action"
    do(s, "act gather")
    assert legal(s) == ["use drywind_changer", "done"]
    assert why(s, "act gather").id == "why.action_taken"
    assert why(s, "add S02").id == "why.action_taken"
    assert why(s, "act dance").id == "why.action_taken"


@pytest.mark.rule("FB-4.3")
def test_an_action_must_change_something() -> None:
    s = turn_of(position(row="G01", sages={1: "G01.1"}, books={0: (1, 0, 0, 0)}))
    assert "act transform" not in legal(s)
    assert "act steps" not in legal(s)
    assert why(s, "act transform").id == "why.nothing_changes"
    s = turn_of(position(row="G01 S01", sages={0: "G01.1 S01.1"}))
    do(s, "act transform")
    assert "done" not in legal(s)
    s = turn_of(position(row="G01 S01", sages={0: "G01.1 S01.1"}))
    do(s, "act steps")
    assert "done" not in legal(s)
    assert why(s, "done").id == "why.must_change"


@pytest.mark.rule("FB-4.4")
def test_no_action_is_allowed() -> None:
    s = turn_of(position(row="G01 S01", sages={0: "G01.1"}))
    before = books(s)
    do(s, "done")
    assert books(s) == before
    assert asks(s) == "Announcing"


@pytest.mark.rule("FB-4.5")
def test_abilities_before_and_after_the_action_once_each() -> None:
    for first in (True, False):
        s = position(
            row="G01 S01", sages={0: "G01.1"}, allies={0: ["drywind_changer", "ore_seer"]}, books={0: (9, 1, 1, 0)}
        )
        turn_of(s)
        if first:
            do(s, "use ore_seer", "act gather")
        else:
            do(s, "act gather", "use ore_seer")
        assert books(s) == [7, 3, 1, 0]
        assert "use ore_seer" not in legal(s)
        assert why(s, "use ore_seer").id == "why.limit_reached"
        do(s, "use drywind_changer", "raise steppe")
        assert books(s) == [4, 4, 1, 0]
        assert asks(s) == "Announcing"


@pytest.mark.rule("FB-4.6")
def test_bonus_conversions_join_those_of_the_action() -> None:
    s = position(
        row="G01 S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, event="echo_of_lore", books={0: (8, 0, 0, 0)}
    )
    turn_of(s)
    do(s, "act transform")
    assert books(s) == [6, 1, 0, 0]  # four conversions; the first one left no choice
    assert s.view(0)["question"]["n"] == 3
    do(s, "raise steppe", "raise mountain", "raise steppe")
    assert books(s) == [2, 1, 1, 0]
    assert asks(s) == "Announcing"


@pytest.mark.rule("FB-4.6")
def test_a_bonus_of_another_kind_follows_the_action() -> None:
    """No printed ally adds one, an owner's may."""
    s = position(row="G01 S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, books={0: (2, 0, 0, 0)})
    s.content = altered_text(s, s.content.ally_index["thunder_bowl"], effects=s.content.arrays.index(GAIN))
    do(turn_of(s), "act transform", "done")
    assert sum(books(s)) == 1 + GAIN[0].n
    assert asks(s) == "Announcing"


@pytest.mark.rule("FB-4.6")
def test_bonus_conversions_follow_an_action_of_another_kind() -> None:
    s = position(row="G01 S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, books={0: (4, 0, 0, 0)})
    s.content = altered_text(s, s.content.ally_index["thunder_bowl"], action="gather")
    before = sum(books(s)) + GAIN[0].n
    do(turn_of(s), "act gather", "raise steppe")
    assert sum(books(s)) == before - 1


@pytest.mark.rule("FB-4.7")
def test_a_second_action_of_another_kind() -> None:
    s = position(row="G01 S01", sages={0: "S01.1"}, allies={0: ["sister_of_time"]})
    turn_of(s)
    assert "use sister_of_time" not in legal(s)  # only after the normal action
    assert why(s, "use sister_of_time").id == "why.ability_impossible"
    do(s, "act gather", "use sister_of_time")
    assert "act gather" not in legal(s)
    assert why(s, "act gather").id == "why.same_action"
    do(s, "act transform", "raise steppe", "done")
    assert books(s) == [4, 2, 1, 0]
    assert s.tokens[s.content.ally_index["sister_of_time"]] == 2


@pytest.mark.rule("FB-4.8")
def test_empty_lands_at_the_left_are_forgotten() -> None:
    s = turn_of(position(row="S01 S02 G01 S03", sages={0: "G01.d1"}))
    do(s, "done", "announce steppe")
    assert row(s) == "G01 S03"  # two went, S03 behind the sage stays
    s = turn_of(position(row="S01 S02", sages={1: "S01.1"}))
    do(s, "done")
    rest(s)
    assert row(s) == "S01 S02"
    assert s.forgotten == 0


@pytest.mark.rule("FB-4.9")
def test_a_row_without_sages_goes_altogether() -> None:
    s = turn_of(position(row="S01 G01", sages={0: "G01.d3"}))
    do(s, "done", "announce mountain")
    assert row(s) == ""
    assert list(s.discard) == [s.content.land_index["S01"], s.content.land_index["G01"]]
    last = s.content.land_id[-1]
    s = turn_of(position(row=last, sages={0: f"{last}.4"}))
    assert row(do(s, "done")) == "", "also the last of all cards: sages at home stand nowhere"


@pytest.mark.rule("FB-4.10")
def test_place_tokens_return_with_the_land() -> None:
    s = position(row="S01 G01", sages={0: "G01.d1"}, allies={0: ["sky_wanderer"]})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
    turn_of(s)
    do(s, "done", "announce steppe")
    assert row(s) == "G01"
    assert s.view(0)["allies"][0][0]["place_tokens"][0] == {"what": "sky_tent", "at": None}
    last = s.content.land_id[-1]
    s = position(row=f"{last} S01", sages={0: "S01.1"})
    before = s.token_at
    rest(turn_of(s))
    assert (row(s), s.token_at) == ("S01", before), "those in the supply lie on no land"


@pytest.mark.rule("FB-4.11")
def test_the_discard_is_kept() -> None:
    s = turn_of(position(row="S01 S02 G01", sages={0: "G01.d1"}))
    do(s, "done", "announce steppe")
    assert s.view(0)["discard"] == ["S01", "S02"]
    assert not s.decks[0] & 1


@pytest.mark.rule("FB-4.12", "FB-4.14")
def test_a_conversion_for_each_sage_in_the_row() -> None:
    s = position(row="S01 G01", sages={0: "S01.1 G01.1", 1: "G01.d1"}, books={0: (4, 0, 0, 0), 1: (2, 0, 0, 1)})
    epilogue.begin(s)
    s.settle()
    assert s.to_move() == 0
    do(s, "raise steppe", "raise steppe")
    assert s.to_move() == 1  # two sages, two conversions; then the next player
    do(s, "raise steppe")
    assert s.scores() == [(0, 0, 2, 0), (1, 0, 1, 0)]
    assert s.view(None)["result"]["winners"] == [1]


@pytest.mark.rule("FB-4.12")
@pytest.mark.parametrize(
    ("edition", "scenario", "asked"),
    [
        (7, 1, ["raise steppe", "lower sun", "done"]),
        (8, 1, ["raise steppe", "done"]),
        (8, 2, ["raise steppe", "lower sun", "done"]),
    ],
)
def test_conversions_of_the_epilogue_go_upwards(edition: int, scenario: int, asked: list[str]) -> None:
    s = position(
        edition=edition,
        scenario=scenario,
        row="S01 G01",
        sages={0: "S01.1", 1: "G01.d1"},
        books={0: (2, 0, 0, 1), 1: (1, 0, 0, 1)},
    )
    epilogue.begin(s)
    s.settle()
    assert legal(s) == asked
    do(s, "raise steppe")
    assert asks(s) == ("" if len(asked) == 2 else "Transform"), "the second player has nothing to raise"


@pytest.mark.rule("FB-4.14")
def test_the_spirits_end_after_the_players() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, books={0: (2, 0, 0, 1), 1: (3, 0, 0, 0)})
    epilogue.begin(s)
    s.settle()
    assert books(s, 1) == [3, 0, 0, 0]
    do(s, "done")
    assert books(s, 1) == [0, 1, 0, 0]
    storm = position(2, scenario=5, row="S01", sages={0: "S01.1"}, books={0: (1, 2, 0, 0), 1: (0, 0, 0, 0)})
    epilogue.begin(storm)
    storm.settle()
    assert asks(storm) == "Winds"  # the scenario's step comes first


@pytest.mark.rule("FB-4.13")
def test_nothing_acts_in_the_epilogue() -> None:
    s = position(
        row="S01", sages={0: "S01.1 S01.1"}, allies={0: ["thunder_bowl", "feathergrass_herald"]}, event="echo_of_lore",
        books={0: (8, 0, 0, 0)},
    )  # fmt: skip
    epilogue.begin(s)
    s.settle()
    assert s.event == -1
    assert s.view(0)["question"]["n"] == 2
    do(s, "raise steppe", "raise steppe")
    roll(s)
    assert not s.stack


@pytest.mark.rule("FB-4.15")
@pytest.mark.parametrize(
    ("chapter", "sages", "edition", "left"),
    [
        (4, "S01.1 G02.1", 2, "S01 G02 S03"),  # S02 is the leftmost empty one; it goes though S01 is held
        (3, "S01.1 G02.1", 2, "S01 S02 G02 S03"),  # too early with two sides
        (4, "S01.1 G02.1", 1, "S01 S02 G02 S03"),
        (4, "S01.1 S02.1 G02.1 S03.1", 2, "S01 S02 G02 S03"),  # nobody is lost by it
    ],
)
def test_a_chapter_takes_an_empty_land(chapter: int, sages: str, edition: int, left: str) -> None:
    s = position(row="S01 S02 G02 S03", sages={0: sages}, chapter=chapter, edition=edition)
    s.stack.append(chapters.EndFrame(chapters.CHAPTER_END, None, len(s.discard)))
    s.settle()
    assert row(s) == left
    one = position(row="S01 S02 G02 S03", sages={0: sages}, chapter=chapter, edition=edition)
    one.stack.append(chapters.EndFrame(chapters.CHAPTER_END, None, -1))  # another land was forgotten in this chapter
    one.settle()
    assert row(one) == "S01 S02 G02 S03"


@pytest.mark.rule("FB-4.5")
def test_conversions_chosen_together_do_not_end_the_phase_of_actions() -> None:
    s = turn_of(position(1, row="S01", sages={0: "S01.1"}, books={0: (2, 2, 1, 0)}, allies={0: ["sister_of_time"]}), 0)
    do(s, "act transform")
    chosen = arrange(MANNER.arrangements["Transform"], s, {"mountain": 1, "forest": 1})
    assert [str(a) for a in chosen] == ["raise mountain", "raise forest"]
    chosen = arrange(MANNER.arrangements["Transform"], s, {"mountain": 1})
    assert [str(a) for a in chosen] == ["raise mountain", "done"]

"""Section 8: scenarios 0 to 3 and their variants."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.phases import chapters, spirits
from tests.games.fabled.kit import (
    Books,
    asks,
    books,
    chapter_begins,
    do,
    epilogue_begins,
    finish,
    legal,
    new,
    position,
    rest,
    roll,
    row,
    told,
    turn_of,
)

# -- 0


@pytest.mark.rule("FB-8.1")
def test_scenario_0_has_no_events() -> None:
    s = new(2, scenario=0)
    assert s.event_deck == 0
    view = s.view(0)["time"]
    assert view["events"] == []
    assert view["milestones"] == {"a": 4, "b": 8}
    assert finish(s, seed=4).past_events == ()


@pytest.mark.rule("FB-8.2")
def test_event_decks_of_the_scenarios() -> None:
    for scenario in (1, 2, 3):
        for deck in ("spirit_world", "crossroads"):
            s = new(2, scenario=scenario, events=deck)
            cards = [e for i, e in enumerate(s.content.events) if s.event_deck >> i & 1]
            assert {e.deck for e in cards} == {deck}
            assert len(cards) == 6
    fury = new(2, scenario=5)
    assert {fury.content.events[i].deck for i in range(18) if fury.event_deck >> i & 1} == {"steppe_fury"}
    for scenario in (0, 4, 5):
        with pytest.raises(BadOptions, match="no choice of the event deck"):
            GAME.new(2, scenario=scenario, events="crossroads")
    with pytest.raises(BadOptions, match="no choice of the event deck"):
        GAME.new(2, scenario=3, combine=4, events="crossroads")


@pytest.mark.rule("FB-8.3")
def test_scenario_0_without_forest_allies() -> None:
    s = new(3, scenario=0)
    assert s.ally_deck.bit_count() == 16
    assert not s.ally_deck & s.content.ally_mask[2]


@pytest.mark.rule("FB-8.4")
def test_scenario_0_skips_forest_allies_in_the_trial() -> None:
    s = new(1, scenario=0)
    assert s.ally_deck.bit_count() == 24
    while asks(s) == "Opening":
        s.apply(s.legal_actions()[0])
    do(s, "offer moss_elder", "offer ice_hermit", "offer path_maiden", "offer ore_seer", "offer watchful_crane")
    assert legal(s) == ["keep ice_hermit", "keep ore_seer", "keep watchful_crane"]
    assert [r["id"] for r in s.view(0)["question"]["skipped"]] == ["moss_elder", "path_maiden"]
    do(s, "keep ore_seer")
    assert s.ally_deck.bit_count() == 23  # the skipped ones are back


@pytest.mark.rule("FB-8.5")
@pytest.mark.parametrize(("seats", "a", "b"), [(2, 4, 8), (3, 4, 8), (4, 3, 7), (1, 4, 8)])
def test_milestones_of_scenario_0(seats: int, a: int, b: int) -> None:
    s = position(seats, scenario=0, chapter=a - 1)
    s.ally_deck = 0
    before = s.books[:]
    chapter_begins(s)
    assert [books(s, x)[0] - before[x * 4] for x in range(seats)] == [2] * seats
    if seats == 1:
        assert books(s, 1) == before[4:8]  # not for the spirits
    s = position(seats, scenario=0, chapter=b - 1)
    s.ally_deck = 0
    chapter_begins(s)
    assert (asks(s), s.view(0)["question"]["n"], s.to_move()) == ("Transform", 3, 0)
    if seats > 1:
        do(s, "done")
        assert s.to_move() == 1


@pytest.mark.rule("FB-8.25")
def test_scenario_1_is_the_usual_game() -> None:
    assert GAME.new(2).options.scenario == 1
    record = new(2).content.scenarios[1]
    assert set(record) == {"id", "source", "events", "trial"}


# -- 2


@pytest.mark.rule("FB-8.6")
@pytest.mark.parametrize(
    ("hands", "points"),
    [
        ([(5, 0, 0, 1), (4, 2, 3, 2)], [3, 6]),
        ([(5, 2, 0, 0), (5, 1, 0, 0)], [3, 1]),
        ([(1, 1, 1, 0), (1, 1, 1, 0)], [3, 3]),
    ],
)
def test_points_of_knowledge(hands: list[Books], points: list[int]) -> None:
    s = position(2, scenario=2, books=dict(enumerate(hands)))
    assert [x[0] for x in s.scores()] == points


@pytest.mark.rule("FB-8.7")
def test_ties_of_points_and_tiers_nobody_has() -> None:
    # 3 : 3 points; the second player has more sun books
    s = position(2, scenario=2, books={0: (2, 0, 0, 1), 1: (1, 0, 0, 3)})
    assert [x[0] for x in s.scores()] == [3, 3]
    assert s.returns() == [0, 1]
    assert [x[0] for x in position(2, scenario=2, books={0: (0, 0, 0, 0), 1: (0, 0, 0, 0)}).scores()] == [0, 0]
    late = epilogue_begins(
        position(2, scenario=2, row="S01", sages={0: "S01.1"}, books={0: (2, 0, 0, 0), 1: (0, 1, 0, 0)})
    )
    do(late, "raise steppe")  # counted after the conversions
    assert late.view(0)["result"]["knowledge"] == [1, 1]


# -- 3


@pytest.mark.rule("FB-8.8")
@pytest.mark.parametrize(("seats", "limit"), [(2, 6), (3, 8), (4, 10), (5, 10)])
def test_the_discard_ends_scenario_3(seats: int, limit: int) -> None:
    s = position(seats, scenario=3, chapter=11)
    s.discard = list(range(limit - 1))
    assert not chapters.is_last(s)
    s.discard += (limit,)
    assert chapters.is_last(s)
    assert s.view(0)["time"]["end"] is None
    # the chapter is played to its end: the second seat still has its turn
    late = position(2, scenario=3, row="S01 S02 G01", sages={0: "G01.d1", 1: "G01.1"}, chapter=1)
    late.discard = [20, 21, 22, 23]
    chapter_begins(late)
    roll(late)
    do(late, "done", "announce steppe")
    assert len(late.discard) == 6
    assert late.to_move() == 1


@pytest.mark.rule("FB-8.9")
def test_chapter_20_is_the_last_in_any_case() -> None:
    s = position(2, scenario=3, chapter=19)
    assert not chapters.is_last(s)
    s.chapter = 20
    assert chapters.is_last(s)


@pytest.mark.rule("FB-8.33")
@pytest.mark.parametrize(
    ("seats", "chapter", "discarded", "left"),
    [
        (2, 3, 0, "S01 S02 G01"),  # the first is due in chapter 4
        (2, 4, 0, "S02 G01"),
        (2, 4, 1, "S01 S02 G01"),  # none was forgotten in this chapter, but enough before
        (2, 5, 0, "G01"),
        (2, 9, 0, "G01"),  # only empty lands go
        (3, 3, 0, "S02 G01"),
        (4, 1, 0, "S02 G01"),
        (5, 2, 1, "S02 G01"),
    ],
)
def test_scenario_3_catches_up_with_oblivion(seats: int, chapter: int, discarded: int, left: str) -> None:
    s = position(seats, scenario=3, row="S01 S02 G01", sages={0: "G01.1"}, chapter=chapter)
    s.discard = list(range(20, 20 + discarded))
    s.stack.append(chapters.EndFrame(chapters.CHAPTER_END, None, discarded))
    s.settle()
    assert row(s) == left


@pytest.mark.rule("FB-8.10")
def test_the_long_wandering() -> None:
    assert position(2, scenario=3, long_wandering=True).setting.last_discards == 8
    assert position(4, scenario=3, long_wandering=True).setting.last_discards == 12
    with pytest.raises(BadOptions, match="belongs to scenario 3"):
        GAME.new(2, scenario=1, long_wandering=True)


@pytest.mark.rule("FB-8.11")
def test_what_can_be_combined() -> None:
    for combine in (2, 4):
        assert new(2, scenario=3, combine=combine).options.combine == combine
        for wrong in ({"seats": 1}, {"seats": 2, "mode": "rivalry"}):
            with pytest.raises(BadOptions):
                GAME.new(**wrong, scenario=3, combine=combine)  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="Only scenario 3"):
        GAME.new(2, scenario=5, combine=2)
    with pytest.raises(BadOptions):
        GAME.new(2, scenario=3, combine=1)
    assert new(2, scenario=3, combine=0).setting.last_discards == 6, "0 is none"


@pytest.mark.rule("FB-8.12")
def test_combined_scenarios() -> None:
    knowledge = position(2, scenario=3, combine=2, books={0: (5, 0, 0, 1), 1: (4, 2, 3, 2)})
    assert [x[0] for x in knowledge.scores()] == [3, 6]
    assert knowledge.setting.last_discards == 6
    price = position(2, scenario=3, combine=4, row="S01", sages={0: "S01.1"})
    assert price.setting.last_discards == 6
    assert price.setting.milestone == 8
    assert price.event_deck.bit_count() == 5
    assert not price.ally_deck >> price.content.ally_index["sister_of_time"] & 1
    before = books(price)[0]
    turn_of(price)
    assert books(price)[0] == before + 1
    assert "act gather" not in legal(price)


@pytest.mark.rule("FB-8.13")
def test_the_escalation_of_scenario_3() -> None:
    s = position(1, scenario=3, chapter=8, row="S01", sages={0: "S01.1", 1: "S01.1"})
    s.discard = [20, 21]
    spirits.start(s)
    assert not s.escalated
    assert "no_escalation" in told(s)
    s.discard.append(22)  # three are missing to six
    s.chapter = 9
    spirits.start(s)
    assert s.escalated
    early = position(1, scenario=3, chapter=7, row="S01", sages={1: "S01.1"})
    early.discard = [20, 21, 22, 23]
    spirits.start(early)
    assert not early.escalated
    # the token alone does not do it
    token = position(1, scenario=3, chapter=7, row="S01", sages={0: "S01.1", 1: "S01.1"})
    token.event_deck = 0
    chapter_begins(token)
    assert not token.escalated


@pytest.mark.parametrize("scenario", range(6))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_scenario_ends(scenario: int, seats: int) -> None:
    s = finish(new(seats, scenario=scenario), seed=scenario)
    assert s.view(None)["part"] == "over"
    assert sum(s.returns()) == pytest.approx(1)
    assert rest(s) is s

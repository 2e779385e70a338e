"""Section 8: the six scenarios and their variants."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.errors import BadOptions
from ludoteka.games.fabled import GAME, board
from ludoteka.games.fabled.phases import chapters, epilogue, spirits, turn
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import (
    Books,
    asks,
    begun,
    books,
    chapter_begins,
    do,
    finish,
    legal,
    new,
    position,
    rest,
    roll,
    row,
    told,
    turn_of,
    where,
    why,
)


def ending(s: FabledState) -> FabledState:
    epilogue.begin(s)
    s.settle()
    return s


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
    late = ending(position(2, scenario=2, row="S01", sages={0: "S01.1"}, books={0: (2, 0, 0, 0), 1: (0, 1, 0, 0)}))
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


@pytest.mark.rule("FB-8.10")
def test_the_long_wandering() -> None:
    assert board.last_discards(position(2, scenario=3, long_wandering=True)) == 8
    assert board.last_discards(position(4, scenario=3, long_wandering=True)) == 12
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


@pytest.mark.rule("FB-8.12")
def test_combined_scenarios() -> None:
    knowledge = position(2, scenario=3, combine=2, books={0: (5, 0, 0, 1), 1: (4, 2, 3, 2)})
    assert [x[0] for x in knowledge.scores()] == [3, 6]
    assert board.last_discards(knowledge) == 6
    price = position(2, scenario=3, combine=4, row="S01", sages={0: "S01.1"})
    assert board.last_discards(price) == 6
    assert board.milestone(price) == 8
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


# -- 4


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
    s.stack = [(chapters.BACK, -1)]
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


@pytest.mark.rule("FB-8.22")
def test_the_prologue_of_scenario_4_is_normal() -> None:
    s = position(2, scenario=4, row="S01", sages={1: "S01.1"})
    s.part = 1
    s.chapter = 0
    s.stack = [(chapters.OVERTURE, None, 0)]
    s.settle()
    assert books(s)[0] == 6  # income
    do(s, "add S02", "insert g0")
    assert books(s)[0] == 5  # one book, no price of a paid action, no surcharge


# -- 5


@pytest.mark.rule("FB-8.23")
def test_more_start_books_in_scenario_5() -> None:
    s = do(new(3, scenario=5), "first 0")
    assert [books(s, x) for x in range(3)] == [[7, 2, 2, 0], [7, 2, 2, 0], [8, 2, 2, 0]]


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
    assert board.milestone(position(seats, scenario=scenario, harder=harder)) == chapter
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
def test_each_blown_sage_brings_books_or_two_conversions() -> None:
    s = position(
        3, scenario=5, chapter=8, row="S13 G01", sages={0: "S13.1", 1: "S13.1", 2: "S13.1 S13.2"},
        books={0: (4, 0, 0, 0), 1: (2, 0, 0, 0), 2: (2, 1, 0, 0)},
    )  # fmt: skip
    s.stack.append((turn.ENDING, None, 1))
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
    s.stack.append((turn.ENDING, None, 0))
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
    s.stack = [(chapters.DEAL, None, 1, (), ())]
    s.settle()
    assert set(legal(s)) == {"offer feathergrass_herald", "offer windmane_drover"}  # the bottom card comes last
    roll(s)
    do(s, "keep windmane_drover")
    assert s.ally_bottom == ()  # shuffled back with the rest
    assert s.ally_deck.bit_count() == 2


@pytest.mark.rule("FB-8.30")
def test_the_winds_claim_their_due() -> None:
    s = ending(position(2, scenario=5, row="S13", sages={0: "S13.1 S13.2"}, books={0: (2, 1, 0, 1), 1: (0, 1, 0, 0)}))
    assert legal(s) == ["recall S13.1", "recall S13.2", "discard mountain", "discard sun"]
    assert why(s, "discard steppe").id == "why.not_with_steppe"
    assert why(s, "discard forest").id == "why.books_missing"
    do(s, "recall S13.1", "discard mountain")
    assert where(s) == ["S13.2"]
    assert books(s) == [0, 0, 0, 1]  # the steppe books are gone
    assert asks(s) == "Transform"  # now the usual epilogue: one sage left


@pytest.mark.rule("FB-8.31")
def test_what_cannot_be_paid_has_no_effect() -> None:
    s = ending(position(2, scenario=5, row="S13", sages={0: "S13.1"}, books={0: (9, 0, 0, 0), 1: (3, 0, 1, 0)}))
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
    s.stack.append((turn.ENDING, None, 0))
    s.settle()
    assert books(s) == [3, 0, 0, 0]
    assert not s.stack


@pytest.mark.parametrize("scenario", range(6))
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_scenario_ends(scenario: int, seats: int) -> None:
    s = finish(new(seats, scenario=scenario), seed=scenario)
    assert s.view(None)["part"] == "over"
    assert sum(s.returns()) == pytest.approx(1)
    assert rest(s) is s

"""Section 11: events in general, and each of the 18."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.phases import chapters, epilogue, steps, visits
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import asks, books, chapter_begins, do, legal, position, put, roll, turn_of, where, why


def visit(s: FabledState, place: str, seat: int = 0) -> FabledState:
    s.wait = changed(s.wait, s.own(seat)[0], s.content.place_index[place])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, seat))
    s.settle()
    return s


@pytest.mark.rule("FB-11.1")
def test_an_event_holds_until_the_next_and_the_third_until_the_epilogue() -> None:
    s = position(2, row="S01", sages={0: "S01.1"}, chapter=1)
    assert [sum(e.deck == d for e in load().events) for d in load().deck_id] == [6, 6, 6]
    chapter_begins(s)
    do(s, "reveal all_paths_open")
    assert s.view(0)["event"]["id"] == "all_paths_open"
    s.stack.clear()
    s.chapter = 4
    chapter_begins(s)
    assert "reveal all_paths_open" not in legal(s)
    do(s, "reveal echo_of_lore")
    assert s.view(0)["event"]["id"] == "echo_of_lore"
    assert s.view(0)["past_events"] == ["all_paths_open"]
    s.stack.clear()
    epilogue.begin(s)
    s.settle()
    assert s.view(0)["event"] is None
    first = position(2, event="all_paths_open")
    epilogue.begin(first)
    assert (first.view(0)["event"], first.view(0)["past_events"]) == (None, ["all_paths_open"])


@pytest.mark.rule("FB-11.2")
def test_events_are_compulsory_but_choices_remain() -> None:
    s = position(row="S01", sages={0: "S01.1"}, event="help_from_above", books={0: (4, 0, 0, 2), 1: (0, 0, 0, 0)})
    turn_of(s)
    assert books(s) == [5, 0, 0, 2]  # unasked
    turn_of(s, 1)
    assert books(s, 1) == [0, 0, 0, 0]  # up to one conversion: none is possible
    fair = turn_of(position(row="S01", sages={0: "S01.1"}, event="boundary_fair", events="crossroads"))
    assert legal(fair) == ["choose 0", "choose 1", "choose 2"]
    assert books(do(fair, "choose 2")) == [5, 1, 1, 0]  # “may”


@pytest.mark.rule("FB-11.3")
def test_all_paths_open() -> None:
    s = position(row="S01 S05", sages={0: "S01.3"}, event="all_paths_open")
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["S05.1"]
    dead = position(row="G01 S05", sages={0: "G01.d3"}, event="all_paths_open")
    steps.walk(dead, dead.own(0)[0], 1)
    dead.settle()
    assert where(dead) == []  # a dead end remains one


@pytest.mark.rule("FB-11.4")
def test_right_to_choose() -> None:
    s = position(row="F05 S01", sages={0: "F05.1", 1: "S01.1"}, event="right_to_choose")
    do(turn_of(s), "done")
    assert legal(s) == ["announce steppe", "announce forest", "announce steppe+forest"]
    do(s, "announce steppe+forest", "pass")
    assert where(s) == ["F05.2"]
    assert where(s, 1) == ["S01.2"]


@pytest.mark.rule("FB-11.5")
def test_help_from_above() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, event="help_from_above"))
    assert asks(s) == "Transform"  # nobody has fewer sun books
    assert books(do(s, "raise steppe")) == [3, 2, 1, 0]
    assert asks(s) == "ActionPhase"
    rich = position(row="S01", sages={0: "S01.1"}, event="help_from_above", books={0: (5, 1, 1, 1)})
    assert books(turn_of(rich)) == [6, 1, 1, 1]


@pytest.mark.rule("FB-11.6")
@pytest.mark.parametrize(
    ("land", "cell", "place", "then"),
    [
        ("S01", "S01.2", "wind", [8, 1, 1, 0]),
        ("G01", "G01.d3", "stones_2", [6, 3, 1, 0]),
        ("F02", "F02.2", "roots", [6, 1, 2, 0]),
        ("S03", "S03.4", "tavern", [6, 1, 1, 0]),
    ],
)
def test_generous_houses(land: str, cell: str, place: str, then: list[int]) -> None:
    s = position(row=land, sages={0: cell}, event="generous_houses")
    assert books(do(visit(s, place), "apply")) == then


@pytest.mark.rule("FB-11.7")
def test_thin_border() -> None:
    s = position(row="S01 S02 G01", sages={0: "S01.1", 1: "S01.1"}, event="thin_border")
    assert [[board.surcharge(s, seat, t) for t in range(3)] for seat in (0, 1)] == [[1, 0, 0], [1, 0, 0]]


@pytest.mark.rule("FB-11.8")
def test_echo_of_lore() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, event="echo_of_lore", books={0: (8, 1, 1, 0)}))
    do(s, "act transform")
    assert s.view(0)["question"]["n"] == 3


@pytest.mark.rule("FB-11.9")
def test_hidden_trails() -> None:
    s = position(row="G01 G02", sages={0: "G01.d3"}, event="hidden_trails", events="crossroads")
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["G02.1"]  # through the exit of the land, which is connected
    s = position(row="G01 S05", sages={0: "G01.d3"}, event="hidden_trails", events="crossroads")
    steps.walk(s, s.own(0)[0], 1)
    s.settle()
    assert where(s) == []


@pytest.mark.rule("FB-11.10")
def test_surge_of_strength() -> None:
    s = position(row="F05 S01", sages={0: "F05.1 F05.1 S01.1"}, event="surge_of_strength", events="crossroads")
    do(turn_of(s), "done", "announce forest", "pass", "pass")
    assert legal(s) == ["step F05.3", "done"]
    do(s, "step F05.3")
    assert sorted(where(s)) == ["F05.3", "F05.4", "S01.1"]
    assert not s.stack


@pytest.mark.rule("FB-11.11")
def test_fork_in_the_road() -> None:
    s = position(row="S01", sages={0: "S01.1 S01.1 S01.1", 1: "S01.1"}, event="fork_in_the_road", events="crossroads")
    do(turn_of(s), "done", "pass", "pass", "pass", "pass")
    assert books(s)[0] == 7  # twice
    assert books(s, 1)[0] == 6  # for each player


@pytest.mark.rule("FB-11.12")
def test_oncoming_caravan() -> None:
    s = position(
        4,
        row="F05",
        sages={0: "F05.1", 1: "F05.1", 2: "F05.1", 3: "F05.1"},
        event="oncoming_caravan",
        events="crossroads",
    )
    do(turn_of(s), "done", "pass", "pass", "pass", "pass")
    assert where(s, 1) == where(s, 3) == ["F05.3"]  # two steps
    assert books(s)[0] == 7  # three opponents, at most two books
    few = {"event": "oncoming_caravan", "events": "crossroads"}
    s = turn_of(position(4, row="F05", sages={0: "F05.1", 2: "F05.1"}, **few))
    do(s, "done", "pass", "pass")
    assert books(s)[0] == 6  # of one who has moved


@pytest.mark.rule("FB-11.13")
def test_boundary_fair() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, event="boundary_fair", events="crossroads"))
    assert books(do(s.clone(), "choose 0")) == [2, 3, 1, 0]
    assert books(do(s.clone(), "choose 1")) == [8, 0, 1, 0]
    poor = position(row="S01", sages={0: "S01.1"}, event="boundary_fair", events="crossroads", books={0: (2, 0, 1, 0)})
    assert asks(turn_of(poor)) == "ActionPhase"  # only “nothing” is possible


@pytest.mark.rule("FB-11.14")
def test_long_halt() -> None:
    s = position(row="S01", sages={0: "S01.1", 1: "S01.1"}, event="long_halt", events="crossroads")
    do(turn_of(s), "done")
    assert legal(s) == ["announce steppe", "halt"]
    do(s, "halt")
    assert books(s)[0] == 7
    assert where(s) == where(s, 1) == ["S01.1"]


@pytest.mark.rule("FB-11.15")
def test_height_of_the_storm() -> None:
    s = position(3, scenario=5, chapter=1, allies={0: ["moss_elder"], 1: ["sister_of_time", "ice_hermit"]})
    s.order = (1, 2, 0)
    before = [books(s, x)[0] for x in range(3)]
    chapter_begins(s)
    do(s, "reveal height_of_the_storm")
    assert s.to_move() == 1  # in turn order
    do(s, "choose 0")
    assert legal(s) == ["dismiss sister_of_time", "dismiss ice_hermit"]
    assert why(s, "dismiss moss_elder").id == "why.not_your_ally"
    do(s, "dismiss sister_of_time")
    assert s.tokens[s.content.ally_index["sister_of_time"]] == 0
    assert s.to_move() == 0  # seat 2 has no ally and took the books
    assert books(s, 2)[0] == before[2] + 3
    do(s, "choose 1")
    assert books(s)[0] == before[0] + 3
    assert [len(mine) for mine in s.allies] == [1, 1, 0]


@pytest.mark.rule("FB-11.16")
def test_dust_haze() -> None:
    s = position(row="S06", sages={0: "S06.1"}, event="dust_haze", scenario=5)
    steps.walk(s, s.own(0)[0], 1)
    assert not s.stack  # the vortex is claimed by the wind, and only the first place may be visited
    assert s.wait[s.own(0)[0]] == s.content.place_index["stones_1"]
    s = position(row="G12", sages={0: "G12.1"}, event="dust_haze", scenario=5)
    steps.walk(s, s.own(0)[0], 1)
    assert legal(s) == ["visit library", "pass"]
    assert why(s, "visit stones_1").id == "why.only_first_place"
    s = position(row="S05", sages={0: "S05.2"}, event="dust_haze", scenario=5, allies={0: ["sky_wanderer"]})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S05.3"])
    steps.walk(s, s.own(0)[0], 1)
    assert legal(s) == ["visit stones_1", "pass"]


@pytest.mark.rule("FB-11.17")
def test_gusts() -> None:
    s = position(row="S13 F05", sages={0: "S13.1 F05.1", 1: "S13.1 F05.1"}, event="gusts", scenario=5)
    do(turn_of(s), "done", "announce steppe", "pass", "pass")
    assert where(s) == ["S13.4", "F05.1"]  # three steps
    assert where(s, 1) == ["S13.3", "F05.1"]  # two
    do(turn_of(s), "done", "announce forest", "pass")
    assert where(s, 1)[1] == "F05.2"  # forests as usual


@pytest.mark.rule("FB-11.18")
def test_blown_away_pages() -> None:
    s = position(row="S13 F05", sages={0: "S13.1 S13.1 S13.1 F05.1"}, event="blown_away_pages", scenario=5)
    before = books(s)[0]
    do(turn_of(s), "done", "announce forest", "pass")
    assert books(s)[0] == before + 2


@pytest.mark.rule("FB-11.19")
def test_steppe_blaze() -> None:
    s = position(row="S01 S02 G01", sages={0: "S01.1", 1: "S01.1"}, event="steppe_blaze", scenario=5)
    assert [board.surcharge(s, 0, t) for t in range(3)] == [0, 1, 0]
    s.books[0] = s.books[4] = 5
    do(turn_of(s), "add S03", "insert g0")
    roll(s)
    assert books(s)[0] == 5 - 1 + 1
    assert books(s, 1)[0] == 6


@pytest.mark.rule("FB-11.20")
def test_eye_of_the_hurricane() -> None:
    s = turn_of(
        position(row="S01", sages={0: "S01.1"}, event="eye_of_the_hurricane", scenario=5, books={0: (4, 1, 0, 1)})
    )
    assert legal(s) == ["raise steppe", "done"]
    assert why(s, "lower sun").id == "why.only_up"
    do(s, "raise steppe", "raise mountain")
    assert books(s) == [2, 0, 1, 1]
    assert asks(s) == "ActionPhase"


def test_event_tokens_do_nothing_once_the_deck_is_empty() -> None:
    s = position(2, chapter=1)
    s.event_deck = 0
    chapter_begins(s)
    assert not any(f[0] is chapters.EVENT for f in s.stack)
    assert put(s, 0, "S01.1") == 0

"""Section 1: match, setup, time."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.panels import FOLDER
from ludoteka.games.fabled.phases import chapters, epilogue
from ludoteka.games.fabled.setting import Setting
from ludoteka.games.fabled.state import CHAPTERS, EPILOGUE, OVER, PROLOGUE, ForSide
from tests.games.fabled.kit import (
    Books,
    asks,
    begun,
    books,
    chapter_begins,
    do,
    finish,
    give_ally,
    legal,
    new,
    open_lands,
    position,
    rest,
    roll,
    row,
    turn_of,
    where,
)


@pytest.mark.rule("FB-1.1")
def test_how_many_play_and_against_whom() -> None:
    assert list(GAME.seats) == [1, 2, 3, 4, 5]
    assert new(1).spirits == 1
    assert new(5).spirits == -1
    assert new(4, mode="rivalry").spirits == 4
    for seats in (1, 5):
        with pytest.raises(BadOptions, match="2 to 4 players"):
            GAME.new(seats, mode="comradeship")


@pytest.mark.rule("FB-1.2")
@pytest.mark.parametrize(("seats", "last"), [(1, 10), (2, 10), (3, 9), (4, 8), (5, 8)])
def test_prologue_chapters_epilogue(seats: int, last: int) -> None:
    s = begun(seats)
    assert s.part == PROLOGUE
    finish(s)
    assert (s.chapter, s.part) == (last, OVER)
    s = position(seats, chapter=last - 1)
    assert not chapters.is_last(s)
    s.chapter = last
    assert chapters.is_last(s)


@pytest.mark.rule("FB-1.3")
@pytest.mark.parametrize(
    ("mine", "theirs", "shares"),
    [
        ((0, 0, 0, 3), (9, 9, 9, 2), [1, 0]),
        ((0, 0, 2, 3), (9, 9, 1, 3), [1, 0]),
        ((0, 1, 1, 3), (9, 0, 1, 3), [1, 0]),
        ((1, 1, 1, 3), (2, 1, 1, 3), [0, 1]),
        ((1, 1, 1, 3), (1, 1, 1, 3), [0.5, 0.5]),
    ],
)
def test_sun_books_win_and_lower_tiers_break_ties(mine: Books, theirs: Books, shares: list[float]) -> None:
    s = position(books={0: mine, 1: theirs})
    assert s.returns() == shares


@pytest.mark.rule("FB-1.4")
def test_two_open_lands_of_each_terrain() -> None:
    s = begun(3)
    assert [name[0] for name in open_lands(s)] == ["S", "S", "G", "G", "F", "F"]
    assert [deck.bit_count() for deck in s.decks] == [12, 10, 8]


@pytest.mark.rule("FB-1.5")
@pytest.mark.parametrize(
    ("seats", "mode", "mine"), [(2, "usual", 7), (4, "usual", 7), (5, "usual", 6), (4, "rivalry", 6)]
)
def test_sages(seats: int, mode: str, mine: int) -> None:
    s = new(seats, mode=mode)
    assert s.supply(0) == mine
    if s.spirits >= 0:
        assert s.supply(s.spirits) == 7


@pytest.mark.rule("FB-1.6")
@pytest.mark.parametrize(
    ("seats", "steppe"),
    [
        (2, {1: [5, 6], 2: [6, 6], 3: [6, 6], 5: [9, 6]}),
        (3, {1: [5, 5, 6], 2: [6, 5, 6], 3: [8, 6, 6], 5: [8, 6, 6]}),
        (4, {1: [5, 5, 6, 6], 2: [6, 5, 6, 6], 3: [7, 7, 6, 7], 5: [7, 6, 7, 6]}),
        (5, {1: [5, 5, 6, 6, 6], 2: [6, 5, 6, 6, 6], 3: [9, 7, 7, 7, 7]}),
    ],
)
def test_start_books_by_turn_order_and_edition(seats: int, steppe: dict[int, list[int]]) -> None:
    for edition, expected in steppe.items():
        s = do(new(seats, edition=edition), "first 1")
        assert [books(s, seat) for seat in s.order] == [[n, 1, 1, 0] for n in expected]
        assert s.order[0] == 1


@pytest.mark.rule("FB-1.7")
def test_three_allies_are_shown_and_one_is_kept() -> None:
    s = new(2)
    do(s, "first 0")
    while asks(s) == "Opening":
        s.apply(s.legal_actions()[0])
    do(s, "offer moss_elder", "offer ice_hermit", "offer path_maiden")
    assert s.to_move() == 0
    assert legal(s) == ["keep moss_elder", "keep ice_hermit", "keep path_maiden"]
    do(s, "keep ice_hermit")
    assert [s.content.allies[a].id for a in s.allies[0]] == ["ice_hermit"]
    assert s.to_move() == CHANCE
    assert "offer moss_elder" in legal(s)
    assert "offer ice_hermit" not in legal(s)
    assert s.ally_deck.bit_count() == 23


@pytest.mark.rule("FB-1.8")
def test_the_row_is_empty_and_everything_is_open() -> None:
    s = begun(2)
    assert s.row == ()
    views = [s.view(seat) | {"seat": 0} for seat in (0, 1, None)]
    assert views[0] == views[1] == views[2]
    view = s.view(0)
    assert view["decks"] == {"steppe": 12, "mountain": 10, "forest": 8}
    assert view["allies"][1][0]["id"] in s.content.ally_index


@pytest.mark.rule("FB-1.9")
def test_lots_decide_who_begins() -> None:
    s = new(4)
    assert legal(s) == ["first 0", "first 1", "first 2", "first 3"]
    do(s, "first 2")
    assert s.order == (2, 3, 0, 1)
    assert asks(new(1)) == "Opening"  # alone there is nothing to draw


@pytest.mark.rule("FB-1.10")
def test_the_prologue_adds_a_land_each_without_surcharge() -> None:
    s = begun(2, seed=3)
    s.allies = [(), ()]
    assert s.to_move() == 0
    land = open_lands(s)[0]
    assert set(legal(s)) == {f"add {x}" for x in open_lands(s)}
    do(s, f"add {land}")
    roll(s)
    assert row(s) == land
    assert books(s) == [8, 1, 1, 0]
    assert where(s) == [f"{land}.1"]
    assert s.to_move() == 1
    second = open_lands(s)[0]
    do(s, f"add {second}", "insert g0")
    assert row(s) == f"{second} {land}"
    assert books(s, 1) == [5, 1, 1, 0]  # a second steppe, still without surcharge


@pytest.mark.rule("FB-1.11")
def test_in_the_prologue_only_adding_counts_for_allies() -> None:
    s = position(row="S01", sages={0: "S01.1"}, allies={0: ["moss_elder", "pass_warden", "cloud_shepherd"]})
    s.part = PROLOGUE
    s.books[0:4] = [2, 3, 0, 0]
    s.stack = [ForSide(chapters.OVERTURE, None, 0)]
    s.settle()
    forest = open_lands(s)[4]
    do(s, f"add {forest}", "insert g1")  # paid with two mountain books
    assert books(s) == [2, 1, 0, 0]
    roll(s)
    assert asks(s) == "Steps"  # the Warden of the Pass acts ...
    steppe = position(allies={0: ["pass_warden", "cloud_shepherd"]})
    steppe.part = PROLOGUE
    steppe.stack = [ForSide(chapters.OVERTURE, None, 0)]
    steppe.settle()
    do(steppe, "add S01")
    roll(steppe)
    do(steppe, "step S01.1", "visit wind", "apply")
    assert books(steppe) == [5 - 1 + 2, 1, 1, 0]  # ... the Cloud Shepherd does not
    assert not steppe.stack  # no movement, no oblivion


@pytest.mark.rule("FB-1.12")
def test_tokens_of_a_division_act_in_their_order() -> None:
    s = position(1, row="S01", sages={0: "S01.1"}, scenario=1, chapter=7)
    s.setting = Setting(s.content, s.seats, s.options)
    s.setting.layout = s.setting.layout._replace(allies=(3, 6, 8))  # all at one division: ally, event, escalation
    chapter_begins(s)
    assert s.chapter == 8
    order = [repr(f[0]) for f in reversed(s.stack)]
    assert order[:3] == ["Offering", "EventPhase", "Escalate"]
    milestone = position(2, scenario=0, chapter=3)
    chapter_begins(milestone)
    assert books(milestone) == [7, 1, 1, 0]


@pytest.mark.rule("FB-1.13")
@pytest.mark.parametrize(
    ("seats", "allies", "events"),
    [
        (1, [3, 6], [2, 5, 8]),
        (2, [3, 6], [2, 5, 8]),
        (3, [3, 6], [2, 4, 7]),
        (4, [3, 5], [2, 4, 6]),
        (5, [3, 5], [2, 4, 6]),
    ],
)
def test_where_the_tokens_lie(seats: int, allies: list[int], events: list[int]) -> None:
    for chapter in range(1, 11):
        s = position(seats, chapter=chapter - 1)
        chapter_begins(s)
        phases = [repr(f[0]) for f in s.stack]
        assert ("Deal" in phases or "Offering" in phases) == (chapter in allies)
        assert ("EventPhase" in phases) == (chapter in events)


@pytest.mark.rule("FB-1.14")
def test_beyond_the_last_division_the_token_stays() -> None:
    s = position(2, scenario=3, chapter=12)
    assert s.view(0)["time"]["divisions"] == 12
    chapter_begins(s)
    assert s.chapter == 13
    assert s.view(0)["time"]["at"] == 12
    assert not any(repr(f[0]) in ("Deal", "EventPhase") for f in s.stack)


@pytest.mark.rule("FB-1.15")
def test_no_fate_token_in_competition() -> None:
    assert begun(3).fate == -1
    assert begun(1).fate == -1
    assert begun(2, mode="rivalry").fate == 0


@pytest.mark.rule("FB-1.16")
def test_an_ally_token_gives_everybody_an_ally_while_there_are_any() -> None:
    s = position(2, row="S01", sages={0: "S01.1"}, chapter=2)
    for ally in range(24):
        if ally not in (3, 7, 9):
            s.ally_deck &= ~(1 << ally)
    chapter_begins(s)
    roll(s)
    assert s.to_move() == 0
    assert len(legal(s)) == 3
    do(s, legal(s)[0])
    roll(s)
    assert s.to_move() == 1
    assert len(legal(s)) == 2  # only two cards were left
    do(s, legal(s)[0])
    assert [len(mine) for mine in s.allies] == [1, 1]
    give_ally(s, 0, "moss_elder")
    give_ally(s, 0, "ice_hermit")
    assert len(s.allies[0]) == 3  # there is no limit
    empty = position(2, chapter=2)
    empty.ally_deck = 0
    chapter_begins(empty)
    assert list(empty.allies) == [(), ()]


def test_a_whole_match_goes_through_all_parts() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}))
    assert s.part == CHAPTERS
    rest(s)
    epilogue.begin(s)
    assert s.part == EPILOGUE
    rest(s)
    assert s.view(0)["part"] == "over"


@pytest.mark.rule("FB-1.1", "FB-9.51", "FB-9.9")
def test_every_preset_starts_with_the_seats_it_is_for_and_is_refused_with_others() -> None:
    """One alone meets the Trial; the levels of a Trial alone and what competes only are not offered to others."""
    everybody, alone, together, rivals = [1, 2, 3, 4, 5], [1], [2, 3, 4], [2, 3, 4, 5]
    fits = {
        **dict.fromkeys(("first", "roads"), everybody),
        **dict.fromkeys(("trial_beginner", "trial_high"), alone),
        **dict.fromkeys(("comrades", "rivals"), together),
        **dict.fromkeys(("knowledge", "wisdom", "storm"), rivals),
    }
    assert fits.keys() == GAME.presets.keys()
    for key, options in GAME.presets.items():
        for seats in everybody:
            if seats in fits[key]:
                assert new(seats, **options).spirits == (seats if seats == 1 or key in ("comrades", "rivals") else -1)
            else:
                with pytest.raises(BadOptions):
                    new(seats, **options)
    for lang in ("en", "ru"):
        assert all(f"preset.{key}" in game_catalogue(lang, FOLDER) for key in fits), "each has its name"

"""Section 9, second part: conversions, steps and places as the spirits handle them."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board
from ludoteka.games.fabled.phases import spirit_choices, spirits, steps, visits
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    NOTHING,
    Books,
    books,
    chapter_begins,
    new,
    position,
    row,
    told,
    where,
)


def visited(s: FabledState, place: str, sage: int = 0) -> FabledState:
    """A spirit sage standing on its vortex visits a place."""
    s.wait = changed(s.wait, s.own(s.spirits)[sage], s.content.place_index[place])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, s.spirits))
    s.settle()
    return s


# -- conversions


@pytest.mark.rule("FB-9.20")
def test_their_conversions_go_up_the_highest_first() -> None:
    s = position(1, books={1: (9, 9, 9, 0)})
    assert spirit_choices.convert(s, 1) == 1
    assert books(s, 1) == [9, 9, 7, 1]
    s = position(1, books={1: (9, 9, 2, 0)})
    spirit_choices.convert(s, 2)
    assert books(s, 1) == [9, 7, 1, 1]  # a forest book by the mountains, then 3 forests allow a sun


@pytest.mark.rule("FB-9.21")
def test_what_cannot_be_converted_is_lost() -> None:
    s = position(1, books={1: (5, 0, 0, 0)})
    assert spirit_choices.convert(s, 3) == 1
    assert books(s, 1) == [3, 1, 0, 0]


@pytest.mark.rule("FB-9.22")
@pytest.mark.parametrize(
    ("have", "tier"),
    [
        ((4, 2, 2, 0), -1),
        ((5, 0, 0, 0), STEPPE),
        ((0, 3, 0, 0), MOUNTAIN),
        ((0, 0, 3, 0), FOREST),
        ((9, 9, 3, 0), FOREST),
    ],
)
def test_the_reserve(have: Books, tier: int) -> None:
    assert spirit_choices.highest(position(1, books={1: have})) == tier


@pytest.mark.rule("FB-9.23")
def test_no_reserve_after_the_escalation_and_in_the_epilogue() -> None:
    s = position(1, books={1: (2, 0, 0, 0)})
    assert spirit_choices.highest(s) == -1
    s.escalated = True
    assert spirit_choices.highest(s) == STEPPE
    late = position(1, scenario=3, books={1: (2, 0, 0, 0)})
    late.part = 3
    assert spirit_choices.highest(late) == STEPPE
    early = position(1, chapter=7, row="S01", sages={0: "S01.1"}, books={1: (2, 0, 0, 0)})
    early.event_deck = 0
    chapter_begins(early)
    assert early.to_move() == 0  # already in the player's turn of that chapter
    assert spirit_choices.highest(early) == STEPPE


# -- steps


@pytest.mark.rule("FB-9.24")
def test_their_sages_move_from_left_to_right() -> None:
    s = position(1, row="S05 S13", sages={1: "S13.4 S05.2"})
    s.territory = STEPPE
    spirits.move(s)
    s.settle()
    # S05.2 reaches the stones first, then S13.4 leaves the row
    assert [line for line in told(s) if line in ("visit", "went_home")] == ["went_home", "visit"]
    assert where(s, 1) == ["S05.3"]


@pytest.mark.rule("FB-9.25")
def test_handing_out_steps() -> None:
    s = position(1, edition=2, row="S13 F05", sages={1: "S13.1 F05.1"})
    spirit_choices.hand_out(s, 3, leftmost=False)
    s.stack.clear()
    assert s.wait[s.own(1)[0]] == s.content.place_index["academy"]  # two steps for the left one
    assert where(s, 1) == ["S13.3", "F05.2"]
    waiting = position(1, row="S13 F05", sages={1: "S13.2 F05.1"})
    spirit_choices.hand_out(waiting, 4, leftmost=False)  # the left one waits after its first step
    waiting.stack.clear()
    assert where(waiting, 1) == ["S13.3", "F05.3"]
    assert told(waiting)[-1] == "steps_lost"
    home = position(1, row="S13", sages={1: "S13.4"})
    spirit_choices.hand_out(home, 5, leftmost=False)
    assert where(home, 1) == []
    assert "steps_lost" in told(home)
    again = position(1, row="S13 F05", sages={1: "F05.1 S13.1"})  # placed from right to left
    spirit_choices.hand_out(again, 3, leftmost=False)
    assert where(again, 1) == ["F05.2", "S13.3"]  # the second round, too, begins at the left
    first = position(1, row="S13 F05", sages={1: "F05.1 S13.1"})
    spirit_choices.hand_out(first, 2, leftmost=True)
    assert where(first, 1) == ["F05.1", "S13.3"]
    spirit_choices.hand_out(first, 1, leftmost=False)  # before the visits: the left one waits
    assert where(first, 1) == ["F05.2", "S13.3"]
    assert [f[0] for f in first.stack] == [visits.VISITS]  # one round of visits for both


@pytest.mark.rule("FB-9.26")
def test_the_order_within_a_land() -> None:
    s = position(1, row="G01 F05", sages={1: "F05.1 G01.2 G01.d1 G01.1"})
    names = [s.content.cell_name[s.at[g]] for g in spirit_choices.line(s)]
    assert names == ["G01.1", "G01.d1", "G01.2", "F05.1"]


# -- places


@pytest.mark.rule("FB-9.27")
def test_they_never_pass_and_take_the_better_place() -> None:
    s = position(1, edition=2, row="F01", sages={1: "F01.3"}, books={1: NOTHING})
    steps.walk(s, s.own(1)[0], 2)
    assert s.wait[s.own(1)[0]] == s.content.place_index["temple"]  # though it cannot be applied
    assert where(s, 1) == ["F01.4"]
    better = position(1, edition=2, row="S11", sages={1: "S11.1"})  # tavern and stones are printed in this order
    steps.walk(better, better.own(1)[0], 2)
    assert better.wait[better.own(1)[0]] == better.content.place_index["stones_1"]
    assert where(better, 1) == ["S11.2"]
    done = position(1, edition=2, row="S01", sages={1: "S01.1"})
    sage, land = done.own(1)[0], done.content.land_index["S01"]
    done.visited = (sage << 16 | land << 8 | done.content.place_index["wind"],)
    steps.walk(done, sage, 2)  # a vortex with nothing left to visit is a cell like others
    assert (where(done, 1), done.wait[sage]) == (["S01.3"], -1)


@pytest.mark.rule("FB-9.28")
def test_the_order_of_their_visits() -> None:
    s = position(1, edition=2, row="S03 F05 G01", sages={1: "F05.3 S03.2 S03.4 G01.d3"})
    a, b, c, d = s.own(1)[:4]
    for sage, place in ((a, "temple"), (b, "wind"), (c, "tavern"), (d, "stones_2")):
        s.wait = changed(s.wait, sage, s.content.place_index[place])
    order = []
    while waiting := visits.waiting(s, 1):
        sage = visits.next_visitor(s, waiting)
        order.append(s.content.place_id[s.wait[sage]])
        s.wait = changed(s.wait, sage, -1)
    assert order == ["stones_2", "tavern", "wind", "temple"]
    same = position(1, edition=2, row="S01 S02", sages={1: "S02.2 S01.2"})
    for sage in same.own(1)[:2]:
        same.wait = changed(same.wait, sage, same.content.place_index["wind"])
    assert visits.next_visitor(same, list(same.own(1)[:2])) == same.own(1)[1]  # from left to right


@pytest.mark.rule("FB-9.29")
def test_replacement_of_the_spirits() -> None:
    s = visited(position(1, row="F05", sages={1: "F05.3"}, books={1: NOTHING}), "temple")
    assert books(s, 1) == [1, 0, 0, 0]
    assert s.tricks_held() == 1
    assert told(s)[:2] == ["replacement", "trick_gained"]
    rich = position(1, row="F05", sages={1: "F05.3"}, books={1: (0, 0, 3, 0)})
    assert books(visited(rich, "temple"), 1) == [0, 0, 1, 1]  # the conversion if they can


@pytest.mark.rule("FB-9.30")
def test_the_second_place_of_the_vortex() -> None:
    s = position(1, row="F01", sages={1: "F01.4"}, books={1: (0, 0, 3, 0)})
    visited(s, "temple")  # no fitting book, but the tower can be applied
    assert told(s)[0] == "second_place"
    assert books(s, 1) == [0, 0, 2, 1]
    assert s.tricks_held() == 0
    s = position(1, row="S09", sages={1: "S09.3"}, books={1: NOTHING})
    visited(s, "academy")
    assert (told(s)[0], books(s, 1)) == ("second_place", [2, 0, 0, 0])
    neither = position(1, row="F01", sages={1: "F01.4"}, books={1: NOTHING})
    visited(neither, "temple")
    assert (told(neither)[0], neither.tricks_held()) == ("replacement", 1)


@pytest.mark.rule("FB-9.31")
def test_the_memo() -> None:
    def ranked(edition: int, seats: int = 1) -> list[str]:
        s = new(seats, mode="usual" if seats == 1 else "comradeship", edition=edition)
        return sorted(s.content.place_id, key=lambda name: s.setting.rank[s.content.place_index[name]])

    older = ranked(2)
    assert older[:7] == ["temple", "tower", "stones_2", "roots", "library", "academy", "serpent"]
    assert older[7:] == ["stones_1", "menhirs", "tavern", "wind", "gates", "sky_tent", "sky_pier"]
    now = ranked(3)
    assert now[:7] == ["wind", "tavern", "stones_1", "stones_2", "roots", "menhirs", "gates"]
    assert now[7:] == ["academy", "serpent", "library", "tower", "temple", "sky_tent", "sky_pier"]
    assert ranked(6, seats=2) == ranked(5) == now
    assert ranked(6) == older, "since the sixth edition against one alone again"


@pytest.mark.rule("FB-9.32")
def test_what_their_serpent_copies() -> None:
    s = position(1, edition=2, row="F03 F05 S01", sages={1: "F03.2"}, books={1: NOTHING})
    visited(s, "serpent")  # temple first by the memo, but it needs a book: the roots
    assert books(s, 1) == [0, 0, 1, 0]
    assert "copies" in told(s)
    s = position(1, edition=2, row="F03 F05 S01", sages={1: "F03.2"}, books={1: (0, 1, 0, 0)})
    assert books(visited(s, "serpent"), 1) == [0, 0, 0, 1]
    now = position(1, edition=5, row="F03 F05 S01", sages={1: "F03.2"}, books={1: (0, 1, 0, 0)})
    assert books(visited(now, "serpent"), 1) == [2, 1, 0, 0]  # the wind


@pytest.mark.rule("FB-9.33")
def test_their_upgrades_ignore_the_reserve() -> None:
    s = position(1, row="G04", sages={1: "G04.d3"}, books={1: (1, 1, 1, 0)})
    assert books(visited(s, "tower"), 1) == [1, 0, 1, 1]  # forest and mountain, two different tiers
    s = position(1, row="G03", sages={1: "G03.3"}, books={1: (1, 1, 0, 0)})
    assert books(visited(s, "library"), 1) == [1, 0, 1, 0]
    s = position(1, row="F05", sages={1: "F05.3"}, books={1: (1, 1, 1, 0)})
    assert books(visited(s, "temple"), 1) == [1, 0, 1, 1]


@pytest.mark.rule("FB-9.34")
def test_their_gates() -> None:
    # S04 (exit middle) holds the visitor and leads nowhere; before G02 (entry middle) with a player's sage it does
    s = position(1, row="S04 S05 G02", sages={0: "G02.1", 1: "S04.3"}, books={1: NOTHING})
    visited(s, "gates")
    assert row(s) == "S05 S04 G02"
    assert "gates" in told(s)
    right = position(1, row="G02 S04", sages={0: "G02.1", 1: "S04.3"})
    visited(right, "gates")  # the rightmost land counts as not connected
    assert row(right) == "S04 G02"
    # only the first such land is tried: S05 (upper) fits nowhere, S04 would
    first = position(1, row="S05 S04 G02", sages={0: "G02.1", 1: "S05.1 S04.3"}, books={1: NOTHING})
    first.row = tuple(first.content.land_index[x] for x in ("S05", "G02", "S04"))
    visited(first, "gates", sage=1)
    assert row(first) == "S05 G02 S04"
    assert told(first)[0] == "second_place"  # the tavern of the same vortex instead


@pytest.mark.rule("FB-9.35")
def test_the_fourth_condition_of_the_gates() -> None:
    # G08 (exit middle) with spirits leads into G02; moving S04 between them breaks nothing that matters to conditions
    # 1 to 3 elsewhere, but taking S13 out of its place would cut G08 off
    s = position(1, row="G08 S13 F03 G02", sages={0: "G02.1", 1: "S13.3 G08.1"}, books={1: NOTHING})
    assert board.is_joined(s, s.row[0], s.row[1])
    assert not board.is_joined(s, s.row[1], s.row[2])
    visited(s, "gates")
    assert row(s) == "G08 S13 F03 G02"  # S13 before G02 would fit, were it not for G08
    assert s.tricks_held() == 1
    free = position(1, row="G08 S13 F03 G02", sages={0: "G02.1", 1: "S13.3"}, books={1: NOTHING})
    visited(free, "gates")
    assert row(free) == "G08 F03 S13 G02"


@pytest.mark.rule("FB-9.36")
def test_other_places_of_the_spirits() -> None:
    s = position(1, row="S13", sages={1: "S13.3"}, books={1: (9, 0, 0, 0)})
    assert books(visited(s, "academy"), 1) == [3, 3, 0, 0]  # three conversions, reserve kept
    s = position(1, row="S03", sages={0: "S03.1", 1: "S03.4 S03.1 S03.1"}, books={1: NOTHING})
    assert books(visited(s, "tavern"), 1) == [3, 0, 0, 0]
    s = position(1, row="F07", sages={1: "F07.2"}, books={1: NOTHING})
    visited(s, "menhirs")
    assert books(s, 1) == [0, 0, 1, 0]  # two steps to the roots, which it visits
    s = position(1, row="S01", sages={1: "S01.2"}, allies={0: ["sky_wanderer"]}, books={1: (1, 0, 0, 0)})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
    visited(s, "sky_tent")
    assert books(s, 1) == [0, 1, 0, 0]
    assert books(s) == [7, 1, 1, 0]  # her owner

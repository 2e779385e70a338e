"""Section 3: lands, prices, adding to the row."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.state import HOME
from tests.games.fabled.kit import asks, books, do, legal, open_lands, position, put, roll, row, turn_of, where, why


@pytest.mark.rule("FB-3.1")
def test_the_36_lands() -> None:
    c = load()
    assert [mask.bit_count() for mask in c.deck_masks] == [14, 12, 10]
    for land, paths in enumerate(c.paths):
        assert len(paths) == (2 if c.land_terrain[land] == 1 else 1)
        for path in paths:
            assert [c.cell_no[cell] for cell in path] == list(range(1, len(path) + 1))
            assert not c.cell_places[path[0]], "cell 1 is never a vortex"
    assert c.cell_name[c.paths[c.land_index["G01"]][1][2]] == "G01.d3"


@pytest.mark.rule("FB-3.1")
def test_the_ninth_edition_spreads_the_same_places_over_the_same_vortices() -> None:
    eighth, ninth = load(8), load(9)
    changed_cells = [a != b for a, b in zip(eighth.cell_places, ninth.cell_places, strict=True)]
    assert len({eighth.cell_land[cell] for cell, differs in enumerate(changed_cells) if differs}) == 12
    assert [len(places) for places in eighth.cell_places] == [len(places) for places in ninth.cell_places]
    assert sorted(sum(eighth.cell_places, ())) == sorted(sum(ninth.cell_places, ()))
    temple = ninth.place_index["temple"]
    rivals = {ninth.place_id[p] for places in ninth.cell_places if temple in places for p in places}
    assert rivals == {"temple", "tower", "roots"}, "what is as good stands beside it"


@pytest.mark.rule("FB-3.2")
def test_exit_height_among_the_entries() -> None:
    s = position(row="S01 S02 S05", sages={0: "S01.3"})
    at = s.content.land_index
    assert board.is_joined(s, at["S01"], at["S02"])  # middle into middle
    assert not board.is_joined(s, at["S01"], at["S05"])  # middle into upper
    assert board.is_joined(s, at["S02"], at["S05"])
    assert [land["joined"] for land in s.view(0)["row"]] == [True, True, False]
    s.row = (s.row[0], at["S04"], s.row[1])  # an inserted land can break a connection
    assert not board.is_joined(s, s.row[0], s.row[1])


@pytest.mark.rule("FB-3.3")
def test_a_land_costs_a_book_of_its_terrain() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, books={0: (5, 2, 0, 0)}))
    assert "add F01" not in legal(s)
    refusal = why(s, "add F01")
    assert (refusal.id, refusal.args) == ("why.books_missing", {"what": "forest", "need": 1, "have": 0, "n": 1})
    do(s, "add G02", "insert g1")
    assert books(s) == [5, 1, 0, 0]


@pytest.mark.rule("FB-3.4")
def test_the_surcharge_grows_with_the_terrain() -> None:
    s = position(row="S01 S02 G01", sages={0: "S01.1"}, books={0: (4, 1, 1, 0)})
    assert [board.surcharge(s, 0, t) for t in range(3)] == [2, 1, 0]
    turn_of(s)
    do(s, "add S03", "insert g0")
    assert books(s) == [1, 1, 1, 0]
    poor = turn_of(position(row="S01 S02 G01", sages={0: "S01.1"}, books={0: (2, 1, 1, 0)}))
    refusal = why(poor, "add S03")
    assert (refusal.id, refusal.args) == ("why.surcharge_missing", {"need": 3, "have": 2, "n": 1, "extra": 2})
    fine = turn_of(position(row="S01 S02 G01", sages={0: "S01.1"}, books={0: (3, 1, 1, 0)}))
    assert "add S03" in legal(fine)  # one more, and it is offered
    first = why(turn_of(position(row="G01", sages={0: "G01.1"}, books={0: (0, 1, 1, 0)})), "add S01")
    assert (first.id, first.args) == ("why.surcharge_missing", {"need": 1, "have": 0, "n": 1, "extra": 0})
    other = turn_of(position(row="F01", sages={0: "F01.1"}, allies={0: ["moss_elder"]}, books={0: (0, 2, 0, 0)}))
    refusal = why(other, "add F02")  # mountain books would do as the price: the surcharge is missing
    assert (refusal.id, refusal.args) == ("why.surcharge_missing", {"need": 1, "have": 0, "n": 1, "extra": 1})
    lowered = position(
        row="G01", sages={0: "G01.1"}, allies={0: ["lady_of_mounds"]}, event="thin_border", books={0: (5, 1, 1, 0)}
    )
    assert board.surcharge(lowered, 0, 0) == 0  # -1 and -1 of nothing stay nothing
    assert board.surcharge(lowered, 0, 1) == 0
    assert board.surcharge(lowered, 1, 1) == 0  # the mercy of FB-3.5


@pytest.mark.rule("FB-3.5")
def test_without_a_sage_in_the_row_no_surcharge() -> None:
    s = position(1, row="S01 S02", sages={1: "S01.1"})
    assert board.surcharge(s, 0, 0) == 0
    put(s, 0, "S01.1")
    assert board.surcharge(s, 0, 0) == 2
    for sage in s.own(1):
        s.at[sage] = HOME
    assert board.surcharge(s, s.spirits, 0) == 2


@pytest.mark.rule("FB-3.6")
@pytest.mark.parametrize(("land", "cells"), [("S02", ["S02.1"]), ("F01", ["F01.1"]), ("G01", ["G01.1", "G01.d1"])])
def test_sages_are_placed_on_cell_one(land: str, cells: list[str]) -> None:
    s = turn_of(position(row="S01", sages={1: "S01.1"}))
    do(s, f"add {land}", "insert g1")
    assert where(s) == cells
    assert s.supply(0) == 7 - len(cells)


@pytest.mark.rule("FB-3.7")
def test_too_few_sages_in_the_supply() -> None:
    s = position(row="S01", sages={0: "S01.1 S01.1 S01.1 S01.1 S01.1 S01.1"}, books={0: (9, 3, 3, 0)})
    turn_of(s)
    assert "add G01" not in legal(s)
    assert "add S02" in legal(s)
    refusal = why(s, "add G01")
    assert (refusal.id, refusal.rule, refusal.args) == ("why.sages_missing", "FB-3.7", {"need": 2, "have": 1, "n": 1})


@pytest.mark.rule("FB-3.8")
@pytest.mark.parametrize(("gap", "then"), [("g0", "F01 S01 G01"), ("g1", "S01 F01 G01"), ("g2", "S01 G01 F01")])
def test_any_position_of_the_row(gap: str, then: str) -> None:
    s = turn_of(position(row="S01 G01", sages={0: "S01.1"}))
    do(s, "add F01")
    assert legal(s) == ["insert g0", "insert g1", "insert g2"]
    assert why(s, "insert g3").id == "why.no_such_gap"
    assert row(do(s, f"insert {gap}")) == then


@pytest.mark.rule("FB-3.9")
def test_the_open_cards_move_up() -> None:
    s = turn_of(position(row="G01", sages={0: "G01.1"}))
    assert open_lands(s)[:2] == ["S01", "S02"]
    assert why(s, "add S09").id == "why.land_not_open"
    do(s, "add S01", "insert g0", "open S09")
    assert open_lands(s)[:2] == ["S02", "S09"]
    s = turn_of(position(row="G01", sages={0: "G01.1"}))
    do(s, "add S02", "insert g0", "open S10")
    assert open_lands(s)[:2] == ["S01", "S10"]
    s = position(row="G01", sages={0: "G01.1"})
    s.decks = changed(s.decks, 0, 0)
    turn_of(s)
    do(s, "add S01", "insert g0")
    assert open_lands(s)[:2] == ["S02", "-"]


@pytest.mark.rule("FB-3.10")
def test_a_terrain_without_cards_is_gone() -> None:
    s = position(row="G01", sages={0: "G01.1"})
    s.decks = changed(s.decks, 0, 0)
    s.open = (-1, -1, *s.open[2:])
    s.discard = [s.content.land_index["S05"]]
    turn_of(s)
    assert not any(text.startswith("add S") for text in legal(s))
    assert why(s, "add S05").id == "why.land_not_open"


@pytest.mark.rule("FB-3.11")
def test_the_order_of_adding() -> None:
    s = position(
        row="G01", sages={0: "G01.1", 1: "G01.1"}, allies={0: ["pass_warden"]}, event="steppe_blaze", scenario=5,
        books={0: (1, 0, 0, 0), 1: (0, 0, 0, 0)},
    )  # fmt: skip
    turn_of(s)
    do(s, "add S01", "insert g1")
    assert asks(s) == "Opening"  # paid, inserted; now the slots are refilled
    assert books(s) == [0, 0, 0, 0]
    roll(s)
    assert books(s) == [1, 0, 0, 0]  # then the reward for all ...
    assert books(s, 1) == [1, 0, 0, 0]
    assert asks(s) == "Steps"  # ... and the own ally last
    assert legal(s) == ["step S01.1", "done"]

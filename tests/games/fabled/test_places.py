"""Section 7: each Fabled Place."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import effects
from ludoteka.games.fabled.phases import steps, visits
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import Books, asks, books, do, legal, position, row, where, why


def visiting(place: str, land: str, cell: str, have: Books = (5, 1, 1, 0), more: str = "", **kw: str) -> FabledState:
    """A sage of seat 0 has just entered the vortex `cell` and goes to the place; it is asked to apply or replace."""
    s = position(row=f"{land} {more}".strip(), sages={0: cell}, books={0: have}, **kw)
    sage = s.own(0)[0]
    s.wait = changed(s.wait, sage, s.content.place_index[place])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    s.settle()
    return s


@pytest.mark.rule("FB-7.1")
def test_wind() -> None:
    assert books(do(visiting("wind", "S01", "S01.2"), "apply")) == [7, 1, 1, 0]


@pytest.mark.rule("FB-7.2")
def test_stones() -> None:
    assert books(do(visiting("stones_1", "S05", "S05.3"), "apply")) == [5, 2, 1, 0]
    assert books(do(visiting("stones_2", "G01", "G01.d3"), "apply")) == [5, 3, 1, 0]


@pytest.mark.rule("FB-7.3")
def test_roots() -> None:
    assert books(do(visiting("roots", "F02", "F02.2"), "apply")) == [5, 1, 2, 0]


@pytest.mark.rule("FB-7.4")
@pytest.mark.parametrize(("others", "gain"), [("", 1), ("S03.1 S03.1", 3), ("S03.1 S03.1 S03.1 S03.1 S03.1", 4)])
def test_tavern(others: str, gain: int) -> None:
    s = position(row="S03", sages={0: f"S03.4 {others}", 1: "S03.1"})
    s.wait = changed(s.wait, s.own(0)[0], s.content.place_index["tavern"])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    s.settle()
    assert books(do(s, "apply")) == [5 + gain, 1, 1, 0]


@pytest.mark.rule("FB-7.5")
def test_academy() -> None:
    s = do(visiting("academy", "G08", "G08.2"), "apply")
    do(s, "raise steppe", "raise steppe", "raise mountain")
    assert books(s) == [1, 1, 2, 0]
    assert not s.stack


@pytest.mark.rule("FB-7.6")
def test_library() -> None:
    s = do(visiting("library", "G03", "G03.3"), "apply")
    assert legal(s) == ["upgrade steppe", "upgrade mountain", "upgrade forest"]
    assert books(do(s, "upgrade forest")) == [5, 1, 0, 1]
    assert not s.stack


@pytest.mark.rule("FB-7.7")
def test_tower() -> None:
    s = do(visiting("tower", "G04", "G04.d3", have=(1, 0, 1, 0)), "apply", "upgrade steppe")
    # the mountain book just made is not raised again
    assert legal(s) == ["upgrade forest", "done"]
    assert why(s, "upgrade mountain").id == "why.other_tier"
    assert books(do(s, "upgrade forest")) == [0, 1, 0, 1]
    one = do(visiting("tower", "G04", "G04.d3", have=(2, 0, 0, 0)), "apply")
    assert books(one) == [1, 1, 0, 0]
    assert not one.stack  # two books of one tier are not allowed


@pytest.mark.rule("FB-7.8")
def test_temple() -> None:
    s = do(visiting("temple", "F05", "F05.3"), "apply")
    assert legal(s) == ["upgrade steppe", "upgrade mountain"]
    assert why(s, "upgrade forest").id == "why.too_high"
    assert books(do(s, "upgrade mountain")) == [5, 0, 1, 1]


@pytest.mark.rule("FB-7.9")
def test_a_land_with_the_same_place_twice_has_no_other_kind() -> None:
    s = position(row="G11 F03", sages={0: "F03.2"}, books={0: (4, 4, 4, 4)})
    assert [s.content.place_id[p] for p in effects.copyable(s, 0)] == ["stones_1", "roots", "tavern", "academy"]


@pytest.mark.rule("FB-7.9")
def test_serpent() -> None:
    s = visiting("serpent", "F03", "F03.2", more="G10 S01", allies={0: ["cloud_shepherd"]})  # type: ignore[arg-type]
    do(s, "apply")
    assert legal(s) == ["copy wind", "copy stones_1", "copy roots", "copy gates"]
    assert why(s, "copy serpent").id == "why.no_copy_of_copy"
    assert why(s, "copy temple").id == "why.kind_not_in_row"
    do(s, "copy wind")
    assert books(s) == [7, 1, 1, 0]  # no reward for a visit to the wind
    token = position(row="F03", sages={0: "F03.2"}, allies={1: ["sky_wanderer"]})
    token.token_at = changed(token.token_at, 0, token.content.cell_index["F03.4"])
    kinds = [token.content.place_id[p] for p in effects.copyable(token, 0)]
    assert kinds == ["roots", "sky_tent"]  # places of allies too
    token.wait = changed(token.wait, token.own(0)[0], token.content.place_index["serpent"])
    token.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    token.settle()
    do(token, "apply", "copy sky_tent", "upgrade forest")
    assert books(token, 1) == [5, 1, 1, 0]  # and no gain for their owner


@pytest.mark.rule("FB-7.10")
def test_gates() -> None:
    s = visiting("gates", "S08", "S08.2", more="G01 F01")
    s.token_at = [-2, -2]
    do(s, "apply")
    assert legal(s) == ["shift S08", "shift G01", "shift F01"]
    assert why(s, "shift S01").id == "why.land_not_in_row"
    do(s, "shift S08")
    assert legal(s) == ["insert g2", "insert g3"]  # the order must change
    assert why(s, "insert g1").id == "why.same_position"
    assert why(s, "insert g9").id == "why.no_such_gap"
    do(s, "insert g2")
    assert row(s) == "G01 S08 F01"
    assert where(s) == ["S08.2"]
    left = do(visiting("gates", "S08", "S08.2", more="G01 F01"), "apply", "shift F01", "insert g0")
    assert row(left) == "F01 S08 G01"


@pytest.mark.rule("FB-7.11")
def test_menhirs() -> None:
    s = visiting("menhirs", "F07", "F07.2", more="F01")
    do(s, "apply")
    assert where(s) == ["F07.3"]  # the visitor walks too; alone it has no choice in the first step
    assert s.view(0)["question"]["n"] == 4
    do(s, "step F07.3", "pass", "step F07.4", "step F01.1", "visit roots")
    assert where(s) == ["F01.2"]  # five steps: 3, 4, over to F01, 2 ...
    assert asks(s) == "AtPlace"  # ... and the place reached on the way is visited


@pytest.mark.rule("FB-7.12", "FB-7.13")
def test_places_of_the_sky_wanderer() -> None:
    s = position(row="S01 F05", sages={0: "S01.2"}, allies={1: ["sky_wanderer"]})
    s.token_at = (s.content.cell_index["S01.2"], -1)
    s.wait = changed(s.wait, s.own(0)[0], s.content.place_index["sky_tent"])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    s.settle()
    do(s, "apply", "upgrade steppe")
    assert books(s) == [4, 2, 1, 0]
    assert books(s, 1) == [6, 1, 1, 0]  # her owner gains
    s.token_at = changed(s.token_at, 1, s.content.cell_index["F05.3"])
    s.at[s.own(0)[0]] = s.content.cell_index["F05.3"]
    s.wait = changed(s.wait, s.own(0)[0], s.content.place_index["sky_pier"])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, 0))
    s.settle()
    do(s, "apply")
    assert s.view(0)["question"]["n"] in (2, 3)  # three steps; the first one had no choice
    assert asks(s) == "Steps"


@pytest.mark.rule("FB-7.14")
@pytest.mark.parametrize(
    ("place", "have", "can"),
    [
        ("wind", (0, 0, 0, 0), True),
        ("stones_1", (0, 0, 0, 0), True),
        ("stones_2", (0, 0, 0, 0), True),
        ("roots", (0, 0, 0, 0), True),
        ("tavern", (0, 0, 0, 0), True),
        ("menhirs", (0, 0, 0, 0), True),
        ("academy", (1, 0, 0, 0), False),
        ("academy", (0, 1, 0, 0), True),
        ("library", (0, 0, 0, 3), False),
        ("library", (0, 0, 1, 0), True),
        ("tower", (0, 0, 0, 1), False),
        ("tower", (1, 0, 0, 0), True),
        ("temple", (0, 0, 4, 0), False),
        ("temple", (0, 1, 0, 0), True),
        ("gates", (0, 0, 0, 0), False),
        ("serpent", (0, 0, 0, 0), True),
    ],
)
def test_what_can_be_applied(place: str, have: Books, can: bool) -> None:
    s = position(row="S01", sages={0: "S01.1"}, books={0: have})
    array = s.content.place_effects[s.content.place_index[place]]
    assert effects.can_run(s, 0, array) == can
    two = position(row="S01 S02", sages={0: "S01.1"}, books={0: have})
    assert effects.can_run(two, 0, two.content.place_effects[two.content.place_index["gates"]])
    lonely = position(row="F05", sages={0: "F05.1"}, books={0: (0, 0, 0, 0)})
    assert not effects.can_run(lonely, 0, lonely.content.place_effects[lonely.content.place_index["serpent"]])
    assert steps.ready(s, steps.among(s, 0, "row"))

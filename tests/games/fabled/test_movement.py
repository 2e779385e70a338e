"""Section 5: announcement, steps, vortices, ends of paths."""

from __future__ import annotations

import pytest

from ludoteka.games.fabled.phases import steps
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import asks, books, do, legal, position, put, rest, row, turn_of, where, why


@pytest.mark.rule("FB-5.1")
def test_any_terrain_of_the_row_may_be_announced() -> None:
    s = turn_of(position(row="S01 G01", sages={0: "S01.1", 1: "G01.1"}))
    do(s, "done")
    assert legal(s) == ["announce steppe", "announce mountain"]
    refusal = why(s, "announce forest")
    assert (refusal.id, refusal.args) == ("why.terrain_not_in_row", {"terrain": "forest"})
    assert why(s, "halt").id == "why.must_announce"
    assert why(s, "announce sea").id == "why.no_such_terrain"
    do(s, "announce mountain")  # without own sages there
    assert s.to_move() == 1


@pytest.mark.rule("FB-5.2")
def test_an_empty_row_has_no_announcement() -> None:
    s = turn_of(position(event="long_halt"))
    before = books(s)
    do(s, "done")
    assert not s.stack
    assert books(s) == before


@pytest.mark.rule("FB-5.3")
def test_the_moving_set_is_fixed_at_the_announcement() -> None:
    # S02 leads into S05: the sage from S02 enters another steppe and does not move again
    s = turn_of(position(edition=1, row="G01 S02 S05", sages={0: "S02.3 S05.1 G01.1"}))
    do(s, "done", "announce steppe")
    assert s.moving.bit_count() == 2
    assert legal(s) == ["move S02.3", "move S05.1"]
    assert why(s, "move G01.1").id == "why.not_announced"
    assert why(s, "move F01.1").id == "why.no_sage_there"
    do(s, "move S02.3")
    do(s, "visit stones_1")  # S05.1 was the last one left and moved by itself onto its vortex
    assert sorted(where(s)) == ["G01.1", "S05.2", "S05.3"]


@pytest.mark.rule("FB-5.5")
def test_each_sage_moves_once() -> None:
    s = turn_of(position(edition=1, row="S02 S05 S01", sages={0: "S02.3 S05.1 S01.1"}))
    do(s, "done", "move S01.1", "visit wind")
    assert legal(s) == ["move S02.3", "move S05.1"]
    assert why(s, "move S01.2").id == "why.has_moved"


@pytest.mark.rule("FB-5.4")
def test_two_steps_for_the_announcer_one_for_the_others() -> None:
    s = turn_of(position(3, row="F05", sages={0: "F05.1", 1: "F05.1", 2: "F05.1"}))
    do(s, "done")
    assert where(s) == ["F05.3"]
    do(s, "pass")
    assert where(s, 1) == ["F05.2"]
    assert where(s, 2) == ["F05.2"]


@pytest.mark.rule("FB-5.5")
def test_the_announcer_moves_first_in_the_order_he_likes() -> None:
    s = turn_of(position(3, edition=1, row="G01", sages={0: "G01.1 G01.d2", 1: "G01.1", 2: "G01.1"}), 1)
    do(s, "done")
    assert s.to_move() == 1  # the announcer
    do(s, "pass")
    assert s.to_move() == 2  # then clockwise
    do(s, "pass")
    assert s.to_move() == 0
    assert legal(s) == ["move G01.1", "move G01.d2"]
    do(s, "move G01.d2", "visit stones_2")
    assert asks(s) == "Vortex"  # the last one is not asked for
    assert s.view(0)["question"]["at"] == "G01.2"


@pytest.mark.rule("FB-5.5")
def test_nobody_is_asked_where_the_order_cannot_matter() -> None:
    s = turn_of(position(row="F05 S01", sages={0: "F05.1 S01.1", 1: "F05.1"}), 1)
    do(s, "done", "announce forest")
    assert asks(s) == "Vortex"  # only his own decision at the vortex
    do(s, "pass")
    assert where(s) == ["F05.2", "S01.1"]


@pytest.mark.rule("FB-5.6")
def test_steps_follow_the_path() -> None:
    s = position(row="F05", sages={0: "F05.1"})
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["F05.2"]
    first = position(row="G02 S01", sages={0: "G02.3"})
    steps.walk(first, first.own(0)[0], 1)
    assert where(first) == ["S01.1"]  # also into the first card of all
    moved = turn_of(position(row="F05", sages={0: "F05.1", 1: "F05.1"}))
    do(moved, "done")
    assert where(moved) == ["F05.3"]  # nobody may stay where he is


@pytest.mark.rule("FB-5.7")
def test_into_the_right_neighbour() -> None:
    s = position(row="S01 S02", sages={0: "S01.3"})
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["S02.1"]
    s = position(row="S01 G02", sages={0: "S01.3"})
    steps.walk(s, s.own(0)[0], 1)
    assert where(s) == ["G02.1"]  # cell 1 of the normal path


@pytest.mark.rule("FB-5.8")
def test_visit_or_pass_is_decided_at_once() -> None:
    s = turn_of(position(row="S06", sages={0: "S06.1"}))
    do(s, "done")
    assert legal(s) == ["visit stones_1", "visit wind", "pass"]
    assert why(s, "visit temple").id == "why.place_not_linked"
    do(s, "visit wind")
    assert s.at[s.own(0)[0]] == s.content.cell_index["S06.2"]  # the second step is lost
    do(s, "apply")
    assert where(s) == ["S06.2"]
    assert books(s)[0] == 7


@pytest.mark.rule("FB-5.9")
def test_who_passes_goes_on_and_cannot_visit_later() -> None:
    s = turn_of(position(row="S06", sages={0: "S06.1"}))
    do(s, "done", "pass")
    assert where(s) == ["S06.3"]
    s = turn_of(position(row="S06", sages={0: "S06.1", 1: "S06.3"}, allies={0: ["watchful_crane"]}), 1)
    do(s, "done", "pass")  # one step only: the sage stays on the vortex
    assert where(s) == ["S06.2"]
    assert books(s)[0] == 6  # that was a pass too
    turn_of(s, 0)
    do(s, "act gather")
    assert where(s) == []  # the next announcement leads on, no visit is offered any more
    assert books(s) == [7, 1, 1, 0]


@pytest.mark.rule("FB-5.10")
def test_leaving_a_vortex_is_no_pass() -> None:
    s = turn_of(position(row="S03", sages={0: "S03.2"}, allies={0: ["watchful_crane"]}))
    do(s, "done")
    assert asks(s) == "Vortex"  # cell 4, the tavern; leaving cell 2 asked and gave nothing
    assert s.view(0)["question"]["at"] == "S03.4"
    assert books(s) == [5, 1, 1, 0]


@pytest.mark.rule("FB-5.11")
def test_sages_share_cells_and_places() -> None:
    s = position(row="S06", sages={0: "S06.1 S06.1", 1: "S06.2"})
    turn_of(s)
    do(s, "done", "visit wind", "visit wind")
    rest(s)
    assert where(s) == ["S06.2", "S06.2"]


@pytest.mark.rule("FB-5.12")
def test_two_terrains_where_the_event_allows_it() -> None:
    s = position(
        row="F05 S01 G01", sages={0: "F05.1 S01.1 G01.1", 1: "F05.1"}, allies={0: ["feathergrass_herald"]},
        event="right_to_choose",
    )  # fmt: skip
    turn_of(s)
    do(s, "done")
    assert "announce steppe+forest" in legal(s)
    do(s, "announce steppe+forest")
    assert asks(s) == "Vortex"
    do(s, "pass")
    assert where(s) == ["F05.2", "S01.2", "G01.1"]  # one step each
    assert where(s, 1) == ["F05.2"]
    assert books(s)[0] == 6  # the ability for one of the two acts
    gusty = position(row="F05 S01", sages={0: "F05.1 S01.1"}, event="gusts", scenario=5)
    assert why(do(turn_of(gusty), "done"), "announce steppe+forest").id == "why.one_terrain_only"


@pytest.mark.rule("FB-5.13")
def test_event_then_own_then_other_allies_then_visits() -> None:
    s = position(
        row="G01 F05", sages={0: "G01.1 F05.1", 1: "G01.d1 F05.1"}, event="surge_of_strength", events="crossroads",
        allies={1: ["peak_eagle"]},
    )  # fmt: skip
    turn_of(s)
    do(s, "done", "announce mountain", "visit stones_1")
    assert asks(s) == "ActionPhase" or s.to_move() == 1  # the event finds nobody free: the visitor waits
    assert legal(s) == ["use peak_eagle", "skip"]
    do(s, "use peak_eagle")
    assert asks(s) == "Vortex"
    do(s, "visit stones_2")
    assert s.to_move() == 0  # now the visits, the announcer first
    assert asks(s) == "AtPlace"
    do(s, "apply")
    assert s.to_move() == 1


@pytest.mark.rule("FB-5.14")
@pytest.mark.parametrize(
    ("lands", "cell"),
    [("S01", "S01.3"), ("S01 S05", "S01.3"), ("G01 G02", "G01.d3"), ("G01", "G01.d3")],
    ids=["right edge", "not connected", "dead end", "dead end at the edge"],
)
def test_off_the_end_of_a_path(lands: str, cell: str) -> None:
    s = position(row=lands, sages={0: cell})
    steps.walk(s, s.own(0)[0], 1)
    s.settle()
    assert where(s) == []
    assert s.supply(0) == 7


@pytest.mark.rule("FB-5.15")
def test_the_order_at_the_end_of_a_path() -> None:
    s = position(row="S01 S05 F01", sages={0: "S01.3"}, allies={0: ["path_maiden", "spring_spirit", "ice_hermit"]})
    turn_of(s)
    do(s, "done", "announce steppe")
    assert asks(s) == "Crossing"  # first the crossing
    do(s, "leave")
    assert legal(s) == ["use spring_spirit", "skip"]  # then the rescue
    do(s, "skip")
    assert books(s) == [5, 2, 1, 0]  # then it left
    assert where(s) == []
    open_ways = position(row="S01 S05", sages={0: "S01.3"}, allies={0: ["path_maiden"]}, event="all_paths_open")
    steps.walk(open_ways, open_ways.own(0)[0], 1)
    assert where(open_ways) == ["S05.1"]  # what changes the way comes before all of this
    dead_end = position(row="G01 S01", sages={0: "G01.d3"}, allies={0: ["path_maiden"]})
    steps.walk(dead_end, dead_end.own(0)[0], 1)
    assert legal(dead_end) == ["cross", "leave"]
    edge = position(row="S01", sages={0: "S01.3"}, allies={0: ["path_maiden"]})
    steps.walk(edge, edge.own(0)[0], 1)
    edge.settle()
    assert where(edge) == []  # without a right neighbour nothing is asked


@pytest.mark.rule("FB-5.16")
def test_a_sage_taken_away_otherwise_sets_off_nothing() -> None:
    s = position(
        row="S01 G01", sages={0: "S01.1", 1: "S01.1"}, allies={0: ["ice_hermit", "spring_spirit"]},
        books={0: (1, 0, 0, 0), 1: (0, 0, 0, 0)}, scenario=5, chapter=8,
    )  # fmt: skip
    turn_of(s)
    do(s, "done", "announce mountain")
    assert row(s) == "G01"  # the storm took the land and the sages on it
    assert books(s) == [3, 0, 0, 0]  # two steppe books of the storm, no mountain book of the Hermit
    assert not s.stack


@pytest.mark.rule("FB-5.17")
def test_of_sages_that_look_alike_the_freshest_moves() -> None:
    s = position(row="S06", sages={0: "S06.2"})
    fresh = put(s, 0, "S06.2")
    land = s.content.land_index["S06"]
    s.visited = [s.own(0)[0] << 16 | land << 8 | s.content.place_index["wind"]]
    assert steps.freshest(s, list(s.own(0)[:2])) == fresh


@pytest.mark.rule("FB-5.5")
def test_the_order_is_asked_only_where_something_acts_on_the_way() -> None:
    def announced(**more: object) -> FabledState:
        s = position(row="G01 S02 S05", sages={0: "S02.1 S05.1"}, **more)  # type: ignore[arg-type]
        return do(turn_of(s), "done", "announce steppe")

    assert asks(announced()) == "Vortex"  # visits come after all moves, so their order decides nothing
    assert asks(announced(allies={0: ["moss_elder"]})) != "Moving"  # nothing to do with the way
    assert asks(announced(allies={0: ["ice_hermit"]})) == "Moving"  # a sage that comes home brings a book
    assert asks(announced(edition=1)) == "Moving"

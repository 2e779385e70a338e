"""Section 10: the allies of the forest."""

from __future__ import annotations

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.phases import steps
from ludoteka.games.fabled.vocab import MOUNTAIN, TERRAINS
from tests.games.fabled.kit import (
    announced,
    asks,
    books,
    do,
    legal,
    open_lands,
    position,
    rest,
    row,
    turn_of,
    visit,
    where,
    why,
)
from tests.games.fabled.proofs import altered_card
from tests.games.proving import altered


@pytest.mark.rule("FB-10.27")
def test_sky_wanderer() -> None:
    s = position(row="S01 S06", sages={0: "S01.1", 1: "S01.1"}, allies={0: ["sky_wanderer"]})
    do(turn_of(s), "use sky_wanderer")
    assert legal(s) == ["token sky_tent S01.2", "token sky_pier S01.2"]  # S06.2 has two places already
    assert why(s, "token sky_tent S06.2").id == "why.not_single_vortex"
    do(s, "token sky_tent S01.2")
    assert asks(s) == "ActionPhase"
    assert "use sky_wanderer" not in legal(s)  # once a turn
    assert [s.content.place_id[p] for p in board.linked(s, s.content.cell_index["S01.2"])] == ["wind", "sky_tent"]
    do(s, "done", "visit sky_tent", "pass", "apply", "upgrade forest")
    assert books(s) == [5, 1, 0, 1]  # the owner himself gains nothing further
    visit(s, "sky_tent", seat=1)
    do(s, "apply", "upgrade steppe")
    assert books(s) == [6, 1, 0, 1]
    assert s.token_at[0] == s.content.cell_index["S01.2"]  # once placed it stays


@pytest.mark.rule("FB-10.27")
def test_sky_wanderer_places_each_token_once() -> None:
    s = position(row="S01 S02 F05", sages={0: "S01.1"}, allies={0: ["sky_wanderer"]})
    s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
    do(turn_of(s), "use sky_wanderer")
    assert legal(s) == ["token sky_pier S02.2", "token sky_pier F05.3"]
    assert why(s, "token sky_tent S02.2").id == "why.token_not_on_card"


@pytest.mark.rule("FB-10.27")
def test_any_ally_may_own_places() -> None:
    """In an owner's file even the first of all."""
    s = position(row="S01", sages={1: "S01.2"}, allies={0: ["feathergrass_herald"]})
    ally, wind = s.content.ally_index["feathergrass_herald"], s.content.place_index["wind"]
    assert ally == 0
    s.content = altered_card(s, ally, toll=(MOUNTAIN, 2))
    s.content = altered(s.content, place_ally=changed(tuple(s.content.place_ally), wind, ally))
    do(visit(s, "wind", seat=1), "apply")
    assert books(s) == [5, 3, 1, 0]


@pytest.mark.rule("FB-10.27")
def test_sky_wanderer_empowered() -> None:
    s = position(row="F05 S01", sages={0: "F05.1 F05.1"}, allies={0: ["sky_wanderer"]})
    do(turn_of(s), "use sky_wanderer", "token sky_pier F05.3", "raise steppe")
    assert books(s) == [3, 2, 1, 0]


@pytest.mark.rule("FB-10.28")
def test_forest_bookman() -> None:
    s = do(visit(position(row="F02", sages={0: "F02.2"}, allies={0: ["forest_bookman"]}), "roots"), "apply")
    assert books(s) == [6, 1, 2, 0]
    s = do(visit(position(row="F02", sages={0: "F02.2 F02.1"}, allies={0: ["forest_bookman"]}), "roots"), "apply")
    assert books(s) == [5, 2, 2, 0]


@pytest.mark.rule("FB-10.29")
def test_path_maiden() -> None:
    s = position(row="S01 S05", sages={0: "S01.3 S01.3"}, allies={0: ["path_maiden"]})
    announced(s, "steppe", "cross")
    assert where(s) == ["S05.2"]  # the step and the rest; the second sage had to leave
    s = position(row="F02 F01", sages={0: "F02.4 F02.4"}, allies={0: ["path_maiden"]})
    announced(s, "forest", "cross", "pass", "cross", "pass")
    assert where(s) == ["F01.2", "F01.2"]  # empowered: no limit


@pytest.mark.rule("FB-10.29", "FB-5.8")
def test_path_maiden_crosses_onto_a_vortex() -> None:
    """No printed land begins with one, an owner's may."""
    s = position(row="S01 S05", sages={0: "S01.3"}, allies={0: ["path_maiden"]})
    first, wind = s.content.cell_index["S05.1"], s.content.place_index["wind"]
    s.content = altered(s.content, cell_places=changed(tuple(s.content.cell_places), first, (wind,)))
    announced(s, "steppe", "cross")
    assert (where(s), legal(s)) == (["S05.1"], ["visit wind", "pass"])
    do(s, "pass")
    assert where(s) == ["S05.2"]  # the other of the two steps


@pytest.mark.rule("FB-10.30")
def test_stump_chronicler() -> None:
    s = position(row="G03", sages={0: "G03.3"}, allies={0: ["stump_chronicler"]})
    do(visit(s, "library"), "apply", "upgrade forest", "raise steppe")
    assert books(s) == [3, 2, 0, 1]
    assert not s.stack
    s = position(row="F02", sages={0: "F02.4 F02.1"}, allies={0: ["stump_chronicler"]})
    do(visit(s, "library"), "apply", "upgrade forest", "raise steppe", "raise steppe")
    assert books(s) == [1, 3, 0, 1]


@pytest.mark.rule("FB-10.31")
def test_fox_matchmaker() -> None:
    s = position(row="S06", sages={0: "S06.2"}, allies={0: ["fox_matchmaker", "stone_spinner"]})
    do(visit(s, "wind"), "apply", "use fox_matchmaker")
    assert books(s) == [5, 2, 1, 0]  # 5 + 2 - 2 and the stones; it is no visit, so nothing for the Spinner
    s = position(row="F04", sages={0: "F04.3 F04.1"}, allies={0: ["fox_matchmaker"]})
    do(visit(s, "menhirs"), "apply", "step F04.1", "done", "use fox_matchmaker")
    assert books(s) == [4, 1, 2, 0]  # empowered: one book
    single = position(row="S01", sages={0: "S01.2"}, allies={0: ["fox_matchmaker"]})
    do(visit(single, "wind"), "apply")
    assert not single.stack
    hazy = position(row="S06", sages={0: "S06.2"}, allies={0: ["fox_matchmaker"]}, event="dust_haze", scenario=5)
    do(visit(hazy, "stones_1"), "apply")
    assert not hazy.stack  # the second place is closed


@pytest.mark.rule("FB-10.32")
def test_moss_elder() -> None:
    s = position(row="S01", sages={0: "S01.1"}, allies={0: ["moss_elder"]}, books={0: (5, 2, 1, 0)})
    do(turn_of(s), f"add {open_lands(s)[4]}")
    assert legal(s) == ["pay forest 1", "pay mountain 2"]
    assert why(s, "pay steppe 1").id == "why.not_the_price"
    do(other := s.clone(), "pay forest 1", "insert g0")
    assert books(other) == [5, 2, 0, 0]
    do(s, "pay mountain 2", "insert g0")
    assert books(s) == [5, 0, 1, 0]
    assert len(board.prices(s, 0, MOUNTAIN)) == 1  # of forests only
    s = position(row="F05", sages={0: "F05.1 F05.1"}, allies={0: ["moss_elder"]}, books={0: (5, 1, 0, 0)})
    do(turn_of(s), "add F01", "insert g0")
    assert books(s) == [4, 0, 0, 0]  # empowered: one mountain book; the surcharge stays


@pytest.mark.rule("FB-10.33")
@pytest.mark.parametrize(
    ("mine", "sages", "then"),
    [(1, "S01.1", [6, 1, 1, 1]), (2, "S01.1", [5, 1, 1, 2]), (0, "F05.1 F05.1", [5, 2, 1, 0])],
)
def test_midnight_owl(mine: int, sages: str, then: list[int]) -> None:
    s = position(
        row="S01 F05", sages={0: sages}, allies={0: ["midnight_owl"]}, books={0: (5, 1, 1, mine), 1: (0, 0, 0, 1)}
    )
    assert books(turn_of(s)) == then


@pytest.mark.rule("FB-10.34")
def test_spring_spirit() -> None:
    s = position(row="F05 S01", sages={0: "S01.3 S01.3"}, allies={0: ["spring_spirit", "ice_hermit"]})
    announced(s, "steppe", "use spring_spirit")
    assert where(s) == ["F05.1"]  # its other step is lost; the second sage could not be rescued any more
    assert books(s) == [4, 2, 1, 0]  # and only that one went home
    s = position(row="F05 S01 G01", sages={0: "F05.1 F05.1 G01.d3"}, allies={0: ["spring_spirit"]})
    announced(s, "mountain", "use spring_spirit")
    assert legal(s) == ["relocate F05", "relocate S01", "relocate G01"]  # empowered: any land
    assert why(s, "relocate S02").id == "why.land_not_in_row"
    do(s, "relocate S01")
    assert where(s) == ["F05.1", "F05.1", "S01.1"]
    choice = position(row="F05 S01 F01", sages={0: "S01.3"}, allies={0: ["spring_spirit"]})
    announced(choice, "steppe", "use spring_spirit")
    assert legal(choice) == ["relocate F05", "relocate F01"]
    assert why(choice, "relocate S01").id == "why.wrong_terrain"
    none = position(row="S01", sages={0: "S01.3"}, allies={0: ["spring_spirit"]})
    announced(none, "steppe")
    assert where(none) == []  # there is no forest


@pytest.mark.rule("FB-10.34", "FB-14.1")
def test_a_rescue_needs_somebody_who_leaves_and_a_land_of_its_terrain() -> None:
    s = position(row="F05 S01", sages={0: "S01.3"})
    rescue = {terrain: s.content.array([{"op": "relocate_returned", "terrain": terrain}]) for terrain in TERRAINS}
    assert not effects.can_run(s, 0, rescue["forest"])
    s.leaving = s.own(0)[0]
    assert [effects.can_run(s, 0, rescue[terrain]) for terrain in TERRAINS] == [True, False, True]
    effects.run(s, 0, rescue["steppe"], effects.NOWHERE, True)
    s.settle()
    assert where(s) == ["S01.1"]  # the only steppe leaves no choice


def test_an_ability_of_steps_obeys_the_rules_of_steps() -> None:
    s = position(row="S01", sages={0: "S01.3"}, allies={0: ["ice_hermit"]})
    steps.walk(s, s.own(0)[0], 1)
    rest(s)
    assert books(s) == [5, 2, 1, 0]
    assert row(s) == "S01"

"""Section 10: allies in general, and each of the 24."""

from __future__ import annotations

from textwrap import dedent

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.content import add
from ludoteka.games.fabled import board
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.phases import steps, visits
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    Books,
    asks,
    books,
    do,
    legal,
    open_lands,
    position,
    put,
    rest,
    roll,
    row,
    spirits_turn,
    turn_of,
    where,
    why,
)
from tests.games.fabled.proofs import altered_card
from tests.games.proving import altered


def visit(s: FabledState, place: str, seat: int = 0, sage: int = 0) -> FabledState:
    """A sage goes to a place of the vortex it stands on and visits it now."""
    s.wait[s.own(seat)[sage]] = s.content.place_index[place]
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, seat))
    s.settle()
    return s


def announced(s: FabledState, terrain: str, *then: str) -> FabledState:
    turn_of(s)
    do(s, "done")
    if asks(s) == "Announcing":
        do(s, f"announce {terrain}")
    return do(s, *then)


# -- in general


@pytest.mark.rule("FB-10.1")
def test_eight_of_each_terrain() -> None:
    c = load()
    assert len(c.allies) == 24
    assert [mask.bit_count() for mask in c.ally_mask] == [8, 8, 8]


@pytest.mark.rule("FB-10.3")
def test_empowered_with_two_own_sages_on_its_terrain() -> None:
    s = position(row="S01 S02 G01", sages={0: "S01.1 G01.1", 1: "S01.1 S02.1"}, allies={0: ["watchful_crane"]})
    crane = s.content.ally_index["watchful_crane"]
    assert not board.is_empowered(s, 0, crane)
    assert board.text_of(s, 0, crane).limit == 1
    put(s, 0, "S02.1")
    assert board.is_empowered(s, 0, crane)
    assert board.text_of(s, 0, crane).limit == 2  # its limit too
    assert s.view(0)["allies"][0][0]["empowered"] is True


@pytest.mark.rule("FB-10.3")
def test_the_empowered_text_may_change_something_else() -> None:
    text = """
        [[ally]]
        id = "lady_of_mounds"
        terrain = "steppe"
        ability = { trigger = "static", mods = [{ mod = "surcharge", delta = -1, terrain = "steppe" }] }
        empowered = { trigger = "static", mods = [{ mod = "alt_cost", terrain = "forest", book = "mountain", n = 1 }] }
    """
    s = position(row="S01 S02", sages={0: "S01.1"}, allies={0: ["lady_of_mounds"]}, data=add(dedent(text)))
    assert (board.surcharge(s, 0, STEPPE), board.prices(s, 0, FOREST)) == (1, [(FOREST, 1)])
    put(s, 0, "S02.1")
    assert (board.surcharge(s, 0, STEPPE), board.prices(s, 0, FOREST)) == (2, [(FOREST, 1), (MOUNTAIN, 1)])


@pytest.mark.rule("FB-10.4")
def test_gains_are_unasked_except_in_scenario_5() -> None:
    calm = visit(position(row="S01", sages={0: "S01.2"}, allies={0: ["cloud_shepherd"]}), "wind")
    assert books(do(calm, "apply")) == [8, 1, 1, 0]
    storm = visit(position(row="S01", sages={0: "S01.2"}, allies={0: ["cloud_shepherd"]}, scenario=5), "wind")
    assert legal(storm) == ["use cloud_shepherd", "skip"]
    have = books(storm)[0]
    assert books(do(storm, "skip"))[0] == have


@pytest.mark.rule("FB-10.4")
def test_every_other_ability_may_be_declined() -> None:
    s = position(row="S01", sages={0: "S01.2"}, allies={0: ["wormwood_teller"]})
    do(visit(s, "wind"), "replace", "choose 0")
    assert legal(s) == ["use wormwood_teller", "skip"]
    before = books(s)
    assert books(do(s, "skip")) == before


@pytest.mark.rule("FB-10.5")
def test_limits_count_in_the_current_turn_of_anybody() -> None:
    s = position(row="S01", sages={0: "S01.1 S01.1 S01.1", 1: "S01.1"}, allies={0: ["watchful_crane"]})
    do(turn_of(s, 1), "done", "pass", "pass", "pass", "pass")
    assert books(s)[0] == 7  # twice, in the other player's turn
    assert s.uses[s.content.ally_index["watchful_crane"]] == 2
    turn_of(s, 0)
    assert s.uses[s.content.ally_index["watchful_crane"]] == 0


@pytest.mark.rule("FB-10.6")
def test_the_event_then_the_active_side_then_the_others() -> None:
    s = position(
        3, row="G01 G02", sages={0: "G01.1", 1: "G02.1", 2: "G02.d1"}, event="oncoming_caravan", events="crossroads",
        allies={1: ["peak_eagle"], 2: ["peak_eagle"]},
    )  # fmt: skip
    s.allies = changed(s.allies, 1, (s.content.ally_index["peak_eagle"],))
    s.allies = changed(s.allies, 2, ())
    before = books(s)[0]
    do(turn_of(s), "done", "visit stones_1")
    while asks(s) == "Vortex":
        do(s, "pass")
    assert books(s)[0] == before + 2  # the event has acted for the announcer
    assert legal(s) == ["use peak_eagle", "skip"]
    assert s.to_move() == 1


@pytest.mark.rule("FB-10.6")
def test_the_owner_chooses_the_order_of_his_allies() -> None:
    s = position(row="S01 S09", sages={0: "S09.3"}, allies={0: ["stump_chronicler", "fox_matchmaker"]})
    do(visit(s, "academy"), "apply", "raise steppe", "done")
    assert legal(s) == ["use stump_chronicler", "use fox_matchmaker", "skip"]


@pytest.mark.rule("FB-10.7")
def test_the_first_operation_must_be_possible_later_ones_are_skipped() -> None:
    s = position(
        edition=1, row="S01 S02", sages={0: "S01.1 S02.1"}, allies={0: ["feathergrass_herald"]}, books={0: (0, 0, 0, 0)}
    )
    announced(s, "steppe", "move S01.1", "pass", "pass")
    assert books(s) == [1, 0, 0, 0]  # empowered: the book, but no conversion is possible
    assert not s.stack
    poor = turn_of(
        position(edition=1, row="S01", sages={0: "S01.1"}, allies={0: ["ore_seer"]}, books={0: (2, 0, 0, 0)})
    )
    assert "use ore_seer" not in legal(poor)
    assert why(poor, "use ore_seer").id == "why.ability_impossible"
    assert why(poor, "use moss_elder").id == "why.not_your_ally"


@pytest.mark.rule("FB-10.8")
def test_the_spirits_are_an_opponent_for_allies() -> None:
    s = position(1, row="G01 S01", sages={0: "G01.d1", 1: "G01.1"}, allies={0: ["peak_eagle"]})
    spirits_turn(s, "territory ice_hermit")
    assert legal(s) == ["use peak_eagle", "skip"]  # they announced mountains
    owl = position(
        1, row="S01", sages={0: "S01.1"}, allies={0: ["midnight_owl"]}, books={0: (0, 0, 0, 1), 1: (0, 0, 0, 0)}
    )
    turn_of(owl)
    assert books(owl) == [0, 0, 0, 1]  # the spirits have fewer sun books


# -- steppe


@pytest.mark.rule("FB-10.11")
def test_feathergrass_herald() -> None:
    s = position(edition=1, row="S05", sages={0: "S05.1", 1: "S05.1"}, allies={0: ["feathergrass_herald"]})
    announced(s, "steppe", "pass")
    assert books(s) == [6, 1, 1, 0]
    s = position(edition=1, row="S05 S13", sages={0: "S05.1 S13.1"}, allies={0: ["feathergrass_herald"]})
    announced(s, "steppe", "move S05.1", "pass", "pass")
    assert books(s) == [6, 1, 1, 0]
    assert asks(s) == "Transform"
    assert books(do(s, "raise steppe")) == [4, 2, 1, 0]
    other = position(edition=1, row="S05 G01", sages={0: "S05.1", 1: "G01.d1"}, allies={0: ["feathergrass_herald"]})
    announced(other, "mountain")
    assert books(other) == [5, 1, 1, 0]


@pytest.mark.rule("FB-10.12")
def test_windmane_drover() -> None:
    s = position(row="F05 S13", sages={0: "S13.1 F05.1"}, allies={0: ["windmane_drover"]})
    announced(s, "steppe", "pass")
    assert legal(s) == ["step S13.3", "done"]  # only the moved sage
    assert why(s, "step F05.1").id == "why.sage_not_among"
    do(s, "step S13.3")
    assert where(s) == ["S13.4", "F05.1"]
    s = position(row="S13", sages={0: "S13.1 S13.1"}, allies={0: ["windmane_drover"]})
    announced(s, "steppe", "pass", "pass")
    do(s, "step S13.3", "step S13.3")
    assert where(s) == ["S13.4", "S13.4"]  # two different ones


@pytest.mark.rule("FB-10.13")
def test_lady_of_mounds() -> None:
    s = position(row="S01 S02 G01", sages={0: "S01.1"}, allies={0: ["lady_of_mounds"]})
    assert [board.surcharge(s, 0, t) for t in range(3)] == [1, 1, 0]
    put(s, 0, "S02.1")
    assert [board.surcharge(s, 0, t) for t in range(3)] == [1, 0, 0]
    put(s, 1, "S01.1")
    assert board.surcharge(s, 1, 0) == 2


@pytest.mark.rule("FB-10.14")
def test_drywind_changer() -> None:
    s = turn_of(position(row="G01", sages={0: "G01.1"}, allies={0: ["drywind_changer"]}))
    do(s, "use drywind_changer", "raise steppe")
    assert books(s) == [2, 2, 1, 0]
    s = turn_of(position(row="S01", sages={0: "S01.1 S01.1"}, allies={0: ["drywind_changer"]}))
    do(s, "use drywind_changer", "raise steppe")
    assert books(s) == [3, 2, 1, 0]
    poor = turn_of(position(row="G01", sages={0: "G01.1"}, allies={0: ["drywind_changer"]}, books={0: (2, 0, 0, 0)}))
    assert "use drywind_changer" not in legal(poor)  # after the price nothing could be converted


@pytest.mark.rule("FB-10.15")
def test_watchful_crane() -> None:
    s = position(row="F05 S03", sages={0: "S03.1 F05.1"}, allies={0: ["watchful_crane"]})
    announced(s, "steppe", "pass")
    assert books(s)[0] == 6
    s = position(row="S01", sages={0: "S01.1 S01.1 S01.1"}, allies={0: ["watchful_crane"]})
    announced(s, "steppe", "pass", "pass", "pass")
    assert books(s)[0] == 7  # empowered: twice, not three times


@pytest.mark.rule("FB-10.16")
def test_wormwood_teller() -> None:
    s = position(row="S01 G01", sages={0: "S01.2"}, allies={0: ["wormwood_teller"]})
    do(visit(s, "wind"), "replace", "choose 0", "use wormwood_teller", "raise steppe")
    assert books(s) == [4, 2, 1, 0]
    s = position(row="S01 G01", sages={0: "S01.2 S01.2"}, allies={0: ["wormwood_teller"]})
    do(visit(s, "wind"), "replace", "choose 0", "use wormwood_teller", "raise steppe", "raise steppe")
    assert books(s) == [2, 3, 1, 0]


@pytest.mark.rule("FB-10.17")
def test_cloud_shepherd() -> None:
    s = do(visit(position(row="S01", sages={0: "S01.2"}, allies={0: ["cloud_shepherd"]}), "wind"), "apply")
    assert books(s) == [8, 1, 1, 0]
    s = do(visit(position(row="S03", sages={0: "S03.4 S03.1"}, allies={0: ["cloud_shepherd"]}), "tavern"), "apply")
    assert books(s) == [7, 2, 1, 0]
    s = do(visit(position(row="S05", sages={0: "S05.3"}, allies={0: ["cloud_shepherd"]}), "stones_1"), "apply")
    assert books(s) == [5, 2, 1, 0]


@pytest.mark.rule("FB-10.18")
@pytest.mark.parametrize(("sages", "gain"), [("S01.1 G01.1", 0), ("S01.1 G01.1 F01.1", 1), ("S01.1 S02.1 G01.1", 2)])
def test_steppe_fire_runner(sages: str, gain: int) -> None:
    s = turn_of(position(row="S01 S02 G01 F01", sages={0: sages}, allies={0: ["steppe_fire_runner"]}))
    assert books(s)[0] == 5 + gain


# -- mountain


@pytest.mark.rule("FB-10.19")
def test_sister_of_time() -> None:
    s = position(row="S01", sages={0: "S01.1"}, allies={0: ["sister_of_time"]})
    sister = s.content.ally_index["sister_of_time"]
    assert s.tokens[sister] == 3
    do(turn_of(s), "act gather", "use sister_of_time", "act transform", "raise steppe", "done")
    assert books(s) == [4, 2, 1, 0]
    assert s.tokens[sister] == 2
    s = position(row="G01", sages={0: "G01.1 G01.d1"}, allies={0: ["sister_of_time"]})
    do(turn_of(s), "act gather", "use sister_of_time", "act transform", "raise steppe", "done")
    assert books(s) == [5, 2, 1, 0]  # empowered: 1 steppe book
    s.tokens = changed(s.tokens, sister, 0)
    do(turn_of(s), "act gather")
    assert asks(s) != "ActionPhase"  # without tokens she cannot help


@pytest.mark.rule("FB-10.20")
def test_stone_spinner() -> None:
    s = do(visit(position(row="S05", sages={0: "S05.3"}, allies={0: ["stone_spinner"]}), "stones_1"), "apply")
    assert books(s) == [6, 2, 1, 0]
    s = do(visit(position(row="G01", sages={0: "G01.d3 G01.1"}, allies={0: ["stone_spinner"]}), "stones_2"), "apply")
    assert books(s) == [7, 3, 1, 0]


@pytest.mark.rule("FB-10.21")
def test_pass_warden() -> None:
    s = turn_of(position(row="F05", sages={0: "F05.1"}, allies={0: ["pass_warden"]}))
    do(s, "add S01", "insert g1")
    roll(s)
    assert legal(s) == ["step S01.1", "done"]  # the placed sage only
    do(s, "step S01.1", "visit wind", "apply")
    assert books(s) == [6, 1, 1, 0]
    s = turn_of(position(row="F05", sages={0: "F05.1"}, allies={0: ["pass_warden"]}))
    do(s, "add G01", "insert g1")
    roll(s)
    do(s, "step G01.d1", "step G01.1", "pass")  # two placed sages in mountains: empowered, each one step
    assert where(s) == ["F05.1", "G01.2", "G01.d2"]


@pytest.mark.rule("FB-10.22")
def test_thunder_bowl() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: ["thunder_bowl"]}, books={0: (8, 1, 1, 0)}))
    do(s, "act transform")
    assert s.view(0)["question"]["n"] == 3
    s = turn_of(position(row="G01", sages={0: "G01.1 G01.d1"}, allies={0: ["thunder_bowl"]}, books={0: (8, 1, 1, 0)}))
    do(s, "act transform")
    assert s.view(0)["question"]["n"] == 4


@pytest.mark.rule("FB-10.23")
def test_ice_hermit() -> None:
    s = position(row="S01", sages={0: "S01.3 S01.3"}, allies={0: ["ice_hermit"]})
    announced(s, "steppe")
    assert books(s) == [5, 2, 1, 0]  # once a turn
    s = position(row="S01 G01", sages={0: "S01.3 S01.3 S01.3 G01.1 G01.1"}, allies={0: ["ice_hermit"]})
    s.row.reverse()
    announced(s, "steppe")
    assert books(s) == [5, 3, 1, 0]  # empowered twice


@pytest.mark.rule("FB-10.24")
def test_ore_seer() -> None:
    s = turn_of(position(row="S01", sages={0: "S01.1"}, allies={0: ["ore_seer"]}))
    assert books(do(s, "use ore_seer")) == [2, 3, 1, 0]
    have: Books = (3, 3, 0, 0)
    s = turn_of(position(row="G01", sages={0: "G01.1 G01.d1"}, allies={0: ["ore_seer"]}, books={0: have}))
    do(s, "use ore_seer")
    assert legal(s) == ["choose 0", "choose 1"]
    assert books(do(s, "choose 1")) == [3, 0, 2, 0]


@pytest.mark.rule("FB-10.25")
def test_peak_eagle() -> None:
    s = position(row="G01 S01", sages={0: "G01.d1 S01.1", 1: "G01.1"}, allies={0: ["peak_eagle"]})
    do(turn_of(s, 1), "done", "announce mountain", "pass", "use peak_eagle", "visit stones_2")
    assert where(s) == ["G01.d3", "S01.1"]
    s = position(row="G01 S13", sages={0: "G01.1 G01.d1 S13.1", 1: "S13.1"}, allies={0: ["peak_eagle"]})
    do(turn_of(s, 1), "done", "announce steppe", "pass", "use peak_eagle", "pass")
    assert where(s) == ["G01.1", "G01.d1", "S13.3"]  # empowered: any terrain
    s = position(row="G01 S13", sages={0: "S13.1", 1: "S13.1"}, allies={0: ["peak_eagle"]})
    do(turn_of(s, 1), "done", "announce steppe", "pass")
    assert asks(s) == ""  # else mountains only


@pytest.mark.rule("FB-10.26")
def test_gorge_keeper() -> None:
    s = position(row="S01 S02 F05", sages={0: "F05.1"}, allies={0: ["gorge_keeper"]})
    announced(s, "steppe")
    assert books(s) == [7, 1, 1, 0]
    s = position(row="S01 G01", sages={0: "G01.1 G01.d1"}, allies={0: ["gorge_keeper"]})
    announced(s, "steppe")
    assert books(s) == [5, 2, 1, 0]
    other = position(row="S01 G01", sages={1: "G01.1"}, allies={0: ["gorge_keeper"]})
    do(turn_of(other, 1), "done", "announce steppe")
    assert books(other) == [5, 1, 1, 0]  # only in the own oblivion phase


# -- forest


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
    do(s, "pay mountain 2", "insert g0")
    assert books(s) == [5, 0, 1, 0]
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


def test_an_ability_of_steps_obeys_the_rules_of_steps() -> None:
    s = position(row="S01", sages={0: "S01.3"}, allies={0: ["ice_hermit"]})
    steps.walk(s, s.own(0)[0], 1)
    rest(s)
    assert books(s) == [5, 2, 1, 0]
    assert row(s) == "S01"

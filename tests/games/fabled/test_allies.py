"""Section 10: allies in general, and each of the 24."""

from __future__ import annotations

from textwrap import dedent

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.content import add
from ludoteka.games.fabled import board
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.vocab import FOREST, MOUNTAIN, STEPPE
from tests.games.fabled.kit import (
    Books,
    announced,
    asks,
    books,
    do,
    legal,
    position,
    put,
    roll,
    spirits_turn,
    turn_of,
    visit,
    where,
    why,
)

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
    do(s, "use stump_chronicler", "raise steppe")
    assert not s.stack  # each once at such a moment, and the fox can no longer be paid


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
    s.row = s.row[::-1]
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

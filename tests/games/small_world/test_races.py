"""Each race on its own."""

from __future__ import annotations

import pytest

from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


# --- Amazons ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.1", "SW-1.6")
def test_amazons_use_four_more_and_set_them_aside() -> None:
    t = Table(OTHER, column=[["amazons", "commando"]]).do("take amazons")
    assert t.hand(0) == 6 + 4 + 4
    t.do("conquer H1", "conquer Fa2", "stop")
    assert t.s.aside[0] == 4
    t.do("deploy H1 1").end("Fa2")
    assert sum(t.held(0).values()) == 10
    t.do("expand").end()
    t.do("expand")
    assert t.s.aside[0] == 0
    assert t.hand(0) == 10 - 2 + 4


@pytest.mark.rule("SW-6.2")
def test_amazons_give_up_regions_if_they_must() -> None:
    t = Table(people(0, "hill amazons", H1=1, Fa2=1, S1=1, Fo2=1, M3=1, hand=2), OTHER).do("expand", "stop")
    assert t.asked() == "0 ForgoRegions"  # 7 tokens, five regions: three can stay
    assert t.legal("forgo") == {"H1", "Fa2", "S1", "Fo2"}
    assert t.why("forgo H4") == "why.not_yours"
    assert t.why("done") == "why.forgo_first"
    t.do("forgo S1", "forgo H1")
    assert t.held(0) == {"Fa2": 1, "Fo2": 1, "M3": 1}
    assert t.s.aside[0] == 4
    assert t.income(0) == {"regions": 3, "hill": 0}


@pytest.mark.rule("SW-6.2")
def test_four_amazons_or_fewer_are_all_set_aside() -> None:
    t = Table(people(0, "hill amazons", H1=1, Fa2=1, hand=1), OTHER).do("expand", "stop")
    assert (t.held(0), t.s.aside[0]) == ({}, 3)
    assert t.income(0)["regions"] == 0
    t.do("expand").end()
    assert t.legal() == {"expand", "decline"}
    t.do("expand")
    assert t.hand(0) == 3
    assert "H1" in t.legal("conquer")


@pytest.mark.rule("SW-6.2")
def test_fourteen_commando_amazons() -> None:
    """They may take fourteen one-token regions and keep ten."""
    board = [{"name": "A0", "terrain": "hill", "beside": "", "edge": True}]
    board += [{"name": f"A{i}", "terrain": "hill", "beside": f"A{i - 1}"} for i in range(1, 15)]
    t = Table(people(1, "stout elves", A14=2), column=[["amazons", "commando"]], board=board).do("take amazons")
    for i in range(14):
        t.do(f"conquer A{i}")
    assert len(t.held(0)) == 14
    assert t.asked() == "0 ForgoRegions"
    t.do("forgo A0", "forgo A1", "forgo A2", "forgo A13")
    assert t.held(0) == {f"A{i}": 1 for i in range(3, 13)}


@pytest.mark.rule("SW-6.3")
def test_the_four_aside_are_safe_and_leave_at_decline() -> None:
    t = Table(people(0, "hill ratmen", H1=9), people(1, "swamp amazons", Fa2=1, aside=4))
    t.do("expand", "conquer Fa2").end()
    assert t.s.aside[1] == 4
    t.do("expand")
    assert t.hand(1) == 4
    assert "M4" in t.legal("conquer")
    t = Table(people(0, "hill amazons", H1=3, aside=4), OTHER).do("decline")
    assert t.tray("amazons") == 14
    assert t.s.aside[0] == 0


@pytest.mark.rule("SW-6.3", "SW-7.25")
def test_stout_amazons_score_first_then_the_four_go_to_the_tray() -> None:
    t = Table(people(0, "stout amazons", H1=6, Fa2=2, aside=4), people(1, "hill elves", M4=2))
    t.do("expand", "stop", "deploy H1 6")
    assert t.asked() == "0 LateDecline"
    assert (t.income(0), t.s.aside[0]) == ({"regions": 2}, 4)
    t.do("decline")
    assert t.held(0, 1) == {"H1": 1, "Fa2": 1}
    assert t.tray("amazons") == 13


# --- Dwarves, Elves -----------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.4")
def test_dwarves_are_paid_for_mines_even_in_decline() -> None:
    t = Table(people(0, "merchant dwarves", Fo1=2, M1=1, H1=1), OTHER)
    copy = Table(people(0, "merchant dwarves", Fo1=2, M1=1, H1=1), OTHER)
    t.do("expand").end()
    assert t.income(0) == {"regions": 3, "dwarves": 2, "merchant": 3}
    copy.do("decline")
    assert copy.income(0) == {"regions": 3, "dwarves": 2}
    t = Table(people(0, "hill ratmen", H4=1), people(0, "dwarves", "declined", Fo1=1, H1=1), OTHER).do("expand", "stop")
    assert t.income(0) == {"regions": 3, "hill": 1, "dwarves": 1}
    t = Table(people(0, "hill ratmen", H4=1), people(0, "spirit dwarves", "exempt", Fo1=1), OTHER).do("expand", "stop")
    assert t.income(0)["dwarves"] == 1


@pytest.mark.rule("SW-6.5")
def test_elves_lose_nothing_but_to_a_substitution() -> None:
    t = Table(people(0, "hill ratmen", H1=9), people(1, "stout elves", Fa2=3, M4=1)).do("expand", "conquer Fa2")
    assert (t.hand(1), t.tray("elves")) == (3, 11 - 4)
    t = Table(people(0, "hill ratmen", H1=9), people(1, "stout elves", Fa2=1, M4=1)).do("expand", "conquer Fa2")
    assert t.hand(1) == 1  # a lone one too
    t = Table(people(0, "dragon_master ratmen", H1=2), people(1, "stout elves", Fa2=4)).do("expand", "dragon Fa2")
    assert t.hand(1) == 4
    t = Table(people(0, "hill sorcerers", H1=2), people(1, "stout elves", Fa2=1, M4=1)).do("expand", "bewitch Fa2")
    assert (t.hand(1), t.tray("elves")) == (0, 10)
    t = Table(people(0, "hill ratmen", H1=9), people(1, "elves", "declined", Fa2=1)).do("expand", "conquer Fa2")
    assert t.tray("elves") == 11


@pytest.mark.rule("SW-6.5", "SW-7.5")
def test_bivouacking_elves_get_everything_back() -> None:
    t = Table(
        people(0, "commando ratmen", H1=9), people(1, "bivouacking elves", Fa2=2, M4=1), camps={"Fa2": 1, "M4": 4}
    ).do("expand", "conquer Fa2")
    assert (t.hand(1), t.s.camp_hand[1]) == (2, 1)
    t.end()
    assert t.held(1) == {"M4": 3}
    assert t.at("M4")["camps"] == 5


# --- Giants, Tritons ----------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.6")
def test_giants_beside_their_mountain() -> None:
    t = Table(people(0, "hill giants", M2=1, hand=9), OTHER).do("expand")
    assert (t.cost("Fa2"), t.cost("S1"), t.cost("Fa4")) == (1, 2, 2)
    t.do("conquer Fa2", "conquer H1")
    assert t.held(0)["H1"] == 2  # not beside the mountain
    assert t.cost("Fo2") == 3
    assert t.cost("H3") == 2


@pytest.mark.rule("SW-6.6")
def test_giants_count_a_fresh_mountain_and_not_a_left_one() -> None:
    t = Table(people(0, "hill giants", Fo2=1, hand=9), OTHER).do("expand")
    assert t.cost("Fo4") == 2
    t.do("conquer M3")
    assert t.cost("Fo4") == 1
    t = Table(people(0, "hill giants", M3=1, Fo2=1, hand=9), OTHER).do("expand", "abandon M3")
    assert t.cost("H3") == 3
    assert Table(people(0, "hill giants", hand=9), OTHER).do("expand").cost("M3") == 3  # none at the entry


@pytest.mark.rule("SW-6.6")
def test_giants_two_mountains_one_discount_and_no_flight() -> None:
    t = Table(people(0, "flying giants", M2=1, M3=1, hand=9), OTHER).do("expand")
    assert t.cost("H3") == 2  # beside both, lost tribe: 3 - 1
    assert t.cost("H4") == 2  # reached by flight, not beside
    t = Table(people(0, "seafaring giants", M1=1, hand=9), OTHER).do("expand")
    assert t.cost("W1") == 1


@pytest.mark.rule("SW-6.17")
def test_tritons_at_the_shore() -> None:
    t = Table(people(0, "seafaring tritons", hand=9), people(1, "hill elves", M4=2)).do("expand")
    assert (t.cost("Fa1"), t.cost("H1"), t.cost("M3"), t.cost("W1")) == (1, 2, 2, 2)
    t.do("conquer Fa1")
    assert t.cost("H2") == 2  # at the lake, lost tribe
    t = Table(people(0, "hill tritons", hand=9), people(1, "seafaring elves", W3=3)).do("expand")
    assert t.cost("Fo4") == 1  # a held sea is still a sea


# --- Halflings ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.7")
def test_halflings_enter_anywhere() -> None:
    t = Table(OTHER, column=[["halflings", "hill"]]).do("take halflings")
    assert {"H2", "M2", "Fa2", "Fo3"} <= t.legal("conquer")
    assert not {"W1", "W2", "W3"} & t.legal("conquer")
    t.do("conquer M2")
    assert "H1" not in t.legal("conquer")
    t = Table(OTHER, column=[["halflings", "seafaring"]]).do("take halflings")
    assert {"W1", "W2", "W3"} <= t.legal("conquer")
    t = Table(people(0, "hill halflings", M2=2), OTHER).do("expand", "abandon M2")
    assert "Fa2" in t.legal("conquer")
    t.do("conquer Fa2")
    assert t.s.holes == 0  # no new ones


@pytest.mark.rule("SW-6.8", "SW-7.30")
def test_holes_on_the_first_two_conquests() -> None:
    t = Table(people(1, "hill ratmen", H1=9), column=[["halflings", "commando"]]).do("take halflings")
    t.do("conquer Fa2", "conquer M2", "conquer Fo1", "stop").end("Fo1")
    assert [t.at(x)["hole"] for x in ("Fa2", "M2", "Fo1")] == [True, True, False]
    t.do("expand")
    assert t.why("conquer Fa2") == "why.immune"
    assert t.last.args["what"] == "hole"


@pytest.mark.rule("SW-6.8")
def test_holes_over_several_turns_and_gone_for_good() -> None:
    t = Table(OTHER, column=[["halflings", "hill"]]).do("take halflings", "conquer M2", "stop")
    assert t.s.holes_left[0] == 1
    t.do("expand").end()
    t.do("expand", "abandon M2", "conquer Fa2", "conquer H1")
    assert t.s.holes == t.s.world.board.mask("Fa2")
    assert t.s.holes_left[0] == 0
    t.end().do("expand").end().do("decline")
    assert t.s.holes == 0


# --- races that count ---------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.9")
def test_humans() -> None:
    t = Table(people(0, "hill humans", Fa1=1, Fa2=1, S2=1), OTHER).do("expand", "stop")
    assert t.income(0) == {"regions": 3, "humans": 2, "hill": 0}


@pytest.mark.rule("SW-6.10")
def test_orcs() -> None:
    t = Table(people(0, "pillaging orcs", H1=1, hand=9), people(1, "hill elves", Fa2=1)).do("expand")
    t.do("conquer Fa2", "conquer S1", "conquer M2").end()  # enemy, lost tribe, bare mountain
    assert t.income(0) == {"regions": 4, "orcs": 2, "pillaging": 2}
    t.do("expand").end().do("expand", "stop")
    t.end()
    assert t.income(0)["orcs"] == 0


@pytest.mark.rule("SW-6.11")
def test_ratmen_are_many() -> None:
    t = Table(OTHER, column=[["ratmen", "spirit"]]).do("take ratmen")
    assert t.hand(0) == 13
    assert t.tray("ratmen") == 0


@pytest.mark.rule("SW-6.12")
@pytest.mark.parametrize(("targets", "new"), [(["S1"], 0), (["S1", "Fo2"], 1), (["S1", "Fo2", "H3"], 1)])
def test_skeletons_grow(targets: list[str], new: int) -> None:
    t = Table(people(0, "hill skeletons", H1=1, Fa2=1, hand=12), people(1, "stout elves", M4=2)).do("expand")
    t.do(*[f"conquer {x}" for x in targets]).end()
    assert sum(t.held(0).values()) == 14 + new
    assert t.tray("skeletons") == 20 - 14 - new


@pytest.mark.rule("SW-6.12")
def test_skeletons_end_with_the_tray() -> None:
    t = Table(people(0, "hill skeletons", H1=1, Fa2=1, hand=18), OTHER).do("expand", "conquer S1", "conquer Fo2").end()
    assert sum(t.held(0).values()) == 20
    assert t.tray("skeletons") == 0


@pytest.mark.rule("SW-6.12", "SW-8.1", "SW-8.2")
def test_the_example_of_the_merchant_skeletons() -> None:
    t = Table(people(1, "stout elves", Fa2=1, M4=1), column=[["skeletons", "merchant"]]).do("take skeletons")
    t.do("conquer S1")
    assert t.hand(0) == 8 - 3  # over swamp with a lost tribe
    t.do("conquer Fa2")
    t.do("attempt M2", "roll 1")
    assert len(t.held(0)) == 3
    assert sum(t.held(0).values()) + t.hand(0) == 9
    t.end()
    assert t.income(0) == {"regions": 3, "merchant": 3}


@pytest.mark.rule("SW-6.19")
def test_wizards() -> None:
    t = Table(people(0, "forest wizards", Fo2=1, Fa1=1, Fo4=1), OTHER).do("expand", "stop")
    assert t.income(0) == {"regions": 3, "wizards": 2, "forest": 2}


# --- Sorcerers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.13")
def test_sorcerers_replace_a_lone_token() -> None:
    t = Table(people(0, "hill sorcerers", H1=2), people(1, "fortified trolls", Fa2=1, S1=1, M4=2), forts=["Fa2"])
    t.do("expand")
    assert t.legal("bewitch") == {"Fa2", "S1"}
    t.do("bewitch Fa2")
    assert t.held(0) == {"H1": 1, "Fa2": 1}
    assert (t.hand(0), t.tray("sorcerers"), t.tray("trolls")) == (1, 18 - 3, 7)
    assert t.why("bewitch S1") == "why.already_bewitched"


@pytest.mark.rule("SW-6.13")
def test_once_against_each_opponent() -> None:
    t = Table(
        people(0, "hill sorcerers", S1=2),
        people(1, "stout trolls", Fa2=1),
        people(2, "swamp orcs", H1=1),
        seats=3,
        board=[
            {"name": "S1", "terrain": "swamp", "beside": "Fa2 H1", "edge": True},
            {"name": "Fa2", "terrain": "farmland", "beside": ""},
            {"name": "H1", "terrain": "hill", "beside": ""},
        ],
    )
    t.do("expand", "bewitch Fa2")
    assert t.legal("bewitch") == {"H1"}


@pytest.mark.rule("SW-6.13")
@pytest.mark.parametrize(
    ("victim", "given", "why"),
    [
        (people(1, "stout orcs", Fa2=2), {}, "why.not_alone"),
        (people(1, "bivouacking orcs", Fa2=1), {"camps": {"Fa2": 1}}, "why.camp_protects"),
        (people(1, "stout halflings", Fa2=1), {"holes": ["Fa2"]}, "why.immune"),
        (people(1, "heroic orcs", Fa2=1), {"heroes": ["Fa2"]}, "why.immune"),
        (people(1, "dragon_master orcs", Fa2=1), {"dragons": ["Fa2"]}, "why.immune"),
        (people(1, "diplomat orcs", Fa2=1), {"ally": {"1": 0}}, "why.peace"),
        (people(1, "orcs", "declined", Fa2=1), {}, "why.not_an_active_enemy"),
        (people(1, "stout orcs", M3=1), {}, "why.not_an_active_enemy"),
    ],
)
def test_what_protects_from_sorcerers(victim: dict[str, object], given: dict[str, object], why: str) -> None:
    t = Table(people(0, "hill sorcerers", H1=2), victim, **given).do("expand")
    assert t.why("bewitch Fa2") == why


@pytest.mark.rule("SW-6.14")
def test_sorcerers_do_not_enter_that_way_unless_flying() -> None:
    victim = people(1, "stout orcs", Fa1=1, Fa2=1)
    t = Table(people(0, "hill sorcerers", hand=2), victim).do("expand")
    assert t.legal("bewitch") == set()
    assert t.why("bewitch Fa1") == "why.witch_needs_region"
    t = Table(people(0, "flying sorcerers", hand=2), victim).do("expand")
    assert t.legal("bewitch") == {"Fa1", "Fa2"}


@pytest.mark.rule("SW-6.14")
def test_sorcerers_on_water_from_caverns_and_without_tray() -> None:
    t = Table(people(0, "hill sorcerers", M3=2), people(1, "seafaring orcs", W3=1)).do("expand")
    assert t.why("bewitch W3") == "why.water"
    t = Table(people(0, "underworld sorcerers", S1=2), people(1, "stout orcs", H4=1)).do("expand")
    assert "H4" in t.legal("bewitch")
    t = Table(people(0, "hill sorcerers", H1=10, S1=8), people(1, "stout orcs", Fa2=1)).do("expand")
    assert t.why("bewitch Fa2") == "why.tray_empty"
    t = Table(people(0, "seafaring sorcerers", Fa1=4), people(1, "orcs", "declined", W1=1)).do("expand")
    assert t.legal("bewitch") == set()  # a race in decline
    t = Table(people(0, "hill sorcerers", H1=2), people(1, "stout orcs", Fa2=1)).do("expand")
    assert t.why("bewitch S1") == "why.not_an_active_enemy"  # a lost tribe
    t.do("attempt S1", "roll 0")
    assert t.s.turn == 1  # nothing after the last attempt


@pytest.mark.rule("SW-6.15")
def test_sorcerers_with_an_empty_hand() -> None:
    given = (people(0, "hill sorcerers", H1=1), people(1, "stout orcs", Fa2=1))
    assert Table(*given).do("expand").why("bewitch Fa2") == "why.hand_empty"
    t = Table(*given, options={"substitute_empty_handed": True}).do("expand")
    assert "Fa2" in t.legal("bewitch")


@pytest.mark.rule("SW-6.15")
def test_the_question_stays_open_for_a_substitution() -> None:
    given = (people(0, "hill sorcerers", H1=3), people(1, "stout orcs", Fo2=1))
    assert Table(*given).do("expand", "conquer Fa2").asked() == "0 Redeploy"
    t = Table(*given, options={"substitute_empty_handed": True}).do("expand", "conquer Fa2")
    assert t.hand(0) == 0
    assert t.legal() == {"bewitch Fo2", "stop"}


@pytest.mark.rule("SW-6.16")
def test_a_substitution_is_a_conquest() -> None:
    t = Table(people(0, "pillaging sorcerers", H1=3), people(1, "stout trolls", Fa2=1), forts=["Fa2"]).do("expand")
    t.do("bewitch Fa2")
    assert t.s.forts == 0
    assert "Fo2" in t.legal("attempt")  # the new token gives adjacency
    assert t.s.attacked == 0b10
    t.end()
    assert t.income(0) == {"regions": 2, "pillaging": 1}


# --- Trolls -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-6.18")
def test_lairs() -> None:
    t = Table(people(0, "seafaring trolls", W1=1, Fa1=1, hand=8), people(1, "stout elves", M4=2)).do("expand")
    t.do("conquer Fo1")
    assert [t.at(x)["lair"] for x in ("W1", "Fa1", "Fo1")] == [True] * 3
    assert t.at("Fo1")["defence"] == 2 + 1
    t.end().do("expand").end().do("decline")
    assert t.at("Fo1")["defence"] == 1 + 1
    t = Table(people(0, "hill trolls", H1=2, Fa2=1), people(1, "stout elves", M4=2)).do("expand", "abandon Fa2")
    assert not t.at("Fa2")["lair"]
    t = Table(people(0, "hill ratmen", H1=9), people(1, "trolls", "declined", Fa2=1)).do("expand", "conquer Fa2")
    assert t.held(0)["Fa2"] == 4
    assert t.at("Fa2")["defence"] == 4


@pytest.mark.rule("SW-6.18", "SW-6.13")
def test_one_troll_in_a_mountain_lair() -> None:
    """2 + 1 + 1 + 1 = 5 by force, one by dragon, none from the hand by substitution."""
    victim = people(1, "stout trolls", M2=1)
    assert Table(people(0, "hill ratmen", Fa2=1, hand=9), victim).do("expand").cost("M2") == 5
    t = Table(people(0, "dragon_master ratmen", Fa2=1, hand=2), victim).do("expand", "dragon M2")
    assert t.hand(0) == 1
    t = Table(people(0, "hill sorcerers", Fa2=1, hand=2), victim).do("expand", "bewitch M2")
    assert t.hand(0) == 2

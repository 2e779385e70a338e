"""Each power on its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


def ready(name: str, *others: dict[str, Any], given: dict[str, Any] | None = None, **more: Any) -> Table:
    return Table(people(0, name, **more), *(others or (OTHER,)), **(given or {})).do("expand")


@pytest.mark.rule("SW-7.1")
def test_alchemist() -> None:
    assert ready("alchemist ratmen", H1=2).do("stop").income(0) == {"regions": 1, "alchemist": 2}
    assert Table(people(0, "alchemist ratmen", H1=2), OTHER).do("decline").income(0) == {"regions": 1}


@pytest.mark.rule("SW-7.1")
def test_the_recorded_alchemist_dwarves() -> None:
    """Seven tokens take three regions of the 4-player board and score 3 + 1 mine + 2."""
    t = Table(seats=4, column=[["orcs", "hill"], ["dwarves", "alchemist"]]).do("take dwarves")
    assert t.hand(0) == 7
    t.do("conquer Fa4", "conquer S4", "conquer Fo3")
    t.end()
    assert t.income(0) == {"regions": 3, "dwarves": 1, "alchemist": 2}


@pytest.mark.rule("SW-7.2")
def test_alchemist_without_a_token_on_the_board() -> None:
    given = (people(0, "alchemist ratmen", hand=2), OTHER)
    assert Table(*given).do("expand", "stop").income(0)["alchemist"] == 2
    t = Table(*given, options={"flat_coins_off_board": False}).do("expand", "stop")
    assert t.income(0)["alchemist"] == 0
    held = Table(people(0, "alchemist ratmen", H1=3), OTHER, options={"flat_coins_off_board": False})
    assert held.do("expand", "stop").end().income(0)["alchemist"] == 2


@pytest.mark.rule("SW-7.3")
def test_berserk_rolls_before_the_conquest() -> None:
    t = ready("berserk ratmen", people(1, "stout elves", Fa2=2), H1=1, hand=9)
    assert t.legal("attempt") == set()
    assert t.why("attempt Fa2") == "why.die_before"
    t.do("throw", "roll 2", "conquer Fa2")
    assert t.held(0)["Fa2"] == 2
    t.do("throw", "roll 1")
    assert t.why("throw") == "why.one_roll"
    t.do("conquer Fo2", "conquer H3")  # the roll belongs to one conquest only
    assert t.held(0) == {"H1": 1, "Fa2": 2, "Fo2": 2, "H3": 3}


@pytest.mark.rule("SW-7.3")
def test_berserk_ends_when_nothing_is_affordable() -> None:
    t = ready("berserk ratmen", people(1, "stout elves", Fa2=5, S1=3, Fo2=3), H1=1, hand=1).do("throw", "roll 3")
    assert t.held(0) == {"H1": 2}
    assert t.s.turn == 1


@pytest.mark.rule("SW-7.3")
def test_the_recorded_berserk_amazons() -> None:
    """14 tokens: die 2 against two tokens, 1 against three, 0 against three on a mountain, 0 fails; ten stay."""
    t = Table(
        people(1, "stout elves", S1=2, H1=3, M1=3),
        people(2, "swamp orcs", Fa2=3),
        seats=4,
        column=[["amazons", "berserk"]],
    ).do("take amazons")
    assert t.hand(0) == 14
    t.do("throw", "roll 2", "conquer S1", "throw", "roll 1", "conquer H1", "throw", "roll 0", "conquer M1")
    assert t.held(0) == {"S1": 2, "H1": 4, "M1": 6}
    assert t.hand(0) == 2
    t.do("throw", "roll 0")
    assert "Fa2" not in t.legal("conquer")
    t.do("stop")
    assert t.asked() == "0 Redeploy"
    t.end()
    assert sum(t.held(0).values()) == 10
    assert t.s.aside[0] == 4


@pytest.mark.rule("SW-7.4")
def test_stopping_after_a_roll() -> None:
    given = (people(0, "berserk ratmen", H1=1, hand=9), OTHER)
    assert "stop" in Table(*given).do("expand", "throw", "roll 3").legal()
    t = Table(*given, options={"stop_after_roll": False}).do("expand", "throw", "roll 3")
    assert t.why("stop") == "why.must_use_roll"
    assert t.legal("conquer")


@pytest.mark.rule("SW-7.4")
def test_substituting_after_a_roll() -> None:
    given = (people(0, "berserk sorcerers", H1=1, hand=4), people(1, "stout orcs", Fa2=1))
    t = Table(*given).do("expand", "throw", "roll 1")
    assert t.why("bewitch Fa2") == "why.roll_is_for_conquest"
    t = Table(*given, options={"substitute_after_roll": True}).do("expand", "throw", "roll 1")
    assert "Fa2" in t.legal("bewitch")


@pytest.mark.rule("SW-7.5")
def test_bivouacking() -> None:
    t = Table(OTHER, column=[["ratmen", "bivouacking"]]).do("take ratmen", "conquer H1", "conquer Fa2", "stop")
    t.do("deploy H1 9")
    assert t.asked() == "0 Encamp"
    assert t.legal() == {"camp H1 1", "camp H1 5", "camp Fa2 5"}
    assert t.why("camp M4 1") == "why.not_yours"
    t.do("camp H1 1")
    assert t.legal() == {"camp H1 1", "camp H1 4", "camp Fa2 4"}, "what stands is not struck again"
    t.do("camp H1 1", "camp Fa2 3")
    assert (t.at("H1")["camps"], t.at("Fa2")["camps"]) == (2, 3)
    assert t.at("Fa2")["defence"] == 2 + 3
    t.do("expand").end().do("expand", "stop", "deploy H1 11")
    assert t.legal() == {"strike", "done"}  # they may stay, or all be moved
    assert t.why("camp H1 1") == "why.no_camp_left"
    coins = t.s.coins[0]
    assert t.do("strike").legal() == {"camp H1 1", "camp H1 5", "camp Fa2 5"}
    t.do(*["camp H1 1"] * 3)
    assert t.legal() == {"camp H1 1", "camp H1 2", "camp Fa2 2"}
    assert t.s.coins[0] == coins, "the turn is not over before they stand"
    t.do("camp H1 1")
    assert t.legal() == {"camp H1 1", "camp Fa2 1"}, "the last one may stand anywhere"
    t.do("camp H1 1")
    assert t.at("Fa2")["camps"] == 0


@pytest.mark.rule("SW-7.5")
def test_in_a_single_region_all_encampments_stand_unasked() -> None:
    t = Table(OTHER, column=[["ratmen", "bivouacking"]]).do("take ratmen", "conquer H1", "stop")
    assert (t.at("H1")["camps"], t.s.turn) == (5, 1)


@pytest.mark.rule("SW-7.5")
def test_encampments_in_the_first_region_of_a_map() -> None:
    board = [{"name": name, "beside": "A", "edge": True} for name in "ABC"]
    other = people(1, "stout elves", C=2)
    t = Table(people(0, "bivouacking ratmen", A=2), other, board=board, camps={"A": 3}).do("expand", "stop")
    assert (t.at("A")["camps"], t.s.turn) == (5, 1)
    t = Table(people(0, "bivouacking ratmen", A=1, B=1), other, board=board, camps={"A": 5}).do("expand", "stop")
    assert t.do("strike").legal() == {"camp A 1", "camp A 5", "camp B 5"}


@pytest.mark.rule("SW-7.5")
def test_fallen_encampments_return_at_the_end_or_wait() -> None:
    victim = people(1, "bivouacking orcs", Fa2=1, M4=1, S4=1)
    t = ready("commando ratmen", victim, H1=9, given={"camps": {"Fa2": 4, "M4": 1}}).do("conquer Fa2").end()
    assert t.s.turn == 1
    t = ready("commando ratmen", victim, H1=9, given={"camps": {"Fa2": 4, "M4": 1}}).do("conquer Fa2", "stop")
    t.do("deploy H1 2")
    assert t.asked() == "1 Encamp"
    assert t.legal() == {"camp M4 1", "camp M4 4", "camp S4 4"}
    t = ready("dragon_master ratmen", people(1, "bivouacking orcs", Fa2=3), H1=3, given={"camps": {"Fa2": 5}})
    t.do("dragon Fa2").end()
    assert t.s.camp_hand[1] == 5
    assert t.hand(1) == 2


@pytest.mark.rule("SW-7.6")
def test_commando() -> None:
    t = ready("commando ratmen", hand=9)
    assert (t.cost("H1"), t.cost("S1"), t.cost("M4")) == (1, 2, 4)
    t.do("conquer H1")
    assert t.held(0) == {"H1": 1}


@pytest.mark.rule("SW-7.11")
def test_dragon_master() -> None:
    victim = people(1, "bivouacking trolls", M2=4, Fa2=2)
    t = ready("dragon_master ratmen", victim, H3=1, hand=3, given={"camps": {"M2": 5}, "forts": ["M2"]})
    assert t.cost("M2") == 2 + 4 + 5 + 3
    t.do("dragon M2")
    assert t.held(0)["M2"] == 1
    assert t.at("M2")["dragon"]
    assert t.why("dragon Fa2") == "why.dragon_used"
    t.end("H3").do("expand")
    assert t.why("conquer M2") == "why.immune"
    t.end().do("expand", "dragon Fa2")
    assert not t.at("M2")["dragon"]
    assert t.at("Fa2")["dragon"]


@pytest.mark.rule("SW-7.11")
def test_where_the_dragon_does_not_go() -> None:
    t = ready("dragon_master ratmen", people(1, "hill halflings", Fa1=2), Fo1=1, hand=1, given={"holes": ["Fa1"]})
    assert t.why("dragon Fa1") == "why.immune"
    assert t.why("dragon W2") == "why.water"
    assert t.why("dragon H1") == "why.not_adjacent"
    t = ready("dragon_master ratmen", hand=1)
    assert "H1" in t.legal("dragon")  # usable at the entry, on an empty region
    assert t.why("dragon Fa2") == "why.not_border"
    assert ready("dragon_master ratmen", H1=1).why("dragon Fa2") == "why.hand_empty"
    assert ready("hill ratmen", H1=2).why("dragon Fa2") == "why.no_dragon"


@pytest.mark.rule("SW-7.12")
def test_flying() -> None:
    t = ready("flying ratmen", hand=9)
    assert {"M2", "Fa2", "H1"} <= t.legal("conquer")  # the entry too
    assert not {"W1", "W2", "W3"} & t.legal("conquer")
    t.do("conquer M2")
    assert "S2" in t.legal("conquer")
    assert t.why("conquer W2") == "why.water"


@pytest.mark.rule("SW-7.13", "SW-7.16", "SW-7.26")
@pytest.mark.parametrize(
    ("power", "regions"), [("forest", ["Fo1", "Fo4"]), ("hill", ["H1", "H4"]), ("swamp", ["S2", "S4"])]
)
def test_terrain_pays(power: str, regions: list[str]) -> None:
    t = ready(f"{power} ratmen", people(1, "stout elves", M4=2), **dict.fromkeys(regions, 1), Fa1=1).do("stop")
    assert t.income(0) == {"regions": 3, power: 2}
    peoples = people(0, f"{power} ratmen", Fa1=2), people(0, "orcs", "declined", **dict.fromkeys(regions, 1))
    assert Table(*peoples, OTHER).do("expand", "stop").income(0)[power] == 0


@pytest.mark.rule("SW-7.14")
def test_fortified() -> None:
    t = ready("fortified ratmen", H1=1, Fa2=1, hand=2).do("stop", "deploy H1 2")
    assert t.legal() == {"fortify H1", "fortify Fa2", "done"}
    assert t.why("fortify M4") == "why.not_yours"
    t.do("fortify H1")
    assert t.at("H1")["defence"] == 3 + 1
    assert t.income(0) == {"regions": 2, "fortified": 1}
    t.do("expand").end().do("expand", "stop", "deploy H1 2")
    assert t.legal() == {"fortify Fa2", "done"}
    assert t.why("fortify H1") == "why.fortress_there"
    t.do("done")
    assert t.income(0)["fortified"] == 1


@pytest.mark.rule("SW-7.14")
def test_fortresses_end_at_six_and_outlive_decline() -> None:
    six = {"S1": 1, "H1": 1, "Fa2": 1, "Fo2": 1, "H3": 1, "M3": 1}
    t = Table(people(0, "fortified ratmen", Fa1=3, Fo1=1), people(1, "orcs", "declined", **six), forts=list(six))
    t.do("expand")
    assert t.why("fortify Fa1") == "why.fortresses_out"
    t.do("stop", "deploy Fa1 2")
    assert t.asked() == "1 TakeCombo"
    t = Table(people(0, "fortified ratmen", Fa1=3), OTHER, forts=["Fa1"]).do("decline")
    assert t.income(0) == {"regions": 1}
    assert t.at("Fa1")["fortress"]
    t = ready("merchant ratmen", people(1, "fortified orcs", Fa2=1, S1=1), H1=9, given={"forts": ["Fa2"]})
    assert t.cost("Fa2") == 4
    t.do("conquer Fa2")
    assert t.s.forts == 0
    assert not t.at("Fa2")["fortress"]


@pytest.mark.rule("SW-7.3")
def test_the_die_needs_a_token_and_counts_even_when_blank() -> None:
    lone = people(1, "stout orcs", Fa2=1)
    assert "throw" in ready("berserk ratmen", H1=1, hand=1).legal()
    empty = ready("berserk sorcerers", lone, H1=1, given={"options": {"substitute_empty_handed": True}})
    assert empty.legal("bewitch") == {"Fa2"}
    assert "throw" not in empty.legal()
    for terrain, there_is_a_target in (("farmland", True), ("water", False)):
        board = [{"name": "Fa2", "terrain": terrain, "beside": "H1", "edge": True}, {"name": "H1", "beside": ""}]
        t = Table(people(0, "berserk ratmen", H1=1, hand=1), board=board).do("expand")
        assert ("throw" in t.legal()) == there_is_a_target
    blank = ready("berserk sorcerers", lone, H1=1, hand=4).do("throw", "roll 0")
    assert "conquer Fa2" in blank.legal()
    assert not blank.legal("bewitch")


@pytest.mark.rule("SW-7.15")
def test_heroic() -> None:
    t = ready("heroic ratmen", H1=1, Fa2=1, S1=1, Fo2=1).do("stop")
    assert t.legal("hero") == {"S1", "H1", "Fa2"}  # two, in rising order
    t.do("hero H1")
    assert t.why("hero H1") == "why.hero_there"
    assert t.why("done") == "why.heroes_first"
    t.do("hero Fo2")
    assert t.s.heroes == t.s.world.board.mask("H1", "Fo2")
    t = ready("heroic ratmen", H1=1, Fa2=1, S1=1).do("stop", "hero S1")
    assert t.legal("hero") == {"H1", "Fa2"}
    for few in ({"H1": 2}, {"H1": 1, "Fa2": 1}):  # a hero for each region: nothing to choose
        calm = ready("heroic ratmen", **few).do("stop")
        assert calm.s.heroes == calm.s.world.board.mask(*few)
        assert calm.s.turn == 1
    t = ready("flying ratmen", people(1, "heroic orcs", H1=1, Fa2=1), hand=9, given={"heroes": ["H1"]})
    assert t.why("conquer H1") == "why.immune"
    assert t.last.args["what"] == "hero"
    assert "Fa2" in t.legal("conquer")


@pytest.mark.rule("SW-7.17", "SW-7.32")
def test_merchant_counts_the_active_race_only() -> None:
    t = Table(
        people(0, "merchant ratmen", H1=1, Fa2=1),
        people(0, "orcs", "declined", S2=1),
        OTHER,
    ).do("expand", "stop")
    assert t.income(0) == {"regions": 3, "merchant": 2}


@pytest.mark.rule("SW-7.18")
def test_mounted() -> None:
    t = ready("mounted ratmen", hand=9)
    assert (t.cost("H1"), t.cost("Fa1"), t.cost("Fa3"), t.cost("S1"), t.cost("M3")) == (1, 1, 2, 3, 3)


@pytest.mark.rule("SW-7.19")
def test_pillaging() -> None:
    t = ready("pillaging ratmen", people(1, "stout elves", Fa2=1), H1=1, hand=9).do(
        "conquer Fa2", "conquer S1", "conquer M2"
    )
    assert t.end().income(0) == {"regions": 4, "pillaging": 2}


@pytest.mark.rule("SW-7.20")
def test_pillaging_amazons_give_up_a_conquest() -> None:
    given = (people(0, "pillaging amazons", H1=1, hand=3, aside=1), OTHER)
    moves = ("expand", "conquer S1", "stop")
    for options, coins in (({}, 1), ({"given_up_counts": False}, 0)):
        t = Table(*given, options=options).do(*moves)
        assert t.asked() == "0 ForgoRegions"
        t.do("forgo S1")
        assert t.held(0) == {"H1": 1}
        assert t.income(0) == {"regions": 1, "pillaging": coins}


@pytest.mark.rule("SW-7.21")
def test_seafaring() -> None:
    t = ready("seafaring ratmen", hand=9)
    assert {"W1", "W3"} <= t.legal("conquer")
    assert "W2" not in t.legal("conquer")
    t.do("conquer W3")
    assert {"M3", "S4", "Fo4"} == t.legal("conquer")
    t = ready("seafaring ratmen", people(1, "orcs", "declined", W1=1), Fa1=1, hand=9)
    assert t.cost("W1") == 3
    t.do("conquer W1")
    assert t.s.taken.bit_count() == 1
    assert ready("hill ratmen", Fa1=1, hand=9).why("conquer W1") == "why.water"


@pytest.mark.rule("SW-7.22")
def test_seafaring_in_decline() -> None:
    t = Table(people(0, "seafaring ratmen", W1=3, W2=1), OTHER).do("decline")
    assert t.held(0, 1) == {"W1": 1, "W2": 1}
    assert t.income(0) == {"regions": 2}
    t = ready("flying ratmen", people(1, "orcs", "declined", W2=1), hand=9)
    assert t.why("conquer W2") == "why.water"


@pytest.mark.rule("SW-7.23")
def test_spirit_does_not_count() -> None:
    t = Table(people(0, "hill ratmen", H1=2), people(0, "spirit orcs", "exempt", S2=1), OTHER).do("decline")
    assert (t.held(0, 1), t.held(0, 2)) == ({"H1": 1}, {"S2": 1})
    assert t.income(0) == {"regions": 2}
    t = Table(
        people(0, "hill ratmen", H1=2),
        people(0, "trolls", "declined", Fo4=1),
        people(0, "spirit orcs", "exempt", S2=1),
        OTHER,
    ).do("decline")
    assert (t.held(0, 1), t.held(0, 2)) == ({"H1": 1}, {"S2": 1})
    assert t.tray("trolls") == 10


@pytest.mark.rule("SW-7.24")
def test_a_declining_spirit_race_lets_the_older_one_stay() -> None:
    t = Table(people(0, "spirit ratmen", H1=2), people(0, "trolls", "declined", Fo4=1), OTHER).do("decline")
    assert (t.held(0, 1), t.held(0, 2)) == ({"Fo4": 1}, {"H1": 1})
    spirit = t.s.world.power_index["spirit"]
    assert t.s.power[2] == spirit
    assert not t.s.discards >> spirit & 1


@pytest.mark.rule("SW-7.24")
def test_the_spirit_badge_goes_with_the_last_token() -> None:
    t = ready("hill ratmen", people(1, "spirit orcs", "exempt", Fa2=1), H1=9).do("conquer Fa2")
    assert t.s.discards >> t.s.world.power_index["spirit"] & 1
    assert [t.s.world.races[i].id for i in t.s.queue] == ["orcs"]


@pytest.mark.rule("SW-7.25")
def test_stout_declines_after_the_coins() -> None:
    t = Table(
        people(0, "stout dwarves", M1=3, Fo1=1), people(0, "orcs", "declined", S2=1), people(1, "hill elves", M4=2)
    ).do("expand", "stop", "deploy Fo1 1", "deploy M1 1")
    assert t.income(0) == {"regions": 3, "dwarves": 2}
    assert t.s.coins[0] == 5 + 5
    assert t.legal() == {"decline", "done"}
    t.do("decline")
    assert t.s.coins[0] == 10  # no second coins
    assert t.held(0, 1) == {"M1": 1, "Fo1": 1}
    assert t.tray("orcs") == 10
    t.do("expand").end()
    assert t.asked() == "0 TakeCombo"


@pytest.mark.rule("SW-7.25")
def test_stout_in_the_first_turn_beside_a_spirit_race_and_by_the_book() -> None:
    t = Table(people(0, "spirit orcs", "exempt", S2=1), people(1, "hill elves", M4=2), column=[["ratmen", "stout"]])
    t.do("take ratmen", "stop")
    assert t.asked() == "0 LateDecline"
    t.do("decline")
    assert t.held(0, 2) == {"S2": 1}
    assert t.tray("ratmen") == 13
    assert "decline" in Table(people(0, "stout ratmen", H1=2), people(1, "hill elves", M4=2)).legal()


@pytest.mark.rule("SW-7.27")
def test_underworld() -> None:
    t = ready("underworld ratmen", H4=1, hand=9)
    assert {"S1", "M1", "H3"} <= t.legal("conquer")
    assert (t.cost("S1"), t.cost("M1"), t.cost("H3"), t.cost("Fa3")) == (2, 2, 2, 3)
    t = ready("underworld ratmen", hand=9)
    assert "H3" not in t.legal("conquer")  # the entry needs the border
    assert "S1" in t.legal("conquer")
    assert ready("underworld ratmen", H1=9).legal("conquer") == {"S1", "Fa2", "Fo2"}  # not from a hill without a cavern


@pytest.mark.rule("SW-7.28")
def test_wealthy_is_paid_once_at_the_end_of_the_first_turn() -> None:
    t = Table(OTHER, column=[["ratmen", "wealthy"]]).do("take ratmen", "stop")
    assert t.income(0) == {"regions": 0, "wealthy": 7}
    t.do("expand").end().do("expand", "stop")
    assert t.income(0)["wealthy"] == 0


@pytest.mark.rule("SW-7.29")
@pytest.mark.parametrize(("once", "again", "others"), [("player", 0, 7), ("race", 7, 7), ("game", 0, 0)])
def test_wealthy_taken_again(once: str, again: int, others: int) -> None:
    for seat, coins in ((0, again), (1, others)):
        t = Table(turn=seat, column=[["ratmen", "wealthy"]], options={"first_turn_coins": once})
        t.s.paid = 0b01  # seat 0 had it before
        t.do("take ratmen", "stop")
        assert t.income(seat)["wealthy"] == coins


@pytest.mark.rule("SW-7.28", "SW-7.29")
@pytest.mark.parametrize("once", ["player", "race", "game"])
def test_wealthy_pays_the_first_turn_only_whatever_the_option(once: str) -> None:
    t = Table(OTHER, column=[["ratmen", "wealthy"]], options={"first_turn_coins": once}).do("take ratmen", "stop")
    assert t.income(0)["wealthy"] == 7
    t.do("expand").end().do("expand", "stop")
    assert t.income(0)["wealthy"] == 0
    t.do("expand").end().do("decline")
    assert t.income(0) == {"regions": 0}


@pytest.mark.rule("SW-7.30")
@pytest.mark.parametrize("marker", ["holes", "heroes", "dragons"])
def test_immune_regions(marker: str) -> None:
    owner = {"holes": "hill halflings", "heroes": "heroic orcs", "dragons": "dragon_master orcs"}[marker]
    t = ready("flying sorcerers", people(1, owner, Fa2=1, S1=1), H1=9, given={marker: ["Fa2"]})
    assert t.why("conquer Fa2") == "why.immune"
    assert t.why("attempt Fa2") == "why.immune"
    assert t.legal("bewitch") == {"S1"}


@pytest.mark.rule("SW-7.31")
def test_own_ghouls_and_own_immune_regions() -> None:
    given: dict[str, Any] = {"heroes": ["H4", "H1"]}
    peoples = (people(0, "heroic ratmen", H4=1, H1=1), people(0, "ghouls", "declined", S2=6), OTHER)
    t = Table(*peoples, **given).do("expand", "expand")
    assert t.why("conquer H4") == "why.immune"
    t = Table(*peoples, options={"own_immunity_broken": True}, **given).do("expand", "expand", "conquer H4")
    assert "H4" in t.held(0, 1)
    assert not t.at("H4")["hero"]

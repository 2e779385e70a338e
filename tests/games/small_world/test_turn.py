"""Expand or decline, readying, leaving regions, races without tokens."""

from __future__ import annotations

import pytest

from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


@pytest.mark.rule("SW-4.1")
def test_the_choice_comes_before_everything() -> None:
    t = Table(people(0, "merchant ratmen", H1=3), people(0, "ghouls", "declined", S2=2), OTHER)
    assert t.legal() == {"expand", "decline"}
    assert t.why("conquer Fa2") == "why.choose_first"
    t.do("expand")
    assert t.asked() == "0 Undead"


@pytest.mark.rule("SW-4.2")
def test_readying_takes_up_all_but_one() -> None:
    t = Table(people(0, "merchant ratmen", H1=4, Fa2=3), OTHER).do("expand")
    assert t.held(0) == {"H1": 1, "Fa2": 1}
    assert t.hand(0) == 5


@pytest.mark.rule("SW-4.3")
def test_leaving_a_region() -> None:
    t = Table(people(0, "merchant ratmen", H1=2, Fa2=1, S2=1), OTHER).do("expand", "abandon Fa2")
    assert (t.held(0), t.hand(0)) == ({"H1": 1, "S2": 1}, 2)
    assert "Fa2" in t.legal("conquer")
    assert t.why("abandon H1") == "why.order"
    t.do("conquer Fa2")
    assert t.asked() == "0 Redeploy"
    t = Table(people(0, "merchant ratmen", H1=4, Fa2=1), OTHER).do("expand", "conquer S1")
    assert t.s.turn == 0
    t = Table(people(0, "merchant ratmen", H1=6, Fa2=1), OTHER).do("expand", "conquer S1")
    assert t.why("abandon Fa2") == "why.abandon_before"


@pytest.mark.rule("SW-4.3")
def test_leaving_without_conquering() -> None:
    t = Table(people(0, "merchant ratmen", H1=2, Fa2=1), OTHER).do("expand", "abandon Fa2", "stop")
    assert t.held(0) == {"H1": 3}
    assert t.income(0) == {"regions": 1, "merchant": 1}


@pytest.mark.rule("SW-4.3")
def test_leaving_between_conquests() -> None:
    """By option: regions held since before the turn, in map order anew after each conquest; never one just taken."""
    given = (people(0, "merchant ratmen", H1=3, Fa2=1, S2=1), OTHER)
    t = Table(*given).do("expand", "attempt S1", "roll 3")
    assert t.asked() == "0 Redeploy"
    t = Table(*given, options={"abandon": "between"}).do("expand", "abandon S2", "conquer S1")
    assert (t.held(0), t.hand(0)) == ({"H1": 1, "Fa2": 1, "S1": 3}, 0)
    assert t.legal() == {"abandon H1", "abandon Fa2", "stop"}
    t.do("abandon Fa2")
    assert t.why("abandon S1") == "why.just_taken"
    assert t.why("abandon H1") == "why.order"
    assert t.hand(0) == 1
    t.do("attempt Fa2", "roll 1")
    assert t.asked() == "0 Redeploy"  # a last attempt ends the conquests


@pytest.mark.rule("SW-4.3", "SW-7.3")
def test_a_roll_waits_for_its_conquest_before_regions_are_left() -> None:
    t = Table(people(0, "berserk ratmen", H1=4, Fa2=1), OTHER, options={"abandon": "between"})
    t.do("expand", "throw", "roll 1")
    assert t.why("abandon Fa2") == "why.roll_is_for_conquest"
    t.do("conquer S1")
    assert t.legal("abandon") == {"H1", "Fa2"}


@pytest.mark.rule("SW-4.4")
def test_who_leaves_all_enters_anew() -> None:
    t = Table(people(0, "merchant ratmen", H3=3, Fa2=1), OTHER).do("expand", "abandon Fa2", "abandon H3")
    assert t.hand(0) == 4
    assert {"H1", "M3", "S2"} <= t.legal("conquer")
    assert t.why("conquer H3") == "why.not_border"
    t.do("stop")
    assert (t.held(0), t.hand(0)) == ({}, 4)


@pytest.mark.rule("SW-4.5")
def test_conquering_nothing() -> None:
    t = Table(people(0, "merchant ratmen", H1=3), OTHER).do("expand", "stop")
    assert t.held(0) == {"H1": 3}
    assert t.income(0)["regions"] == 1


@pytest.mark.rule("SW-4.6")
def test_a_race_without_any_token_passes_or_declines() -> None:
    given = (people(0, "merchant ratmen"), people(0, "orcs", "declined", S2=1), OTHER)
    t = Table(*given)
    assert t.legal() == {"expand", "decline"}
    t.do("expand")
    assert t.s.turn == 1
    assert t.income(0) == {"regions": 1, "merchant": 0}
    t = Table(*given).do("decline")
    assert t.income(0) == {"regions": 0}
    assert t.held(0, 1) == {}
    assert t.s.turn == 1  # no combination in the same turn


@pytest.mark.rule("SW-4.6")
def test_a_spirit_race_stays_when_an_empty_race_declines() -> None:
    t = Table(people(0, "merchant ratmen"), people(0, "spirit orcs", "exempt", S2=1), OTHER).do("decline")
    assert t.income(0) == {"regions": 1}
    assert t.held(0, 2) == {"S2": 1}


@pytest.mark.rule("SW-4.6")
def test_ghouls_march_for_a_race_without_tokens() -> None:
    t = Table(people(0, "merchant ratmen"), people(0, "ghouls", "declined", S2=3), OTHER).do("expand", "expand")
    t.do("conquer H4")
    assert t.held(0, 1) == {"S2": 1, "H4": 2}


@pytest.mark.rule("SW-4.7")
def test_a_race_without_region_enters_again() -> None:
    t = Table(people(0, "merchant ratmen", hand=4), OTHER)
    assert t.legal() == {"expand", "decline"}
    t.do("expand")
    assert "H1" in t.legal("conquer")
    t.do("stop")
    assert t.hand(0) == 4


@pytest.mark.rule("SW-4.8")
def test_a_fresh_combination_expands() -> None:
    t = Table(OTHER, column=[["orcs", "hill"]]).do("take orcs")
    assert t.asked() == "0 Conquest"
    assert t.why("decline") == "why.decline_before"


@pytest.mark.rule("SW-8.7")
def test_the_order_of_a_turn() -> None:
    """One people with every end-of-turn question there is, player-made for the purpose."""
    from ludoteka.games.small_world.custom import pack

    text = """
[power]
id = "busy"
tokens = 5
name.en = "Busy"
name.ru = "Занятые"
"""
    for kind in ("encampments", "fortresses", "heroes", "peace", "decline_after_scoring"):
        text += f'[[power.effects]]\nkind = "{kind}"\n'
    t = Table(
        people(0, "ghouls", "declined", H5=2, Fa4=1),
        people(1, "hill elves", S1=2, S2=1, M5=1),
        seats=3,
        column=[["ratmen", "busy"]],
        options={"custom": pack(text)},
    )
    lines = "take ratmen, expand, stop, deploy Fa4 1, conquer Fa2, conquer M1, conquer S1, stop, deploy M1 4, camp M1 5"
    asked = []
    for line in (lines + ", fortify Fa2, hero M1, hero Fa2, done, done, deploy S2 2").split(", "):
        asked.append(t.asked())
        t.do(line)
    assert asked == [
        "0 TakeCombo", "0 Undead", "0 Conquest", "0 Redeploy", "0 Conquest", "0 Conquest", "0 Conquest", "0 Conquest",
        "0 Redeploy", "0 Encamp", "0 BuildFortress", "0 PlaceHeroes", "0 PlaceHeroes", "0 NameAlly", "0 LateDecline",
        "1 Redeploy",
    ]  # fmt: skip
    assert t.income(0)["regions"] == 5
    assert t.asked() == "1 Choice"

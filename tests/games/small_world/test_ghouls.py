"""Ghouls, the race that does not rest in decline."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


def undead(active: str = "merchant ratmen", **more: Any) -> Table:
    """Seat 0 with an active race in H1 and Ghouls in decline in Fa3 and S2."""
    return Table(people(0, active, H1=3), people(0, "ghouls", "declined", Fa3=4, S2=1), OTHER, **more)


@pytest.mark.rule("SW-5.12", "SW-6.20")
def test_ghouls_have_their_own_round_first() -> None:
    t = undead().do("expand")
    assert t.legal() == {"expand", "done"}
    t.do("expand")
    assert t.hand(0, 1) == 3
    assert {"abandon Fa3", "abandon S2", "conquer H4", "conquer M1"} <= t.legal()
    t.do("conquer H4", "attempt Fo3", "roll 2")
    assert t.held(0, 1) == {"Fa3": 1, "S2": 1, "H4": 2, "Fo3": 1}
    assert t.asked() == "0 Redeploy"
    t.do("done")
    assert t.asked() == "0 Conquest"
    assert t.hand(0) == 2
    t.do("attempt S1", "roll 3")
    assert t.s.die == 3  # a die of its own
    t.end()
    assert t.income(0)["regions"] == 6


@pytest.mark.rule("SW-5.12")
def test_ghouls_may_stay_at_home() -> None:
    t = undead().do("expand", "done")
    assert t.asked() == "0 Conquest"
    assert t.held(0, 1) == {"Fa3": 4, "S2": 1}


@pytest.mark.rule("SW-5.12")
def test_ghouls_leave_regions_and_enter_by_the_border() -> None:
    t = Table(people(0, "merchant ratmen", H1=3), people(0, "ghouls", "declined", Fo3=4), OTHER).do("expand", "expand")
    t.do("abandon Fo3")
    assert "M3" in t.legal("conquer")
    assert "Fa4" not in t.legal("conquer")


@pytest.mark.rule("SW-5.13")
def test_all_ghouls_stay_at_decline_but_those_in_hand() -> None:
    given = (people(0, "merchant ghouls", Fa3=3, S2=2, hand=2), OTHER)
    t = Table(*given).do("decline")
    assert t.held(0, 1) == {"Fa3": 3, "S2": 2}
    assert t.tray("ghouls") == 10 - 5
    t = Table(*given, options={"hand_at_decline": "keep"}).do("decline")
    assert t.hand(0, 1) == 2
    assert t.tray("ghouls") == 10 - 7


@pytest.mark.rule("SW-5.14")
def test_attacked_ghouls_retreat_like_an_active_race() -> None:
    t = Table(
        people(0, "commando ratmen", H4=9), people(1, "stout elves", M4=1), people(1, "ghouls", "declined", S2=4, S4=1)
    ).do("expand", "conquer S2")
    assert (t.hand(1, 1), t.tray("ghouls")) == (3, 10 - 5 + 1)
    t.end()
    assert t.held(1, 1) == {"S4": 4}


@pytest.mark.rule("SW-5.14", "SW-5.21")
def test_ghouls_wiped_off_the_board_enter_again() -> None:
    t = (
        Table(
            people(0, "commando ratmen", H4=9),
            people(1, "stout elves", M4=1),
            people(1, "ghouls", "declined", S2=4),
        )
        .do("expand", "conquer S2")
        .end()
    )
    assert (t.held(1, 1), t.hand(1, 1)) == ({}, 3)
    assert t.s.race[4] >= 0  # their banner stays
    assert not t.s.queue
    t.do("expand")
    assert t.asked() == "1 Undead"
    t.do("expand")
    assert "H1" in t.legal("conquer")
    assert "Fa2" not in t.legal("conquer")
    t.do("stop", "stop").do("done").do("expand").end()
    assert t.hand(1, 1) == 3  # they may wait
    t.do("decline")
    assert t.s.race[4] == t.s.world.race_index["elves"]
    assert t.tray("ghouls") == 10


@pytest.mark.rule("SW-5.14")
def test_no_substitution_against_ghouls_in_decline() -> None:
    t = Table(
        people(0, "hill sorcerers", H4=3), people(1, "stout elves", M4=1), people(1, "ghouls", "declined", S2=1)
    ).do("expand")
    assert t.why("bewitch S2") == "why.not_an_active_enemy"


@pytest.mark.rule("SW-5.15")
@pytest.mark.parametrize(
    ("power", "gone"),
    [("commando", "discount"), ("flying", "flight"), ("seafaring", "water"), ("underworld", "caverns")],
)
def test_the_power_is_gone_in_decline(power: str, gone: str) -> None:
    t = Table(people(0, f"{power} ghouls", Fa1=4, Fa3=3), OTHER).do("decline", "expand").end()
    race = t.s.world.races[t.s.col_race[0]].id
    t.do(f"take {race}", "expand")
    assert t.asked() == "0 Conquest"
    assert t.s.stack[-1][2] == 1  # the Ghouls' slot
    assert t.cost("H4", state=1) == 2, gone
    assert "W1" not in t.legal("conquer")
    assert "H1" not in t.legal("conquer")
    assert "S1" not in t.legal("conquer")


@pytest.mark.rule("SW-5.15")
def test_water_and_fortresses_held_stay() -> None:
    t = Table(people(0, "seafaring ghouls", W1=3, Fa3=2), OTHER).do("decline", "expand").end()
    assert t.held(0, 1) == {"W1": 3, "Fa3": 2}
    t.do(f"take {t.s.world.races[t.s.col_race[0]].id}", "expand")
    assert "M1" in t.legal("conquer")  # from the water
    t.do("conquer M1", "lift M1", "deploy W1 2")  # and it may be reinforced
    assert t.held(0, 1) == {"W1": 3, "M1": 1, "Fa3": 1}
    t = Table(people(0, "fortified ghouls", Fa3=3), OTHER, forts=["Fa3"]).do("decline")
    assert t.at("Fa3")["defence"] == 3 + 1
    assert t.income(0) == {"regions": 1}


@pytest.mark.rule("SW-5.16")
def test_ghouls_may_attack_their_own_side_and_ignore_peace() -> None:
    t = Table(
        people(0, "merchant ratmen", H4=1, Fo1=3),
        people(0, "ghouls", "declined", Fa3=8),
        people(0, "spirit orcs", "exempt", S2=1),
        people(1, "diplomat elves", M1=1),
        ally={"1": 0},
    ).do("expand", "expand")
    assert {"H4", "S2", "M1"} <= t.legal("conquer")
    t.do("conquer M1")
    assert "M1" in t.held(0, 1)


@pytest.mark.rule("SW-5.16")
def test_no_peace_protects_ghouls_of_a_diplomat() -> None:
    t = Table(
        people(0, "merchant ratmen", H4=6),
        people(1, "diplomat elves", M1=1),
        people(1, "ghouls", "declined", S2=1),
        ally={"1": 0},
    ).do("expand")
    assert "S2" in t.legal("conquer")


@pytest.mark.rule("SW-5.17")
def test_the_combination_comes_before_the_ghouls() -> None:
    given = (people(0, "ghouls", "declined", Fa3=4), OTHER)
    assert Table(*given).asked() == "0 TakeCombo"
    t = Table(*given, options={"combo_first": False})
    assert t.asked() == "0 Undead"
    t.do("done")
    assert t.asked() == "0 TakeCombo"


@pytest.mark.rule("SW-5.18")
def test_own_tokens_driven_out_by_own_ghouls() -> None:
    given = (people(0, "merchant ratmen", H4=4, M2=2), people(0, "ghouls", "declined", Fa3=8), OTHER)
    t = Table(*given).do("expand", "expand", "conquer H4", "stop", "deploy Fa3 1")
    assert t.asked() == "0 Conquest"
    assert t.hand(0) == 3 + 1  # withdrawn, and readied from M2
    assert t.tray("ratmen") == 13 - 6 + 1
    t = Table(*given, options={"own_driven_out": "end"})
    t.do("expand", "expand", "conquer H4", "stop", "deploy Fa3 1")
    assert t.hand(0) == 1
    t.do("stop")
    assert t.held(0) == {"M2": 5}


@pytest.mark.rule("SW-5.18")
def test_own_elves_lose_nothing() -> None:
    t = Table(
        people(0, "merchant elves", H4=2), people(0, "ghouls", "declined", Fa3=7), people(1, "stout orcs", M4=2)
    ).do("expand", "expand", "conquer H4", "stop", "deploy Fa3 2")
    assert t.hand(0) == 2
    assert "H1" in t.legal("conquer")  # without a region: anew


@pytest.mark.rule("SW-5.19")
def test_no_march_in_a_turn_of_declining() -> None:
    t = undead().do("decline")
    assert t.held(0, 1) == {"H1": 1}
    assert t.tray("ghouls") == 10
    assert t.s.turn == 1


@pytest.mark.rule("SW-5.19", "SW-7.24")
def test_ghouls_stay_beside_a_spirit_race_and_as_one() -> None:
    t = undead("spirit ratmen").do("decline")
    assert t.held(0, 1) == {"Fa3": 4, "S2": 1}
    assert t.held(0, 2) == {"H1": 1}
    t = Table(people(0, "spirit ghouls", Fa3=4), OTHER).do("decline", "expand").end()
    assert t.held(0, 2) == {"Fa3": 4}
    t.do(f"take {t.s.world.races[t.s.col_race[0]].id}")
    assert t.asked() == "0 Undead"
    t.do("done").end().do("expand").end().do("decline")
    assert t.held(0, 2) == {"Fa3": 4}
    assert t.income(0)["regions"] >= 1


@pytest.mark.rule("SW-5.20")
def test_conquests_of_ghouls_bring_the_active_race_nothing() -> None:
    t = Table(
        people(0, "pillaging orcs", H1=2), people(0, "ghouls", "declined", Fa3=8), people(1, "stout elves", S2=1)
    ).do("expand", "expand", "conquer S2", "stop", "deploy Fa3 4", "stop")
    assert t.income(0) == {"regions": 3, "orcs": 0, "pillaging": 0}
    t = Table(people(0, "hill halflings", hand=6, holes_left=2), people(0, "ghouls", "declined", Fa3=8), OTHER)
    t.do("expand", "expand", "conquer S2", "stop", "deploy Fa3 4")
    assert t.s.holes == 0
    assert t.s.holes_left[0] == 2


@pytest.mark.rule("SW-5.20")
def test_the_two_races_share_neither_adjacency_nor_discount() -> None:
    t = Table(people(0, "commando giants", M2=2), people(0, "ghouls", "declined", S2=3), OTHER).do("expand", "expand")
    assert "Fa2" not in t.legal("conquer")
    assert t.cost("H4", state=1) == 2
    t.do("stop")
    assert t.asked() == "0 Conquest"
    assert "H4" not in t.legal("conquer")

"""What an option leaves as it is: it opens one reading and touches nothing beside it."""

from __future__ import annotations

import pytest

from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)
GHOULS = people(0, "ghouls", "declined", Fa3=8)


@pytest.mark.rule("SW-2.13", "SW-2.14")
def test_only_own_tokens_in_decline_can_be_without_defence() -> None:
    given = (
        people(0, "pillaging ratmen", H1=9),
        people(1, "stout elves", Fa2=1, M4=1),
        people(1, "orcs", "declined", S1=1),
    )
    t = Table(*given, options={"own_decline_counts": False}).do("expand")
    assert t.cost("S1") == 2 + 1
    t.do("conquer S1", "conquer Fa2").end()
    assert t.income(0)["pillaging"] == 2


@pytest.mark.rule("SW-2.13", "SW-5.16")
def test_against_own_ghouls_the_active_race_defends_and_only_by_option_the_one_in_decline_does_not() -> None:
    given = (
        people(0, "merchant ratmen", H4=3),
        GHOULS | {"regions": {"Fa3": 3}},
        people(0, "spirit orcs", "exempt", S2=1),
    )
    for counts, names in ((True, set[str]()), (False, {"S2"})):
        t = Table(*given, OTHER, options={"own_decline_counts": counts}).do("expand", "expand")
        assert t.cost("H4", state=1) == 2 + 3
        assert t.legal("conquer") & {"H4", "S2"} == names


@pytest.mark.rule("SW-7.10", "SW-7.7")
def test_the_diplomats_active_race_always_attacks() -> None:
    seats = people(0, "diplomat ratmen", Fa1=9), people(1, "stout elves", Fo1=1, H3=1), people(2, "hill orcs", M7=2)
    t = Table(*seats, seats=3, options={"decline_attack_counts": False}).do("expand", "conquer Fo1", "stop")
    t.do("deploy Fa1 5")
    assert t.asked() == "0 NameAlly"
    assert t.legal("befriend") == {"2"}


@pytest.mark.rule("SW-5.2", "SW-5.13")
def test_a_race_that_is_not_undead_never_keeps_a_hand() -> None:
    t = Table(people(0, "merchant ratmen", H1=2, hand=3), OTHER, options={"hand_at_decline": "keep"}).do("decline")
    assert (t.held(0, 1), t.hand(0, 1)) == ({"H1": 1}, 0)


@pytest.mark.rule("SW-5.18", "SW-7.25")
def test_who_declines_late_loses_the_tokens_that_still_wait() -> None:
    given = people(0, "stout ratmen", H4=4, M2=2), GHOULS, people(1, "hill elves", M4=2)
    t = Table(*given, options={"own_driven_out": "end"})
    before = t.tray("ratmen")
    t.do("expand", "expand", "conquer H4", "stop", "deploy Fa3 1", "stop")
    assert (t.asked(), t.s.waiting[0]) == ("0 LateDecline", 3)
    t.do("decline")
    assert t.tray("ratmen") == before + 5  # all but the one in M2


@pytest.mark.rule("SW-4.3")
def test_between_conquests_the_first_region_of_the_map_may_be_left_too() -> None:
    given = people(0, "seafaring ratmen", W1=1, Fa1=1, hand=6), OTHER
    t = Table(*given, options={"abandon": "between"}).do("expand", "conquer Fo1")
    assert t.legal("abandon") == {"W1", "Fa1"}

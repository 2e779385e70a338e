"""The Diplomat's peace: whom it may bind and what breaks it. [SW-7.7 … SW-7.10]"""

from __future__ import annotations

import pytest

from tests.games.small_world.kit import Table, people


@pytest.mark.rule("SW-7.7")
def test_diplomat_names_somebody_not_attacked() -> None:
    t = Table(
        people(0, "diplomat ratmen", H1=1, hand=9),
        people(1, "stout elves", Fa2=1, M4=1),
        people(2, "orcs", "declined", S1=1),
        seats=3,
        board=[
            {"name": "H1", "terrain": "hill", "beside": "Fa2 S1", "edge": True},
            {"name": "Fa2", "terrain": "farmland", "beside": "M4"},
            {"name": "S1", "terrain": "swamp", "beside": ""},
            {"name": "M4", "terrain": "mountain", "beside": ""},
        ],
    ).do("expand", "conquer Fa2", "conquer S1", "stop", "deploy H1 3")
    assert t.legal() == {"befriend 2", "done"}  # no active race, only its decline was attacked
    assert t.why("befriend 1") == "why.attacked"
    assert t.why("befriend 0") == "why.own_ally"
    t.do("befriend 2")
    assert t.s.view(None)["players"][0]["ally"] == 2


@pytest.mark.rule("SW-7.8")
def test_peace_binds_the_one_named_only_and_ends() -> None:
    t = Table(
        people(0, "diplomat ratmen", H1=3),
        people(0, "orcs", "declined", S1=1),
        people(1, "dragon_master elves", Fa2=9),
        people(2, "swamp giants", Fo2=9),
        seats=3,
        board=[
            {"name": "H1", "terrain": "hill", "beside": "Fa2 Fo2", "edge": True},
            {"name": "Fa2", "terrain": "farmland", "beside": "S1"},
            {"name": "Fo2", "terrain": "forest", "beside": ""},
            {"name": "S1", "terrain": "swamp", "beside": ""},
        ],
    ).do("expand", "stop", "befriend 1", "expand")
    assert t.why("conquer H1") == "why.peace"
    assert t.why("dragon H1") == "why.peace"
    assert "S1" in t.legal("conquer")  # his race in decline is not protected
    t.end().do("expand")
    assert "H1" in t.legal("conquer")  # the third player is free
    t.end()
    assert t.s.ally[0] == -1  # his own next turn
    t.do("expand")
    assert t.why("conquer Fa2") == "why.tokens_missing"  # too few, but no peace binds the Diplomat himself


@pytest.mark.rule("SW-7.8")
def test_the_ally_stays_bound_with_a_new_race() -> None:
    t = Table(people(0, "diplomat ratmen", H1=3), column=[["trolls", "hill"]]).do("expand", "stop", "befriend 1")
    t.do("take trolls")
    assert t.why("conquer H1") == "why.peace"


@pytest.mark.rule("SW-7.9")
def test_a_failed_attempt_is_an_attack() -> None:
    given = (people(0, "diplomat ratmen", H1=1, hand=2), people(1, "stout elves", Fa2=2))
    t = Table(*given).do("expand", "attempt Fa2", "roll 0")
    assert t.s.turn == 1  # nobody to name
    t = Table(*given, options={"failed_attempt_attacks": False}).do("expand", "attempt Fa2", "roll 0")
    assert t.legal() == {"befriend 1", "done"}


@pytest.mark.rule("SW-7.7", "SW-7.9")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_failed_attempt_on_somebody_in_decline_or_on_oneself_is_none(attacks: bool) -> None:
    given = (
        people(0, "diplomat ratmen", H4=2, H1=1),
        people(0, "ghouls", "declined", S2=2),
        people(1, "stout elves", Fo3=1),
        people(1, "orcs", "declined", Fa3=1),
    )
    options = {"failed_attempt_attacks": attacks}
    t = Table(*given, options=options).do("expand", "expand", "attempt Fa3", "roll 0")
    assert t.s.view(None)["this_turn"]["attacked"] == []
    assert t.end().s.turn == 1
    t = Table(*given, options=options).do("expand", "expand", "attempt H4", "roll 0")
    assert t.s.view(None)["this_turn"]["attacked"] == []  # one's own race
    t.do("attempt Fo3", "roll 0")
    assert t.s.view(None)["this_turn"]["attacked"] == ([1] if attacks else [])


@pytest.mark.rule("SW-7.7")
def test_all_opponents_not_attacked_may_be_named_and_nobody_need_be() -> None:
    peoples = (people(0, "diplomat ratmen", H1=1), people(1, "hill elves", M4=1), people(2, "stout orcs", M3=1))
    t = Table(*peoples, seats=3).do("expand", "stop")
    assert t.legal() == {"befriend 1", "befriend 2", "done"}
    t.do("done")
    assert t.s.view(None)["players"][0]["ally"] is None
    assert t.s.turn == 1


@pytest.mark.rule("SW-7.10")
def test_own_ghouls_attack_for_the_diplomat() -> None:
    given = (people(0, "diplomat ratmen", H1=2), people(0, "ghouls", "declined", S2=6), people(1, "stout elves", H4=1))
    moves = ("expand", "expand", "conquer H4", "stop", "deploy S2 2", "stop")
    assert Table(*given).do(*moves).s.turn == 1
    t = Table(*given, options={"decline_attack_counts": False}).do(*moves)
    assert t.legal() == {"befriend 1", "done"}

"""Losses, retreat, redeployment."""

from __future__ import annotations

import pytest

from tests.games.small_world.kit import Table, people


@pytest.mark.rule("SW-3.1")
@pytest.mark.parametrize("own", ["ready", "end"])
def test_others_have_their_tokens_in_hand_at_once(own: str) -> None:
    """Only what one's own Ghouls drive out may have to wait."""
    t = Table(people(0, "hill ratmen", H1=1, hand=9), people(1, "stout orcs", Fa2=3), options={"own_driven_out": own})
    t.do("expand", "conquer Fa2")
    assert t.hand(1) == 2


@pytest.mark.rule("SW-3.1")
def test_one_token_is_lost_and_the_rest_withdraw() -> None:
    t = Table(people(0, "merchant ratmen", H1=1, hand=9), people(1, "hill orcs", Fa2=4, M4=1)).do("expand")
    t.do("conquer Fa2")
    assert (t.hand(1), t.tray("orcs")) == (3, 10 - 5 + 1)
    assert t.held(1) == {"M4": 1}


@pytest.mark.rule("SW-3.1")
def test_a_single_defender_is_lost() -> None:
    t = Table(people(0, "merchant ratmen", H1=1, hand=9), people(1, "hill orcs", Fa2=1, M4=1)).do("expand")
    t.do("conquer Fa2")
    assert (t.hand(1), t.tray("orcs")) == (0, 9)


@pytest.mark.rule("SW-3.2")
def test_withdrawn_tokens_return_at_the_end_anywhere() -> None:
    t = Table(people(0, "merchant ratmen", H1=1, hand=9), people(1, "hill orcs", Fa2=4, Fo2=2, S2=1)).do("expand")
    t.do("conquer Fa2", "conquer H3")
    assert t.held(1) == {"Fo2": 2, "S2": 1}  # not yet back, though their owner was hit first
    t.do("done")
    assert t.asked() == "1 Redeploy"
    assert t.legal() == {"deploy Fo2 1", "deploy Fo2 3", "deploy S2 3"}  # only these three move
    t.do("deploy S2 3")
    assert t.held(1) == {"Fo2": 2, "S2": 4}
    assert t.income(0)["regions"] == 3
    assert t.asked() == "1 Choice"


@pytest.mark.rule("SW-3.3")
def test_victims_answer_clockwise_from_the_attacker() -> None:
    t = Table(
        people(1, "merchant ratmen", H1=1, hand=12),
        people(0, "hill orcs", Fa2=3, S5=1, M6=1),
        people(2, "stout elves", M1=3, Fa4=1, H5=1),
        seats=3,
        turn=1,
        board=[
            {"name": "H1", "terrain": "hill", "beside": "Fa2 M1", "edge": True},
            {"name": "Fa2", "terrain": "farmland", "beside": "S5"},
            {"name": "M1", "terrain": "mountain", "beside": "Fa4"},
            {"name": "S5", "terrain": "swamp", "beside": "M6"},
            {"name": "M6", "terrain": "mountain", "beside": ""},
            {"name": "Fa4", "terrain": "farmland", "beside": "H5"},
            {"name": "H5", "terrain": "hill", "beside": ""},
        ],
    ).do("expand", "conquer Fa2", "conquer M1", "stop", "deploy H1 1")
    assert t.asked() == "2 Redeploy"
    t.do("deploy Fa4 3")
    assert t.asked() == "0 Redeploy"
    assert t.s.turn == 1


@pytest.mark.rule("SW-3.3")
def test_the_player_himself_is_first_and_places_both_races() -> None:
    """Own Ghouls driven out by the own active race return before anybody else's tokens."""
    t = Table(
        people(0, "merchant ratmen", H1=1, hand=11),
        people(0, "ghouls", "declined", Fa2=2, S2=1, H4=1),
        people(1, "hill orcs", S1=3, S4=1, M4=1),
    ).do("expand", "done", "conquer Fa2", "conquer S1", "stop", "deploy H1 2")
    assert t.asked() == "0 Redeploy"
    assert t.legal() == {"deploy S2 1", "deploy H4 1"}
    t.do("deploy H4 1")
    assert t.asked() == "1 Redeploy"


@pytest.mark.rule("SW-3.4", "SW-3.6")
def test_own_tokens_move_freely_and_one_stays_everywhere() -> None:
    t = Table(people(0, "merchant ratmen", hand=9), people(1, "stout elves", M4=2)).do("expand")
    t.do("conquer H1", "conquer Fa2", "conquer Fo2", "stop")
    assert t.held(0) == {"H1": 2, "Fa2": 2, "Fo2": 3}
    assert t.legal("lift") == {"H1", "Fa2", "Fo2"}
    t.do("lift H1", "lift Fo2")
    assert t.hand(0) == 2 + 1 + 2
    assert t.why("lift Fa2") == "why.order"
    t.do("deploy Fa2 1", "deploy Fa2 1")
    assert t.why("lift Fo2") == "why.lift_before"
    assert t.why("deploy H1 1") == "why.order"
    t.do("deploy Fo2 3")
    assert t.held(0) == {"H1": 1, "Fa2": 4, "Fo2": 4}
    assert t.s.turn == 1


@pytest.mark.rule("SW-3.6")
def test_one_token_all_tokens_or_done() -> None:
    t = Table(people(0, "merchant ratmen", hand=5), people(1, "stout elves", M4=2)).do("expand")
    t.do("conquer H1", "conquer Fa2", "stop")
    assert t.legal() == {"lift H1", "lift Fa2", "deploy H1 1", "deploy Fa2 1"}
    assert t.why("done") == "why.tokens_in_hand"
    assert t.why("deploy H1 2") == "why.hand_too_small"
    t.do("lift H1")
    assert t.legal() == {"lift Fa2", "deploy H1 1", "deploy H1 2", "deploy Fa2 2"}
    assert t.why("deploy H2 1") == "why.not_yours"
    t.do("deploy H1 2")
    assert t.held(0) == {"H1": 3, "Fa2": 2}


@pytest.mark.rule("SW-3.6")
def test_leaving_everything_as_it_is_takes_one_click() -> None:
    t = Table(people(0, "merchant ratmen", hand=4), people(1, "stout elves", M4=2)).do("expand")
    t.do("conquer H1", "conquer Fa2")
    assert "done" in t.legal()
    assert t.do("done").held(0) == {"H1": 2, "Fa2": 2}


@pytest.mark.rule("SW-3.5")
def test_all_tokens_are_placed_or_wait_without_a_region() -> None:
    t = Table(people(0, "merchant ratmen", H1=1, hand=9), people(1, "hill orcs", Fa2=4)).do("expand")
    t.do("conquer Fa2").end()
    assert (t.held(1), t.hand(1)) == ({}, 3)
    assert t.hand(0) == 0


@pytest.mark.rule("SW-3.7")
def test_active_and_declined_tokens_never_mix() -> None:
    t = Table(
        people(0, "merchant ratmen", H1=1, hand=3),
        people(0, "orcs", "declined", M3=1),
        people(1, "stout elves", M4=2),
    ).do("expand", "conquer Fa2", "stop")
    assert t.legal("deploy") == {"H1 1", "Fa2 1"}


@pytest.mark.rule("SW-3.8")
def test_a_lost_tribe_leaves_for_good() -> None:
    t = Table(people(0, "merchant ratmen", H1=1, hand=4), people(1, "stout elves", M4=2)).do("expand", "conquer S1")
    assert not t.at("S1")["tribe"]
    t.do("stop", "deploy H1 1").do("expand").end().do("expand", "abandon S1")
    assert t.at("S1")["defence"] == 0


@pytest.mark.rule("SW-3.6")
@pytest.mark.parametrize(("first", "second"), [("W1", "Fa1"), ("Fa1", "Fo1")])
def test_any_two_regions_may_be_taken_up_and_an_empty_hand_puts_nothing_down(first: str, second: str) -> None:
    t = Table(people(0, "seafaring ratmen", hand=4), people(1, "stout elves", M4=2)).do("expand")
    t.do(f"conquer {first}", f"conquer {second}")
    assert t.legal() == {f"lift {first}", f"lift {second}", "done"}
    assert t.do(f"lift {first}").legal("lift") == {second}

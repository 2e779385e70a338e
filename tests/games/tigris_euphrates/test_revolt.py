"""Revolts: leaders fight with temples."""

from __future__ import annotations

import pytest

from .kit import after, asked, choices, leaders, points, refusal, tile_at

SEAT = "I5=r H4=r J4=r J6=r H5=1k"


@pytest.mark.rule("TE-4.1")
def test_a_leader_placed_beside_its_like_attacks() -> None:
    s = after(SEAT, "L k J5", active=2)
    assert asked(s) == "Attack p2"
    s = after(SEAT + " K11=r L11=2k", "M k L11-J5", active=2)
    assert asked(s) == "Attack p2", "so does one that is moved in"
    assert asked(after(SEAT, "L r J5", active=2)) == "Turn p2", "another colour is welcome"


@pytest.mark.rule("TE-4.2")
def test_strength_is_the_temples_beside_each_leader() -> None:
    s = after(SEAT, "L k J5", active=2)
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (3, 2), "I5 counts for both"
    assert fight["kind"] == "revolt"
    # K5 belongs to a region that only the new leader links: it counts
    s = after("I5=r H5=1k K5=r", "L k J5", active=2)
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (2, 1)


@pytest.mark.rule("TE-4.2", "TE-8.3")
def test_face_down_temples_give_no_strength() -> None:
    s = after(
        "F5=# G5=# F6=# G6=# E5=1k E4=r H5=r",
        "L k H6",
        active=2,
        given="F5,G5,F6,G6 carry the red-blue monument",
    )
    fight = s.view(None)["conflict"]
    assert (fight["attack"], fight["defence"]) == (1, 1)


@pytest.mark.rule("TE-4.3")
def test_attacker_then_defender_add_temples_once() -> None:
    hands = {"p1": "rrrbk", "p2": "rrkk"}
    s = after(SEAT, "L k J5", active=2, hands=hands)
    assert choices(s) == ["commit 0", "commit 1", "commit 2"], "temples, though kings fight"
    s = after(SEAT, "L k J5 ; s 2", active=2, hands=hands)
    assert asked(s) == "Defend p1"
    assert s.view(None)["conflict"]["added"] == 2, "the defender knows the number"
    assert choices(s) == ["commit 0", "commit 1", "commit 2", "commit 3"]
    s = after(SEAT, "L k J5 ; s 2 ; p1> s 3", active=2, hands=hands)
    assert asked(s) == "Turn p2", "one commitment each"
    why = refusal(after(SEAT, "L k J5", active=2, hands=hands), "s 3")
    assert (why.id, why.rule, why.args["held"]) == ("why.commit_too_many", "TE-4.3", 2)


@pytest.mark.rule("TE-4.4")
@pytest.mark.parametrize(("attack", "defence", "winner"), [(0, 0, 2), (2, 3, 1), (2, 2, 2), (0, 1, 1), (0, 2, 1)])
def test_the_higher_total_wins_a_tie_is_the_defenders(attack: int, defence: int, winner: int) -> None:
    s = after(SEAT, f"L k J5 ; s {attack} ; p1> s {defence}", active=2, hands={"p1": "rrr", "p2": "rr"})
    assert points(s, winner) == (1, 0, 0, 0)
    assert points(s, 3 - winner) == (0, 0, 0, 0)
    assert leaders(s, winner)["k"] == {1: "H5", 2: "J5"}[winner]
    assert leaders(s, 3 - winner) == {}


@pytest.mark.rule("TE-4.5")
def test_what_a_revolt_changes() -> None:
    before = after(SEAT + " L11=2k", active=2, hands={"p1": "rrr", "p2": "rr"})
    s = after(SEAT + " L11=2k", "M k L11-J5 ; s 2 ; p1> s 3", active=2, hands={"p1": "rrr", "p2": "rr"})
    assert leaders(s, 2) == {}, "a moved leader that loses goes to the reserve, not back"
    assert s.tiles == before.tiles
    assert (s.hand_size(0), s.hand_size(1)) == (0, 0)
    assert s.spent[0] == before.spent[0] + 5
    assert points(s, 1) == (1, 0, 0, 0), "exactly one, and red"
    assert all(tile_at(s, at) == "r" for at in ("I5", "H4", "J4", "J6"))


@pytest.mark.rule("TE-19.3")
def test_somebody_without_temples_is_asked_all_the_same() -> None:
    s = after(SEAT, "L k J5", active=2, hands={"p1": "kkk", "p2": "bb"})
    assert asked(s) == "Attack p2"
    assert choices(s) == ["commit 0"]
    s = after(SEAT, "L k J5 ; s 0", active=2, hands={"p1": "kkk", "p2": "bb"})
    assert asked(s) == "Defend p1"
    assert choices(s) == ["commit 0"]

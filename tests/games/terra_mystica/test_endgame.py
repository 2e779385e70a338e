"""Section 18: final scoring."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.phases import endgame
from tests.games.terra_mystica.kit import at_end_of_round, give, hexes, put, table


def final(s: object, seat: int, what: str) -> int:
    return endgame.value_of(s, s.sides[seat], what)


@pytest.mark.rule("TM-18.1", "TM-18.2")
def test_prizes_and_ties() -> None:
    assert endgame.shares([5, 3, 1, 0], (8, 4, 2)) == [8, 4, 2, 0]
    assert endgame.shares([9, 9, 4], (8, 4, 2)) == [6, 6, 2]
    assert endgame.shares([9, 5, 5, 5], (18, 12, 6)) == [18, 6, 6, 6]
    assert endgame.shares([3, 0], (8, 4, 2)) == [8, 0]
    assert endgame.shares([7, 7, 7, 7, 7], (18, 12, 6)) == [7] * 5


@pytest.mark.rule("TM-18.1")
def test_cults_at_the_end() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, round=6)
    empty = {"coins": 0, "workers": 0, "bowls": (12, 0, 0), "vp": 0}
    me = give(s, cult=(5, 0, 3, 3), **empty)
    other = give(s, 1, cult=(6, 0, 3, 0), **empty)
    at_end_of_round(s)
    assert me.vp == 4 + 0 + 6 + 8 + 15
    assert other.vp == 8 + 0 + 6 + 0 + 15


@pytest.mark.rule("TM-18.3", "TM-18.4")
def test_area_by_neighbourhood_bridge_and_ship() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7 G3 I6", "nomads": "A5"})
    assert final(s, 0, "network") == 2
    s.sides[0].ship = 1
    assert final(s, 0, "network") == 3
    s.sides[0].ship = 2
    assert final(s, 0, "network") == 4
    give(s, card="BON4", ship=1)
    assert final(s, 0, "network") == 3, "the card does not count"


@pytest.mark.rule("TM-18.4")
def test_area_of_jumpers() -> None:
    s = table("dwarves", "fakirs", at={"dwarves": "E7 C3 A7", "fakirs": "E5 G4 I8"})
    assert final(s, 0, "network") == 3, "each two hexes apart"
    put(s, 1, "E9")
    steps = s.board.steps
    apart = [steps[s.board.index[a]][s.board.index[b]] for a, b in (("E9", "G4"), ("G4", "I8"), ("E5", "G4"))]
    assert apart == [2, 3, 6]
    assert [final(s, 1, "network")] == [2]
    s.sides[1].jump = 2
    assert final(s, 1, "network") == 3, "the stronghold's carpet flies over two hexes"


@pytest.mark.rule("TM-18.5", "TM-18.6")
def test_the_four_extra_tiles() -> None:
    s = table("witches", "nomads", at={"witches": "A3=SH A10=SA A11 F4 E7 I6", "nomads": "A5"})
    me = s.sides[0]
    assert final(s, 0, "connected-distance") == 1
    assert final(s, 0, "connected-clusters") == 1
    assert final(s, 0, "building-on-edge") == 2
    assert final(s, 0, "connected-sa-sh-distance") == 0, "not connected"
    me.ship = 5
    nets = endgame.networks(s, me)
    assert hexes(s, "F4 E7 I6") & nets[-1] or len(nets) == 1
    assert final(s, 0, "connected-distance") == max(endgame.distance(s, me, n) for n in nets)
    joined = table("witches", "nomads", at={"witches": "F4=SH E7 D5=SA", "nomads": "A5"})
    assert final(joined, 0, "connected-sa-sh-distance") == 2
    assert final(joined, 0, "connected-clusters") == 1


@pytest.mark.rule("TM-18.5")
def test_settlements_in_one_network() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7 G3 I6", "nomads": "A5"})
    s.sides[0].ship = 2
    assert final(s, 0, "connected-clusters") == 3


@pytest.mark.rule("TM-18.5")
def test_the_extra_tile_is_paid() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7", "nomads": "A5 A6 A7"}, round=6, final="building-on-edge")
    empty = {"coins": 0, "workers": 0, "bowls": (12, 0, 0), "vp": 0, "cult": (0, 0, 0, 0)}
    me, other = give(s, **empty), give(s, 1, **empty)
    at_end_of_round(s)
    assert (other.vp, me.vp) == (18 + 18, 12 + 0)


@pytest.mark.rule("TM-18.7")
def test_leftovers() -> None:
    s = table("witches", "alchemists", at={"witches": "F4", "alchemists": "A8"})
    stock = {"coins": 3, "workers": 2, "priests": 1, "bowls": (1, 5, 2), "vp": 0}
    me, other = give(s, **stock), give(s, 1, **stock)
    endgame.cash_in(s, 0)
    endgame.cash_in(s, 1)
    # 3 + 2 + 1 + 2 and two more by sacrificing four: 10 coins
    assert (me.vp, me.coins, other.vp, other.coins) == (3, 1, 5, 0)


@pytest.mark.rule("TM-18.9", "TM-1.1")
def test_equal_points_share_the_victory() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    assert s.scores() == [(20,), (20,)]
    assert s.returns() == [0.5, 0.5]
    s.sides[1].vp = 21
    assert s.returns() == [0.0, 1.0]

"""Section 18: final scoring."""

from __future__ import annotations

import pytest

from ludoteka.core.bits import bits
from ludoteka.games.terra_mystica.actions import Bridge
from ludoteka.games.terra_mystica.data import FINAL_TILES
from ludoteka.games.terra_mystica.phases import endgame
from ludoteka.games.terra_mystica.phases.bridges import do_bridge
from ludoteka.games.terra_mystica.told import joints, leading
from tests.games.terra_mystica.kit import at_end_of_round, give, put, table


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


def test_what_earns_the_first_prize_is_shown() -> None:
    """The leader's largest area, or only the edge or the two large buildings of it; nothing for a cult."""
    s = table("witches", "nomads", at={"witches": "F4 E7 G3 I6", "nomads": "A5"})

    def shown(what: str) -> set[str]:
        return {s.board.names[i] for i in bits(leading(s, what))}

    assert shown("network") == {"F4", "E7"}
    assert shown("building-on-edge") == {"I6", "A5"}
    assert shown("FIRE") == set()


def test_the_parts_of_the_largest_area_are_joined_by_the_shortest_ways() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7 G3 I6", "nomads": "A5"})

    def joined(what: str) -> list[tuple[str, str]]:
        return [(s.board.names[a], s.board.names[b]) for a, b in joints(s, what)]

    assert joined("network") == []
    s.sides[0].ship = 2
    assert joined("network") == [("E7", "G3"), ("F4", "I6")]
    assert joined("FIRE") == []


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
    assert [n.bit_count() for n in endgame.networks(s, s.sides[0])] == [1, 2, 2, 1]
    assert [final(s, 0, tile) for tile in FINAL_TILES] == [1, 1, 2, 0], "stronghold and sanctuary are not connected"
    joined = table("witches", "nomads", at={"witches": "F4=SH E7 D5=SA C3", "nomads": "A5"})
    assert [final(joined, 0, tile) for tile in FINAL_TILES] == [4 - 1, 1, 0, 2]
    half = table("witches", "nomads", at={"witches": "F4=SH E7 D5", "nomads": "A5"})
    assert final(half, 0, "connected-sa-sh-distance") == 0, "both must stand"


@pytest.mark.rule("TM-18.5", "TM-18.4")
def test_the_best_network_counts_not_the_largest() -> None:
    """Four buildings in a heap; three in a row along the rim with the stronghold and the sanctuary at its ends."""
    at = "E5 E6 E7 F3 A1=SH A2 A3=SA"
    s = table("witches", "nomads", at={"witches": at, "nomads": "C5"})
    assert [n.bit_count() for n in endgame.networks(s, s.sides[0])] == [3, 4]
    assert final(s, 0, "network") == 4
    assert final(s, 0, "connected-distance") == 2
    assert final(s, 0, "building-on-edge") == 3
    assert final(s, 0, "connected-sa-sh-distance") == 2


@pytest.mark.rule("TM-18.6")
def test_distance_is_a_line_and_no_path() -> None:
    """Round a bend the buildings are four steps apart, the ends two."""
    s = table("witches", "nomads", at={"witches": "F4 E7 D5 E8", "nomads": "A5"})
    steps, index = s.board.steps, s.board.index
    assert steps[index["F4"]][index["E8"]] == 2
    assert steps[index["A1"]][index["I12"]] == 16
    assert final(s, 0, "connected-distance") == 2
    put(s, 0, "C3")
    assert final(s, 0, "connected-distance") == 3


@pytest.mark.rule("TM-18.5")
def test_outposts_of_one_network() -> None:
    s = table("witches", "nomads", at={"witches": "A1 A2 B1 C1 I1 I2 H1 H2 G1", "nomads": "C5"})
    assert [n.bit_count() for n in endgame.networks(s, s.sides[0])] == [3, 1, 1, 4]
    assert final(s, 0, "building-on-edge") == 3
    give(s, ship=1)
    assert [n.bit_count() for n in endgame.networks(s, s.sides[0])] == [4, 5], "C1 and G1 by ship"
    assert final(s, 0, "building-on-edge") == 3


@pytest.mark.rule("TM-18.5")
def test_settlements_in_one_network() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7 G3 I6", "nomads": "A5"})
    assert final(s, 0, "connected-clusters") == 1, "none is connected with another"
    s.sides[0].ship = 1
    assert final(s, 0, "connected-clusters") == 2
    s.sides[0].ship = 2
    assert final(s, 0, "connected-clusters") == 3
    do_bridge(s, 0, s.edit(0), Bridge("F4", "G3"))
    assert final(s, 0, "connected-clusters") == 2, "a bridge makes one settlement of two"


@pytest.mark.rule("TM-18.5", "TM-18.1")
@pytest.mark.parametrize("tile", FINAL_TILES)
def test_each_extra_tile_is_paid(tile: str) -> None:
    """18 for the better one, 12 for the other, nothing for a zero."""
    at = {"witches": "A1=SH A2 A3=SA", "nomads": "E5 E6"}
    s = table("witches", "nomads", at=at, round=6, final=tile)
    empty = {"coins": 0, "workers": 0, "bowls": (12, 0, 0), "vp": 0, "cult": (0, 0, 0, 0)}
    me, other = give(s, **empty), give(s, 1, **empty)
    values = [final(s, 0, tile), final(s, 1, tile)]
    at_end_of_round(s)
    extra = {True: (18, 12), False: (15, 15)}[values[0] > values[1]]
    assert (me.vp, other.vp) == (18 + extra[0], 12 + (extra[1] if values[1] else 0))


@pytest.mark.rule("TM-18.5")
def test_the_extra_tile_is_paid() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E7", "nomads": "A5 A6 A7"}, round=6, final="building-on-edge")
    empty = {"coins": 0, "workers": 0, "bowls": (12, 0, 0), "vp": 0, "cult": (0, 0, 0, 0)}
    me, other = give(s, **empty), give(s, 1, **empty)
    at_end_of_round(s)
    assert (other.vp, me.vp) == (18 + 18, 12 + 0)


@pytest.mark.rule("TM-18.7")
def test_leftovers_are_sold_when_the_match_ends() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=("SCORE1",) * 6, round=6)
    me = give(s, cult=(0, 0, 0, 0), coins=9, workers=3, vp=0)
    other = give(s, 1, cult=(0, 0, 0, 0), coins=2, workers=0, vp=0)
    at_end_of_round(s)
    assert (me.vp - other.vp, me.coins, me.workers) == (4, 0, 0)


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

"""Riverwalkers: numbers of the board and everything it does otherwise."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.factions import BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import at_end_of_round, do, fresh, give, put, show, table, texts, through_chance, why

FOLK = FACTIONS[BY_NAME["riverwalkers"]]


@pytest.mark.rule("TM-2.1", "TM-8.6")
def test_the_board() -> None:
    assert (FOLK.board, FOLK.coins, FOLK.workers, FOLK.priests) == ("variable", 15, 3, 0)
    assert (FOLK.bowls, FOLK.cults) == ((10, 2, 0), (1, 0, 0, 1))
    assert (FOLK.dwelling, FOLK.house, FOLK.temple, FOLK.stronghold, FOLK.sanctuary) == (
        (1, 2),
        (2, 3),
        (2, 5),
        (4, 6),
        (4, 6),
    )
    assert (FOLK.worker_income, FOLK.house_coins, FOLK.house_power) == (
        (1, 2, 3, 3, 4, 5, 5, 6, 7),
        (0, 2, 4, 6, 8),
        (0, 1, 2, 4, 6),
    )
    assert (FOLK.temple_priests, FOLK.temple_power) == ((0, 1, 1, 2), (0, 0, 5, 5))
    assert (FOLK.stronghold_income, FOLK.sanctuary_priests, FOLK.vp_2017) == ((0, 0, 0, 2), 1, 21)


def riverwalkers(at: str = "E4", **options: object) -> object:
    s = table(
        "riverwalkers", "nomads", at={"riverwalkers": at, "nomads": "A5"}, terrain={"riverwalkers": "blue"}, **options
    )
    give(s, coins=20, workers=9)
    return s


@pytest.mark.rule("TM-19.43", "TM-2.9")
def test_start_dwellings_by_a_river() -> None:
    s = do(through_chance(fresh(2)), "choose riverwalkers", "settle blue", "choose nomads")
    assert "build D5" in texts(s)
    assert why(s, "build G6").id == "why.not_riverside"


@pytest.mark.rule("TM-19.43")
def test_reach_by_ship_only() -> None:
    s = riverwalkers("D6")

    def reach(s: TerraState) -> set[str]:
        return set(s.board.hexes(s.reach_of(s.sides[0])))

    by_ship = {"B5", "C4", "C5", "D5", "D7", "E8", "E9", "F5"}
    assert reach(s) == by_ship, "one river hex away, C4 among them"
    inland = riverwalkers("E5")
    assert "E6" in reach(inland), "over r15"
    assert "E5" not in reach(inland)
    hill = riverwalkers("D2")  # beside r7; D1 and C1 over it, D3 and E2, E3 only over land
    assert reach(hill) == {"B1", "C1", "D1"}
    touching = riverwalkers("D2", river_reach="touch")
    assert reach(touching) == {"B1", "C1", "D1", "D3", "E3"}, "E2 lies by no river"
    give(s, card="BON4")
    assert by_ship < reach(s)
    assert {"A10", "A11"} <= reach(s), "two river hexes away"
    me = give(hill, lands=0b1111111, coins=9)
    assert {t for t in texts(hill) if t.startswith("build")} == {"build B1", "build C1", "build D1"}
    assert why(hill, "build E2").id == "why.not_riverside"
    assert why(hill, "build D3").id in ("why.unreachable", "why.out_of_reach")
    assert me.ship == 1


@pytest.mark.rule("TM-19.43")
def test_a_bridge_gives_them_no_reach() -> None:
    s = riverwalkers("C2")
    before = s.reach_of(s.sides[0])
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1", "bridge C2 D3")
    assert s.reach_of(s.sides[0]) == before


@pytest.mark.rule("TM-19.43", "TM-16.1")
def test_cult_spades_vanish_without_points() -> None:
    s = riverwalkers(tiles=("SCORE1",) * 6)
    me = give(s, cult=(0, 8, 0, 0), vp=20)
    gain.spades(s, 0, 2, "test")
    assert (me.owes(due.SPADES), me.vp, me.bowl1) == (0, 20, 10)


@pytest.mark.rule("TM-19.43")
def test_no_spades() -> None:
    s = riverwalkers()
    give(s, bowls=(0, 0, 9), card="BON1")
    assert why(s, "act ACT5").id == "why.forbidden_action"
    assert why(s, "act ACT6").id == "why.forbidden_action"
    assert why(s, "act BON1").id == "why.forbidden_action"
    assert why(s, "transform F3 blue").id == "why.buys_no_spades"
    assert why(s, "build F3").id == "why.locked_terrain"
    assert why(s, "dig 1").id == "why.buys_no_spades"
    t = riverwalkers(tiles=("SCORE6",) * 6)
    give(t, cult=(0, 8, 0, 0))
    at_end_of_round(t)
    assert t.sides[0].owes(due.SPADES) == 0


@pytest.mark.rule("TM-19.44")
def test_a_priest_or_a_terrain() -> None:
    s = riverwalkers()
    me = give(s, bowls=(0, 0, 11))
    do(s, "convert PW-P")
    assert "unlock priest" in texts(s)
    assert why(s, "unlock blue").id == "why.terrain_open"
    do(s, "unlock priest", "convert PW-P", "unlock yellow")
    assert (me.priests, me.priest_max) == (1, 2)
    assert "build F3" in texts(s)
    assert why(s, "unlock red").id == "why.no_priest_due"


@pytest.mark.rule("TM-19.44", "TM-9.5")
def test_above_the_limit_the_priest_is_lost() -> None:
    s = riverwalkers()
    me = give(s, bowls=(0, 0, 5), priests=1)
    do(s, "convert PW-P", "unlock priest")
    assert me.priests == 1


@pytest.mark.rule("TM-19.44")
def test_with_all_terrains_open_priests_just_come() -> None:
    s = riverwalkers()
    me = give(s, bowls=(0, 0, 5), lands=0b1111111, priest_max=7)
    do(s, "convert PW-P")
    assert (me.priests, me.owes(due.PRIESTS)) == (1, 0)


@pytest.mark.rule("TM-19.44", "TM-14.3")
def test_priests_of_the_income() -> None:
    s = riverwalkers("E4=TE")
    at_end_of_round(s)
    assert s.to_move() == 0
    assert "unlock gray" in texts(s)
    do(s, "unlock gray")
    assert s.round == 2


@pytest.mark.rule("TM-19.45")
def test_later_versions_pay_for_terrains() -> None:
    s = riverwalkers(variable="v5")
    me = give(s, bowls=(0, 0, 10), coins=2)
    do(s, "convert PW-P", "unlock gray")
    assert me.coins == 1
    exact = riverwalkers(variable="v5")
    give(exact, bowls=(0, 0, 5), coins=1)
    assert "unlock gray" in texts(do(exact, "convert PW-P")), "exactly enough"
    do(s, "convert PW-P")
    assert why(s, "unlock yellow").args == {"c": 1}, "the nomads' home costs 2"


@pytest.mark.rule("TM-19.46")
def test_two_bridges_with_the_stronghold() -> None:
    s = riverwalkers("E4=TP G1")
    do(s, "upgrade E4 SH")
    assert {"bridge E4 G1", "bridge F2 G1", "discard bridge"} <= texts(s)
    do(s, "bridge E4 G1", "discard bridge", "done")
    assert s.sides[0].bridges_left == 2


@pytest.mark.rule("TM-19.47")
def test_direct_neighbours_count_for_towns_and_area() -> None:
    from ludoteka.games.terra_mystica.phases import endgame

    s = riverwalkers("E4=TP E5=TP D3=TP")
    put(s, 0, "E3")
    show(s, "C1", "blue")
    do(s, "upgrade D3 TE")
    assert s.sides[0].owes(due.TOWNS) == 1
    assert endgame.value_of(s, s.sides[0], "network") == 4


@pytest.mark.rule("TM-19.44", "TM-5.7", "TM-20.12")
@pytest.mark.parametrize("manner", ["rulebook", "site"])
def test_when_all_terrains_are_open_the_other_priests_go_to_the_stock(manner: str) -> None:
    at = {"riverwalkers": "E4=TE D2=SA", "nomads": "A5"}
    options = {"terrain": {"riverwalkers": "blue"}, "tiles": ("SCORE4",) * 6, "manner": manner}
    s = table("riverwalkers", "nomads", at=at, **options)
    me = give(s, lands=0b1111011, priest_max=6)
    at_end_of_round(s)
    assert (s.to_move(), me.owes(due.PRIESTS)) == (0, 2)
    do(s, next(t for t in texts(s) if t != "unlock priest"))
    if manner == "site":
        assert texts(s) == {"unlock priest"}, "asked for every one"
        do(s, "unlock priest")
    assert (me.owes(due.PRIESTS), me.priests) == (0, 1)

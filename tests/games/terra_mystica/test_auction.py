"""Section 17: factions by auction."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica.phases import flow
from tests.games.terra_mystica.kit import do, fresh, texts, through_chance, why


def auction(*factions: str, first: int = 0, **options: object) -> object:
    s = fresh(len(factions), choose="auction", final="none", **options)
    while f"draw {factions[0]}" not in texts(s):
        lines = sorted(texts(s))
        do(s, f"first {first}" if f"first {first}" in lines else lines[0])
    return do(s, *(f"draw {name}" for name in factions))


@pytest.mark.rule("TM-17.1")
def test_drawn_factions_share_no_board() -> None:
    s = fresh(3, choose="auction", final="none")
    while "draw witches" not in texts(s):
        lines = sorted(texts(s))
        do(s, "first 0" if "first 0" in lines else lines[0])
    assert len(texts(s)) == 20
    do(s, "draw witches")
    assert len(texts(s)) == 18
    assert "draw auren" not in texts(s)


@pytest.mark.rule("TM-17.2")
def test_bidding() -> None:
    s = auction("witches", "nomads", "dwarves", first=1)
    assert s.to_move() == 1
    assert texts(s) == {f"bid {n}" for n in range(41)}
    assert why(s, "fold").id == "why.must_bid"
    do(s, "bid 5")
    assert s.to_move() == 2
    assert why(s, "bid 5").args == {"n": 6}
    assert why(s, "bid 41").id == "why.bid_high"
    do(s, "bid 7", "fold")
    assert s.to_move() == 1
    do(s, "fold")
    assert s.to_move() == 2
    assert texts(s) == {"choose witches", "choose nomads", "choose dwarves"}
    assert why(s, "choose yetis").id == "why.not_in_match"


@pytest.mark.rule("TM-17.3", "TM-17.4")
def test_the_winner_pays_and_takes_a_place() -> None:
    s = auction("witches", "nomads", "dwarves")
    do(s, "bid 5", "fold", "fold", "choose nomads")
    assert s.sides[0].vp == 35
    assert texts(s) == {"place 1", "place 2", "place 3"}
    do(s, "place 3")
    assert s.to_move() == 1, "left of the winner"
    do(s, "bid 0", "bid 2", "fold", "choose witches")
    assert why(s, "place 3").id == "why.place_taken"
    do(s, "place 1")
    assert s.sides[2].vp == 38
    assert s.sides[1].folk.name == "dwarves", "the last one takes the rest for nothing"
    assert s.sides[1].vp == 40
    assert flow.turn_order(s) == [2, 1, 0]
    assert s.to_move() == 2, "start dwellings in that order"


@pytest.mark.rule("TM-17.5")
def test_no_start_terrain_of_a_drawn_faction() -> None:
    s = auction("witches", "yetis", "dwarves")
    do(s, "bid 0", "fold", "fold", "choose yetis")
    assert texts(s) == {f"settle {t}" for t in ("yellow", "brown", "black", "blue", "red")}
    do(s, "settle red", "place 1")


@pytest.mark.rule("TM-17.4")
def test_after_the_auction_clockwise_by_places() -> None:
    s = auction("witches", "nomads")
    do(s, "bid 0", "fold", "choose nomads", "place 2")
    assert [s.order, s.start] == [(1, 0), 1]
    assert through_chance(s).to_move() == 1


@pytest.mark.rule("TM-17.3", "TM-17.2")
def test_one_auction_after_the_other() -> None:
    s = auction("witches", "nomads", "dwarves", "giants", first=2)
    do(s, "bid 0", "bid 1", "bid 2", "fold", "fold", "fold")
    assert s.to_move() == 0, "the bid of seat 0 was the last"
    do(s, "choose dwarves")
    assert (s.sides[0].vp, s.sides[0].folk.name) == (38, "dwarves")
    do(s, "place 4")
    assert (s.to_move(), texts(s)) == (1, {f"bid {n}" for n in range(41)}), "left of the winner, from nothing"
    do(s, "bid 3", "bid 4", "fold", "bid 5", "fold")
    assert s.to_move() == 1
    assert texts(s) == {"choose witches", "choose nomads", "choose giants"}
    do(s, "choose giants", "place 1")
    assert s.sides[1].vp == 35
    assert s.to_move() == 2, "seat 0 has a faction and takes no part"
    do(s, "bid 0", "fold", "choose witches", "place 3")
    assert (s.sides[2].vp, s.sides[3].vp, s.sides[3].folk.name) == (40, 40, "nomads")
    assert (s.order, s.start) == ((1, 3, 2, 0), 1)
    assert flow.turn_order(s) == [1, 3, 2, 0]

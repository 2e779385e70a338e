"""Section 21: what edition 2 corrected, and that edition 1 still plays as matches begun before it did."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.phases.flow import turn_order
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import (
    PLENTY,
    at_end_of_round,
    do,
    fresh,
    give,
    put,
    show,
    table,
    texts,
    turn_of,
    verbs,
    why,
)
from tests.games.terra_mystica.test_auction import auction

EDITIONS = pytest.mark.parametrize("edition", ["1", "2"])


def transforms(s: TerraState) -> int:
    return sum(t.startswith("transform") for t in texts(s))


# one action, its own scope


@pytest.mark.rule("TM-6.6", "TM-19.7", "TM-21.1")
@EDITIONS
def test_no_free_dwelling_for_chaos_magicians(edition: str) -> None:
    at = {"chaosmagicians": "D4=SH E8", "witches": "A3"}
    s = table("chaosmagicians", "witches", at=at, edition=edition)
    give(s, **PLENTY)
    show(s, "E6", "red")
    do(s, "act ACTC", "dig 1", "transform E7 green", "build E6")
    assert s.acts == (1 if edition == "1" else 0), "the dwelling is the second action"


@pytest.mark.rule("TM-6.4", "TM-6.6", "TM-21.2")
@EDITIONS
def test_spades_bought_in_the_first_action_leave_the_second_alone(edition: str) -> None:
    at = {"chaosmagicians": "D4=SH E8", "witches": "A3"}
    s = table("chaosmagicians", "witches", at=at, edition=edition)
    give(s, bowls=(0, 0, 6), **PLENTY)
    alone = s.clone()
    do(alone, "act ACT6")
    home = min(t for t in texts(do(s.clone(), "act ACTC", "dig 1")) if t.startswith("transform") and "red" in t)
    do(s, "act ACTC", "dig 1", home, "act ACT6")
    assert ("discard spade" in texts(s)) == (edition == "2")
    assert (transforms(s) == transforms(alone)) == (edition == "2")
    costs = {t: spades_of(s, t) for t in texts(s) if t.startswith("transform")}
    assert set(costs.values()) == ({2} if edition == "1" else {1, 2})


def spades_of(s: TerraState, line: str) -> int:
    after = do(s.clone(), line)
    return s.sides[0].owes(due.SPADES) - after.sides[0].owes(due.SPADES)


@pytest.mark.rule("TM-6.3", "TM-21.3")
@EDITIONS
def test_a_further_spade_in_the_same_action(edition: str) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, edition=edition)
    me = give(s, workers=7, coins=9, bowls=(0, 0, 6))
    do(s, "dig 1")
    assert ("dig 1" in texts(s)) == (edition == "2")
    assert "dig 3" not in texts(s)
    if edition == "2":
        do(s, "convert PW-W", "convert PW-W", "dig 2")
        assert (me.owes(due.SPADES), me.workers) == (3, 0)
        assert "dig 1" not in texts(s), "never more than three"
        assert {spades_of(s, t) for t in texts(s) if t.startswith("transform")} == {3}, "all on one hex"


@pytest.mark.rule("TM-6.3")
def test_no_further_spade_after_a_transform() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, **PLENTY)
    show(s, "F3", "red")
    do(s, "dig 1", "transform F3 gray")
    assert "dig" not in verbs(s)


# phase III


@pytest.mark.rule("TM-14.3", "TM-14.1", "TM-21.4")
@EDITIONS
def test_cult_spades_are_received_used_and_lost_one_player_after_the_other(edition: str) -> None:
    """All the Giants can reach is wasteland already, until the player before them digs there."""
    s = table("witches", "giants", at={"witches": "F4", "giants": "E6"}, tiles=("SCORE6",) * 6, edition=edition)
    give(s, cult=(0, 4, 0, 0))
    give(s, 1, cult=(0, 8, 0, 0))
    for name in s.board.hexes(s.reach_of(s.sides[1]) & ~s.occupied):
        show(s, name, "red")
    assert s.reach_of(s.sides[0]) >> s.board.index["E7"] & 1
    at_end_of_round(s)
    assert (s.to_move(), s.sides[1].owes(due.SPADES)) == (0, 0), (
        "in edition 1 they are lost by now, in edition 2 not yet there"
    )
    do(s, "transform E7 gray")
    if edition == "2":
        assert (s.to_move(), texts(s)) == (1, {"transform E7 red", "discard spade"})
        do(s, "transform E7 red")
    assert s.round == 2


# setup


@pytest.mark.rule("TM-2.3")
@pytest.mark.parametrize(("promo", "share"), [(False, Fraction(2, 3)), (True, Fraction(4, 7))])
def test_how_often_the_spade_tile_is_in_play(promo: bool, share: Fraction) -> None:
    """The procedure of the rulebook, by counting: rounds 6 and 5 first, the spade tile set aside and shuffled back."""
    names = [f"SCORE{i}" for i in range(1, 10 if promo else 9)]
    by_book: dict[tuple[str, ...], Fraction] = {}
    others = names[1:]
    late = Fraction(1, len(others) * (len(others) - 1))
    for six, five in permutations(others, 2):
        rest = [n for n in names if n not in (six, five)]
        early = [(a, b) for a, b in permutations(rest, 2)]
        for pair in early:  # rounds 4 and 3; 2 and 1 are alike
            by_book[(*pair, five, six)] = late / len(early)
    assert share == chance_of_the_spade_tile(promo)
    at_three = sum(p for key, p in by_book.items() if key[1] == "SCORE1")
    assert all(chance_of_the_spade_tile(promo, only=n) == at_three for n in range(4)), "equally often in each round"


def chance_of_the_spade_tile(promo: bool, only: int = -1) -> Fraction:
    """In our setup, exactly: which of the other tiles came before makes no difference."""
    s = fresh(2, tile_promo=promo)
    found, p = Fraction(0), Fraction(1)
    for n in range(6):
        weights = {str(a): w for a, w in s.chance()}
        here = Fraction(weights.pop("round SCORE1", 0), sum(w for _, w in s.chance()))
        assert len(set(weights.values())) == 1, "the others are alike"
        if only in (-1, n):
            found += p * here
        p *= 1 - here
        do(s, min(weights))
    return found


@pytest.mark.rule("TM-2.4", "TM-2.5", "TM-2.11", "TM-2.16", "TM-17.1")
@pytest.mark.parametrize("choose", ["random", "auction"])
def test_other_draws_are_even(choose: str) -> None:
    s = fresh(3, choose=choose)
    seen = set()
    while s.to_move() == -1:
        kind = str(s.legal_actions()[0]).split()[0]
        seen.add(kind)
        assert kind == "round" or len({w for _, w in s.chance()}) == 1, kind
        do(s, str(s.legal_actions()[0]))
    assert {"remove", "final", "first", "draw"} <= seen


@pytest.mark.rule("TM-2.16")
@pytest.mark.parametrize(
    ("options", "drawn"), [({}, True), ({"factions": "base"}, False), ({"factions": "base", "final": "draw"}, True)]
)
def test_a_random_final_tile_without_the_new_factions(options: dict[str, Any], drawn: bool) -> None:
    s = fresh(2, **options)
    while s.to_move() == -1:
        do(s, str(s.legal_actions()[0]))
    assert (s.final >= 0) == drawn


@pytest.mark.rule("TM-17.3", "TM-2.14", "TM-21.5")
@EDITIONS
def test_a_bid_of_twenty_leaves_twenty_points(edition: str) -> None:
    s = auction("swarmlings", "nomads", start_vp="2017", edition=edition)
    do(s, "bid 20", "fold", "choose swarmlings")
    assert s.sides[0].vp == (22 if edition == "1" else 20)


@pytest.mark.rule("TM-17.2", "TM-21.6")
@EDITIONS
def test_nobody_is_asked_after_a_bid_of_forty(edition: str) -> None:
    s = auction("witches", "nomads", "dwarves", edition=edition)
    do(s, "bid 40")
    if edition == "1":
        do(s, "fold", "fold")
    assert texts(s) == {"choose witches", "choose nomads", "choose dwarves"}
    assert do(s, "choose witches").sides[0].vp == 0


@pytest.mark.rule("TM-8.4", "TM-17.4", "TM-21.7")
@pytest.mark.parametrize(
    ("options", "order"), [({}, [2, 1]), ({"turn_order": "passing"}, [1, 2]), ({"edition": "1"}, [1, 2])]
)
def test_power_is_answered_in_the_order_of_the_places(options: dict[str, Any], order: list[int]) -> None:
    """Whoever plays clockwise after an auction sits down in the order of the places; with the card nobody moves."""
    s = auction("witches", "nomads", "dwarves", **options)
    do(s, "bid 0", "fold", "fold", "choose nomads", "place 2")
    do(s, "bid 0", "fold", "choose witches", "place 1")
    assert turn_order(s) == [1, 0, 2]
    while s.round == 0:
        do(s, min(texts(s)))
    for seat, at in ((0, "E7"), (1, "F4"), (2, "E6")):
        put(s, seat, at)
        give(s, seat, bowls=(12, 0, 0), vp=20, **PLENTY)
    do(turn_of(s, 0), "upgrade E7 TP")
    answered = []
    while s.to_move() != 0:
        answered.append(s.to_move())
        do(s, "decline 0 1")
    assert answered == order


# what leaves no choice is not asked


@pytest.mark.rule("TM-5.7", "TM-21.8")
@EDITIONS
def test_a_turn_ends_by_itself_when_nothing_can_follow(edition: str) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, edition=edition)
    give(s, workers=3, coins=0, priests=0, bowls=(5, 1, 0))
    show(s, "F3", "gray")
    do(s, "dig 1", "transform F3 green")
    assert s.to_move() == (0 if edition == "1" else 1), "no worker is left for a dwelling"
    if edition == "1":
        assert texts(s) == {"done"}


@pytest.mark.rule("TM-5.7", "TM-21.8")
def test_a_turn_goes_on_while_something_can_follow() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, workers=4, coins=2, priests=0, bowls=(5, 1, 0))
    show(s, "F3", "gray")
    do(s, "dig 1", "transform F3 green")
    assert texts(s) == {"build F3", "convert W-C", "done"}


@pytest.mark.rule("TM-5.7", "TM-6.8")
def test_what_cannot_be_used_is_lost_without_a_question() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    for name in s.board.hexes(s.reach_of(s.sides[0]) & ~s.occupied):
        show(s, name, "ice")
    rich = s.clone()
    give(s, bowls=(0, 0, 4), coins=0, workers=0)
    do(s, "act ACT5")
    assert (s.to_move(), s.sides[0].owes(due.SPADES)) == (1, 0)
    give(rich, bowls=(0, 0, 4), coins=0, workers=1)
    do(rich, "act ACT5")
    assert texts(rich) == {"discard spade", "convert W-C"}, "a choice: convert before or after"
    river = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"}, variable="v5")
    me = give(river, bowls=(0, 0, 3), coins=0, workers=0)
    do(river, "act ACT2")
    assert (me.priests, me.owes(due.PRIESTS)) == (1, 0), "no coin to open a terrain with"


RIVER = {"riverwalkers": "E4=TP D2", "nomads": "A5"}


@pytest.mark.rule("TM-19.46", "TM-6.8", "TM-5.7", "TM-21.9")
@EDITIONS
def test_free_bridges_are_left_at_once(edition: str) -> None:
    s = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"}, edition=edition)
    me = give(s, **PLENTY)
    do(s, "upgrade E4 SH", "discard bridge")
    assert ("discard bridge" in texts(s)) == (edition == "1")
    assert me.bridges_left == 3
    last_one = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"}, edition=edition)
    give(last_one, bridges_left=1, **PLENTY)
    do(last_one, "upgrade E4 SH", "bridge E4 G1")
    assert "discard bridge" not in texts(last_one), "there is no piece for the second"
    none_left = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"}, edition=edition)
    give(none_left, bridges_left=0, **PLENTY)
    do(none_left, "upgrade E4 SH")
    assert ("discard bridge" in texts(none_left)) == (edition == "1")


@pytest.mark.rule("TM-6.8", "TM-21.10")
@EDITIONS
def test_a_bridge_that_was_paid_for_is_placed(edition: str) -> None:
    s = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"}, edition=edition)
    give(s, bowls=(0, 0, 3))
    do(s, "act ACT1")
    assert ("discard bridge" in texts(s)) == (edition == "1")
    if edition == "2":
        assert why(s, "discard bridge").id == "why.must_use"


@pytest.mark.rule("TM-5.7", "TM-19.44", "TM-21.11")
@EDITIONS
def test_a_priest_who_can_open_nothing_goes_to_the_stock(edition: str) -> None:
    options = {"variable": "v5", "edition": edition}
    s = table("riverwalkers", "nomads", at=RIVER, tiles=("SCORE3",) * 6, terrain={"riverwalkers": "blue"}, **options)
    me = give(s, cult=(0, 4, 0, 0), coins=0, workers=0)
    at_end_of_round(s)
    if edition == "1":
        assert texts(s) == {"unlock priest"}
        do(s, "unlock priest")
    assert s.round == 1 or s.to_move() == 0
    assert me.priests == 1
    assert me.owes(due.PRIESTS) == 0


@pytest.mark.rule("TM-5.3", "TM-9.5", "TM-21.12")
@EDITIONS
def test_power_is_not_turned_into_a_priest_who_is_not_there(edition: str) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, edition=edition)
    give(s, bowls=(0, 0, 5), priests=7)
    assert ("convert PW-P" in texts(s)) == (edition == "1")
    if edition == "2":
        assert why(s, "convert PW-P").id == "why.priest_limit"
    give(s, priests=6)
    assert "convert PW-P" in texts(s)


@pytest.mark.rule("TM-5.3", "TM-19.44")
def test_riverwalkers_take_a_priest_while_one_can_be_used() -> None:
    s = table("riverwalkers", "nomads", at=RIVER, terrain={"riverwalkers": "blue"})
    give(s, bowls=(0, 0, 5), priests=1)
    assert "convert PW-P" in texts(s), "it opens a terrain"
    give(s, lands=0b1111111, priest_max=7, priests=7)
    assert "convert PW-P" not in texts(s)


# cults


@pytest.mark.rule("TM-11.10", "TM-11.8", "TM-21.13")
@EDITIONS
def test_one_key_and_two_tracks_at_nine(edition: str) -> None:
    """One marker waits since the favor tile, the other is moved by the town tile that brings the key."""
    s = table("witches", "nomads", at={"witches": "F4=TE E7=TP E6=TP", "nomads": "A5"}, edition=edition)
    me = give(s, cult=(8, 9, 0, 0), **PLENTY)
    do(s, "upgrade F4 SA", "favor FAV5", "town TW5")
    if edition == "1":
        assert tuple(me.cult) == (10, 9, 1, 1)
        return
    assert (tuple(me.cult), me.keys) == ((9, 9, 1, 1), 1)
    assert {"step FIRE", "step WATER"} <= texts(s)
    assert "step EARTH" not in texts(s)
    do(s, "step WATER")
    assert (tuple(me.cult), me.keys) == ((9, 10, 1, 1), 0)
    assert "step" not in verbs(s)


@pytest.mark.rule("TM-11.9", "TM-11.10")
def test_two_keys_serve_both_tracks() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TE E7=TP E6=TP", "nomads": "A5"}, town_promo=True)
    me = give(s, cult=(8, 9, 0, 0), **PLENTY)
    do(s, "upgrade F4 SA", "favor FAV5", "town TW6")
    assert (tuple(me.cult), me.keys) == ((10, 10, 2, 2), 0)


@pytest.mark.rule("TM-9.6", "TM-21.14")
@EDITIONS
def test_mermaids_waste_no_step(edition: str) -> None:
    s = table("mermaids", "nomads", at={"mermaids": "D5", "nomads": "A5"}, edition=edition)
    give(s, cult=(9, 0, 0, 0), card="BON2")
    do(s, "act BON2")
    assert ("step FIRE" in texts(s)) == (edition == "1")


@pytest.mark.rule("TM-11.9", "TM-9.6")
def test_a_waiting_marker_takes_the_key_and_not_the_step() -> None:
    """Mermaids found a town while a cult step is still to be made: the key lifts one, the step is made elsewhere."""
    s = table("mermaids", "nomads", at={"mermaids": "D5", "nomads": "A5"}, town_promo=True)
    me = give(s, cult=(9, 9, 0, 0), keys=1, card="BON2")
    do(s, "act BON2")
    s.edit(0).set_due(due.LIFTS, 0b11)
    do(s, "step FIRE")
    assert (tuple(me.cult), me.keys, me.owes(due.STEPS)) == ((10, 9, 0, 0), 0, 1)
    do(s, "step EARTH")
    assert me.owes(due.STEPS) == 0

"""Sections 5 and 10: a turn, conversions, power and special actions, bridges, favor tiles."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.bag import changed
from ludoteka.core.text import LANGS
from ludoteka.games.terra_mystica import GAME, due, resources
from ludoteka.games.terra_mystica.data import CARDS, FAVORS
from ludoteka.games.terra_mystica.income import income
from tests.games.terra_mystica.kit import PLENTY, do, give, put, show, table, texts, verbs, why


@pytest.mark.rule("TM-5.1")
def test_the_eight_actions() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9", "nomads": "E8"})
    give(s, priests=2, bowls=(0, 0, 12), card="BON2", **PLENTY)
    show(s, "E7", "green")
    assert {"build", "dig", "upgrade", "advance", "send", "act", "pass"} <= verbs(s)
    assert {"advance ship", "advance dig", "act ACT4", "act BON2", "send FIRE 3", "upgrade F4 TP"} <= texts(s)
    assert why(s, "done").id == "why.act_first"


@pytest.mark.rule("TM-5.2")
def test_one_action_in_a_turn() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, priests=2, bowls=(0, 0, 8), **PLENTY)
    do(s, "act ACT4")
    assert why(s, "send FIRE 3").id == "why.acted"
    assert why(s, "act ACT3").id == "why.acted"
    do(s, "done")
    assert s.to_move() == 1


def test_a_turn_asks_for_what_is_due() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, bowls=(0, 0, 8), **PLENTY)
    assert s.question() == "Turn"
    do(s, "dig 1")
    assert s.question() == "Turn.spades"
    do(s, "transform E7 green")
    assert s.question() == "Turn.build"
    do(s, "build E7")
    assert s.question() == "Answer"  # the neighbour
    do(s, "decline 0 1")
    assert (s.to_move(), s.question()) == (0, "Turn.done")  # there is still something to convert


def test_every_question_has_words() -> None:
    asked = set()
    for seed in range(8):
        s, rng = GAME.new(2 + seed % 4), Random(seed)
        while s.stack:
            asked.add(f"ask.{s.question()}")
            s.apply(s.sample(rng))
    for lang in LANGS:
        assert asked <= set(GAME.catalogue(lang).messages)
    assert {"ask.Turn.favor", "ask.Turn.bridge", "ask.Turn.spades"} <= asked


@pytest.mark.rule("TM-5.3")
def test_conversions() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, priests=1, workers=1, coins=0, bowls=(0, 0, 9))
    do(s, "convert PW-P", "convert PW-W", "convert PW-C")
    assert (me.priests, me.workers, me.coins, me.bowl1, me.bowl3) == (2, 2, 1, 9, 0)
    do(s, "convert P-W", "convert P-C", "convert W-C")
    assert (me.priests, me.workers, me.coins) == (0, 2, 3)
    assert why(s, "convert PW-C").args == {"n": 1, "have": 0}
    assert why(s, "convert P-W").args == {"p": 1}
    assert why(s, "convert C-VP").id == "why.no_conversion"
    assert why(s, "convert VP-C").id == "why.no_conversion"
    assert why(s, "convert W-P").id == "why.no_conversion"
    do(s, "convert W-C", "convert W-C")
    assert why(s, "convert W-C").args == {"w": 1}


@pytest.mark.rule("TM-5.3", "TM-5.4")
def test_conversions_before_between_and_after() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP", "nomads": "A5"})
    give(s, workers=4, coins=6, bowls=(0, 0, 3))
    do(s, "convert PW-C", "upgrade F4 TE", "convert W-C", "favor FAV9", "convert W-C", "done")
    assert s.to_move() == 1


@pytest.mark.rule("TM-5.4")
def test_what_an_action_brings_is_settled_before_the_turn_ends() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP E6=SA E7 F3", "nomads": "A5"})
    give(s, **PLENTY)
    do(s, "upgrade F4 TE")
    assert why(s, "done").id == "why.open_favor"
    assert why(s, "send FIRE 1").id == "why.acted"
    # the temple also makes a town: tile and favor in either order
    assert {"town TW1", "favor FAV5"} <= texts(s)
    do(s, "town TW1")
    assert why(s, "town TW2").id == "why.no_town_due"
    do(s, "favor FAV5", "done")
    assert s.to_move() == 1


@pytest.mark.rule("TM-5.5")
def test_sacrificing_power() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, bowls=(5, 3, 0))
    do(s, "burn")
    assert (me.bowl1, me.bowl2, me.bowl3) == (5, 1, 1)
    assert why(s, "burn").args == {"n": 1, "have": 1}


@pytest.mark.rule("TM-5.6", "TM-13.1")
def test_passing_ends_the_turn_at_once() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 9), **PLENTY)
    do(s, "pass BON1")
    assert s.to_move() == 1
    give(s, 1, bowls=(0, 0, 8))
    do(s, "act ACT4", "done")
    assert s.to_move() == 1, "the one who passed is not asked again"


@pytest.mark.rule("TM-10.1", "TM-10.2")
@pytest.mark.parametrize(
    ("what", "cost", "field", "n"),
    [("ACT2", 3, "priests", 1), ("ACT3", 4, "workers", 2), ("ACT4", 4, "coins", 7), ("ACT5", 4, "spades", 1)]
    + [("ACT6", 6, "spades", 2)],
)
def test_power_actions(what: str, cost: int, field: str, n: int) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    me = give(s, bowls=(1, 2, 6))
    before = me.owes(due.SPADES) if field == "spades" else getattr(me, field)
    do(s, f"act {what}")
    assert (me.owes(due.SPADES) if field == "spades" else getattr(me, field)) == before + n
    assert (me.bowl1, me.bowl2, me.bowl3) == (1 + cost, 2, 6 - cost)


@pytest.mark.rule("TM-10.1")
def test_a_power_action_is_used_once_a_round_by_all() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 4))
    give(s, 1, bowls=(0, 0, 3))
    do(s, "act ACT4", "done")
    assert why(s, "act ACT4").id == "why.used"
    assert why(s, "act ACT3").args == {"n": 1, "have": 3}


@pytest.mark.rule("TM-10.3")
def test_power_moves_from_bowl_to_bowl() -> None:
    s = table("witches", "nomads")
    me = give(s, bowls=(2, 2, 0))
    assert resources.power(s, 0, 3, "test") == 3
    assert (me.bowl1, me.bowl2, me.bowl3) == (0, 3, 1)
    assert resources.power(s, 0, 9, "test") == 3
    assert (me.bowl1, me.bowl2, me.bowl3) == (0, 0, 4)


@pytest.mark.rule("TM-10.4", "TM-10.5")
def test_bridges() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    me = give(s, bowls=(0, 0, 12), **PLENTY)
    do(s, "act ACT1")
    assert {t for t in texts(s) if t.startswith("bridge")} == {"bridge F4 G3"}
    assert why(s, "bridge G2 H4").id == "why.bridge_needs_building"
    assert why(s, "bridge F4 E8").id == "why.no_spot"
    assert why(s, "done").id == "why.open_bridge"
    assert "discard bridge" not in texts(s), "a paid bridge must be placed"
    do(s, "bridge F4 G3")
    assert me.bridges_left == 2
    assert "build G3" not in texts(s)
    do(s, "done")
    # the nomads may use the spot from the other side only if it is free
    give(s, 1, bowls=(0, 0, 9))
    s.used = 0
    do(s, "act ACT1", "bridge E8 G3", "done")
    assert "build G3" in texts(s), "the bridge makes G3 adjacent"


@pytest.mark.rule("TM-10.4", "TM-10.8")
def test_no_bridge_without_piece_or_spot() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, bowls=(0, 0, 12), bridges_left=0)
    assert why(s, "act ACT1").id == "why.no_bridges"
    give(s, bridges_left=3)
    do(s, "act ACT1", "bridge F4 G3", "done", "pass BON1")
    s.used = 0
    give(s, bowls=(0, 0, 12))
    assert why(s, "act ACT1").id == "why.no_bridge_spot"
    assert why(s, "bridge F4 G3").id == "why.spot_taken"


@pytest.mark.rule("TM-10.5")
def test_a_spot_carries_one_bridge() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E8", "nomads": "A5"})
    give(s, bowls=(0, 0, 12))
    do(s, "act ACT1", "bridge E8 G3", "done", "pass BON1")
    s.used = 0
    give(s, bowls=(0, 0, 12))
    do(s, "act ACT1")
    assert "bridge E8 G3" not in texts(s)
    assert why(s, "bridge E8 G3").id == "why.spot_taken"


@pytest.mark.rule("TM-10.6")
def test_special_actions_of_cards_and_favors() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, card="BON2", favor="FAV6")
    assert why(s, "act BON1").id == "why.not_held"
    do(s, "act BON2", "step WATER", "done", "pass BON1")
    assert list(me.cult) == [0, 1, 0, 2]
    assert why(s, "act BON2").id == "why.used"
    do(s, "act FAV6", "step AIR", "done")
    assert list(me.cult) == [0, 1, 0, 3]
    assert why(s, "act FAV6").id == "why.used"
    give(s, card="BON1")
    me.used = 0
    do(s, "act BON1")
    assert me.owes(due.SPADES) == 1


@pytest.mark.rule("TM-10.7")
def test_an_action_of_the_stronghold() -> None:
    s = table("swarmlings", "nomads", at={"swarmlings": "D5 E4=TP", "nomads": "A5"})
    give(s, coins=20, workers=10)
    assert why(s, "act ACTS").id == "why.no_stronghold"
    assert why(s, "act ACTW").id == "why.not_your_action"
    do(s, "upgrade E4 SH", "done", "pass BON1", "act ACTS", "upgrade D5 TP", "done")
    assert why(s, "act ACTS").id == "why.used"


@pytest.mark.rule("TM-10.8")
def test_an_action_needs_its_target() -> None:
    s = table("swarmlings", "nomads", at={"swarmlings": "E4=SH D5=TP", "nomads": "A5"})
    assert why(s, "act ACTS").id == "why.no_target"
    put(s, 0, "D2")
    assert "act ACTS" in texts(s)


@pytest.mark.rule("TM-10.9")
def test_no_favor_tile_twice() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP", "nomads": "A5"})
    give(s, favor="FAV11", **PLENTY)
    s.favors = changed(s.favors, 0, 0)
    do(s, "upgrade F4 TE")
    assert len([t for t in texts(s) if t.startswith("favor")]) == 10
    assert why(s, "favor FAV11").id == "why.favor_owned"
    assert why(s, "favor FAV1").id == "why.favor_gone"
    do(s, "favor FAV10")
    assert why(s, "favor FAV9").id == "why.no_favor_due"
    assert sum(t.count for t in FAVORS) == 28


@pytest.mark.rule("TM-10.10")
def test_without_a_tile_the_right_lapses() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP", "nomads": "A5"})
    give(s, **PLENTY)
    s.favors = (0,) * 12
    do(s, "upgrade F4 TE", "done")
    assert s.to_move() == 1


@pytest.mark.rule("TM-10.9", "TM-10.11")
@pytest.mark.parametrize("n", range(12))
def test_steps_of_favor_tiles(n: int) -> None:
    s = table("engineers", "nomads", at={"engineers": "E7=TP", "nomads": "A5"})
    me = give(s, **PLENTY)
    do(s, "upgrade E7 TE", f"favor FAV{n + 1}")
    wanted = [0, 0, 0, 0]
    wanted[n % 4] = 3 - n // 4
    assert list(me.cult) == wanted
    assert s.favors[n] == (0 if n < 4 else 2)


@pytest.mark.rule("TM-13.2", "TM-7.4")
def test_what_cards_score_and_how_far_they_sail() -> None:
    scores = {c.name: c.per_building for c in CARDS if any(c.per_building)}
    assert scores == {"BON6": (0, 0, 0, 4, 4), "BON7": (0, 2, 0, 0, 0), "BON9": (1, 0, 0, 0, 0)}
    assert {c.name: (c.per_ship, c.ship) for c in CARDS if c.per_ship or c.ship} == {"BON4": (0, 1), "BON10": (3, 0)}


@pytest.mark.rule("TM-10.12", "TM-14.5")
def test_income_of_tiles_and_cards() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    base = income(s.sides[0])
    assert base == (0, 2, 0, 0)
    for favor, more in (("FAV7", (0, 1, 0, 1)), ("FAV8", (0, 0, 0, 4)), ("FAV9", (3, 0, 0, 0))):
        me = give(s, favor=favor)
        assert tuple(a - b for a, b in zip(income(me), base, strict=True)) == more
        me.favors = 0
    pays = {"BON1": (2, 0, 0, 0), "BON2": (4, 0, 0, 0), "BON3": (6, 0, 0, 0), "BON4": (0, 0, 0, 3)}
    pays |= {"BON5": (0, 1, 0, 3), "BON6": (0, 2, 0, 0), "BON7": (0, 1, 0, 0), "BON8": (0, 0, 1, 0)}
    pays |= {"BON9": (2, 0, 0, 0), "BON10": (0, 0, 0, 3)}
    for i, card in enumerate(CARDS):
        s.sides[0].card = i
        assert tuple(a - b for a, b in zip(income(s.sides[0]), base, strict=True)) == pays[card.name]


@pytest.mark.rule("TM-10.13")
def test_points_of_favor_tiles() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9", "nomads": "A5"}, tiles=("SCORE4",) * 6)
    me = give(s, favor="FAV11", **PLENTY)
    give(s, favor="FAV10")
    put(s, 0, "E6")
    do(s, "upgrade F4 TP", "done")
    assert me.vp == 23
    show(s, "F3", "green")
    do(s, "pass BON1", "build F3", "done")
    assert me.vp == 25
    for houses, vp in ((0, 0), (1, 2), (2, 3), (3, 3), (4, 4)):
        t = table("witches", "nomads", at={"witches": "I6 F4 E9 G3 C4 D1", "nomads": "A5"})
        her = give(t, favor="FAV12")
        for name in ("F4", "E9", "G3", "C4")[:houses]:
            bit = 1 << t.board.index[name]
            her.own = changed(her.own, 0, her.own[0] ^ bit)
            her.own = changed(her.own, 1, her.own[1] ^ bit)
        do(t, "pass BON1")
        assert her.vp == 20 + vp


@pytest.mark.rule("TM-5.5")
def test_a_sacrifice_may_have_to_be_used_at_once() -> None:
    s = table("witches", "nomads", at={"witches": "F4=SH", "nomads": "A5"}, sacrifice="used")
    give(s, bowls=(0, 4, 2))
    do(s, "burn")
    assert texts(s) == {"convert PW-W", "burn", "act ACT1", "act ACT2"}, "nothing that 2 power would have paid"
    assert "pass BON1" in texts(do(s.clone(), "convert PW-W")), "then the turn goes on"
    priest = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, sacrifice="used")
    give(priest, bowls=(0, 2, 4))
    assert texts(do(priest, "burn")) == {"convert PW-P"}, "with 4 power all but a priest could be paid before"
    do(s, "burn")
    assert texts(s) == {"convert PW-W", *(f"act ACT{i}" for i in range(1, 6))}
    do(s, "act ACT4")
    me = s.sides[0]
    assert (me.bowl1, me.bowl2, me.bowl3, me.coins) == (4, 0, 0, 22)


@pytest.mark.rule("TM-5.5")
@pytest.mark.parametrize(
    ("bowls", "helps"), [((0, 6, 6), False), ((0, 2, 0), True), ((0, 1, 0), False), ((5, 2, 3), True)]
)
def test_a_sacrifice_for_nothing(bowls: tuple[int, int, int], helps: bool) -> None:
    """With 6 power and more everything can be paid; free sacrifices are possible all the same."""
    at = {"witches": "F4", "nomads": "A5"}
    strict, free = table("witches", "nomads", at=at, sacrifice="used"), table("witches", "nomads", at=at)
    for s in (strict, free):
        give(s, bowls=bowls)
    assert ("burn" in texts(strict)) == helps
    assert ("burn" in texts(free)) == (bowls[1] > 1)


@pytest.mark.rule("TM-6.5")
def test_topping_up_may_have_to_end_at_home() -> None:
    at = {"witches": "F4", "nomads": "A5"}
    for options in ({}, {"top_up": "home"}):
        s = table("witches", "nomads", at=at, **options)
        give(s, bowls=(0, 0, 4), **PLENTY)
        for name in s.board.hexes(s.reach_of(s.sides[0]) & ~s.occupied):
            show(s, name, "red")  # two steps from forest
        do(s, "act ACT5")
        assert ("dig 2" in texts(s)) == (not options), "three spades lead to no home terrain"
        do(s, "dig 1")
        ends = {t.split()[2] for t in texts(s) if t.startswith("transform")}
        assert ends == ({"green"} if options else {"green", "brown"})


@pytest.mark.rule("TM-6.5")
@pytest.mark.parametrize("top_up", ["any", "home"])
def test_spades_that_are_all_bought_end_anywhere(top_up: str) -> None:
    """Buying them one after the other is no topping up."""
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, top_up=top_up)
    give(s, **PLENTY)
    for name in s.board.hexes(s.reach_of(s.sides[0]) & ~s.occupied):
        show(s, name, "red")  # two steps from forest
    do(s, "dig 1")
    assert "dig 2" in texts(s)
    do(s, "dig 2")
    assert {t.split()[2] for t in texts(s) if t.startswith("transform")} == {"black", "blue"}

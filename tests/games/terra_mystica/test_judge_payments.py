"""What conversions make possible, and the plans that pay for it."""

from __future__ import annotations

from random import Random

from ludoteka.bots import judge as judges
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.judge import TerraJudge
from ludoteka.games.terra_mystica.judge_payments import payments, ways
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import give, show, table

NOTHING = {"coins": 0, "workers": 0, "priests": 0, "bowls": (0, 0, 0)}


def said(found: list[tuple[object, ...]]) -> list[str]:
    return [" ".join(str(a).removeprefix("convert ") for a in line) for line in found]


def turns(s: TerraState) -> list[list[str]]:
    plans = TerraJudge(judges.weights("terra_mystica")).plans
    return [[str(a) for a in turn] for _, turn in plans.turns(plans.alone(s, 0), 0)]


def test_sacrifices_and_a_conversion_in_one_go() -> None:
    me = give(table("witches", "nomads"), **NOTHING | {"coins": 2, "bowls": (0, 8, 1)})
    assert said(ways(me, (1, 2, 0, 0))) == ["burn burn PW-W"]
    assert said(ways(me, (1, 3, 0, 0))) == ["burn burn burn PW-W PW-C"]
    assert said(ways(me, (2, 2, 0, 0))) == []


def test_what_is_affordable_needs_no_payment() -> None:
    me = give(table("witches", "nomads"), **NOTHING | {"workers": 1, "coins": 2, "bowls": (0, 8, 4)})
    assert ways(me, (1, 2, 0, 0)) == ways(me, (0, 0, 0, 4)) == []
    assert said(ways(me, (0, 0, 0, 6))) == ["burn burn"]


def test_one_way_spares_goods_and_one_spares_power() -> None:
    me = give(table("witches", "nomads"), **NOTHING | {"workers": 3, "bowls": (0, 2, 1)})
    assert said(ways(me, (1, 2, 0, 0))) == ["burn PW-C PW-C", "W-C W-C"]
    me = give(table("witches", "nomads"), **NOTHING | {"priests": 2, "coins": 2, "bowls": (0, 0, 3)})
    assert said(ways(me, (1, 2, 0, 0))) == ["PW-W", "P-W"]


def test_where_power_does_not_reach_goods_help() -> None:
    me = give(table("witches", "nomads"), **NOTHING | {"workers": 3, "bowls": (0, 0, 1)})
    assert said(ways(me, (1, 2, 0, 0))) == ["W-C PW-C", "W-C W-C"]


def test_every_way_pays_its_price() -> None:
    rng = Random(7)
    s = table("witches", "nomads")
    paid = 0
    for _ in range(2000):
        bowls = (0, rng.randrange(8), rng.randrange(8))
        give(s, workers=rng.randrange(4), coins=rng.randrange(6), priests=rng.randrange(3), bowls=bowls)
        price = rng.randrange(4), rng.randrange(7), rng.randrange(3), rng.randrange(7)
        for line in ways(s.sides[0], price):
            world = s.clone()
            for action in line:
                assert action in world.legal_actions()
                world.apply(action)
            me = world.sides[0]
            assert (me.workers >= price[0], me.coins >= price[1]) == (True, True)
            assert (me.priests >= price[2], me.bowl3 >= price[3]) == (True, True)
            paid += 1
    assert paid > 500


def test_a_plan_pays_and_builds() -> None:
    s = table("witches", "nomads", at={"witches": "F4"}, round=6)
    give(s, **NOTHING | {"coins": 2, "bowls": (0, 8, 1)})
    show(s, "F3", "green")
    assert ["burn", "burn", "convert PW-W", "build F3", "done"] in turns(s)


def test_a_plan_pays_for_the_dwelling_on_what_it_dug() -> None:
    s = table("witches", "nomads", at={"witches": "F4"}, round=6)
    give(s, **NOTHING | {"coins": 2, "bowls": (0, 0, 7)})
    show(s, "F3", "blue")
    built = [turn for turn in turns(s) if turn[0] == "act ACT5" and "build F3" in turn]
    assert built == [["act ACT5", "transform F3 green", "convert PW-W", "build F3"]]


def test_a_spade_is_worth_paying_for_where_the_dwelling_is_paid_too() -> None:
    s = table("witches", "nomads", at={"witches": "F4"}, round=6)
    give(s, **NOTHING | {"coins": 2, "workers": 3, "bowls": (0, 0, 3)})
    show(s, "F3", "blue")
    assert any(turn[:2] == ["convert PW-W", "dig 1"] and "build F3" in turn for turn in turns(s))


def test_where_a_sacrifice_must_be_of_use_only_useful_ones_are_planned() -> None:
    s = table("witches", "nomads", at={"witches": "F4"}, round=6, sacrifice="used")
    give(s, **NOTHING | {"coins": 2, "bowls": (0, 8, 1)})
    show(s, "F3", "green")
    burnt = [turn for turn in turns(s) if turn[0] == "burn"]
    assert burnt
    for turn in burnt:
        world = s.clone()
        for text in turn:
            action = next(a for a in world.legal_actions() if str(a) == text)
            world.apply(action)


def test_nothing_is_wanted_that_is_closed() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    give(s, **NOTHING | {"bowls": (0, 8, 2)})
    before = payments(s, 0)
    s.used = (1 << 6) - 1
    assert len(payments(s, 0)) < len(before)
    assert not any(isinstance(a, verbs.Act) for line in before for a in line)

"""Section 9: cult tracks and priests."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import resources
from tests.games.terra_mystica.kit import do, give, table, texts, why


@pytest.mark.rule("TM-9.1")
def test_power_on_the_way_up() -> None:
    for start, steps, power in ((0, 2, 0), (2, 1, 1), (2, 3, 3), (0, 9, 5), (6, 1, 2), (7, 2, 0)):
        s = table("witches", "nomads", at={"witches": "F4"})
        me = give(s, cult=(start, 0, 0, 0), bowls=(12, 0, 0))
        resources.cult(s, 0, 0, steps, "test")
        assert (me.cult[0], me.bowl2) == (start + steps, power)


@pytest.mark.rule("TM-9.1", "TM-9.2")
def test_the_top_needs_a_key_and_holds_one() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    me = give(s, cult=(8, 0, 0, 0), bowls=(12, 0, 0))
    resources.cult(s, 0, 0, 3, "test")
    assert (me.cult[0], me.bowl2) == (9, 0), "no key"
    me.keys = 1
    resources.cult(s, 0, 0, 1, "test")
    assert (me.cult[0], me.bowl2, me.keys) == (10, 3, 0)
    other = give(s, 1, cult=(6, 0, 0, 0), keys=1, bowls=(12, 0, 0))
    resources.cult(s, 1, 0, 4, "test")
    assert (other.cult[0], other.bowl2, other.keys) == (9, 2, 1), "the power of 7, but not of 10"


@pytest.mark.rule("TM-9.3")
def test_a_priest_in_an_order() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, priests=1)
    do(s, "send FIRE 3")
    assert (me.cult[0], me.priests, me.priest_max, me.sent) == (3, 0, 6, 1)
    assert s.orders[:4] == (0, -1, -1, -1)
    do(s, "done")
    give(s, 1, priests=1, cult=(0, 0, 0, 0))
    assert why(s, "send FIRE 3").args == {"what": "FIRE", "n": 3}
    assert {"send FIRE 2", "send FIRE 1", "send AIR 3", "send AIR 2"} <= texts(s)
    do(s, "send FIRE 2")
    assert s.sides[1].cult[0] == 2
    s.acts, s.sides[1].priests = 1, 0
    assert why(s, "send AIR 3").id == "why.short_p"


@pytest.mark.rule("TM-9.3")
@pytest.mark.parametrize("step", [9, 10])
def test_a_priest_is_sent_also_where_the_marker_cannot_move(step: int) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, priests=1, cult=(step, 0, 0, 0))
    do(s, "send FIRE 3")
    assert (me.cult[0], me.priests, s.orders[0]) == (step, 0, 0)


@pytest.mark.rule("TM-9.4")
def test_a_priest_returned_to_the_supply() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    me = give(s, priests=1)
    do(s, "send WATER 1")
    assert (me.cult[1], me.priests, me.priest_max, me.sent) == (1, 0, 7, 0)


@pytest.mark.rule("TM-9.5")
def test_seven_priests_at_most() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    me = give(s, priests=6)
    resources.priests(s, 0, 3, "test")
    assert me.priests == 7
    me.priests, me.priest_max = 2, 4
    resources.priests(s, 0, 5, "test")
    assert me.priests == 4


@pytest.mark.rule("TM-9.6")
def test_a_free_step_moves_something() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    give(s, card="BON2", cult=(9, 9, 10, 4), keys=0)
    give(s, 1, cult=(0, 10, 0, 0))
    do(s, "act BON2")
    assert {t for t in texts(s) if t.startswith("step")} == {"step AIR"}
    assert why(s, "step FIRE").id == "why.key_missing"
    assert why(s, "step WATER").id == "why.top_taken"
    assert why(s, "step EARTH").id == "why.at_top"
    do(s, "step AIR")
    assert why(s, "step AIR").id == "why.no_step_due"


@pytest.mark.rule("TM-9.6")
def test_if_nothing_moves_any_track_will_do() -> None:
    s = table("witches", "nomads", at={"witches": "F4"})
    me = give(s, card="BON2", cult=(9, 9, 9, 9))
    do(s, "act BON2", "step FIRE")
    assert list(me.cult) == [9, 9, 9, 9]

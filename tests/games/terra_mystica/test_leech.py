"""Section 8: upgrades, and power for the neighbours."""

from __future__ import annotations

import pytest

from ludoteka.games.terra_mystica import GAME
from tests.games.terra_mystica.kit import PLENTY, do, give, show, table, texts, turn_of, why


@pytest.mark.rule("TM-8.1", "TM-8.2")
def test_power_by_buildings_beside_the_new_one() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8 D5=TP D4=SH"}, tiles=("SCORE4",) * 6)
    give(s, **PLENTY)
    show(s, "E7", "green")
    other = give(s, 1, bowls=(12, 0, 0))
    do(s, "build E7")
    assert s.to_move() == 1
    assert texts(s) == {"leech 0 6", "decline 0 6"}, "1 + 2 + 3"
    do(s, "leech 0 6")
    assert (other.vp, other.bowl1, other.bowl2) == (15, 6, 6)
    assert s.to_move() == 0, "the builder may still convert"


@pytest.mark.rule("TM-8.2")
def test_declining_costs_nothing() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, **PLENTY)
    show(s, "E7", "green")
    other = give(s, 1, bowls=(12, 0, 0))
    do(s, "build E7", "decline 0 1")
    assert (other.vp, other.bowl1) == (20, 12)


@pytest.mark.rule("TM-8.3")
@pytest.mark.parametrize(
    ("bowls", "vp", "left", "bowl2"),
    [((1, 2, 9), 20, 17, 0), ((12, 0, 0), 2, 0, 3), ((12, 0, 0), 0, 0, 1), ((0, 1, 11), 5, 5, 0)],
)
def test_less_power_and_a_lower_price(bowls: tuple[int, int, int], vp: int, left: int, bowl2: int) -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8 D5=TP D4=SH"})
    give(s, **PLENTY)
    show(s, "E7", "green")
    other = give(s, 1, bowls=bowls, vp=vp)
    do(s, "build E7", "leech 0 6")
    assert (other.vp, other.bowl2) == (left, bowl2)


@pytest.mark.rule("TM-8.3")
def test_both_answers_speak_of_what_would_come() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8 D5=TP D4=SH"})
    give(s, **PLENTY)
    show(s, "E7", "green")
    give(s, 1, bowls=(1, 2, 9))
    do(s, "build E7")
    said = [GAME.describe(s, a, "en", offered=True) for a in s.legal_actions()]
    assert sorted(said) == ["Decline 4 power from Witches", "Take 4 power from Witches for 3 points"]


@pytest.mark.rule("TM-8.4")
def test_neighbours_answer_clockwise_after_everything_is_settled() -> None:
    at = {"witches": "F4=TP", "nomads": "F3", "engineers": "E7", "halflings": "E6"}
    s = table("engineers", "witches", "nomads", "halflings", at=at)
    turn_of(s, 1)
    give(s, 1, **PLENTY)
    for seat in (0, 2, 3):
        give(s, seat, bowls=(12, 0, 0))
    do(s, "upgrade F4 TE")
    assert s.to_move() == 1, "the favor tile comes first"
    do(s, "favor FAV11")
    asked = []
    while s.to_move() != 1:
        asked.append(s.to_move())
        do(s, "leech 1 1")
    assert asked == [2, 3, 0]


@pytest.mark.rule("TM-8.4")
def test_who_cannot_take_power_is_not_asked() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, **PLENTY)
    show(s, "E7", "green")
    give(s, 1, bowls=(0, 0, 12))
    do(s, "build E7")
    assert s.to_move() == 0
    assert not s.offers


@pytest.mark.rule("TM-8.5")
def test_the_steps_of_upgrading() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9=TP G3=TE", "nomads": "A5"})
    give(s, **PLENTY)
    assert {t for t in texts(s) if t.startswith("upgrade")} == {
        "upgrade F4 TP",
        "upgrade E9 TE",
        "upgrade E9 SH",
        "upgrade G3 SA",
    }
    refusal = why(s, "upgrade F4 TE")
    assert refusal.args == {"at": "F4", "have": "D", "what": "TE", "need": "TP"}
    assert why(s, "upgrade A5 TP").id == "why.not_your_building"
    assert why(s, "upgrade F4 D").id == "why.no_such_thing"
    do(s, "upgrade F4 TP")
    assert [s.sides[0].count(k) for k in range(5)] == [0, 2, 1, 0, 0], "the dwelling is back on its track"


@pytest.mark.rule("TM-8.5")
def test_limits_of_buildings() -> None:
    s = table("witches", "nomads", at={"witches": "F4 E9=TP G3=TP C3=TP C4=TP", "nomads": "A5"})
    give(s, **PLENTY)
    assert why(s, "upgrade F4 TP").args == {"n": 4, "what": "TP"}


@pytest.mark.rule("TM-8.6")
def test_prices() -> None:
    alone = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(alone, coins=5, workers=1)
    assert why(alone, "upgrade F4 TP").args == {"w": 1, "c": 1}
    give(alone, coins=6, workers=2)
    do(alone, "upgrade F4 TP")
    assert (me.coins, me.workers) == (0, 0)
    beside = table("witches", "nomads", at={"witches": "F4", "nomads": "F3"})
    me = give(beside, coins=3, workers=2)
    do(beside, "upgrade F4 TP")
    assert (me.coins, me.workers) == (0, 0)
    temple = table("witches", "nomads", at={"witches": "F4=TP", "nomads": "F3"})
    me = give(temple, coins=6, workers=4)
    do(temple, "upgrade F4 SH")
    assert (me.coins, me.workers) == (0, 0)


@pytest.mark.rule("TM-8.7")
def test_temple_and_sanctuary_bring_a_favor() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP E9=TE", "nomads": "A5"})
    give(s, **PLENTY)
    do(s, "upgrade F4 TE", "favor FAV1", "done", "pass BON1", "upgrade E9 SA", "favor FAV2")
    assert s.sides[0].favors == 0b11


@pytest.mark.rule("TM-8.8")
def test_bridges_and_transforms_offer_nothing() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "E7 G2"})
    give(s, bowls=(0, 0, 9), workers=9)
    do(s, "act ACT1", "bridge F4 G3")
    assert not s.offers
    s.acts = 1
    do(s, "dig 3", "transform F3 green")
    assert not s.offers


@pytest.mark.rule("TM-8.9")
def test_a_favor_taken_for_a_building_does_not_score_it() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP", "nomads": "A5"}, tiles=("SCORE9",) * 6, tile_promo=True)
    me = give(s, **PLENTY)
    do(s, "upgrade F4 TE", "favor FAV10")
    assert me.vp == 24, "the temple tile of the round only"


@pytest.mark.rule("TM-8.6")
@pytest.mark.parametrize(
    ("mine", "theirs", "bridge", "ship", "coins"),
    [
        ("F4", "F3", "", 0, 3),  # beside
        ("F4", "G3", "", 3, 6),  # over a river hex, whatever the shipping
        ("F4", "G3", "F4 G3", 0, 3),  # over a bridge
        ("F4 E7", "A5", "", 0, 6),  # an own building is no opponent
        ("F4", "E6", "", 0, 3),
        ("F4", "D5", "", 0, 6),  # two hexes away
    ],
)
def test_when_a_trading_house_is_cheap(mine: str, theirs: str, bridge: str, ship: int, coins: int) -> None:
    s = table("witches", "nomads", at={"witches": mine, "nomads": theirs})
    me = give(s, workers=2, coins=6, ship=ship, bowls=(0, 0, 3))
    if bridge:
        do(s, "act ACT1", f"bridge {bridge}")
        turn_of(s, 0)
    gone = s.clone()
    gone.edit(1).dropped = True
    do(gone, "upgrade F4 TP")
    assert gone.sides[0].coins == 6 - coins, "buildings of one who left count too"
    me = give(s, coins=coins - 1)
    assert "upgrade F4 TP" not in texts(s)
    assert why(s, "upgrade F4 TP").args == {"c": 1}
    me = give(s, coins=coins)
    do(s, "upgrade F4 TP")
    assert (me.coins, me.workers) == (0, 0)


@pytest.mark.rule("TM-8.6")
@pytest.mark.parametrize(
    ("at", "line", "price"),
    [("F4=TP", "upgrade F4 TE", (2, 5)), ("F4=TP", "upgrade F4 SH", (4, 6)), ("F4=TE", "upgrade F4 SA", (4, 6))],
)
def test_other_upgrades_cost_what_the_board_says(at: str, line: str, price: tuple[int, int]) -> None:
    for theirs in ("A5", "F3"):  # a neighbour makes no difference
        s = table("witches", "nomads", at={"witches": at, "nomads": theirs})
        workers, coins = price
        give(s, workers=workers, coins=coins - 1)
        assert why(s, line).args == {"c": 1}
        give(s, workers=workers - 1, coins=coins)
        assert why(s, line).args == {"w": 1}
        me = give(s, workers=workers, coins=coins)
        do(s, line)
        assert (me.workers, me.coins) == (0, 0)

"""The small print: exactly what is offered, exactly what a thing brings, both sides of each limit."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import CARDS, FAVORS
from ludoteka.games.terra_mystica.faction import SHIFTS
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.income import cult_income, income
from ludoteka.games.terra_mystica.phases import endgame
from ludoteka.games.terra_mystica.resources import power_room
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import GAME, PLENTY, do, fresh, give, show, table, texts, through_chance, turn_of

POWER = {"act ACT1": 3, "act ACT2": 3, "act ACT3": 4, "act ACT4": 4, "act ACT5": 4, "act ACT6": 6}


def acts(s: TerraState) -> set[str]:
    return {text for text in texts(s) if text.startswith("act ")}


@pytest.mark.rule("TM-10.1")
@pytest.mark.parametrize("power", range(8))
def test_which_power_actions_can_be_paid(power: int) -> None:
    s = table("witches", "nomads", at={"witches": "G3 F5"})
    give(s, bowls=(0, 0, power), **PLENTY)
    assert acts(s) == {act for act, price in POWER.items() if price <= power}


@pytest.mark.rule("TM-10.6")
def test_special_actions_of_cards_and_tiles_belong_to_their_owners() -> None:
    for name in [None, *(c.name for c in CARDS)]:
        s = table("witches", "nomads", at={"witches": "F3 E6"})
        give(s, bowls=(0, 0, 0), **PLENTY)
        if name:
            give(s, card=name)
        assert acts(s) == ({f"act {name}"} if name in ("BON1", "BON2") else set())
    for name in [None, *(f.name for f in FAVORS)]:
        s = table("witches", "nomads", at={"witches": "F3 E6"})
        give(s, bowls=(0, 0, 0), **PLENTY)
        if name:
            give(s, favor=name)
        assert acts(s) == ({"act FAV6"} if name == "FAV6" else set())


@pytest.mark.rule("TM-10.6", "TM-19.43")
def test_riverwalkers_use_cards_that_need_no_spade() -> None:
    for name, offered in (("BON1", set()), ("BON2", {"act BON2"})):
        s = table("riverwalkers", "nomads", at={"riverwalkers": "F3 E6"}, terrain={"riverwalkers": "green"})
        give(s, bowls=(0, 0, 0), card=name, **PLENTY)
        assert acts(s) == offered


@pytest.mark.rule("TM-19.46", "TM-6.8")
def test_riverwalkers_have_two_free_bridges_and_no_third() -> None:
    s = table("riverwalkers", "nomads", at={"riverwalkers": "E4=TP G1"}, terrain={"riverwalkers": "green"})
    give(s, **PLENTY)
    do(s, "upgrade E4 SH", "bridge E4 G1")
    second = sorted(text for text in texts(s) if text.startswith("bridge "))
    do(s, second[0])
    assert not any("bridge" in text for text in texts(s)), "neither a third nor anything to give up"
    assert s.sides[0].bridges_left == 1


@pytest.mark.rule("TM-13.2")
def test_who_has_no_card_scores_nothing_for_it() -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6"})
    assert s.sides[0].card < 0
    do(s, "pass BON1")
    assert s.sides[0].vp == 20


@pytest.mark.rule("TM-2.13")
def test_given_factions_of_the_base_game() -> None:
    options = {"choose": "given", "factions": "base"}
    assert GAME.new(2, given="witches+nomads", **options)
    for wrong in ("witches+icemaidens", "witches+gnomes", "witches+witches", "witches+auren", "witches"):
        with pytest.raises(BadOptions):
            GAME.new(2, given=wrong, **options)
    assert GAME.new(2, choose="given", given="witches+icemaidens")


@pytest.mark.rule("TM-11.6")
def test_a_river_that_was_skipped_joins_only_its_own_banks() -> None:
    s = table("mermaids", "nomads", at={"mermaids": "B2=TP B3=TP"})
    me = s.sides[0]
    waters = s.board.waters
    pairs = [
        (a, b, river)
        for a in range(len(waters))
        for b in range(a)
        for river in range(64)
        if waters[a] >> river & waters[b] >> river & 1 and not s.near[a] >> b & 1
    ]
    a, b, river = pairs[0]
    other = next((x, y) for x, y, r in pairs if not (waters[x] | waters[y]) >> river & 1 and r != river)
    s.edit(0).links = 1 << river
    me = s.sides[0]
    assert s.linked(me, a) >> b & 1
    assert not s.linked(me, other[0]) >> other[1] & 1


@pytest.mark.rule("TM-14.5")
def test_what_every_card_and_tile_brings_as_income() -> None:
    """(coins, workers, priests, power) more than without it."""
    cards = {
        "BON1": (2, 0, 0, 0), "BON2": (4, 0, 0, 0), "BON3": (6, 0, 0, 0), "BON4": (0, 0, 0, 3), "BON5": (0, 1, 0, 3),
        "BON6": (0, 2, 0, 0), "BON7": (0, 1, 0, 0), "BON8": (0, 0, 1, 0), "BON9": (2, 0, 0, 0), "BON10": (0, 0, 0, 3),
    }  # fmt: skip
    tiles = {"FAV7": (0, 1, 0, 1), "FAV8": (0, 0, 0, 4), "FAV9": (3, 0, 0, 0)}
    plain = table("witches", "nomads", at={"witches": "F3 E6"})
    base = income(plain.sides[0])
    for field, rows in (("card", cards), ("favor", tiles)):
        for name, more in rows.items():
            s = table("witches", "nomads", at={"witches": "F3 E6"})
            give(s, **{field: name})
            assert tuple(x - y for x, y in zip(income(s.sides[0]), base, strict=True)) == more, name
    for favor in FAVORS:
        if favor.name not in tiles:
            s = table("witches", "nomads", at={"witches": "F3 E6"})
            give(s, favor=favor.name)
            assert income(s.sides[0]) == base, favor.name


@pytest.mark.rule("TM-8.9")
@pytest.mark.parametrize(
    ("favor", "upgrade", "points"),
    [("", "F3 TP", 0), ("FAV10", "F3 TP", 3), ("FAV11", "F3 TP", 0), ("FAV12", "F3 TP", 0), ("FAV9", "F3 TP", 0)],
)
def test_points_of_favor_tiles_for_a_trading_house(favor: str, upgrade: str, points: int) -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6"}, tiles=("SCORE1",) * 6)
    give(s, **PLENTY)
    if favor:
        give(s, favor=favor)
    do(s, f"upgrade {upgrade}")
    assert s.sides[0].vp == 20 + points


@pytest.mark.rule("TM-8.9")
@pytest.mark.parametrize(("favor", "points"), [("", 0), ("FAV10", 0), ("FAV11", 2), ("FAV12", 0)])
def test_points_of_favor_tiles_for_a_dwelling(favor: str, points: int) -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6"}, tiles=("SCORE1",) * 6)
    show(s, "F4", "green")
    give(s, **PLENTY)
    if favor:
        give(s, favor=favor)
    s.edit(0).reach = -1
    do(s, next(text for text in sorted(texts(s)) if text.startswith("build ")))
    assert s.sides[0].vp == 20 + points


@pytest.mark.rule("TM-18.2")
def test_who_has_left_before_choosing_shares_no_final_points() -> None:
    s = fresh(2)
    empty = through_chance(s).sides[0]
    assert empty.faction is None
    assert [endgame.value_of(s, empty, what) for what in ("FIRE", "WATER", "EARTH", "AIR", "network")] == [0] * 5


@pytest.mark.rule("TM-2.1")
def test_a_position_can_be_played_on_from_its_text() -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6=TP", "nomads": "E5"})
    give(s, coins=11, workers=5, bowls=(1, 2, 3), cult=(1, 2, 3, 4))
    again = GAME.place(2, s.options, s.position())
    assert isinstance(again, TerraState)
    me = again.sides[0]
    assert texts(again) == texts(s)
    assert (me.coins, me.workers, me.bowl1, me.bowl2, me.bowl3, list(me.cult)) == (11, 5, 1, 2, 3, [1, 2, 3, 4])


@pytest.mark.rule("TM-2.1")
def test_twenty_factions_on_ten_boards() -> None:
    assert len(FACTIONS) == 20
    boards = [f.board for f in FACTIONS]
    assert sorted(boards.count(b) for b in set(boards)) == [2] * 10


STRONGHOLDS = {
    "chaosmagicians": (0, 2, 0, 0), "alchemists": (6, 0, 0, 0), "fakirs": (0, 0, 1, 0), "giants": (0, 0, 0, 4),
    "swarmlings": (0, 0, 0, 4), "mermaids": (0, 0, 0, 4), "witches": (0, 0, 0, 2), "nomads": (0, 0, 0, 2),
    "dwarves": (0, 0, 0, 2), "engineers": (0, 0, 0, 2), "halflings": (0, 0, 0, 2), "cultists": (0, 0, 0, 2),
    "auren": (0, 0, 0, 2), "darklings": (0, 0, 0, 2),
}  # fmt: skip


@pytest.mark.rule("TM-14.5")
@pytest.mark.parametrize("name", STRONGHOLDS)
def test_what_a_stronghold_brings_as_income(name: str) -> None:
    other = "nomads" if name in ("witches", "auren") else "witches"
    plain, grown = (table(name, other, at={name: at}) for at in ("F3 E6", "F3 E6 G3=SH"))
    more = zip(income(grown.sides[0]), income(plain.sides[0]), strict=True)
    assert tuple(x - y for x, y in more) == STRONGHOLDS[name]


OWN_ACTS = {
    "auren": "ACTA",
    "witches": "ACTW",
    "swarmlings": "ACTS",
    "chaosmagicians": "ACTC",
    "giants": "ACTG",
    "nomads": "ACTN",
}


@pytest.mark.rule("TM-10.5", "TM-10.6")
@pytest.mark.parametrize("name", OWN_ACTS)
def test_a_special_action_is_there_with_the_stronghold_and_once_a_round(name: str) -> None:
    act, other = f"act {OWN_ACTS[name]}", "nomads" if name in ("witches", "auren") else "witches"
    s = table(name, other, at={name: "F3=TP E6"})
    give(s, bowls=(0, 0, 0), **PLENTY)
    assert acts(s) == set()
    s = table(name, other, at={name: "F3=TP E6 G3=SH"})
    give(s, bowls=(0, 0, 0), **PLENTY)
    assert acts(s) == {act}
    do(s, act)
    for _ in range(20):
        if s.to_move() != 0 or "pass BON1" in texts(s):
            break
        found = sorted(texts(s))
        do(s, "done" if "done" in found else found[0])
    turn_of(s, 0)
    assert acts(s) == set(), "not again in this round"


@pytest.mark.rule("TM-6.6", "TM-10.1")
def test_two_spades_for_two_hexes_bring_one_dwelling() -> None:
    s = table("witches", "nomads", at={"witches": "F3 G3"})
    for name in ("F4", "H4"):
        show(s, name, "blue")  # beside green on the wheel
    give(s, bowls=(0, 0, 6), **PLENTY)
    do(s, "act ACT6", "transform F4 green", "transform H4 green")
    assert {text for text in texts(s) if text.startswith("build ")} == {"build F4", "build H4"}
    do(s, "build H4")
    assert "build F4" not in texts(s)


@pytest.mark.rule("TM-14.2")
def test_cult_bonuses_come_after_every_round_but_the_last() -> None:
    for round, paid in ((1, True), (5, True), (6, False)):
        s = table("witches", "nomads", tiles=("SCORE1",) * 6, round=round)
        me = give(s, cult=(9, 9, 9, 9))
        assert any(cult_income(s, me).values()) is paid


@pytest.mark.rule("TM-9.3", "TM-9.4")
@pytest.mark.parametrize(("n", "most", "sent"), [(3, 6, 1), (2, 6, 1), (1, 7, 0)])
def test_a_priest_on_an_order_is_gone_for_good(n: int, most: int, sent: int) -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6"})
    me = give(s, priests=1, cult=(0, 0, 0, 0))
    do(s, f"send EARTH {n}")
    me = s.sides[0]
    assert (me.priests, me.priest_max, me.sent, me.cult[2]) == (0, most, sent, n)
    other = table("witches", "nomads", at={"witches": "F3 E6"})
    assert not any(text.startswith("send ") for text in texts(other)), "without a priest nobody is sent"


@pytest.mark.rule("TM-19.27", "TM-10.1")
def test_the_stronghold_of_the_yetis_opens_every_used_power_action() -> None:
    for stronghold, offered in ((False, set()), (True, set(POWER))):
        s = table(
            "yetis", "nomads", at={"yetis": "G3 F5" + (" E6=SH" if stronghold else "")}, terrain={"yetis": "green"}
        )
        give(s, bowls=(0, 0, 12), **PLENTY)
        s.used = 0b111111
        assert acts(s) == offered


@pytest.mark.rule("TM-19.10")
@pytest.mark.parametrize(("houses", "dwelling", "offered"), [(3, True, True), (4, True, False), (3, False, False)])
def test_the_free_trading_house_needs_a_dwelling_and_a_house(houses: int, dwelling: bool, offered: bool) -> None:
    at = " ".join(
        [*(f"{name}=TP" for name in ("F3", "E6", "G3", "D5")[:houses]), "E9=SH", *(["C3"] if dwelling else [])]
    )
    s = table("swarmlings", "witches", at={"swarmlings": at})
    give(s, bowls=(0, 0, 0), **PLENTY)
    assert (acts(s) == {"act ACTS"}) is offered


@pytest.mark.rule("TM-19.38")
def test_the_prices_of_the_variable_factions() -> None:
    """Power or tokens for a new terrain, points, how often, a token, coins for a terrain and for a home terrain."""
    assert {name: (x.cost, x.vp, x.limit, x.token_price, x.unlock) for name, x in SHIFTS.items()} == {
        "rulebook": (3, 2, "", 0, (0, 0)),
        "v2": (3, 2, "players", 1, (0, 0)),
        "v3": (3, 2, "opponents", 1, (0, 0)),
        "v4": (4, 0, "", 1, (2, 3)),
        "v5": (5, 0, "", 1, (1, 2)),
    }


@pytest.mark.rule("TM-11.1")
@pytest.mark.parametrize(("at", "town"), [("E4=TE E5=SH", False), ("E4=TE E5=SH E3", True)])
def test_a_sanctuary_counts_as_two_buildings_not_more(at: str, town: bool) -> None:
    s = table("witches", "nomads", at={"witches": at})
    give(s, favor="FAV5", **PLENTY)
    do(s, "upgrade E4 SA")
    assert bool(s.sides[0].owes(due.TOWNS)) is town


@pytest.mark.rule("TM-8.3")
@pytest.mark.parametrize(("bowls", "room"), [((1, 0, 11), 2), ((0, 3, 9), 3), ((5, 7, 0), 17), ((0, 0, 12), 0)])
def test_how_much_power_the_bowls_can_take(bowls: tuple[int, int, int], room: int) -> None:
    s = table("witches", "nomads", at={"witches": "F3 E6"})
    assert power_room(give(s, bowls=bowls)) == room

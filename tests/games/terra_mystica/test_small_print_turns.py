"""The small print of a turn: what is used up, what is still open, and for whom."""

from __future__ import annotations

import pytest

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import due, resources
from ludoteka.games.terra_mystica.actions import Favor, Send, Step, Town
from ludoteka.games.terra_mystica.data import CULTS, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.phases import converting, leech, race
from ludoteka.games.terra_mystica.phases.digging import ends
from ludoteka.games.terra_mystica.phases.rulebook import settle_forced
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.terra_mystica.kit import PLENTY, do, give, show, table, texts, turn_of, why

WITCHES = {"witches": "G3 F5", "nomads": "F4 E6"}


def digs(s: TerraState) -> set[str]:
    return {text for text in texts(s) if text.startswith("dig ")}


# keys and cults


@pytest.mark.rule("TM-11.9", "TM-11.10")
def test_markers_that_wait_rise_only_if_there_are_keys_for_all() -> None:
    for n, cult, waiting in ((1, (9, 9, 0, 0), 0b11), (2, (10, 10, 0, 0), 0)):
        s = table("witches", "nomads", at=WITCHES)
        me = give(s, cult=(9, 9, 0, 0), dues={due.LIFTS: 0b11})
        resources.keys(s, 0, n)
        assert tuple(me.cult) == cult
        assert me.owes(due.LIFTS) == waiting


@pytest.mark.rule("TM-11.9")
def test_a_marker_waits_for_a_key_only_in_the_own_turn() -> None:
    for seat, waiting in ((0, 1), (1, 0)):
        s = table("witches", "nomads", at=WITCHES)
        me = give(s, seat, cult=(8, 0, 0, 0), keys=0)
        resources.cult(s, seat, 0, 2, "step")
        assert me.cult[0] == 9
        assert me.owes(due.LIFTS) == waiting


# tokens


@pytest.mark.rule("TM-19.35")
def test_tokens_leave_the_lowest_bowls_first_and_the_third_at_last() -> None:
    s = table("acolytes", "nomads", at={"acolytes": "G3", "nomads": "F4"}, terrain={"acolytes": "green"})
    me = give(s, bowls=(1, 1, 3))
    resources.shed(s, 0, 3)
    assert (me.bowl1, me.bowl2, me.bowl3) == (0, 0, 2)
    assert me.tokens() == 2
    give(s, bowls=(1, 2, 4))
    assert me.tokens() == 7


# power for neighbours


def offered(*offers: tuple[int, int, int, int, int, bool]) -> TerraState:
    s = table("witches", "nomads", "cultists", at={**WITCHES, "cultists": "E5"}, manner="site")
    s.offers[:] = list(offers)
    return s


@pytest.mark.rule("TM-8.1", "TM-20.2")
def test_of_two_offers_of_one_neighbour_the_named_one_is_answered() -> None:
    s = offered((1, 0, 1, 1, 1, False), (1, 0, 2, 2, 2, False))
    leech.do_decline(s, 1, s.edit(1), leech.Decline(0, 2))
    assert s.offers == [(1, 0, 1, 1, 1, False)]


@pytest.mark.rule("TM-20.2")
def test_of_two_equal_offers_the_one_that_is_not_too_late_is_taken() -> None:
    s = offered((1, 0, 2, 2, 1, True), (1, 0, 2, 2, 2, False))
    me = give(s, 1, bowls=(5, 7, 0))
    leech.do_leech(s, 1, s.edit(1), leech.Leech(0, 2))
    assert s.offers == [(1, 0, 2, 2, 1, True)]
    assert (me.bowl1, me.bowl2) == (3, 9)


@pytest.mark.rule("TM-8.3")
def test_who_takes_power_has_less_room_for_further_offers_and_others_have_as_much_as_before() -> None:
    s = offered((1, 0, 2, 2, 1, False), (1, 2, 3, 3, 2, False), (0, 2, 3, 3, 2, False))
    give(s, 1, bowls=(1, 1, 9))
    leech.do_leech(s, 1, s.edit(1), leech.Leech(0, 2))
    assert s.offers == [(1, 2, 3, 1, 2, False), (0, 2, 3, 3, 2, False)]


@pytest.mark.rule("TM-20.1")
def test_an_own_action_refuses_all_own_offers_and_no_others() -> None:
    mine, other = (1, 0, 1, 1, 1, False), (0, 2, 1, 1, 2, False)
    for offers in ((other, mine, mine), (mine, other, mine), (mine, mine, other)):
        s = offered(*offers)
        leech.refuse_all(s, 1)
        assert s.offers == [other]


@pytest.mark.rule("TM-19.7", "TM-8.6")
def test_nobody_refused_who_had_no_room_left() -> None:
    """Cultists get their power only if somebody refuses, not if the only neighbour has filled the bowls elsewhere."""
    for refused, power in ((0, 0), (1, 1)):
        s = offered((1, 0, 2, 2, 1, False), (1, 2, 3, 3, 2, False))
        s.events[2] = (1, refused, False)
        give(s, 1, bowls=(0, 2, 9))
        cultists = give(s, 2, bowls=(5, 7, 0))
        leech.do_leech(s, 1, s.edit(1), leech.Leech(0, 2))
        assert cultists.bowl2 == 7 + power


# the top of a cult on the site


@pytest.mark.rule("TM-20.16")
def test_which_tops_an_action_would_reach() -> None:
    s = table("witches", "nomads", at=WITCHES, manner="site")
    me = give(s, cult=(9, 9, 9, 9), keys=1)
    for track, name in enumerate(CULTS):
        assert race.enters(s, me, Step(name)) == 1 << track
        assert race.enters(s, me, Send(name, 1)) == 1 << track
    assert race.enters(s, me, Favor("FAV1")) == 1
    give(s, cult=(8, 9, 10, 7), keys=1)
    assert race.enters(s, me, Step("FIRE")) == 0
    assert race.enters(s, me, Send("FIRE", 2)) == 1
    assert race.enters(s, me, Town("TW5")) == 0b10
    assert race.enters(s, me, Town("TW1")) == 0
    give(s, cult=(9, 9, 8, 8), keys=0)
    assert race.enters(s, me, Step("FIRE")) == 0, "without a key"
    assert race.enters(s, me, Town("TW5")) == 0b11, "the tile brings its key along"
    give(s, dues={due.LIFTS: 0b10})
    assert race.enters(s, me, Town("TW1")) == 0b10, "a marker that waits"


@pytest.mark.rule("TM-20.16")
def test_each_building_with_open_offers_may_bring_the_cultists_one_step() -> None:
    s = table("witches", "cultists", "nomads", at={"witches": "G3", "cultists": "F4", "nomads": "E6"}, manner="site")
    give(s, 1, cult=(8, 7, 0, 10), keys=1)
    assert race.guarded(s, 0) == 0
    s.offers[:] = [(0, 1, 1, 1, 5, False), (2, 1, 1, 1, 5, False)]
    s.events[5] = (2, 0, False)
    assert race.guarded(s, 0) == 0, "one building, one step"
    s.offers.append((0, 1, 1, 1, 6, False))
    s.events[6] = (1, 0, False)
    assert race.guarded(s, 0) == 0b1
    assert race.guarded(s, 1) == 0, "not against themselves"
    s.events[6] = (1, 0, True)
    assert race.guarded(s, 0) == 0, "rewarded already"
    s.events[6] = (1, 0, False)
    give(s, 0, cult=(9, 0, 0, 0), keys=1)
    both: list[Action] = [Step("FIRE"), Step("AIR")]
    assert race.wait_for_others(s, 0, s.sides[0], both) == [Step("AIR")]
    assert race.wait_for_others(s, 0, s.sides[0], [Step("FIRE")]) == [Step("FIRE")], "nothing else is left"


# spades


@pytest.mark.rule("TM-20.9")
def test_the_site_never_digs_across_the_home_terrain() -> None:
    for root in range(WHEEL):
        for t in range(WHEEL):
            for u, cost in ends(root, root, 0, 0, True)[t]:
                up = (u - t) % WHEEL
                ways = {
                    way: {(t + sign * i) % WHEEL for i in range(1, way)} for way, sign in ((up, 1), (WHEEL - up, -1))
                }
                free = [way for way, between in ways.items() if root not in between]
                assert cost == min(free), (TERRAINS[root], TERRAINS[t], TERRAINS[u])


@pytest.mark.rule("TM-19.9", "TM-6.3")
def test_giants_with_a_spade_buy_exactly_the_other() -> None:
    s = table("giants", "nomads", at={"giants": "F3 E6"})
    give(s, bowls=(0, 0, 4), workers=30, coins=9)
    assert digs(s) == {"dig 2"}
    do(s, "act ACT5")
    assert digs(s) == {"dig 1"}
    s = table("giants", "nomads", at={"giants": "F3 E6"})
    give(s, bowls=(0, 0, 6), workers=30, coins=9)
    assert digs(do(s, "act ACT6")) == set(), "two are enough"


@pytest.mark.rule("TM-19.13", "TM-6.3")
@pytest.mark.parametrize(("workers", "offered"), [(4, set()), (5, {"dig 1"}), (7, {"dig 1"}), (8, {"dig 1", "dig 2"})])
def test_dwarves_keep_the_price_of_the_tunnel(workers: int, offered: set[str]) -> None:
    s = table("dwarves", "nomads", at={"dwarves": "E3"})
    for name in ("D2", "D3", "E2", "E4", "F2", "F3", "D4"):
        if name in s.board.index:
            show(s, name, "gray")
    for i in range(len(s.board.names)):
        if s.near[s.board.index["E3"]] >> i & 1:
            s.occupied |= 1 << i
    give(s, workers=workers, coins=9)
    assert digs(s) == offered


@pytest.mark.rule("TM-6.8")
def test_giving_up_one_of_two_spades_leaves_the_other() -> None:
    s = table("witches", "nomads", at=WITCHES)
    give(s, bowls=(0, 0, 6), workers=0, coins=0, priests=0)
    do(s, "act ACT6", "discard spade")
    assert s.sides[0].owes(due.SPADES) == 1
    assert s.work.transforms > 0
    do(s, "discard spade")
    assert s.work.transforms == 0


# actions of one's own


@pytest.mark.rule("TM-19.6")
def test_the_ride_of_the_witches_is_one_action() -> None:
    s = table("witches", "nomads", at={"witches": "G3=SH F5", "nomads": "A1"})
    give(s, **PLENTY)
    free = next(n for n in s.board.names if s.land[s.sides[0].home] & ~s.occupied & 1 << s.board.index[n])
    do(s, "act ACTW", f"build {free}")
    assert s.acts == 0
    assert not any(text.startswith(("send", "advance", "act")) for text in texts(s))


@pytest.mark.rule("TM-6.6")
def test_a_dwelling_elsewhere_is_the_second_action_of_the_chaos_magicians() -> None:
    s = table("chaosmagicians", "nomads", at={"chaosmagicians": "E3=SH F5", "nomads": "A1"})
    give(s, **PLENTY)
    near = [
        n
        for n in s.board.names
        if s.reach_of(s.sides[0]) >> s.board.index[n] & 1 and not s.occupied >> s.board.index[n] & 1
    ]
    show(s, near[0], "yellow")
    show(s, near[1], "red")
    do(s, "act ACTC", "dig 1", f"transform {near[0]} red")
    assert s.acts == 1
    do(s, f"build {near[1]}")
    assert s.acts == 0


@pytest.mark.rule("TM-19.4")
def test_darklings_ordain_three_workers_and_no_fourth() -> None:
    s = table("darklings", "nomads", at={"darklings": "G3=TP F5", "nomads": "A1"})
    give(s, workers=20, coins=20, priests=0)
    do(s, "upgrade G3 SH")
    for _ in range(3):
        do(s, "convert W-P")
    assert "convert W-P" not in texts(s)
    assert s.sides[0].priests == 3


@pytest.mark.rule("TM-10.6")
def test_the_spade_of_the_card_comes_once_a_round() -> None:
    s = table("witches", "nomads", at=WITCHES)
    give(s, card="BON1", bowls=(0, 0, 0), **PLENTY)
    do(s, "act BON1")
    turn_of(s, 0)
    give(s, dues={due.SPADES: 0})
    assert "act BON1" not in texts(s)
    assert why(s, "act BON1").id == "why.used"


@pytest.mark.rule("TM-19.27")
def test_only_yetis_use_a_power_action_twice() -> None:
    for name, twice in (("witches", False), ("yetis", True)):
        s = table(name, "nomads", at={name: "G3=SH F5", "nomads": "A1"}, terrain={"yetis": "green"})
        give(s, bowls=(0, 0, 12), **PLENTY)
        do(s, "act ACT4")
        turn_of(s, 0)
        assert ("act ACT4" in texts(s)) == twice


# what is not asked


@pytest.mark.rule("TM-5.7", "TM-19.44")
@pytest.mark.parametrize(
    ("coins", "workers", "asked"), [(0, 0, False), (9, 0, True), (0, 1, True)], ids=["nothing", "coins", "a worker"]
)
def test_a_priest_for_whom_no_terrain_can_be_opened_is_not_asked_for(coins: int, workers: int, asked: bool) -> None:
    given = {"riverwalkers": "green"}
    s = table("riverwalkers", "nomads", at={"riverwalkers": "F3"}, terrain=given, variable="v4")
    give(s, coins=coins, workers=workers, priests=0, bowls=(0, 0, 0), dues={due.PRIESTS: 1})
    me = settle_forced(s, 0)
    assert (me.owes(due.PRIESTS), me.priests) == ((1, 0) if asked else (0, 1))


@pytest.mark.rule("TM-19.44", "TM-19.45")
def test_with_all_terrains_open_the_other_priests_come_by_themselves() -> None:
    for lands, priests in ((0b0111111, 1), (0b0011111, 0)):
        s = table("riverwalkers", "nomads", at={"riverwalkers": "F3"}, terrain={"riverwalkers": "green"})
        me = give(s, coins=9, workers=0, priests=0, bowls=(0, 0, 0), lands=lands, dues={due.PRIESTS: 2})
        closed = next(t for t in range(WHEEL) if not lands >> t & 1)
        do(s, f"unlock {TERRAINS[closed]}")
        me = s.edit(0)
        assert (me.priests, me.owes(due.PRIESTS)) == (priests, 1 - priests)


@pytest.mark.rule("TM-20.5", "TM-6.6")
def test_a_dwelling_belongs_to_an_action_that_changed_land_on_the_site_too() -> None:
    s = table("nomads", "witches", at={"nomads": "F3=SH E6", "witches": "A1"}, manner="site")
    give(s, priests=1, **PLENTY)
    do(s, "send AIR 1")
    assert not any(text.startswith("build") for text in texts(s)), "after a priest there is none"
    turn_of(s, 0)
    do(s, "act ACTN")
    assert not any(text.startswith("build") for text in texts(s)), "first the sandstorm"


@pytest.mark.rule("TM-9.5", "TM-19.44")
def test_how_many_priests_the_riverwalkers_can_still_take() -> None:
    for lands, waiting, room in ((0b111111, 0, True), (0b111111, 1, True), (0b111111, 2, False), (0b1111111, 0, False)):
        s = table("riverwalkers", "nomads", at={"riverwalkers": "F3"}, terrain={"riverwalkers": "green"})
        me = give(s, priests=7, priest_max=7, lands=lands, dues={due.PRIESTS: waiting})
        assert converting.can_take_priest(me) == room


@pytest.mark.rule("TM-5.5")
def test_power_can_pay_for_an_action_only_where_one_is_left_and_nothing_is_owed() -> None:
    for acts, owed, offered in ((1, 0, True), (0, 0, False), (1, 1, False)):
        s = table("witches", "nomads", at=WITCHES, sacrifice="used")
        me = give(s, bowls=(0, 12, 0), dues={due.STEPS: owed}, **PLENTY)
        s.acts = acts
        uses = {str(a).split()[0] for a, _ in converting.power_uses(s, me)}
        assert ("act" in uses) == offered


@pytest.mark.rule("TM-20.18", "TM-11.9")
def test_on_the_site_a_step_to_the_top_ends_the_waiting() -> None:
    s = table("witches", "nomads", at=WITCHES, manner="site")
    give(s, cult=(9, 8, 0, 0), keys=1, dues={due.LIFTS: 0b11, due.STEPS: 2})
    do(s, "step FIRE")
    me = s.sides[0]
    assert (me.cult[0], me.owes(due.LIFTS), me.owes(due.STEPS)) == (10, 0b10, 1)
    do(s, "step EARTH")
    me = s.sides[0]
    assert (me.cult[2], me.owes(due.LIFTS), me.owes(due.STEPS)) == (1, 0b10, 0)


@pytest.mark.rule("TM-8.1")
def test_two_equal_offers_are_one_question() -> None:
    s = offered((1, 0, 2, 2, 1, False), (1, 0, 2, 2, 2, False))
    out: list[Action] = []
    leech.legal_answers(s, 1, out)
    assert [str(a) for a in out] == ["leech 0 2", "decline 0 2"]


@pytest.mark.rule("TM-10.8", "TM-19.6")
def test_witches_ride_only_where_a_hex_and_a_dwelling_are_left() -> None:
    s = table("witches", "nomads", at={"witches": "G3=SH F5", "nomads": "A1"})
    give(s, **PLENTY)
    assert "act ACTW" in texts(s)
    none_left = s.clone()
    give(none_left, own=(0xFF, *s.sides[0].own[1:]))
    assert "act ACTW" not in texts(none_left)
    s.occupied = s.board.full
    assert "act ACTW" not in texts(s)


@pytest.mark.rule("TM-15.9", "TM-8.4")
def test_neighbours_of_a_builder_who_leaves_answer_in_their_order() -> None:
    at = {"witches": "G3", "nomads": "F4", "halflings": "E6"}
    s = table(*at, at=at)
    give(s, dues={due.FAVORS: 1})
    s.offers[:] = [(1, 0, 1, 1, 1, False), (2, 0, 1, 1, 1, False)]
    do(s, "! leave 0")
    assert (s.to_move(), texts(s)) == (1, {"leech 0 1", "decline 0 1"})
    do(s, "decline 0 1")
    assert (s.to_move(), texts(s)) == (2, {"leech 0 1", "decline 0 1"})

"""The small print of factions and of the site's manner: what belongs to whom, and how often."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.games.terra_mystica import due, resources
from ludoteka.games.terra_mystica.actions import TOKEN
from ludoteka.games.terra_mystica.data import FINAL_TILES, WHEEL
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.phases.digging import shortest
from ludoteka.games.terra_mystica.phases.dues import do_token
from ludoteka.games.terra_mystica.phases.reach import jumpable
from tests.games.terra_mystica.kit import PLENTY, do, fresh, give, put, show, table, texts, turn_of

OWN = {
    "auren": "ACTA",
    "chaosmagicians": "ACTC",
    "giants": "ACTG",
    "nomads": "ACTN",
    "swarmlings": "ACTS",
    "witches": "ACTW",
}
HOOKED = [folk.name for folk in FACTIONS if folk.on_stronghold is not None]


@pytest.mark.rule("TM-10.7")
@pytest.mark.parametrize("name", sorted(OWN))
def test_the_action_of_a_stronghold_comes_once_a_round(name: str) -> None:
    other = "darklings"
    s = table(name, other, at={name: "F3=SH E6", other: "A1"})
    give(s, **PLENTY)
    act = f"act {OWN[name]}"
    assert act in texts(s)
    do(s, act)
    give(s, dues={d.what: 0 for d in s.sides[0].dues})
    turn_of(s, 0)
    assert act not in texts(s)


@pytest.mark.rule("TM-19.11")
def test_the_two_spades_of_the_giants_go_to_one_hex() -> None:
    s = table("giants", "nomads", at={"giants": "F3=SH E6", "nomads": "A1"})
    give(s, **PLENTY)
    do(s, "act ACTG")
    assert (s.sides[0].owes(due.SPADES), s.work.transforms) == (2, 1)
    assert not any(text.startswith("dig ") for text in texts(s)), "two are enough"


@pytest.mark.rule("TM-8.8")
@pytest.mark.parametrize("name", HOOKED)
def test_what_a_stronghold_brings_comes_with_no_other_building(name: str) -> None:
    other = "nomads" if name != "fakirs" else "witches"
    terrain = {name: "green"}
    s = table(name, other, at={name: "F3 E6", other: "A1"}, terrain=terrain if name in PICKED else None)
    me = give(s, **PLENTY)
    before = (me.ship, me.jump, me.vp, me.tokens(), me.bowl2, me.bowl3)
    do(s, "upgrade F3 TP")
    me = s.edit(0)
    assert (me.ship, me.jump, me.vp, me.tokens(), me.bowl2, me.bowl3) == before
    assert me.dues == ()


PICKED = {folk.name for folk in FACTIONS if folk.picks}


@pytest.mark.rule("TM-9.2")
def test_sending_a_priest_costs_the_priest_alone() -> None:
    for n in (1, 2, 3):
        s = table("witches", "nomads", at={"witches": "G3"})
        me = give(s, coins=5, workers=5, priests=2)
        do(s, f"send EARTH {n}")
        me = s.edit(0)
        assert (me.coins, me.workers, me.priests) == (5, 5, 1)


@pytest.mark.rule("TM-19.38")
def test_a_token_is_bought_once() -> None:
    s = table("shapeshifters", "nomads", at={"shapeshifters": "F3"}, terrain={"shapeshifters": "green"}, variable="v2")
    me = give(s, bowls=(0, 0, 0), vp=20, dues={due.TOKENS: 1})
    do_token(s, 0, me, TOKEN)
    assert (me.owes(due.TOKENS), me.vp, me.bowl3) == (0, 19, 1)


@pytest.mark.rule("TM-19.44")
def test_priests_are_asked_for_only_as_long_as_a_terrain_stays_closed() -> None:
    for lands, waiting, asked in ((0b111, 0, 1), (0b111111, 0, 1), (0b111111, 1, 0), (0b1111111, 0, 0)):
        s = table("riverwalkers", "nomads", at={"riverwalkers": "F3"}, terrain={"riverwalkers": "green"})
        me = give(s, priests=0, lands=lands, dues={due.PRIESTS: waiting})
        resources.priests(s, 0, 1, "income")
        assert (me.owes(due.PRIESTS) - waiting, me.priests) == (asked, 1 - asked)


@pytest.mark.rule("TM-7.4")
def test_the_card_ships_one_hex_farther() -> None:
    s = table("witches", "nomads", at={"witches": "E4"})
    at = s.board.index["E4"]
    for ship in (0, 1, 2):
        give(s, ship=ship, card="BON4", passed=False)
        assert s.reach_of(s.sides[0]) == s.board.ships[ship + 1][at] | s.near[at]
        give(s, passed=True)
        assert s.reach_of(s.sides[0]) == s.board.ships[ship][at] | s.near[at]


@pytest.mark.rule("TM-7.5")
def test_a_jump_paid_for_leads_to_its_hex_and_no_other() -> None:
    s = table("fakirs", "witches", at={"fakirs": "F3"})
    for at in (0, 5):
        s.work = s.work._replace(jumped=at)
        assert jumpable(s, s.sides[0], 0) == 1 << at


@pytest.mark.rule("TM-2.5")
def test_every_faction_begins_with_its_own_terrain_open() -> None:
    for folk in FACTIONS:
        if 0 <= folk.home < WHEEL:
            s = table(folk.name, "witches" if folk.name not in ("witches", "auren") else "nomads")
            assert (s.sides[0].lands, s.sides[0].root) == (1 << folk.home, folk.home)


@pytest.mark.rule("TM-2.14")
def test_the_introductory_match_has_no_final_tile() -> None:
    with pytest.raises(BadOptions):
        fresh(3, choose="intro", final=FINAL_TILES[0])


@pytest.mark.rule("TM-5.7")
def test_a_builder_with_nothing_left_to_do_is_not_asked_when_the_neighbours_have_answered() -> None:
    s = table("witches", "nomads", at={"witches": "G3", "nomads": "F4"})
    near = s.board.hexes(s.near[s.board.index["F4"]] & ~s.occupied)[0]
    put(s, 0, s.board.hexes(s.near[s.board.index[near]] & ~s.occupied)[0])
    show(s, near, "green")
    give(s, 0, coins=2, workers=1, priests=0, bowls=(5, 0, 0))
    give(s, 1, bowls=(5, 7, 0))
    do(s, f"build {near}", "leech 0 1")
    assert (s.active, s.to_move()) == (1, 1)


# the site's manner and what lifts it


@pytest.mark.rule("TM-20.2", "TM-20.9", "TM-20.16")
@pytest.mark.parametrize(
    ("word", "field", "strict"),
    [
        ("leech", "strict_leech", True),
        ("refusal", "refusal_power", True),
        ("dig", "long_way", True),
        ("dig", "split_bought", False),
        ("bridge", "any_bridge", False),
        ("darklings", "ordination_due", True),
        ("lift", "no_lift", False),
        ("chaos", "strict_chaos", True),
        ("done", "loose_done", False),
        ("cultists", "cultists_first", True),
        ("multi-spade", "several_away", False),
    ],
)
def test_each_leniency_lifts_its_own_rule(word: str, field: str, strict: bool) -> None:
    assert getattr(fresh(2, manner="site").rules, field) is strict
    assert getattr(fresh(2, manner="site", lenient=word).rules, field) is not strict
    other = "leech" if word != "leech" else "refusal"
    assert getattr(fresh(2, manner="site", lenient=other).rules, field) is strict


@pytest.mark.rule("TM-20.6", "TM-6.6")
def test_when_the_site_wants_the_next_hex_at_home() -> None:
    for lenient, due_after in (("", True), ("multi-spade", False)):
        rules = fresh(2, manner="site", lenient=lenient).rules
        assert rules.home_due(False, 1, False) is due_after
        for was in (False, True):
            assert not rules.home_due(was, 0, False)
            assert not rules.home_due(was, 1, True)
    rules = fresh(2).rules
    cases = {(was, home): rules.home_due(was, 1, home) for was in (False, True) for home in (False, True)}
    assert cases == {(False, False): True, (False, True): False, (True, False): True, (True, True): True}


@pytest.mark.rule("TM-20.21")
def test_ordinations_may_be_thrown_away_only_where_they_are_due() -> None:
    for lenient, spare in (("", True), ("darklings", False)):
        s = table("darklings", "nomads", at={"darklings": "F3=SH"}, manner="site", lenient=lenient)
        assert s.rules.spare(s, s.sides[0], Due(due.ORDINATION, 3)) is spare
        assert s.rules.given_up(Due(due.ORDINATION, 3)) == 3
        assert s.rules.given_up(Due(due.SAND, 2)) == 1


@pytest.mark.rule("TM-20.1", "TM-15.9")
def test_who_may_speak_on_the_site() -> None:
    s = table("witches", "nomads", "cultists", at={"witches": "G3", "nomads": "F4", "cultists": "E6"}, manner="site")
    assert s.rules.speakers(s) == [0]
    s.offers[:] = [(1, 0, 1, 1, 1, False)]
    assert s.rules.speakers(s) == [0, 1]
    give(s, 2, dues={due.STEPS: 1})
    assert s.rules.speakers(s) == [0, 1, 2]
    give(s, 2, dropped=True)
    assert s.rules.speakers(s) == [0, 1]


@pytest.mark.rule("TM-6.4")
def test_home_is_reached_by_the_shorter_way() -> None:
    s = table("witches", "nomads", at={"witches": "G3"})
    home = s.sides[0].home
    for t, row in enumerate(shortest(s.sides[0])):
        away = (t - home) % WHEEL
        assert dict(row).get(home, 0) == min(away, WHEEL - away)


# what is so unless a faction or a reading says otherwise


@pytest.mark.rule("TM-2.5", "TM-8.6", "TM-13.1", "TM-9.8")
def test_what_most_faction_boards_print() -> None:
    plain = Faction("plain", "plain", 0, 20, (5, 7, 0), (0, 0, 0, 0))
    assert (plain.coins, plain.workers, plain.priests, plain.priest_limit, plain.start_dwellings) == (15, 3, 0, 7, 2)
    costs = [plain.cost(kind) for kind in range(5)]
    assert costs == [(1, 2), (2, 3), (2, 5), (4, 6), (4, 6)]
    assert plain.worker_income == (1, 2, 3, 4, 5, 6, 7, 8, 8)
    assert (plain.house_coins, plain.house_power) == ((0, 2, 4, 6, 8), (0, 1, 2, 4, 6))
    assert (plain.temple_priests, plain.temple_power) == ((0, 1, 2, 3), (0, 0, 0, 0))
    assert (plain.stronghold_income, plain.sanctuary_priests, plain.big_power) == ((0, 0, 0, 2), 1, 3)
    assert (plain.ship, plain.ship_max, plain.ship_vp) == (0, 3, (0, 2, 3, 4))
    assert (plain.dig, plain.dig_priests, plain.dig_vp, plain.dig_step) == ((3, 2, 1), 0, 0, (2, 5, 1))
    assert (plain.flat_spades, plain.land_price, plain.favors) == (0, (0, 0), 1)
    assert (plain.jump, plain.jump_cost, plain.jump_vp) == (0, ((0, 0), (0, 0)), 4)
    assert (plain.power_discount, plain.coins_per_vp, plain.priest_steps, plain.start_favors) == (0, 0, 0, 0)
    assert plain.action_needs_stronghold
    special = (plain.places_last, plain.reach_by_ship_only, plain.jump_flies, plain.reuses_power_actions)
    special += (plain.vp_to_coins, plain.river_towns, plain.steps_for_leech)
    assert not any(special)


READINGS = {
    # what is asked: by the rulebook, in edition 1, in the manner of the site
    "open_leech": (False, False, True),
    "strict_leech": (False, False, True),
    "refusal_power": (True, True, True),
    "long_way": (False, False, True),
    "most_spades": (3, 3, 6),
    "flat_digging": (True, True, False),
    "dig_on": (True, False, True),
    "dig_anywhere": (False, False, True),
    "split_bought": (False, False, False),
    "build_elsewhere": (False, False, True),
    "dwelling_left": (False, True, True),
    "idle_actions": (False, False, True),
    "many_bridges": (False, False, True),
    "any_bridge": (False, False, False),
    "ask_every_priest": (False, False, True),
    "ask_forced": (False, True, True),
    "keep_spades": (False, False, True),
    "ordination_once": (False, False, True),
    "no_lift": (False, False, False),
    "key_first": (False, True, True),
    "idle_steps": (False, False, True),
    "lowers": (False, False, True),
    "river_steps": (False, True, False),
    "wasted": ((), ("PW-P",), ("PW-P", "W-P")),
    "coins_per_point": (0, 0, 3),
    "strict_chaos": (True, True, True),
    "loose_done": (False, False, False),
    "together": (False, True, True),
    "fewest": (2, 2, 1),
    "loose_auction": (False, True, False),
}


@pytest.mark.rule("TM-20.1", "TM-20.3", "TM-21.1")
@pytest.mark.parametrize("name", READINGS)
def test_how_the_readings_differ(name: str) -> None:
    tables = fresh(2), fresh(2, edition="1"), fresh(2, manner="site")
    assert tuple(getattr(s.rules, name) for s in tables) == READINGS[name]


@pytest.mark.rule("TM-21.1", "TM-17.2")
def test_auctions_of_edition_1_in_either_manner() -> None:
    for manner in ("rulebook", "site"):
        assert fresh(2, edition="1", manner=manner).rules.loose_auction


@pytest.mark.rule("TM-6.5", "TM-5.5", "TM-19.43", "TM-4.3")
def test_the_rulebooks_reading_is_played_unless_another_is_asked_for() -> None:
    rules = fresh(2).rules
    decided = (rules.top_up_home, rules.use_sacrifice, rules.touch, rules.by_passing, rules.leaving, rules.clean_leave)
    assert decided == (False, False, False, False, False, True)

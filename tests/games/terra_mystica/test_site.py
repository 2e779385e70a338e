"""Section 20: the manner of the recording site."""

from __future__ import annotations

import pickle

import pytest

from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.phases import flow
from ludoteka.games.terra_mystica.phases.digging import ends
from ludoteka.games.terra_mystica.phases.setup import dialect_of
from ludoteka.games.terra_mystica.phases.site import Site
from tests.games.terra_mystica.kit import GAME, PLENTY, at_end_of_round, do, give, put, show, table, texts, why


def site(*factions: str, lenient: str = "", **options: object) -> object:
    """As `table`, in the manner of the site; the ROUND frame asks."""
    return table(*factions, manner="site", lenient=lenient, **options)


def neighbours(lenient: str = "", **options: object) -> object:
    at = {"witches": "F4 G3", "nomads": "E8 F3", "dwarves": "E6"}
    s = site("witches", "nomads", "dwarves", at=at, lenient=lenient, tiles=("SCORE4",) * 6, **options)
    give(s, **PLENTY)
    for seat in (1, 2):
        give(s, seat, bowls=(12, 0, 0), **PLENTY)
    show(s, "E7", "green")
    return s


def test_the_preset_switches_everything_on() -> None:
    rules = dialect_of(TerraOptions(**GAME.presets["snellman"]))
    assert isinstance(rules, Site)
    assert rules.open_leech
    assert rules.strict_leech
    plain = dialect_of(TerraOptions())
    assert not any((plain.open_leech, plain.idle_actions, plain.long_way, plain.coins_per_point, plain.idle_steps))
    assert plain.refusal_power


def test_a_dialect_travels_as_the_one_it_is() -> None:
    for options in (TerraOptions(), TerraOptions(manner="site"), TerraOptions(edition="1", manner="site")):
        assert pickle.loads(pickle.dumps(dialect_of(options))) is dialect_of(options)


@pytest.mark.rule("TM-20.1")
def test_offers_stay_open_while_others_go_on() -> None:
    s = neighbours()
    do(s, "build E7", "done")
    assert s.to_move() == 1, "the next one is asked, whoever has still to answer"
    assert {"leech 0 1", "decline 0 1", "pass BON1"} <= texts(s)
    assert why(s, "! speak 0").id == "why.nothing_open"
    assert why(s, "! speak 1").id == "why.asked_already"
    early = do(s.clone(), "! speak 2")
    assert (early.to_move(), texts(early)) == (2, {"leech 0 1", "decline 0 1"})
    assert do(early.clone(), "! speak 1").to_move() == 1, "nobody can keep the word"
    assert do(early, "leech 0 1").to_move() == 1
    do(s, "pass BON1")
    assert [o[0] for o in s.offers] == [2], "an own action refuses the own offers"
    do(s, "leech 0 1")
    assert s.sides[2].bowl2 == 1


@pytest.mark.rule("TM-20.1")
def test_the_round_waits_for_answers() -> None:
    s = neighbours()
    do(s, "build E7", "done", "pass BON1", "decline 0 1", "pass BON2")
    assert s.to_move() == 0
    show(s, "G2", "green")
    do(s, "build G2")
    assert [o[:3] for o in s.offers] == [(1, 0, 1)]
    do(s, "done", "pass BON4")
    assert (s.round, s.to_move()) == (1, 1)
    do(s, "decline 0 1")
    assert s.round == 2


@pytest.mark.rule("TM-20.2")
def test_too_late_to_accept() -> None:
    s = neighbours()
    do(s, "build E7", "done", "convert W-C")
    assert why(s, "leech 0 1").id == "why.offer_late"
    assert "decline 0 1" in texts(s)
    loose = neighbours(lenient="leech")
    do(loose, "build E7", "done", "convert W-C")
    assert "leech 0 1" in texts(loose)
    assert why(loose, "leech 0 9").id == "why.no_offer"


@pytest.mark.rule("TM-20.2")
def test_of_two_offers_the_one_that_is_named_is_answered() -> None:
    s = neighbours()
    s.offers = [(1, 0, 1, 1, 7, False), (1, 2, 1, 1, 8, False)]
    s.events = {7: (0, 1, False), 8: (2, 1, False)}
    do(s, "! speak 1", "decline 2 1")
    assert [o[:3] for o in s.offers] == [(1, 0, 1)]


@pytest.mark.rule("TM-20.7", "TM-6.6")
@pytest.mark.parametrize(("lenient", "may"), [("", False), ("multi-spade", True)])
def test_one_hex_ends_away_from_home_unless_the_table_is_lenient(lenient: str, may: bool) -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, lenient=lenient)
    give(s, bowls=(0, 0, 6), **PLENTY)
    do(s, "act ACT6", "transform F3 red")
    assert ("transform G2 yellow" in texts(s)) == may


@pytest.mark.rule("TM-20.3")
def test_burning_before_the_answer() -> None:
    s = neighbours()
    put(s, 1, "D5", "SH")
    other = give(s, 1, bowls=(0, 6, 3), vp=10)
    do(s, "build E7", "done", "burn", "burn", "leech 0 4")
    assert (other.bowl1, other.bowl2, other.bowl3, other.vp) == (0, 0, 7, 9)


@pytest.mark.rule("TM-20.4")
def test_offers_without_effect() -> None:
    s = neighbours()
    other = give(s, 1, bowls=(0, 0, 12))
    do(s, "build E7", "done")
    assert {"leech 0 1", "decline 0 1"} <= texts(s)
    do(s, "leech 0 1")
    assert (other.bowl3, other.vp) == (12, 20)


@pytest.mark.rule("TM-20.5")
def test_the_cultists_step_may_wait() -> None:
    at = {"cultists": "E6", "witches": "F4", "nomads": "A5"}
    s = site("cultists", "witches", "nomads", at=at)
    give(s, **PLENTY)
    give(s, 1, bowls=(12, 0, 0), **PLENTY)
    do(s, "upgrade E6 TP", "done", "leech 0 1")
    assert s.sides[0].owes(due.STEPS) == 1
    assert do(s.clone(), "! speak 0", "step AIR").sides[0].owes(due.STEPS) == 0
    do(s, "pass BON1", "pass BON2")
    assert s.to_move() == 0, "their next turn"
    give(s, bowls=(0, 0, 4))
    do(s, "act ACT4")
    s.sides[1].passed = False
    assert "done" not in texts(s), "it must be taken before that turn ends"
    do(s, "step AIR", "done")


@pytest.mark.rule("TM-20.6")
def test_the_spade_tile_pays_on_receipt() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, tiles=("SCORE1",) * 6)
    me = give(s, bowls=(0, 0, 6), **PLENTY)
    do(s, "act ACT6")
    assert me.vp == 24
    do(s, "transform E7 green")
    assert me.vp == 24


@pytest.mark.rule("TM-20.7")
def test_building_elsewhere() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    show(s, "G2", "green")
    give(s, coins=5, workers=4)
    do(s, "dig 1", "transform F3 red", "build G2")
    assert s.sides[0].count(0) == 2


@pytest.mark.rule("TM-20.8")
def test_throwing_gains_away() -> None:
    s = site("witches", "nomads", at={"witches": "F4=SH", "nomads": "A5"})
    give(s, bowls=(0, 0, 3), bridges_left=0)
    do(s, "act ACT1", "discard bridge", "done", "pass BON1", "act ACTW", "discard dwelling", "done")
    t = site("swarmlings", "nomads", at={"swarmlings": "D5=SH", "nomads": "A5"})
    do(t, "act ACTS", "discard house", "done")
    u = site("nomads", "witches", at={"nomads": "E8=SH", "witches": "A3"})
    do(u, "act ACTN", "discard sand", "done")
    assert u.sides[0].used == 4


@pytest.mark.rule("TM-20.9")
def test_the_long_way_round() -> None:
    short, long = ends(4, 4, 0, 0, False), ends(4, 4, 0, 4, True)
    # blue to gray crosses forest: two spades by the rulebook, five on the site
    assert dict(short[3])[5] == 2
    assert dict(long[3])[5] == 5
    # to home the long way if exactly that many spades are open
    assert dict(long[0])[4] == 4
    assert dict(ends(4, 4, 0, 3, True)[0])[4] == 3


@pytest.mark.rule("TM-20.10")
def test_coins_for_points_at_any_time() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, coins=3)
    do(s, "convert C-VP")
    assert (me.coins, me.vp) == (0, 21)


@pytest.mark.rule("TM-20.11")
def test_tokens_go_from_the_lowest_bowl() -> None:
    s = site("dragonlords", "nomads", at={"dragonlords": "E7", "nomads": "A5"}, terrain={"dragonlords": "gray"})
    me = give(s, bowls=(1, 2, 3))
    do(s, "transform E8 volcano")
    assert (me.bowl1, me.bowl2, me.bowl3) == (0, 1, 3)


@pytest.mark.rule("TM-20.12")
def test_riverwalkers_are_asked_for_every_priest() -> None:
    s = site("riverwalkers", "nomads", at={"riverwalkers": "E4", "nomads": "A5"}, terrain={"riverwalkers": "blue"})
    me = give(s, bowls=(0, 0, 5), lands=0b1111111, priest_max=7)
    do(s, "convert PW-P", "unlock priest")
    assert me.priests == 1


@pytest.mark.rule("TM-20.13")
def test_a_second_bridge_on_a_spot() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, bowls=(0, 0, 6))
    do(s, "act ACT1", "bridge F4 G3", "done", "pass BON1")
    s.used = 0
    do(s, "act ACT1", "bridge F4 G3")
    assert s.sides[0].bridges_left == 1


@pytest.mark.rule("TM-20.14")
def test_stepping_down() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, cult=(9, 7, 10, 0))
    assert {t for t in texts(s) if t.startswith("lower")} == {"lower FIRE"}
    do(s, "lower FIRE", "lower FIRE")
    assert me.cult[0] == 7
    assert "lower FIRE" not in texts(s)


@pytest.mark.rule("TM-20.15")
@pytest.mark.parametrize(("lenient", "power"), [("", 1), ("refusal", 0)])
def test_power_if_all_refuse(lenient: str, power: int) -> None:
    s = site("cultists", "witches", at={"cultists": "E6", "witches": "F4"}, lenient=lenient)
    me = give(s, bowls=(12, 0, 0), **PLENTY)
    give(s, 1, bowls=(12, 0, 0))
    do(s, "upgrade E6 TP", "! speak 1", "decline 0 1")
    assert me.bowl2 == power


@pytest.mark.rule("TM-20.15", "TM-20.4")
def test_a_refusal_by_one_who_could_not_take_counts_for_nothing() -> None:
    at = {"cultists": "E6", "witches": "F4", "nomads": "F3"}
    s = site("cultists", "witches", "nomads", at=at)
    me = give(s, bowls=(12, 0, 0), **PLENTY)
    give(s, 1, bowls=(0, 0, 12))
    give(s, 2, bowls=(12, 0, 0))
    do(s, "upgrade E6 TP", "! speak 1", "leech 0 1")
    assert me.owes(due.STEPS) == 0
    do(s, "! speak 2", "decline 0 1")
    assert me.bowl2 == 1


@pytest.mark.rule("TM-20.15", "TM-20.4")
def test_who_can_take_no_more_after_another_offer_could_not_have_taken_it() -> None:
    at = {"cultists": "E6 E8", "witches": "E7", "nomads": "F3"}
    s = site("cultists", "witches", "nomads", at=at)
    me = give(s, bowls=(12, 0, 0), **PLENTY)
    give(s, 1, bowls=(0, 1, 11), passed=True)
    give(s, 2, bowls=(12, 0, 0), passed=True)
    do(s, "upgrade E8 TP", "done", "upgrade E6 TP", "! speak 2", "decline 0 1")
    assert me.bowl2 == 0, "the witches could still take"
    do(s, "! speak 1", "leech 0 1")
    assert me.bowl2 == 1, "they have taken for the other house: for this one all who could have refused"


@pytest.mark.rule("TM-14.3", "TM-6.4", "TM-19.7")
def test_a_spade_bought_before_passing_does_not_bind_those_of_a_cult() -> None:
    s = site("chaosmagicians", "witches", at={"chaosmagicians": "D4=SH", "witches": "A3"}, tiles=("SCORE6",) * 6)
    give(s, cult=(0, 8, 0, 0), **PLENTY)
    give(s, 1, passed=True)
    s.passing = (1,)
    do(s, "act ACTC", "dig 1", "transform C3 blue", "pass BON1")
    assert {"transform E7 green", "transform E7 blue"} <= texts(s), "one step or two"


@pytest.mark.rule("TM-20.16")
@pytest.mark.parametrize(("lenient", "waits"), [("", True), ("cultists", False)])
def test_others_wait_for_the_cultists(lenient: str, waits: bool) -> None:
    at = {"witches": "F4", "cultists": "E6"}
    s = site("witches", "cultists", at=at, lenient=lenient)
    give(s, priests=1, keys=1, cult=(8, 0, 0, 0))
    give(s, 1, keys=1, cult=(9, 0, 0, 0), dues={due.STEPS: 1})
    assert ("send FIRE 2" not in texts(s)) == waits
    assert "send FIRE 1" in texts(s), "9 is no race"
    s.edit(1).set_due(due.STEPS, 0)
    assert "send FIRE 2" in texts(s)


@pytest.mark.rule("TM-20.16")
@pytest.mark.parametrize(("fire", "waits"), [(8, False), (9, True)])
def test_a_step_that_does_not_reach_the_top_need_not_wait(fire: int, waits: bool) -> None:
    s = site("witches", "cultists", at={"witches": "F4", "cultists": "E6"})
    give(s, keys=1, cult=(fire, 0, 0, 0), card="BON2")
    give(s, 1, keys=1, cult=(9, 0, 0, 0), dues={due.STEPS: 1})
    do(s, "act BON2")
    assert ("step FIRE" not in texts(s)) == waits
    for home, far in (("E8", 9), ("E8=SH", 10)):
        acolytes = site("acolytes", "cultists", at={"acolytes": home, "cultists": "E6"}, terrain={"acolytes": "yellow"})
        give(acolytes, keys=1, cult=(7, 0, 0, 0), priests=1)
        give(acolytes, 1, keys=1, cult=(9, 0, 0, 0), dues={due.STEPS: 1})
        assert ("send FIRE 2" in texts(acolytes)) == (far < 10), "with the stronghold priests go further"


@pytest.mark.rule("TM-5.5", "TM-20.3")
def test_a_sacrifice_may_have_to_be_used_at_once_on_the_site_too() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"}, sacrifice="used")
    give(s, bowls=(0, 4, 2))
    do(s, "burn")
    assert texts(s) == {"convert PW-W", "burn", "act ACT1", "act ACT2"}


@pytest.mark.rule("TM-11.10")
def test_on_the_site_a_key_may_lift_a_marker_later_in_the_turn() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, keys=1, cult=(9, 9, 0, 0))
    s.edit(0).set_due(due.LIFTS, 0b0011)
    assert {t for t in texts(s) if t.startswith("step")} == {"step FIRE", "step WATER"}
    do(s, "step WATER")
    assert (list(me.cult), me.keys) == ([9, 10, 0, 0], 0)
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    me = give(s, keys=1, cult=(9, 9, 0, 0), dues={due.STEPS: 1})
    s.edit(0).set_due(due.LIFTS, 0b0011)
    do(s, "step WATER")
    assert (list(me.cult), me.owes(due.STEPS)) == ([9, 10, 0, 0], 0), "a step that is due is spent on it"


@pytest.mark.rule("TM-20.2")
def test_accepting_a_later_offer_makes_the_earlier_ones_too_late() -> None:
    at = {"cultists": "E8", "witches": "E7", "nomads": "E6"}
    s = site("cultists", "witches", "nomads", at=at)
    for seat in (0, 2):
        give(s, seat, **PLENTY)
    give(s, 1, bowls=(12, 0, 0), passed=True)
    do(s, "upgrade E8 TP", "done", "upgrade E6 TP", "! speak 1", "leech 2 1", "! speak 1")
    assert (s.to_move(), texts(s)) == (1, {"decline 0 1"})


@pytest.mark.rule("TM-20.16")
def test_nobody_else_is_waited_for() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "E8"})
    give(s, priests=1, keys=1, cult=(8, 0, 0, 0))
    give(s, 1, keys=1, cult=(9, 0, 0, 0), dues={due.STEPS: 1})
    assert "send FIRE 2" in texts(s)
    at = {"shapeshifters": "E6", "witches": "F4", "cultists": "B6"}
    s = site(*at, at=at, terrain={"shapeshifters": "yellow"})
    give(s, **PLENTY)
    give(s, 1, bowls=(12, 0, 0), priests=1, keys=1, cult=(8, 0, 0, 0))
    give(s, 2, keys=1, cult=(9, 0, 0, 0))
    do(s, "upgrade E6 TP", "done")
    assert {"leech 0 1", "send FIRE 2"} <= texts(s), "an offer of somebody else's brings the Cultists no step"


@pytest.mark.rule("TM-20.16")
def test_a_town_that_moves_no_marker_need_not_wait_for_the_cultists() -> None:
    s = site("witches", "cultists", at={"witches": "F4=TE E7=TP E6=TP", "cultists": "D7"})
    give(s, cult=(9, 0, 0, 0), **PLENTY)
    give(s, 1, keys=1, cult=(9, 0, 0, 0), dues={due.STEPS: 1})
    do(s, "upgrade F4 SA", "favor FAV8")
    assert {t for t in texts(s) if t.startswith("town")} == {"town TW1", "town TW2", "town TW3", "town TW4"}
    s.edit(1).set_due(due.STEPS, 0)
    assert "town TW5" in texts(s)


@pytest.mark.rule("TM-20.21")
def test_the_darklings_ordination() -> None:
    s = site("darklings", "witches", at={"darklings": "E5=TP", "witches": "A3"})
    give(s, coins=9, workers=9)
    do(s, "upgrade E5 SH")
    assert "done" not in texts(s)
    assert "discard ordination" in texts(s)
    do(s, "convert W-C")
    assert "convert W-P" not in texts(s)
    assert "done" in texts(s)
    loose = site("darklings", "witches", at={"darklings": "E5=TP", "witches": "A3"}, lenient="darklings")
    give(loose, coins=9, workers=9)
    do(loose, "upgrade E5 SH", "done")


@pytest.mark.rule("TM-20.22")
def test_alone_one_need_not_settle_a_step() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    give(s, card="BON2")
    s.sides[1].passed = True
    s.passing = (1,)
    do(s, "act BON2", "done", "pass BON1")
    assert s.round == 1
    do(s, "step AIR")
    assert s.round == 2


@pytest.mark.rule("TM-20.22", "TM-19.7")
def test_passing_first_in_a_double_turn() -> None:
    s = site("chaosmagicians", "witches", at={"chaosmagicians": "D4=SH", "witches": "A3"}, lenient="chaos")
    do(s, "act ACTC", "pass BON1")
    assert s.active == 0


@pytest.mark.rule("TM-20.1", "TM-14.3")
def test_choices_after_income_come_in_any_order() -> None:
    s = site("witches", "nomads", at={"witches": "F4", "nomads": "E8"}, tiles=("SCORE6",) * 6)
    give(s, cult=(0, 4, 0, 0))
    give(s, 1, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert s.to_move() == 0, "asked in turn order"
    do(s, "! speak 1", "discard spade", "transform E7 green")
    assert s.round == 2
    assert flow.turn_order(s)[0] == 0


@pytest.mark.rule("TM-20.1")
def test_by_the_rulebook_nobody_takes_the_word() -> None:
    s = table("witches", "nomads", at={"witches": "F4", "nomads": "A5"})
    assert why(s, "! speak 1").id == "why.one_at_a_time"
    assert not [e for e in GAME.possible_events(s) if str(e).startswith("! speak")]


@pytest.mark.rule("TM-21.15")
def test_in_edition_1_chance_says_who_speaks() -> None:
    s = neighbours(edition="1")
    do(s, "build E7", "speak 0", "done")
    assert (s.to_move(), texts(s)) == (-1, {"speak 1", "speak 2"})
    assert why(s, "! speak 2").id == "why.one_at_a_time"


@pytest.mark.rule("TM-21.15", "TM-14.3")
@pytest.mark.parametrize(
    ("edition", "digging", "asked"),
    [("1", 2, {"speak 0", "speak 1"}), ("1+leaving", 1, {"speak 0", "leave 0", "leave 1", "leave 2"})],
)
def test_in_edition_1_chance_says_who_chooses_after_an_income(edition: str, digging: int, asked: set[str]) -> None:
    at = {"witches": "F4", "nomads": "E8", "dwarves": "H8"}
    s = site(*at, at=at, tiles=("SCORE6",) * 6, edition=edition)
    for seat in range(digging):
        give(s, seat, cult=(0, 4, 0, 0))
    at_end_of_round(s)
    assert (s.to_move(), texts(s)) == (-1, asked)
    do(s, "speak 0")
    assert (s.to_move(), "discard spade" in texts(s)) == (0, True)


@pytest.mark.rule("TM-20.17")
def test_leniencies_of_very_old_matches() -> None:
    at = {"witches": "F4", "nomads": "A5"}
    assert "done" not in texts(site("witches", "nomads", at=at)), "a turn is an action"
    done = site("witches", "nomads", at=at, lenient="done")
    do(done, "done")
    assert done.active == 1
    spades = site("witches", "nomads", at=at, lenient="dig+multi-spade")
    give(spades, workers=9)
    do(spades, "dig 2", "transform F3 red")
    assert "discard spade" in texts(spades), "bought spades need not all be used"
    bridge = site("witches", "nomads", at=at, lenient="bridge")
    give(bridge, bowls=(0, 0, 3))
    do(bridge, "act ACT1", "bridge G2 H4")
    lift = site("witches", "nomads", at={"witches": "F4=TE E7=TP E6=TP", "nomads": "A5"}, lenient="lift")
    me = give(lift, cult=(8, 0, 0, 0), **PLENTY)
    do(lift, "upgrade F4 SA", "favor FAV5", "town TW1")
    assert (me.cult[0], me.keys) == (9, 1), "a stopped marker does not rise by itself"

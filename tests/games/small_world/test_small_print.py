"""The small print: both sides of each limit, and what an option does not open to others."""

from __future__ import annotations

import pytest

from ludoteka.core.game import Step
from ludoteka.games.small_world.board import BadBoard, make_board
from ludoteka.games.small_world.custom import BadCustom, pack, read_option, read_text
from ludoteka.games.small_world.data import POWERS, RACES
from ludoteka.games.small_world.effects import Discount
from ludoteka.games.small_world.phases.markers import NEW_HEROES
from ludoteka.games.small_world.phases.redeploy import REDEPLOY, Placing
from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)
HEAD = '[race]\nid = "x"\ntokens = 5\nborrows = "orcs"\nname.en = "X"\nname.ru = "Х"\n'
FIRST_COINS = '[[race.effects]]\nkind = "coins_flat"\namount = 3\nfirst_turn_only = true\n'


@pytest.mark.rule("SW-4.3")
def test_the_first_region_of_the_map_may_be_left_like_any_other() -> None:
    t = Table(people(0, "seafaring ratmen", W1=1, Fa1=1, M1=1), OTHER).do("expand")
    assert t.legal("abandon") == {"W1", "Fa1", "M1"}


@pytest.mark.rule("SW-4.3")
def test_between_conquests_nobody_is_asked_without_a_token_or_an_old_region() -> None:
    t = Table(OTHER, column=[["ratmen", "merchant"]], options={"abandon": "between"}).do("take ratmen")
    t.do("conquer H1", "conquer Fa2", "conquer S1", "conquer M2")
    assert t.hand(0) == 0
    assert t.asked() == "0 Redeploy"


@pytest.mark.rule("SW-7.3", "SW-7.4")
@pytest.mark.parametrize("roll", range(4))
def test_after_any_roll_there_is_no_other_and_the_option_forbids_to_stop(roll: int) -> None:
    for may in (True, False):
        t = Table(people(0, "berserk ratmen", H1=5), OTHER, options={"stop_after_roll": may})
        t.do("expand", "throw", f"roll {roll}")
        assert ("stop" in t.legal()) == may
        assert "throw" not in t.legal()


@pytest.mark.rule("SW-7.4")
def test_only_sorcerers_replace_a_token_after_the_roll() -> None:
    near = people(1, "stout elves", Fa2=1, M4=2)
    for race, names in (("ratmen", set()), ("sorcerers", {"Fa2"})):
        t = Table(people(0, f"berserk {race}", H1=5), near, options={"substitute_after_roll": True})
        assert t.do("expand", "throw", "roll 0").legal("bewitch") == names


@pytest.mark.rule("SW-2.13", "SW-2.8")
def test_by_option_an_own_region_in_decline_is_cheap_only_within_reach() -> None:
    given = people(0, "merchant ratmen", H1=9), people(0, "wizards", "declined", Fa2=1, Fa3=1), OTHER
    t = Table(*given, options={"own_decline_counts": False}).do("expand")
    assert "Fa2" in t.legal("conquer")
    assert "Fa3" not in t.legal("conquer")


@pytest.mark.rule("SW-9.8", "SW-7.29")
def test_first_turn_coins_are_remembered_by_origin_and_seat() -> None:
    options = {"custom": pack(HEAD + FIRST_COINS)}
    t = Table(OTHER, column=[["x", "wealthy"]], options=options).do("take x", "conquer H1").end()
    assert t.income(0) == {"regions": 1, "x": 3, "wealthy": 7}
    assert t.match.state.full_view(None)["position"]["paid"] == {"x": [0], "wealthy": [0]}


@pytest.mark.rule("SW-9.3")
def test_extra_tokens_must_fit_the_box_too() -> None:
    extra = '[[race.effects]]\nkind = "extra_tokens"\namount = 1\n'
    assert read_text(HEAD)
    with pytest.raises(BadCustom) as found:
        read_text(HEAD + extra)
    assert found.value.spot == "race.borrows"
    assert read_text(HEAD.replace("orcs", "elves") + extra)


@pytest.mark.rule("SW-9.4")
@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("race = 5\n", "race"),
        ('race = "orcs"\n', "race"),
        ("race = [5]\n", "race"),
        (HEAD + "effects = 5\n", "race.effects"),
        (HEAD + "effects = [5]\n", "race.effects"),
        (HEAD + 'effects = "fly"\n', "race.effects"),
    ],
)
def test_what_is_no_table_is_told(text: str, key: str) -> None:
    with pytest.raises(BadCustom) as found:
        read_text(text)
    assert found.value.spot == key


FLY = '[[race.effects]]\nkind = "fly"\n'


@pytest.mark.rule("SW-9.4")
def test_the_line_of_a_fault_in_the_effects_of_the_second_race() -> None:
    second = HEAD.replace('"x"', '"y"').replace("orcs", "elves")
    text = (HEAD + FLY + second + FLY.replace("fly", "sing")).replace("[race]", "[[race]]")
    with pytest.raises(BadCustom) as found:
        read_text(text)
    assert (found.value.line, found.value.spot) == (16, "race.effects.kind")


@pytest.mark.rule("SW-9.4")
def test_the_line_of_a_fault_if_the_first_race_has_no_effects() -> None:
    second = HEAD.replace('"x"', '"y"').replace("orcs", "elves")
    with pytest.raises(BadCustom) as found:
        read_text((HEAD + second + FLY.replace("fly", "sing")).replace("[race]", "[[race]]"))
    assert (found.value.line, found.value.spot) == (14, "race.effects.kind")


@pytest.mark.rule("SW-9.1")
def test_coins_of_one_kind_may_come_twice() -> None:
    coins = '[[race.effects]]\nkind = "coins_per_region"\nterrain = "{}"\n'
    race = next(race for race in read_text(HEAD + coins.format("hill") + coins.format("swamp")).races if race.id == "x")
    assert len(race.effects) == 2


@pytest.mark.rule("SW-9.4")
def test_the_line_of_a_table_that_has_no_head_is_the_first() -> None:
    with pytest.raises(BadCustom) as found:
        read_text("race = 5\n")
    assert found.value.line == 1


@pytest.mark.rule("SW-9.1")
def test_a_discount_may_name_several_terrains() -> None:
    effect = '[[race.effects]]\nkind = "discount"\nterrain = ["hill", "swamp"]\n'
    race = next(race for race in read_text(HEAD + effect).races if race.id == "x")
    assert [e.terrain for e in race.effects if isinstance(e, Discount)] == [("hill", "swamp")]


@pytest.mark.rule("SW-7.5", "SW-3.4")
def test_the_first_region_of_the_map_takes_part_in_every_redeployment() -> None:
    t = Table(people(0, "seafaring ratmen", W1=3, Fa1=1, M1=2), OTHER).do("expand", "stop")
    assert {text.split()[1] for text in t.legal() if text.startswith("deploy")} == {"W1", "Fa1", "M1"}
    t = Table(people(0, "seafaring ratmen", W1=1, Fa1=1, M1=1, hand=0), OTHER)
    t.s.put(0, 3)
    t.s.stack[-1] = Placing(REDEPLOY, 0, 0, 0, True)
    assert t.legal("lift") == {"W1"}
    t = Table(people(0, "bivouacking ratmen", Fa1=1, M1=1), OTHER).do("expand", "stop")
    assert t.asked() == "0 Encamp"
    assert {text.split()[1] for text in t.legal() if text.startswith("camp")} == {"Fa1", "M1"}
    start = t.s.stack[-1]
    assert start[2] == 0, "from the first region of the map on"


@pytest.mark.rule("SW-3.3")
def test_who_has_two_races_concerned_places_both_the_active_one_first() -> None:
    t = Table(
        people(0, "merchant ratmen", H1=2, Fa2=1),
        people(1, "stout elves", Fa3=1, H4=1, hand=2),
        people(1, "spirit ghouls", "exempt", Fo4=1, S4=1, hand=1),
    ).do("expand", "stop")
    asked = []
    while t.s.turn == 0:
        if t.s.to_move() == 1:
            asked.append(t.s.stack[-1][2])
        t.do(sorted(text for text in t.legal() if text == "done" or text.startswith("deploy"))[0])
    assert list(dict.fromkeys(asked)) == [3, 5]


@pytest.mark.rule("SW-1.6", "SW-7.1", "SW-7.13")
def test_the_numbers_on_all_badges_and_banners() -> None:
    badges = {"alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5}
    badges |= {"flying": 5, "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5}
    badges |= {"pillaging": 5, "seafaring": 5, "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4}
    assert {power.id: power.tokens for power in POWERS} == badges
    banners = {"amazons": 6, "dwarves": 3, "elves": 6, "ghouls": 5, "giants": 6, "halflings": 6, "humans": 5}
    banners |= {"orcs": 5, "ratmen": 8, "skeletons": 6, "sorcerers": 5, "tritons": 6, "trolls": 5, "wizards": 5}
    assert {race.id: race.tokens for race in RACES} == banners


@pytest.mark.rule("SW-7.9", "SW-7.7")
def test_a_failed_attempt_against_the_first_seat_is_an_attack_too() -> None:
    seats = people(0, "stout elves", Fo1=3), people(1, "diplomat ratmen", Fa1=4), people(2, "hill orcs", M7=2)
    t = Table(*seats, seats=3, turn=1).do("expand", "attempt Fo1", "roll 0")
    assert t.asked() == "1 NameAlly"
    assert t.legal("befriend") == {"2"}


@pytest.mark.rule("SW-9.6")
def test_a_file_is_named_by_a_word_and_not_by_a_path() -> None:
    with pytest.raises(BadCustom):
        read_option("../customs/gnomes")


@pytest.mark.rule("SW-9.7")
def test_regions_of_a_board_have_different_names() -> None:
    hill = {"name": "A", "terrain": "hill", "beside": []}
    with pytest.raises(BadBoard):
        make_board([hill, hill])


@pytest.mark.rule("SW-7.15")
def test_heroes_may_stand_in_the_first_region_of_the_map() -> None:
    t = Table(people(0, "heroic ratmen", Fa1=1, Fo1=1, M1=1), OTHER)
    t.s.stack[-1] = Step(NEW_HEROES)
    t.s.settle()
    start = t.s.stack[-1]
    assert start[3] == 0, "from the first region of the map on"


@pytest.mark.rule("SW-7.4")
def test_before_the_roll_one_may_always_stop() -> None:
    t = Table(people(0, "berserk ratmen", H1=5), OTHER, options={"stop_after_roll": False}).do("expand")
    assert "stop" in t.legal()

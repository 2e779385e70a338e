"""The small print: both sides of each limit, and what an option does not open to others."""

from __future__ import annotations

import pytest

from ludoteka.games.small_world.custom import BadCustom, pack, read_text
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


@pytest.mark.rule("SW-7.4")
@pytest.mark.parametrize("roll", range(4))
def test_after_any_roll_the_option_forbids_to_stop(roll: int) -> None:
    for may in (True, False):
        t = Table(people(0, "berserk ratmen", H1=5), OTHER, options={"stop_after_roll": may})
        t.do("expand", "throw", f"roll {roll}")
        assert ("stop" in t.legal()) == may


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

"""Decline, banners and badges coming back."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.games.small_world import GAME
from ludoteka.games.small_world.phases.column import TAKE
from ludoteka.games.small_world.state import SmallWorld
from tests.games.small_world.kit import Table, people

OTHER = people(1, "stout elves", M4=2)


@pytest.mark.rule("SW-5.1", "SW-5.2")
def test_declining_takes_the_turn_and_leaves_one_token_each() -> None:
    t = Table(people(0, "merchant ratmen", H1=4, Fa2=3, hand=1), OTHER).do("decline")
    assert t.held(0, 1) == {"H1": 1, "Fa2": 1}
    assert t.held(0) == {}
    assert t.tray("ratmen") == 13 - 2
    assert t.income(0) == {"regions": 2}
    assert t.s.turn == 1


@pytest.mark.rule("SW-5.3")
def test_the_older_race_leaves_first() -> None:
    t = Table(people(0, "merchant ratmen", H1=4), people(0, "trolls", "declined", S2=1, H4=1), OTHER, forts=["S2"])
    t.do("decline")
    assert t.held(0, 1) == {"H1": 1}
    assert t.tray("trolls") == 10
    assert t.at("S2")["defence"] == 0
    assert t.at("H4")["defence"] == 0
    assert t.income(0) == {"regions": 1}


@pytest.mark.rule("SW-5.4")
@pytest.mark.parametrize(
    ("name", "given", "gone"),
    [
        ("bivouacking ratmen", {"camps": {"H1": 5}}, "camps"),
        ("heroic ratmen", {"heroes": ["H1", "Fa2"]}, "hero"),
        ("dragon_master ratmen", {"dragons": ["H1"]}, "dragon"),
        ("hill halflings", {"holes": ["H1"]}, "hole"),
    ],
)
def test_what_leaves_at_decline(name: str, given: dict[str, object], gone: str) -> None:
    t = Table(people(0, name, H1=2, Fa2=2), OTHER, **given)
    assert t.at("H1")[gone]
    t.do("decline")
    assert not t.at("H1")[gone]
    assert t.at("H1")["defence"] == 1


@pytest.mark.rule("SW-5.4")
def test_what_stays_at_decline() -> None:
    t = Table(people(0, "fortified trolls", H1=2), OTHER, forts=["H1"]).do("decline")
    assert t.at("H1")["defence"] == 1 + 1 + 1  # token, fortress, lair
    t = Table(people(0, "seafaring trolls", W1=2), OTHER).do("decline")
    assert t.held(0, 1) == {"W1": 1}
    assert t.at("W1")["lair"]


@pytest.mark.rule("SW-5.5")
def test_a_banner_returns_when_the_last_token_is_gone() -> None:
    t = Table(people(0, "merchant ratmen", H1=5), people(1, "stout elves", M4=2), people(1, "orcs", "declined", Fa2=1))
    t.do("expand", "conquer Fa2")
    assert [t.s.world.races[i].id for i in t.s.queue] == ["orcs"]
    assert t.s.view(None)["stacks"]["returned"] == ["orcs"]


@pytest.mark.rule("SW-5.5")
def test_a_banner_joins_a_short_column_at_once() -> None:
    """All banners are out: five players with two races each, four combinations left."""
    names = [race.id for race in GAME.new(2).world.races]  # type: ignore[attr-defined]
    powers = [power.id for power in GAME.new(2).world.powers]  # type: ignore[attr-defined]
    places = [r["name"] for r in GAME.new(5).view(None)["regions"] if r["terrain"] != "water"]
    peoples = []
    for seat in range(5):
        peoples.append(people(seat, f"{powers[seat]} {names[seat]}", **{places[seat]: 5}))
        peoples.append(people(seat, names[5 + seat], "declined", **{places[10 + seat]: 1}))
    t = Table(*peoples, seats=5)
    assert len(t.column()) == 4
    before = t.column()
    t.do("decline")
    assert len(t.column()) == 5
    assert t.column()[:4] == before
    assert t.column()[4].endswith(names[5])
    assert t.s.col_coins[4] == 0


@pytest.mark.rule("SW-5.5", "SW-2.11", "SW-7.25")
@pytest.mark.parametrize(
    ("hand", "lines", "back"),
    [(1, ("attempt A6", "roll 3"), 6), (3, ("conquer A6",), 6), (1, ("stop", "decline"), 5)],
)
def test_a_banner_joins_a_short_column_after_whatever_took_the_last_token(
    hand: int, lines: tuple[str, ...], back: int
) -> None:
    names = [race.id for race in GAME.new(2).world.races]  # type: ignore[attr-defined]
    powers = ["stout", "hill", "swamp", "forest", "merchant"]
    board = [{"name": f"A{i}", "beside": "A0" if i else "", "edge": True} for i in range(10)]
    peoples = [people(0, f"{powers[0]} {names[0]}", A0=1, hand=hand), people(0, names[5], "declined", A5=1)]
    for seat in range(1, 5):
        peoples.append(people(seat, f"{powers[seat]} {names[seat]}", **{f"A{seat}": 5}))
        peoples.append(people(seat, names[5 + seat], "declined", **{f"A{5 + seat}": 1}))
    t = Table(*peoples, seats=5, board=board)
    before = t.column()
    t.do("expand", *lines)
    assert (len(before), t.column()[:4], t.column()[4].split()[1]) == (4, before, names[back])


@pytest.mark.rule("SW-5.13")
@pytest.mark.parametrize(("hand", "stays"), [("keep", 5), ("tray", 0)])
def test_ghouls_that_hold_nothing_but_tokens_in_hand(hand: str, stays: int) -> None:
    t = Table(people(0, "hill ghouls", hand=5), OTHER, options={"hand_at_decline": hand}).do("decline")
    assert t.hand(0, 1) == stays


@pytest.mark.rule("SW-5.6")
def test_badges_are_reshuffled_when_the_stack_is_empty() -> None:
    t = Table(people(0, "merchant ratmen", H1=4), OTHER)
    s = t.s
    s.discards |= s.badges
    s.badges = 0
    t.do("decline")
    assert s.discards >> s.world.power_index["merchant"] & 1
    t.do("expand").end()
    discarded = s.discards
    t.match.play(0, str(s.legal_actions()[0]))
    t.match.play(CHANCE, str(s.legal_actions()[0]))
    assert s.badges == discarded
    assert s.discards == 0


@pytest.mark.rule("SW-5.7")
def test_five_players_may_find_fewer_combinations() -> None:
    fewest = 6
    for seed in range(40):
        rng = Random(seed)
        s = GAME.new(5)
        assert isinstance(s, SmallWorld)
        while s.stack:
            if s.stack[-1][0] is TAKE:
                fewest = min(fewest, len(s.col_race))
            s.apply(s.sample(rng))
    assert 4 <= fewest < 6


@pytest.mark.rule("SW-5.8")
def test_declining_without_a_token_returns_the_banner() -> None:
    t = Table(people(0, "merchant ratmen", hand=5), OTHER).do("decline")
    assert [t.s.world.races[i].id for i in t.s.queue] == ["ratmen"]
    assert t.tray("ratmen") == 13
    assert t.s.race[1] == -1


@pytest.mark.rule("SW-5.9")
def test_markers_of_a_region_that_is_left() -> None:
    given = {"camps": {"Fa2": 5}, "forts": ["Fa2"]}
    t = Table(people(0, "bivouacking trolls", H1=2, Fa2=2), OTHER, **given).do("expand", "abandon Fa2")
    assert t.at("Fa2")["defence"] == 0
    assert t.s.camp_hand[0] == 5
    t = Table(people(0, "heroic ratmen", H1=2, Fa2=2), OTHER, heroes=["H1", "Fa2"]).do("expand", "abandon Fa2")
    t.do("conquer Fa2")
    assert not t.at("Fa2")["hero"]
    t.end()
    assert t.at("Fa2")["hero"]  # both regions again: no choice
    t = Table(people(0, "dragon_master ratmen", H1=3, Fa2=1), OTHER, dragons=["Fa2"]).do("expand", "abandon Fa2")
    assert "dragon Fa2" in t.legal()


@pytest.mark.rule("SW-5.9")
def test_markers_of_a_region_that_falls() -> None:
    t = Table(
        people(0, "dragon_master ratmen", H1=3),
        people(1, "bivouacking trolls", Fa2=2, M4=1),
        camps={"Fa2": 2, "M4": 3},
        forts=["Fa2"],
    ).do("expand", "dragon Fa2")
    assert t.s.forts == 0
    assert t.s.camp_hand[1] == 2
    assert t.at("Fa2")["defence"] == 1
    t.end()
    assert t.at("M4")["camps"] == 5


@pytest.mark.rule("SW-5.9")
def test_own_conquest_removes_lair_and_fortress_too() -> None:
    t = Table(people(0, "merchant ratmen", H1=9), people(0, "trolls", "declined", Fa2=1), OTHER, forts=["Fa2"])
    t.do("expand")
    assert t.cost("Fa2") == 2 + 1 + 1 + 1
    t.do("conquer Fa2")
    assert t.s.forts == 0
    assert not t.at("Fa2")["lair"]


@pytest.mark.rule("SW-5.10")
def test_the_next_turn_begins_with_a_combination() -> None:
    t = Table(people(0, "merchant ratmen", H1=4), OTHER).do("decline", "expand").end()
    assert t.asked() == "0 TakeCombo"
    race = t.s.world.races[t.s.col_race[0]]
    power = t.s.world.powers[t.s.col_power[0]]
    t.do(f"take {race.id}")
    assert t.hand(0) == race.tokens + power.tokens + (4 if race.id == "amazons" else 0)
    assert "H1" in t.legal("conquer")  # the border, not beside the old race
    assert "M3" in t.legal("conquer")


@pytest.mark.rule("SW-5.11")
def test_regions_in_decline_pay_without_bonus() -> None:
    """The worked example: Hill Tritons, and the old Merchant Skeletons pay for their regions only."""
    t = Table(people(0, "hill tritons", H1=1, Fa2=1), people(0, "skeletons", "declined", H4=1, S2=1, S3=1), OTHER)
    t.do("expand", "stop")
    assert t.income(0) == {"regions": 5, "hill": 1}


@pytest.mark.rule("SW-5.22")
def test_declining_in_the_last_round() -> None:
    t = Table(people(0, "merchant ratmen", H1=4), OTHER, rounds=3, round=3).do("decline")
    assert t.income(0) == {"regions": 1}
    t.do("decline")
    assert t.asked() == "over"
    assert t.s.scores() == [(6, 1), (6, 1)]

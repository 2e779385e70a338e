"""The small print: both sides of each limit, the corners of the board, and who it is that counts."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.scenario import play

from .kit import ENGLISH, WONDER, after, asked, choices, points

CORNER = "A1=# B1=# A2=# B2=# C1=1r D1=r"
CORNER_MONUMENT = "A1,B1,A2,B2 carry the red-blue monument"


@pytest.mark.rule("TE-8.7")
def test_a_monument_in_the_corner_pays() -> None:
    s = after(CORNER, "E", board="land", given=CORNER_MONUMENT)
    assert points(s, 1) == (1, 0, 0, 0)


@pytest.mark.rule("TE-8.7")
def test_a_monument_outside_the_kingdom_pays_nothing() -> None:
    s = after(CORNER + " H8=1b H9=r", "E", board="land", given=CORNER_MONUMENT)
    assert points(s, 1) == (1, 0, 0, 0), "the farmer is in another kingdom"


@pytest.mark.rule("TE-8.7")
def test_a_monument_that_stands_nowhere_pays_nothing() -> None:
    given = CORNER_MONUMENT + "; monument red-green is already built elsewhere"
    assert points(after(CORNER, "E", board="land", given=given), 1) == (1, 0, 0, 0)


@pytest.mark.rule("TE-15.4")
def test_a_wonder_that_stands_nowhere_pays_nothing() -> None:
    pieces = CORNER.replace("1r", "1k")
    s = after(pieces, "E", board="land", given=CORNER_MONUMENT, variants=WONDER, wonder="-")
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-15.4")
def test_all_see_what_the_second_player_claims() -> None:
    pieces = "H5=g G5=g H4=g H6=g K5=r L5=2k J5=k"
    s = after(pieces, "T g I5 ; o H5 ; E ; q g", variants=WONDER, active=2)
    assert s.view(0)["claimed"] == {"seat": 1, "what": "goods"}


@pytest.mark.rule("TE-11.2")
@pytest.mark.parametrize("colour", "rbgk")
def test_one_tile_of_any_colour_is_enough_for_one_to_draw(colour: str) -> None:
    s = after("", "E", hands={"p1": "rbgkr", "p2": "rbgkrb"}, bag=colour)
    assert asked(s) == "Turn p2"
    assert sum(s.bag) == 0


@pytest.mark.rule("TE-7.1")
@pytest.mark.parametrize(("temple", "trader"), [("A1", "B1"), ("F5", "F6")])
def test_of_a_single_treasure_nothing_is_told(temple: str, trader: str) -> None:
    s = after(f"{temple}=r* H8=r*", "", board="land")
    s.notes = []
    play(s, f"L g {trader}")
    assert asked(s) == "Turn p1"
    assert not [note for note in s.notes if "treasure" in note]


@pytest.mark.rule("TE-7.3")
def test_of_three_players_the_next_clockwise_shares_first() -> None:
    """It takes a position that no match comes to."""
    two = "F5=r* E5=1g G5=k H5=r* L9=r* L8=3g M9=k N9=r*"
    for active, first, second in ((1, 1, 3), (2, 3, 1), (3, 3, 1)):
        s = after(two, "T k A10", active=active, players=3, lawful=False)
        assert asked(s) == f"Treasure p{first}"
        s.apply(s.legal_actions()[0])
        assert asked(s) == f"Treasure p{second}"


@pytest.mark.rule("TE-7.4")
def test_a_trader_elsewhere_takes_nothing() -> None:
    s = after("F5=r* E5=1k G5=k H5=r* L6=r", "L g L5")
    assert asked(s) == "Turn p1"
    assert s.taken == (0, 0)


@pytest.mark.rule("TE-16.2")
def test_a_defender_who_is_one_short_may_add_one() -> None:
    s = after("F5=r E5=2k F6=k G6=r", "L k G5 ; s 0", variants=ENGLISH, hands={"p1": "rr", "p2": "rrr"})
    assert asked(s) == "Defend p2"
    assert choices(s) == ["commit 0", "commit 1"]


@pytest.mark.rule("TE-5.1")
def test_without_a_farm_in_the_hand_none_is_offered() -> None:
    s = after("", "", hands={"p1": "rgk"})
    assert not [text for text in choices(s) if text.startswith("tile farm")]


@pytest.mark.rule("TE-11.1", "TE-10.1")
def test_each_tile_of_the_bag_may_come_as_often_as_it_is_there() -> None:
    s = after("", "", hands={"p1": "rbgkr", "p2": "rbgkrb"}, bag="r1b2k3")
    s.apply(GAME.parse("pass"))
    assert {str(a): n for a, n in s.chance()} == {"draw 0 temple": 1, "draw 0 farm": 2, "draw 0 settlement": 3}


@pytest.mark.rule("TE-18.4")
def test_every_seat_may_name_its_dynasty() -> None:
    shown = GAME.new(2, dynasties="bull+pot").view(None)["players"]
    assert [player["dynasty"] for player in shown] == ["bull", "pot"]


@pytest.mark.rule("TE-4.2", "TE-13.1")
def test_which_temples_support_the_leaders_of_a_revolt() -> None:
    s = after("F5=r E5=2k F6=k G6=r", "L k G5")
    assert s.view(None)["conflict"]["supporters"] == [["F5", "G6"], ["F5"]]
    assert s.view(None)["conflict"]["at_stake"] == [[], []]


@pytest.mark.rule("TE-6.6", "TE-6.8", "TE-13.1")
def test_which_tiles_support_the_leaders_of_a_war_and_may_be_lost() -> None:
    s = after("F5=r E5=1g F6=g K5=r L5=2g K6=g K7=g J5=k G5=k H5=k", "T k I5")
    assert s.view(None)["conflict"]["supporters"] == [["F6"], ["K6", "K7"]]
    assert s.view(None)["conflict"]["at_stake"] == [["F6"], ["K6", "K7"]]


@pytest.mark.rule("TE-3.4")
def test_moves_drawn_by_lot_are_among_those_offered() -> None:
    s = after("F5=r E5=1k G5=r H5=1b I5=r K5=r L5=2g")
    offered, rng = set(s.legal_actions()), Random(0)
    drawn = {s.sample(rng) for _ in range(2000)}
    assert drawn <= offered
    moves = {a for a in offered if str(a).startswith("move ")}
    assert len(moves & drawn) > len(moves) / 2


@pytest.mark.rule("TE-14.1", "TE-15.1", "TE-16.1", "TE-17.2")
def test_what_is_not_asked_for_is_not_played() -> None:
    options = GAME.new(2).view(None)["options"]
    assert options == {"board": "standard", "buildings": False, "wonder": False, "english": False, "dynasties": ""}

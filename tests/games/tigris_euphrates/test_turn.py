"""Two actions in any mix, and the order inside an action."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.phases.turn import TURN

from .kit import BUILDINGS, after, asked, choices, leaders, points, random_match, tile_at, treasures


@pytest.mark.rule("TE-2.1")
def test_none_one_or_two_actions_then_the_next_player() -> None:
    assert asked(after("", "P")) == "Turn p2"
    assert asked(after("", "L k F4 ; P")) == "Turn p2"
    s = after("", "L k F4")
    assert asked(s) == "Turn p1"
    assert asked(after("", "L k F4 ; L r M5")) == "Turn p2"
    assert asked(after("", "T r G5 ; L k F4", players=3, active=3)) == "Turn p1", "clockwise, after the last the first"
    assert asked(after("F4=1k", "W k ; C E1")) == "Turn p2"


@pytest.mark.rule("TE-2.1")
def test_the_same_kind_twice_is_fine() -> None:
    assert asked(after("", "C A1 ; C A2")) == "Turn p2"
    assert asked(after("", "T r A1 ; T r A5", hands={"p1": "rr"})) == "Turn p2"


@pytest.mark.rule("TE-2.2")
def test_an_identical_action_may_be_repeated() -> None:
    s = after("H5=r H4=1k", "L k H6 ; s 0 ; p1> s 0", active=2)
    assert asked(s) == "Turn p2"
    assert "leader king H6" in choices(s)


@pytest.mark.rule("TE-2.3")
def test_order_inside_a_tile_action() -> None:
    # H6 joins two kingdoms, makes a line of three and a square; after it the trader has two treasures
    pieces = "F5=r* E5=1k F6=g G6=g G7=g H7=g I7=- I6=r* J6=2k I5=2g"
    s = after(pieces, "T g H6", variants=BUILDINGS)
    assert asked(s) == "Attack p1", "the war comes first"
    assert points(s, 1) == points(s, 2) == (0, 0, 0, 0), "a tile that unites pays nothing"
    s = after(pieces, "T g H6 ; s 0 ; p2> s 0", variants=BUILDINGS)
    assert asked(s) == "BuildBuilding p1", "then the building"
    s = after(pieces, "T g H6 ; s 0 ; p2> s 0 ; b H6", variants=BUILDINGS)
    assert asked(s) == "BuildMonument p1", "then the monument"
    assert len(treasures(s)) == 11
    s = after(pieces, "T g H6 ; s 0 ; p2> s 0 ; b H6 ; m rg G6", variants=BUILDINGS)
    assert asked(s) == "Treasure p2", "then the treasures"
    s = after(pieces, "T g H6 ; s 0 ; p2> s 0 ; b H6 ; m rg G6 ; p2> t F5", variants=BUILDINGS)
    assert asked(s) == "Turn p1", "and only then the second action"


@pytest.mark.rule("TE-2.4")
def test_order_inside_a_leader_action() -> None:
    pieces = "F5=r* E5=1g G5=k H5=r*"
    s = after(pieces, "L g H6 ; s 0", active=2, lawful=False)
    assert treasures(s) >= {"F5", "H5"}, "the revolt comes before the treasures"
    s = after(pieces, "L g H6 ; s 0 ; p1> s 0", active=2, lawful=False)
    assert asked(s) == "Treasure p1"


@pytest.mark.rule("TE-2.5")
def test_order_at_the_end_of_a_turn() -> None:
    given = "the square C5,D5,C6,D6 carries the red-black monument"
    s = after("C5=# D5=# C6=# D6=# B5=r A5=1r E5=r F5=2k", given=given, hands={"p1": "rr", "p2": "rrr"})
    s.apply(GAME.parse("pass"))
    assert points(s, 1) == (1, 0, 0, 0), "income before the first tile is drawn"
    rng, drawn = Random(1), []
    while asked(s) == "DrawTile chance":
        a = s.sample(rng)
        drawn.append(a.seat)  # type: ignore[attr-defined]
        s.apply(a)
    assert drawn == [0, 0, 0, 0, 1, 1, 1]
    assert asked(s) == "Turn p2"


@pytest.mark.rule("TE-2.1")
def test_sample_gives_each_legal_action_equally_often() -> None:
    s = random_match(2, 3, 120)
    while s.stack[-1][0] is not TURN or len(leaders(s, s.to_move() + 1)) < 3:
        s.apply(s.sample(Random(s.turn)))
    legal = s.legal_actions()
    rng, n = Random(7), 60
    seen = dict.fromkeys(legal, 0)
    for _ in range(n * len(legal)):
        seen[s.sample(rng)] += 1
    assert len(seen) == len(legal)
    # the spread of a fair draw: chi square per degree of freedom is close to 1
    chi = sum((k - n) ** 2 / n for k in seen.values()) / (len(legal) - 1)
    assert 0.8 < chi < 1.25
    by_verb = {"move": 0, "tile": 0, "leader": 0, "withdraw": 0, "catastrophe": 0, "swap": 0, "pass": 0}
    for a, k in seen.items():
        by_verb[str(a).split()[0]] += k
    assert by_verb["move"] > 0


def test_sample_of_chance_follows_the_bag() -> None:
    s = after("", "", bag="r1b2g3k4", hands={"p1": "rr"})
    s.apply(GAME.parse("pass"))
    assert asked(s) == "DrawTile chance"
    assert {str(a): n for a, n in s.chance()} == {
        "draw 0 temple": 1,
        "draw 0 farm": 2,
        "draw 0 market": 3,
        "draw 0 settlement": 4,
    }
    rng = Random(2)
    seen = [str(s.sample(rng)) for _ in range(4000)]
    for text, n in (("draw 0 temple", 400), ("draw 0 farm", 800), ("draw 0 market", 1200), ("draw 0 settlement", 1600)):
        assert abs(seen.count(text) - n) < 120


def test_tiles_lie_where_they_were_placed() -> None:
    assert tile_at(after("", "T g E5"), "E5") == "g"

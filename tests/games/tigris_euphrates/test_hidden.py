"""What a seat may know."""

from __future__ import annotations

import json
from random import Random

import pytest

from ludoteka.core.game import CHANCE
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.actions import Draw, Swap

from .kit import after, keep_laws, random_match


@pytest.mark.rule("TE-13.1")
def test_what_all_can_see() -> None:
    s = after(
        "H5=r I5=1k K3=x E5=k F5=k^ G5=k",
        "X rr",
        variants=("buildings",),
        hands={"p1": "rrrggg", "p2": "bbb"},
        given="monument red-green is already built elsewhere",
        lawful=False,
    )
    for seat in (0, 1, None):
        seen = s.view(seat)
        assert seen["tiles"]["settlement"] == ["E5", "F5", "G5"]
        assert seen["leaders"][0]["king"] == "I5"
        assert seen["leaders"][1] == {"priest": "", "farmer": "", "trader": "", "king": ""}
        assert [player["catastrophes"] for player in seen["players"]] == [2, 2]
        assert [player["hand_size"] for player in seen["players"]] == [6, 3]
        assert seen["buildings"] == {"library": "", "granary": "", "hall": "", "palace": "F5"}
        assert seen["monuments"]["red-green"] == "-"
        assert seen["treasures_left"] == 10
        assert seen["dead"] == ["K3"]
    fight = after("H5=r H4=1k", "L k H6 ; s 2", active=2, hands={"p2": "rr"}).view(None)["conflict"]
    assert fight["added"] == 2, "committed tiles lie open"


@pytest.mark.rule("TE-13.2")
def test_what_is_behind_the_screens() -> None:
    s = after("", hands={"p1": "rrb", "p2": "kk"}, points={"p1": "1,2,3,4", "p2": "5,6,7,8"}, taken="p1=1 p2=2")
    mine, other = s.view(0)["players"]
    assert mine["hand"] == {"temple": 2, "farm": 1, "market": 0, "settlement": 0}
    assert mine["points"] == {"amulet": 1, "crop": 2, "goods": 3, "brick": 4}
    assert mine["taken"] == 1
    assert (other["hand"], other["points"], other["taken"]) == (None, None, None)
    assert all(player["hand"] is None and player["points"] is None for player in s.view(None)["players"])
    assert s.view(0)["scores"] is None
    over = after("", "E", hands={"p1": "r", "p2": "k"}, bag="-", points={"p2": "5,6,7,8"}).view(0)
    assert over["players"][1]["points"]["crop"] == 6, "at the end the screens are lifted"
    assert over["scores"] == [[0, 0, 0, 0], [5, 6, 7, 8]]


@pytest.mark.rule("TE-13.2")
def test_the_log_hides_drawn_and_swapped_tiles() -> None:
    s = after("", hands={"p1": "rrb", "p2": "kk"})
    swap = GAME.parse("swap temple")
    assert s.redact(swap, 0) == swap
    assert s.redact(swap, 1) == s.redact(swap, None) == Swap("?")
    s.apply(GAME.parse("pass"))
    assert s.to_move() == CHANCE
    draw = Draw(0, "farm")
    assert s.redact(draw, 0) == draw
    assert str(s.redact(draw, 1)) == "draw 0 ?"
    assert s.redact(GAME.parse("pass"), 1) == GAME.parse("pass")


@pytest.mark.rule("TE-13.3")
def test_neither_bag_nor_removed_tiles_are_shown() -> None:
    one = after("", hands={"p1": "rrb", "p2": "kk"}, bag="rbgk")
    two = after("", hands={"p1": "rrb", "p2": "kk"})
    assert json.dumps(one.view(0)) == json.dumps(two.view(0))
    names = json.dumps(one.view(0))
    assert "bag" not in names
    assert "spent" not in names
    assert "swapped" not in names


@pytest.mark.rule("TE-13.2", "TE-19.4")
def test_another_world_with_the_same_knowledge() -> None:
    s = random_match(3, 11, 140)
    rng = Random(1)
    worlds = [s.resample(0, rng) for _ in range(20)]
    for world in worlds:
        keep_laws(world)
        assert world.view(0) == s.view(0)
        assert world.hands[:4] == s.hands[:4]
        assert world.swapped[:4] == s.swapped[:4]
        assert world.spent == s.spent, "all saw these leave"
        assert world.points == s.points, "gains are seen when made"
        assert [world.hand_size(q) for q in range(3)] == [s.hand_size(q) for q in range(3)]
        assert sum(world.bag) == sum(s.bag)
    assert len({tuple(world.hands) for world in worlds}) > 10
    spectator = [tuple(s.resample(None, rng).hands[:4]) for _ in range(20)]
    assert len(set(spectator)) > 5
    over = random_match(2, 3)
    assert over.resample(0, rng).snapshot() == over.snapshot()


def test_what_others_draw_is_told_without_a_name() -> None:
    s = after("")
    assert GAME.describe(s, GAME.parse("draw 1 ?"), "en").endswith("draws a tile")
    assert GAME.describe(s, GAME.parse("draw 1 ?"), "ru").endswith("тянет тайл")

"""The start of a match and its options."""

from __future__ import annotations

from random import Random

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import CHANCE
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import after, asked, keep_laws


def started(seats: int, **options: object) -> TigrisState:
    s = GAME.new(seats, **options)
    assert isinstance(s, TigrisState)
    rng = Random(0)
    while s.to_move() == CHANCE:
        s.apply(s.sample(rng))
    return s


@pytest.mark.rule("TE-18.1")
@pytest.mark.parametrize(("board", "left"), [("standard", (131, 125, 119)), ("advanced", (127, 121, 115))])
def test_the_bag_after_the_first_hands(board: str, left: tuple[int, ...]) -> None:
    for seats, tiles in zip((2, 3, 4), left, strict=True):
        s = started(seats, board=board)
        assert sum(s.bag) == tiles
        assert [s.hand_size(q) for q in range(seats)] == [6] * seats
        assert s.curses == (2,) * seats
        assert s.leaders == [0] * 4 * seats
        keep_laws(s)


@pytest.mark.rule("TE-17.1")
def test_temples_and_treasures_of_both_sides() -> None:
    for board, n in (("standard", 10), ("advanced", 14)):
        s = GAME.new(2, board=board)
        assert isinstance(s, TigrisState)
        assert s.treasures == s.tiles[0] == s.board.temples
        assert s.treasures.bit_count() == n
        assert s.bag == [57 - n, 36, 30, 30]
        assert asked(after("", "E", board=board, treasures="J1 E1" if n == 14 else "K1 F3")) == "over"


@pytest.mark.rule("TE-17.2")
def test_every_combination_of_options() -> None:
    assert len(list(GAME.configurations(everything=True))) == 3 * 16
    assert GAME.presets["advanced"] == {"board": "advanced", "buildings": True}
    s = GAME.new(2, **GAME.presets["everything"])
    chosen = {"board": "advanced", "buildings": True, "wonder": True, "english": True}
    assert s.view(0)["options"] == {**chosen, "dynasties": ""}


@pytest.mark.rule("TE-18.2")
def test_chance_names_the_first_player() -> None:
    for seats in (2, 3, 4):
        s = GAME.new(seats)
        assert [(str(a), n) for a, n in s.chance()] == [(f"first {q}", 1) for q in range(seats)]
        s.apply(GAME.parse(f"first {seats - 1}"))
        assert s.view(None)["active"] == seats - 1
        drawn = []
        while s.to_move() == CHANCE:
            a = s.sample(Random(len(drawn)))
            drawn.append(a.seat)  # type: ignore[attr-defined]
            s.apply(a)
        assert drawn[:7] == [seats - 1] * 6 + [0]
        assert s.to_move() == seats - 1
    assert list(GAME.seats) == [2, 3, 4]


@pytest.mark.rule("TE-18.3")
def test_points_have_no_limit() -> None:
    s = after("F4=1k", "T k G3", points={"p1": "0,0,0,95"})
    assert s.points[3] == 96


@pytest.mark.rule("TE-18.4")
def test_dynasties_can_be_chosen() -> None:
    def looks(seats: int, dynasties: str) -> list[str]:
        view = GAME.new(seats, dynasties=dynasties).view(None)
        return [player["dynasty"] for player in view["players"]]

    assert looks(3, "") == ["lion", "bow", "pot"]
    assert looks(3, "bull+lion") == ["bull", "lion", "bow"]
    for wrong, why in (
        ("ox", "ox: every seat needs a different one"),
        ("bow+bow", "bow: every"),
        ("bow+pot+bull", "2 seats"),
    ):
        with pytest.raises(BadOptions, match=why):
            GAME.new(2, dynasties=wrong)
    begun = GAME.new(2, dynasties="bull")
    begun.put_leader(0, 0, 1)  # type: ignore[attr-defined]
    drawn = str(GAME.draw(begun.view(0), "en"))
    assert "#te-priest-bull" in drawn
    assert "#te-priest-lion" not in drawn

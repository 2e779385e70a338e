"""Section 13: each trick, with its upper and its high text."""

from __future__ import annotations

import pytest

from ludoteka.core.game import Asked
from ludoteka.games.fabled.phases import tricks
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import Books, books, do, hold_tricks, position, roll, row, told, where

NOTHING: Books = (0, 0, 0, 0)


def played(card: str, s: FabledState) -> FabledState:
    """The spirits hold one card; it turns out to be this one. Cards gained by it are not played."""
    hold_tricks(s, 1)
    s.stack.append(Asked(tricks.PLAYING, -1))
    return do(s, f"trick {card}")


def revealed(s: FabledState, *names: str) -> FabledState:
    for name in names:
        ally = s.content.ally_index[name]
        s.ally_deck &= ~(1 << ally)
        s.revealed = (*s.revealed, ally)
    return s


STEPPES = ("feathergrass_herald", "windmane_drover", "lady_of_mounds", "drywind_changer")
MOUNTAINS = ("stone_spinner", "pass_warden", "thunder_bowl")
FORESTS = ("forest_bookman", "path_maiden", "stump_chronicler", "moss_elder")


@pytest.mark.rule("FB-13.1")
@pytest.mark.parametrize(("level", "cell"), [("normal", "F05.4"), ("high", "S13.1")])
def test_steppe_folk(level: str, cell: str) -> None:
    s = position(1, level=level, row="F05 S13", sages={1: "F05.1"}, books={1: NOTHING})
    s.visited = [s.own(1)[0] << 16 | s.content.land_index["F05"] << 8 | s.content.place_index["temple"]]
    revealed(s, *STEPPES)
    played("steppe_folk", s)  # three steps at most; on the high level all four: past the end into nothing
    if level == "normal":
        assert where(s, 1) == [cell]
    else:
        assert where(s, 1) == []  # F05 (exit upper) does not lead into S13
        assert s.tricks_held() == 1


@pytest.mark.rule("FB-13.2")
def test_joint_visit() -> None:
    s = played("joint_visit", position(1, books={1: NOTHING}))
    assert (s.joint, books(s, 1)) == ((1, 1), [0, 0, 0, 0])
    s = played("joint_visit", position(1, level="high", books={1: NOTHING}))
    assert (s.joint, books(s, 1)) == ((1, 1), [1, 0, 0, 0])


@pytest.mark.rule("FB-13.3")
@pytest.mark.parametrize(("level", "then"), [("normal", [7, 2, 0, 0]), ("high", [5, 3, 0, 0])])
def test_mountain_folk(level: str, then: list[int]) -> None:
    s = revealed(position(1, level=level, books={1: (11, 0, 0, 0)}), *MOUNTAINS)
    s.content.trial.reserve[1] = 9  # keeps the mountain books, so that the conversions can be counted
    try:
        assert books(played("mountain_folk", s), 1) == then
    finally:
        s.content.trial.reserve[1] = 1


@pytest.mark.rule("FB-13.4")
@pytest.mark.parametrize(("level", "n"), [("normal", 3), ("high", 4)])
def test_forest_folk(level: str, n: int) -> None:
    s = revealed(position(1, level=level, books={1: NOTHING}), *FORESTS)
    assert books(played("forest_folk", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.5")
@pytest.mark.parametrize(("level", "n"), [("normal", 2), ("high", 3)])
def test_borrowed_friends(level: str, n: int) -> None:
    s = position(1, level=level, books={1: NOTHING}, allies={0: MOUNTAINS})
    assert books(played("borrowed_friends", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.6")
@pytest.mark.parametrize(("level", "then"), [("normal", [5, 0, 0, 0]), ("high", [3, 1, 0, 0])])
def test_in_your_footsteps(level: str, then: list[int]) -> None:
    row = "S01 S02 S03 S05"
    s = position(1, level=level, row=row, sages={0: "S01.1 S02.1 S03.1 S05.1"}, books={1: (2, 0, 0, 0)})
    assert books(played("in_your_footsteps", s), 1) == then


@pytest.mark.rule("FB-13.7")
@pytest.mark.parametrize(("level", "n"), [("normal", 2), ("high", 3)])
def test_murmur_of_the_crowd(level: str, n: int) -> None:
    s = position(1, level=level, row="S01", sages={0: " ".join(["S01.1"] * 7)}, books={1: NOTHING})
    assert books(played("murmur_of_the_crowd", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.8")
@pytest.mark.parametrize(("level", "then"), [("normal", [5, 1, 0, 0]), ("high", [3, 2, 0, 0])])
def test_taste_of_wisdom(level: str, then: list[int]) -> None:
    s = position(1, level=level, books={1: (7, 0, 0, 0)})
    assert books(played("taste_of_wisdom", s), 1) == then


@pytest.mark.rule("FB-13.9")
@pytest.mark.parametrize(("level", "cell"), [("normal", "F06.1"), ("high", "F06.2")])
def test_leap_of_the_shadow(level: str, cell: str) -> None:
    s = position(1, level=level, row="F05 F06", sages={1: "F05.3 F06.1"}, books={1: NOTHING})
    s.row = [s.content.land_index[x] for x in ("F05", "F06")]
    assert played("leap_of_the_shadow", s)
    assert where(s, 1) == [cell, "F06.1"]  # only the leftmost one
    if level == "high":
        assert books(s, 1) == [0, 0, 1, 0]  # it reached the roots and visited them
    stop = position(1, row="S01", sages={1: "S01.1"}, books={1: NOTHING})
    played("leap_of_the_shadow", stop)
    assert where(stop, 1) == ["S01.2"]  # it stops at a place


@pytest.mark.rule("FB-13.10")
@pytest.mark.parametrize(("level", "then"), [("normal", [0, 1, 0, 0]), ("high", [1, 1, 0, 0])])
def test_memory_of_stone(level: str, then: list[int]) -> None:
    assert books(played("memory_of_stone", position(1, level=level, books={1: NOTHING})), 1) == then


@pytest.mark.rule("FB-13.11")
@pytest.mark.parametrize(
    ("level", "have", "then"),
    [
        ("normal", (1, 1, 1, 0), [1, 0, 2, 0]),
        ("normal", (1, 0, 1, 0), [0, 1, 1, 0]),
        ("high", (1, 1, 1, 0), [1, 1, 0, 1]),
    ],
)
def test_secret_root(level: str, have: Books, then: list[int]) -> None:
    assert books(played("secret_root", position(1, level=level, books={1: have})), 1) == then


@pytest.mark.rule("FB-13.12")
def test_ghost_trail() -> None:
    lands = "S02 S05 S07 S09 G02"  # four steppes: no limit of the surcharge here
    s = position(1, row=lands, sages={0: "G02.1", 1: "S02.1"}, books={1: NOTHING})
    roll(played("ghost_trail", s))
    assert "S01" in row(s).split()
    assert books(s, 1) == NOTHING or books(s, 1) == [0, 0, 0, 0]
    assert s.tricks_held() == 0
    late = position(1, row=lands, sages={0: "G02.1"}, books={1: NOTHING})
    late.escalated = True
    played("ghost_trail", late)
    assert row(late) == lands
    assert late.tricks_held() == 1
    high = position(1, level="high", row=lands, sages={0: "G02.1"}, books={1: NOTHING})
    high.escalated = True
    assert books(played("ghost_trail", high), 1) == [1, 0, 0, 0]
    full = position(1, row="S13", sages={1: " ".join(["S13.1"] * 7)})
    played("ghost_trail", full)
    assert row(full) == "S13"  # no sage left to place


@pytest.mark.rule("FB-13.13")
def test_forgotten_portal() -> None:
    s = position(2, mode="comradeship", row="S01 S13 F05", sages={2: "S13.1 S01.1 F05.2"})
    played("forgotten_portal", s)
    assert where(s, 2) == ["S13.1", "F05.1", "F05.2"]
    high = position(2, mode="comradeship", level="high", row="S01 S13 F05", sages={2: "S13.1 S01.1 F05.2"})
    played("forgotten_portal", high)
    assert where(high, 2) == ["F05.1", "F05.1", "F05.2"]
    there = position(2, mode="comradeship", row="S01 F05", sages={2: "F05.2"})
    played("forgotten_portal", there)
    assert there.tricks_held() == 1  # those already there are not chosen


@pytest.mark.rule("FB-13.14")
@pytest.mark.parametrize(("level", "then"), [("normal", [7, 2, 0, 0]), ("high", [5, 3, 0, 0])])
def test_common_shadow(level: str, then: list[int]) -> None:
    s = position(3, mode="comradeship", level=level, books={3: (11, 0, 0, 0)})
    s.content.trial.reserve[1] = 9
    try:
        assert books(played("common_shadow", s), 3) == then
    finally:
        s.content.trial.reserve[1] = 1


def test_every_trick_says_what_it_is() -> None:
    s = position(1)
    for card in s.content.tricks:
        if not card.comradeship:
            assert "trick" in told(played(card.id, position(1, row="S13", sages={0: "S13.1", 1: "S13.1"})))

"""Section 13: each trick, with its upper and its high text."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteka.core.game import Asked
from ludoteka.games.fabled.phases import tricks
from ludoteka.games.fabled.state import FabledState
from tests.games.fabled.kit import Books, books, do, hold_tricks, new, position, roll, row, told, where

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
    s = revealed(position(1, edition=2, level=level, books={1: (11, 0, 0, 0)}), *MOUNTAINS)
    s.content.trial.reserve[1] = 9  # keeps the mountain books, so that the conversions can be counted
    try:
        assert books(played("mountain_folk", s), 1) == then
    finally:
        s.content.trial.reserve[1] = 1


@pytest.mark.rule("FB-13.4")
@pytest.mark.parametrize(("level", "n"), [("normal", 3), ("high", 4)])
def test_forest_folk(level: str, n: int) -> None:
    s = revealed(position(1, edition=2, level=level, books={1: NOTHING}), *FORESTS)
    assert books(played("forest_folk", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.5")
@pytest.mark.parametrize(("level", "n"), [("normal", 2), ("high", 3)])
def test_borrowed_friends(level: str, n: int) -> None:
    s = position(1, edition=2, level=level, books={1: NOTHING}, allies={0: MOUNTAINS})
    assert books(played("borrowed_friends", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.6")
@pytest.mark.parametrize(("level", "then"), [("normal", [5, 0, 0, 0]), ("high", [3, 1, 0, 0])])
def test_in_your_footsteps(level: str, then: list[int]) -> None:
    row = "S01 S02 S03 S05"
    s = position(1, edition=2, level=level, row=row, sages={0: "S01.1 S02.1 S03.1 S05.1"}, books={1: (2, 0, 0, 0)})
    assert books(played("in_your_footsteps", s), 1) == then


@pytest.mark.rule("FB-13.7")
@pytest.mark.parametrize(("level", "n"), [("normal", 2), ("high", 3)])
def test_murmur_of_the_crowd(level: str, n: int) -> None:
    s = position(1, edition=2, level=level, row="S01", sages={0: " ".join(["S01.1"] * 7)}, books={1: NOTHING})
    assert books(played("murmur_of_the_crowd", s), 1) == [n, 0, 0, 0]


@pytest.mark.rule("FB-13.8")
@pytest.mark.parametrize(("level", "then"), [("normal", [5, 1, 0, 0]), ("high", [3, 2, 0, 0])])
def test_taste_of_wisdom(level: str, then: list[int]) -> None:
    s = position(1, edition=2, level=level, books={1: (7, 0, 0, 0)})
    assert books(played("taste_of_wisdom", s), 1) == then


@pytest.mark.rule("FB-13.9")
@pytest.mark.parametrize(("level", "cell"), [("normal", "F06.1"), ("high", "F06.2")])
def test_leap_of_the_shadow(level: str, cell: str) -> None:
    s = position(1, edition=2, level=level, row="F05 F06", sages={1: "F05.3 F06.1"}, books={1: NOTHING})
    s.row = tuple(s.content.land_index[x] for x in ("F05", "F06"))
    assert played("leap_of_the_shadow", s)
    assert where(s, 1) == [cell, "F06.1"]  # only the leftmost one
    if level == "high":
        assert books(s, 1) == [0, 0, 1, 0]  # it reached the roots and visited them
    stop = position(1, edition=2, row="S01", sages={1: "S01.1"}, books={1: NOTHING})
    played("leap_of_the_shadow", stop)
    assert where(stop, 1) == ["S01.2"]  # it stops at a place


@pytest.mark.rule("FB-13.10")
@pytest.mark.parametrize(("level", "then"), [("normal", [0, 1, 0, 0]), ("high", [1, 1, 0, 0])])
def test_memory_of_stone(level: str, then: list[int]) -> None:
    assert books(played("memory_of_stone", position(1, edition=2, level=level, books={1: NOTHING})), 1) == then


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
    assert books(played("secret_root", position(1, edition=2, level=level, books={1: have})), 1) == then


@pytest.mark.rule("FB-13.12")
def test_ghost_trail() -> None:
    lands = "S02 S05 S07 S09 G02"  # four steppes: no limit of the surcharge here
    s = position(1, edition=2, row=lands, sages={0: "G02.1", 1: "S02.1"}, books={1: NOTHING})
    roll(played("ghost_trail", s))
    assert "S01" in row(s).split()
    assert books(s, 1) == NOTHING or books(s, 1) == [0, 0, 0, 0]
    assert s.tricks_held() == 0
    late = position(1, edition=2, row=lands, sages={0: "G02.1"}, books={1: NOTHING})
    late.escalated = True
    played("ghost_trail", late)
    assert row(late) == lands
    assert late.tricks_held() == 1
    high = position(1, edition=2, level="high", row=lands, sages={0: "G02.1"}, books={1: NOTHING})
    high.escalated = True
    assert books(played("ghost_trail", high), 1) == [1, 0, 0, 0]
    full = position(1, edition=2, row="S13", sages={1: " ".join(["S13.1"] * 7)})
    played("ghost_trail", full)
    assert row(full) == "S13"  # no sage left to place


ROW = "S01 S02 S03 S05"
FRIENDS = (*MOUNTAINS, "sky_wanderer")
WALKERS = {0: "S01.1 S02.1 S02.1 S03.1 S05.1"}
POOR: Books = (1, 1, 1, 0)


def thirds(level: str, mine: Books, **options: int) -> FabledState:
    """The player has four allies and five sages in four lands, the spirits one book of each lower tier."""
    s = position(1, level=level, row=ROW, sages=WALKERS, allies={0: FRIENDS}, books={0: mine, 1: POOR}, **options)
    return revealed(s, "sister_of_time", "ice_hermit", "ore_seer", "peak_eagle", "gorge_keeper", *FORESTS)


@pytest.mark.parametrize(
    ("card", "gained", "high"),
    [
        pytest.param("mountain_folk", [1, 5, 1, 0], [1, 6, 1, 0], marks=pytest.mark.rule("FB-13.3")),
        pytest.param("forest_folk", [1, 1, 4, 0], [1, 1, 5, 0], marks=pytest.mark.rule("FB-13.4")),
        pytest.param("borrowed_friends", [1, 1, 3, 0], [1, 1, 5, 0], marks=pytest.mark.rule("FB-13.5")),
        pytest.param("in_your_footsteps", [1, 1, 3, 0], [1, 1, 4, 0], marks=pytest.mark.rule("FB-13.6")),
        pytest.param("murmur_of_the_crowd", [1, 4, 1, 0], [1, 6, 1, 0], marks=pytest.mark.rule("FB-13.7")),
        pytest.param("memory_of_stone", [1, 5, 1, 0], [1, 1, 4, 0], marks=pytest.mark.rule("FB-13.10")),
        pytest.param("secret_root", [0, 1, 1, 1], [0, 3, 1, 1], marks=pytest.mark.rule("FB-13.11")),
    ],
)
@pytest.mark.rule("FB-13.15")
def test_a_card_that_helps_spirits_whose_books_are_worth_least(card: str, gained: list[int], high: list[int]) -> None:
    for level, plain, besides in (("normal", gained, [1, 0, 1, 0]), ("high", high, [0, 0, 1, 0])):
        s = played(card, thirds(level, (7, 0, 0, 0), edition=6))  # as much as the spirits': seven
        assert books(s, 1) == plain
        s = played(card, thirds(level, (7, 0, 0, 0)))
        assert books(s, 1) == [a + b for a, b in zip(plain, besides, strict=True)], "since the seventh edition"
    behind = played(card, thirds("normal", (6, 0, 0, 0)))
    assert (books(behind, 1), behind.tricks_held()) == ([2, 1, 1, 0], 0)
    assert books(played(card, thirds("high", (6, 0, 0, 0))), 1) == [2, 1, 1, 0]
    assert books(played(card, thirds("high", (6, 0, 0, 0), edition=4)), 1) == [1, 2, 1, 0]


@pytest.mark.rule("FB-13.9")
@pytest.mark.rule("FB-13.15")
def test_a_leap_only_of_spirits_whose_books_are_worth_least() -> None:
    def leap(level: str, mine: Books) -> FabledState:
        s = position(1, level=level, row="S13 F05", sages={1: "S13.1 F05.1"}, books={0: mine, 1: POOR})
        return played("leap_of_the_shadow", s)

    helped = leap("normal", (7, 0, 0, 0))
    assert where(helped, 1) == ["S13.3", "F05.1"]  # it stops at the academy
    assert books(helped, 1) == [3, 1, 2, 0]  # it could not be applied: a replacement, and the books besides
    behind = leap("normal", (6, 0, 0, 0))
    assert (where(behind, 1), books(behind, 1)) == (["S13.1", "F05.1"], [2, 1, 1, 0])
    assert books(leap("high", (6, 0, 0, 0)), 1) == [2, 1, 1, 0]


@pytest.mark.rule("FB-13.12")
@pytest.mark.rule("FB-13.15")
def test_a_ghost_trail_only_of_spirits_whose_books_are_worth_least() -> None:
    def trail(level: str, mine: Books, escalated: bool = False) -> FabledState:
        s = position(1, level=level, row="G02", sages={0: "G02.1"}, books={0: mine, 1: POOR})
        s.escalated = escalated
        return roll(played("ghost_trail", s))

    assert len(trail("normal", (7, 0, 0, 0)).row) == 2
    assert books(trail("normal", (7, 0, 0, 0)), 1) == [2, 1, 2, 0]
    assert books(trail("high", (7, 0, 0, 0)), 1) == [1, 2, 2, 0]
    for other in (trail("normal", (6, 0, 0, 0)), trail("normal", (7, 0, 0, 0), escalated=True)):
        assert (len(other.row), books(other, 1), other.tricks_held()) == (1, [2, 1, 1, 0], 0)


@pytest.mark.rule("FB-13.8")
@pytest.mark.parametrize(
    ("level", "have", "then"),
    [
        ("normal", (7, 0, 0, 0), [5, 1, 0, 0]),
        ("normal", (4, 0, 0, 0), [5, 0, 0, 0]),  # the reserve forbids it: a book instead, and no new card
        ("high", (7, 0, 0, 0), [3, 2, 0, 0]),
        ("high", (4, 0, 0, 0), [5, 0, 0, 0]),
    ],
)
def test_wisdom_is_tasted_if_possible(level: str, have: Books, then: list[int]) -> None:
    s = played("taste_of_wisdom", position(1, level=level, books={1: have}))
    assert (books(s, 1), s.tricks_held()) == (then, 0)


@pytest.mark.rule("FB-13.14")
@pytest.mark.parametrize("level", ["normal", "high"])
def test_a_common_shadow_without_a_conversion_brings_a_book(level: str) -> None:
    s = played("common_shadow", position(3, mode="comradeship", level=level, books={3: (4, 0, 0, 0)}))
    assert (books(s, 3), s.tricks_held()) == ([5, 0, 0, 0], 0)


@pytest.mark.rule("FB-13.15")
@pytest.mark.parametrize(
    ("options", "ahead"),
    [
        ({"mode": "comradeship"}, 8),
        ({"mode": "comradeship", "level": "high"}, 12),
        ({"mode": "comradeship", "edition": 4}, 0),
        ({"mode": "rivalry"}, 0),
    ],
)
def test_comrades_meet_help_only_for_spirits_that_are_well_behind(options: dict[str, Any], ahead: int) -> None:
    def helped(lead: int) -> bool:
        s = position(2, books={0: (7 + lead, 0, 0, 0), 1: (30, 0, 0, 0), 2: POOR}, **options)
        return books(played("memory_of_stone", s), 2) != [2, 1, 1, 0]

    assert (helped(ahead - 1), helped(ahead)) == (False, True)


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
    s = position(3, edition=2, mode="comradeship", level=level, books={3: (11, 0, 0, 0)})
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


@pytest.mark.rule("FB-9.64")
@pytest.mark.parametrize(("edition", "easier", "spared"), [(3, True, False), (4, False, False), (4, True, True)])
def test_in_an_easier_trial_no_card_helps_spirits_that_are_behind(edition: int, easier: bool, spared: bool) -> None:
    s = position(2, mode="comradeship", edition=edition, easier=easier, books={2: NOTHING})
    assert books(played("memory_of_stone", s), s.spirits) == ([1, 0, 0, 0] if spared else [0, 4, 0, 0])


@pytest.mark.rule("FB-9.64")
@pytest.mark.parametrize(("edition", "easier", "more"), [(5, True, 0), (6, False, 0), (6, True, 1)])
def test_in_an_easier_trial_players_start_with_more_books(edition: int, easier: bool, more: int) -> None:
    s = do(new(2, mode="comradeship", edition=edition, easier=easier), "first 0")
    assert [books(s, side) for side in range(3)] == [
        [8, 1 + more, 1 + more, 0],
        [6, 1 + more, 1 + more, 0],
        [6, 1, 1, 0],
    ]

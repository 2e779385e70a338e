"""Coins of a turn, the end, ties; and the openings of recorded games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.small_world.kit import Table, people


@pytest.mark.rule("SW-8.1")
def test_every_own_region_pays() -> None:
    t = Table(
        people(0, "hill ratmen", Fa1=1, Fo1=1),
        people(0, "orcs", "declined", S2=1),
        people(0, "spirit giants", "exempt", S3=1, M4=1),
        people(1, "stout elves", H1=1),
    ).do("expand", "stop")
    assert t.income(0) == {"regions": 5, "hill": 0}
    assert t.s.coins[0] == 10


@pytest.mark.rule("SW-8.2")
def test_bonuses_are_told_apart_by_origin() -> None:
    t = Table(people(0, "swamp dwarves", S3=1, S2=1, M3=1), people(1, "stout elves", H1=1)).do("expand", "stop")
    assert t.s.view(None)["players"][0]["income"] == [["regions", 3], ["dwarves", 2], ["swamp", 2]]


@pytest.mark.rule("SW-8.2")
def test_notes_tell_who_got_what_for_what() -> None:
    t = Table(people(0, "hill dwarves", M3=1, H1=1), people(1, "stout elves", M4=1)).do("expand")
    t.s.notes = []
    t.do("stop")
    assert t.s.notes == [(0, "coins", 2, "regions"), (0, "coins", 1, "dwarves"), (0, "coins", 1, "hill")]


@pytest.mark.rule("SW-8.3")
def test_the_last_round_ends_after_the_withdrawn_tokens_are_back() -> None:
    t = Table(
        people(0, "hill ratmen", Fa2=2, M3=1, S4=1), people(1, "commando orcs", H1=8), turn=1, rounds=2, round=2
    ).do("expand", "conquer Fa2", "stop", "deploy H1 4")
    assert t.asked() == "0 Redeploy"
    t.do("deploy S4 1")
    assert t.asked() == "over"


@pytest.mark.rule("SW-8.4")
def test_most_coins_win_and_those_on_combinations_are_nobodys() -> None:
    t = Table(
        people(0, "hill ratmen", Fa2=2),
        people(1, "stout orcs", M4=8),
        coins=[9, 8],
        rounds=1,
        column=[["trolls", "swamp", 20]],
    ).do("expand", "stop", "expand", "stop", "done")
    assert t.s.scores() == [(10, 2), (9, 8)]
    assert t.s.returns() == [1.0, 0.0]


@pytest.mark.rule("SW-8.5")
def test_a_tie_goes_to_more_tokens_on_the_board() -> None:
    t = (
        Table(
            people(0, "hill amazons", Fa2=5),
            people(0, "orcs", "declined", S2=1),
            people(1, "bivouacking elves", M4=2, S4=1),
            camps={"M4": 5},
            coins=[5, 5],
            rounds=1,
        )
        .do("expand")
        .end()
        .do("expand")
        .end()
    )
    assert t.s.coins == [7, 7]
    assert t.s.scores() == [(7, 1 + 1), (7, 3)]  # four aside and five encampments do not count
    assert t.s.returns() == [0.0, 1.0]


@pytest.mark.rule("SW-8.5")
@pytest.mark.parametrize(
    ("more", "tokens"),
    [
        ([people(0, "hill ratmen", Fa2=3)], 3),
        ([people(0, "hill ratmen", Fa2=1, hand=5)], 1),
        ([people(0, "ghouls", "declined", S2=4)], 4),
        ([people(0, "ghouls", "declined", S2=1, hand=3)], 1),
        ([people(0, "spirit ghouls", "exempt", S2=2, S3=3)], 5),
        (
            [
                people(0, "hill ratmen", Fa2=2),
                people(0, "orcs", "declined", S1=1),
                people(0, "spirit giants", "exempt", S3=1),
            ],
            4,
        ),
    ],
)
def test_the_tie_break_counts_every_token_on_the_board_and_no_other(more: list[dict[str, Any]], tokens: int) -> None:
    t = Table(*more, people(1, "stout elves", M4=3), coins=[6, 6])
    assert t.s.scores() == [(6, tokens), (6, 3)]
    t.s.stack.clear()
    assert t.s.returns() == ([0.5, 0.5] if tokens == 3 else [1.0, 0.0] if tokens > 3 else [0.0, 1.0])


@pytest.mark.rule("SW-8.6")
def test_a_last_tie_is_shared_or_goes_to_more_regions() -> None:
    two, one = {"Fa2": 1, "Fo2": 1}, {"M4": 2}
    for first, second, coins, more in ((two, one, [4, 5], [1.0, 0.0]), (one, two, [5, 4], [0.0, 1.0])):
        given = (people(0, "hill ratmen", **first), people(1, "stout orcs", **second))
        for rule, shares in (("shared", [0.5, 0.5]), ("regions", more)):
            t = Table(*given, coins=coins, rounds=1, options={"last_tie": rule}).do("expand").end().do("expand").end()
            assert t.s.coins == [6, 6]
            assert t.s.returns() == shares


@pytest.mark.rule("SW-2.4", "SW-2.8")
def test_the_recorded_opening_on_the_three_player_board() -> None:
    """Six regions in a row, each beside the ones before, with the price the players paid."""
    t = Table(seats=3, column=[["ratmen", "spirit"]]).do("take ratmen")
    board = t.s.world.board
    t.s.hand[0] += 3  # that race is not in this box: it had 16 tokens
    t.s.tray[t.s.world.race_index["ratmen"]] -= 3
    for number, tokens in ((18, 3), (24, 3), (17, 2), (16, 3), (29, 3), (28, 2)):
        name = board.names[number - 1]
        before = t.hand(0)
        t.match.push(next(a for a in t.s.legal_actions() if str(a) == f"conquer {name}"))
        assert before - t.hand(0) == tokens
    assert len(t.held(0)) == 6

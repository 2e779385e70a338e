"""Section 9, second part: the end of the Trial, and playing it together."""

from __future__ import annotations

from html import escape

import pytest

from ludoteka.core.bag import changed
from ludoteka.games.fabled import GAME, board
from ludoteka.games.fabled.phases import epilogue, spirit_choices, spirits, steps
from ludoteka.games.fabled.scoring import rating
from ludoteka.games.fabled.state import OVER, FabledState
from tests.games.fabled.kit import (
    NOTHING,
    Books,
    asks,
    begun,
    books,
    do,
    legal,
    new,
    position,
    spirits_turn,
    told,
    turn_of,
    why,
)


def ending(s: FabledState) -> FabledState:
    epilogue.begin(s)
    s.settle()
    while s.stack:
        do(s, "done")
    return s


# -- the end


@pytest.mark.rule("FB-9.55", "FB-9.56")
def test_the_epilogue_of_the_spirits() -> None:
    s = ending(position(1, books={0: NOTHING, 1: (8, 1, 0, 0)}))
    # 6 of 8 steppe for 2 mountain (3 in all), these for a forest; then 2 steppe to a mountain, no more
    assert books(s, 1) == [0, 1, 1, 0]
    assert told(s)[:3] == ["exchange", "exchange", "conversion"]


@pytest.mark.rule("FB-9.57")
def test_up_to_four_conversions_at_the_end() -> None:
    s = ending(position(1, books={0: NOTHING, 1: (0, 0, 12, 0)}))
    assert books(s, 1) == [0, 0, 4, 4]


@pytest.mark.rule("FB-9.58")
def test_no_epilogue_for_beginners() -> None:
    s = ending(position(1, scenario=0, level="beginner", books={0: NOTHING, 1: (9, 9, 9, 0)}))
    assert books(s, 1) == [9, 9, 9, 0]


@pytest.mark.rule("FB-9.59")
@pytest.mark.parametrize(
    ("mine", "grade"),
    [
        ((0, 0, 0, 4), -1),
        ((1, 0, 0, 5), 0),
        ((0, 0, 0, 6), 1),
        ((0, 0, 0, 7), 1),
        ((0, 0, 0, 8), 2),
        ((0, 0, 0, 10), 3),
    ],
)
def test_the_rating(mine: Books, grade: int) -> None:
    s = position(1, edition=9, books={0: mine, 1: (0, 0, 0, 5)})
    assert rating(s) == grade
    assert ending(s.clone()).returns() == [grade >= 0]
    s.part = OVER
    for lang in ("en", "ru"):
        shown = next(p for p in GAME.panels(s.view(0), lang) if p.id == "time").svg.live
        said = [n for n in range(4) if escape(GAME.catalogue(lang).say(f"rating.{n}")[:12]) in shown]
        assert said == ([grade] if grade >= 0 else [])  # 0 too is said


# -- together


@pytest.mark.rule("FB-9.60")
@pytest.mark.parametrize(("seats", "end", "first", "last"), [(2, 9, 8, 6), (3, 8, 7, 6), (4, 8, 9, 7)])
def test_setup_of_together_play(seats: int, end: int, first: int, last: int) -> None:
    s = begun(seats, mode="comradeship")
    view = s.view(0)
    assert view["time"]["end"] == end
    assert view["time"]["escalation"] == 7
    assert books(s, s.spirits) == [last, 1, 1, 0]  # with the extra books of the last seat
    assert books(s, 0) == [first, 1, 1, 0]
    assert s.supply(s.spirits) == 7


@pytest.mark.rule("FB-9.61")
def test_a_random_player_holds_the_fate_token() -> None:
    s = do(new(3, mode="rivalry"), "first 1")
    assert legal(s) == ["fate 0", "fate 1", "fate 2"]
    assert do(s, "fate 2").view(0)["fate"] == 2


@pytest.mark.rule("FB-9.62")
def test_tricks_of_comradeship() -> None:
    assert new(2, mode="comradeship").trick_deck() == 14
    assert new(2, mode="rivalry").trick_deck() == 12
    easier = new(2, mode="comradeship", easier=True)
    assert easier.trick_deck() == 13
    assert easier.piles[0][0] >> easier.content.trick_index["forgotten_portal"] & 1


@pytest.mark.rule("FB-9.63")
@pytest.mark.parametrize(
    ("seats", "options", "n"),
    [
        (2, {"mode": "comradeship"}, 1),
        (3, {"mode": "comradeship"}, 2),
        (4, {"mode": "comradeship"}, 2),
        (3, {"mode": "rivalry"}, 0),
        (3, {"mode": "rivalry", "spirit_tricks": True}, 2),
        (1, {}, 0),
    ],
)
def test_tricks_at_the_start_of_their_turn(seats: int, options: dict[str, object], n: int) -> None:
    s = position(seats, row="S13", sages={seats: "S13.1"}, **options)  # type: ignore[arg-type]
    spirits.start(s)
    assert s.tricks_held() == n


@pytest.mark.rule("FB-9.65")
def test_the_holder_of_the_fate_token_takes_the_joint_token() -> None:
    s = position(3, mode="comradeship")
    s.order = (1, 2, 0)
    s.fate = 2
    spirit_choices.give_token(s)
    assert list(s.joint) == [0, 0, 1, 1]
    assert s.fate == 0  # clockwise, past the spirits
    assert told(s) == ["joint_token", "fate_passes"]
    spirit_choices.give_token(s)
    assert (s.joint, s.fate) == ((1, 0, 1, 0), 1)


@pytest.mark.rule("FB-9.66")
def test_places_of_the_sky_wanderer_in_comradeship() -> None:
    for mode, open_to_all in (("comradeship", False), ("rivalry", True)):
        s = position(2, mode=mode, row="S01", sages={0: "S01.1", 1: "S01.1", 2: "S01.1"}, allies={1: ["sky_wanderer"]})
        s.token_at = changed(s.token_at, 0, s.content.cell_index["S01.2"])
        tent = s.content.place_index["sky_tent"]
        assert [board.is_open_to(s, side, tent) for side in range(3)] == [open_to_all, True, True]
        steps.walk(s, s.own(0)[0], 1)
        assert ("visit sky_tent" in legal(s)) == open_to_all
        if not open_to_all:
            assert why(s, "visit sky_tent").id == "why.place_closed"


@pytest.mark.rule("FB-9.67")
@pytest.mark.parametrize(
    ("first", "second", "theirs", "won"),
    [(5, 3, 3, False), (6, 5, 4, True), (6, 4, 4, False), (9, 0, 4, False)],
)
def test_the_end_of_comradeship(first: int, second: int, theirs: int, won: bool) -> None:
    # 5+3 against (3+1)*2; 6+5 against 4*2; 6+4 against (4+1)*2: a tie; 9+0 against (4+1)*2
    hands: dict[int, Books] = {0: (0, 0, 0, first), 1: (0, 0, 0, second), 2: (0, 0, 0, theirs)}
    s = ending(position(2, edition=9, mode="comradeship", level="high", books=hands))  # where two have no head start
    assert s.view(0)["result"]["spirits_win"] is not won
    assert s.returns() == ([0.5, 0.5] if won else [0, 0])
    behind = sum(x <= theirs for x in (first, second))
    assert s.view(0)["result"]["comrades"] == [first + second, (theirs + behind) * 2]
    assert s.scores() == [(int(won), first + second)] * 2


@pytest.mark.rule("FB-9.68")
def test_the_end_of_rivalry() -> None:
    def over(level: str, *suns: int) -> FabledState:
        hands: dict[int, Books] = {x: (0, 0, 0, n) for x, n in enumerate(suns)}
        return ending(position(len(suns) - 1, mode="rivalry", level=level, books=hands))

    s = over("normal", 5, 3, 4)  # the second player is out, the spirits gain a forest book
    assert s.view(0)["result"]["out"] == [1]
    assert books(s, 2) == [0, 0, 1, 4]
    assert s.returns() == [1, 0]
    s = over("high", 5, 3, 4)
    assert books(s, 2) == [0, 0, 0, 5]  # a sun book
    assert s.returns() == [0, 0]  # 5 to 5 down to the steppe books: theirs
    s = over("normal", 4, 4, 3, 9)
    assert s.view(0)["result"]["out"] == [0, 1, 2]
    assert books(s, 3) == [0, 0, 0, 9 + 1] or books(s, 3)[3] >= 9
    late = position(
        2, mode="rivalry", row="S01", sages={0: "S01.1"}, books={0: (0, 0, 2, 2), 1: NOTHING, 2: (0, 0, 0, 3)}
    )
    epilogue.begin(late)
    late.settle()
    do(late, "raise forest")  # the conversions come before the comparison
    assert late.view(0)["result"]["out"] == [1]


@pytest.mark.rule("FB-9.69")
def test_full_ties() -> None:
    solo = position(1, books={0: (1, 1, 1, 3), 1: (1, 1, 1, 3)})
    assert solo.returns() == [0]
    assert solo.scores() == [(0, 3, 1, 1, 1)]
    two = position(2, mode="rivalry", books={0: (1, 1, 1, 4), 1: (1, 1, 1, 4), 2: (0, 0, 0, 3)})
    two.result = (0, 0)
    assert two.returns() == [0.5, 0.5]


def test_a_players_turn_can_set_off_the_spirits() -> None:
    s = position(1, row="S01", sages={0: "S01.1", 1: "S01.1"}, books={1: NOTHING})
    do(turn_of(s), "done", "pass")
    assert books(s, 1) == [2, 0, 0, 0]  # they visit in the player's turn too
    assert asks(s) == ""
    assert spirits_turn(s).part == 2

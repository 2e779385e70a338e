"""The head start of the Trial (FB-9.70): what is added to the spirits' sun books when they are counted."""

from __future__ import annotations

import pytest

from ludoteka.bots import judge as judges
from ludoteka.core.content import add
from ludoteka.core.text import game_catalogue
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.panels import FOLDER
from ludoteka.games.fabled.scoring import comrades, rating, standing
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.told import standing as tally
from tests.games.fabled.kit import Books, books, new, position, told
from tests.games.fabled.test_spirits_end import ending


def beginning(ahead: int, seats: int = 1) -> str:
    """Content in which only this head start is left on the normal level."""
    return add(f"[trial.levels.normal]\nhead_start = {{ p{seats} = {ahead} }}\nforest_start = 0\n")


def counted(ahead: int, mine: Books, theirs: Books, seats: int = 1, mode: str = "usual") -> FabledState:
    """The end of a Trial in which the spirits have that head start."""
    word = beginning(ahead, seats)
    held = dict.fromkeys(range(seats), mine) | {seats: theirs}
    return ending(position(seats, books=held, data=word, mode=mode))


@pytest.mark.rule("FB-9.70")
@pytest.mark.parametrize(
    ("ahead", "forest", "won", "grade"),
    [(2, 0, False, -1), (1, 0, False, -1), (1, 1, True, 0), (0, 0, True, 1), (-1, 0, True, 1), (-2, 0, True, 2)],
)
def test_alone_it_counts_as_sun_books(ahead: int, forest: int, won: bool, grade: int) -> None:
    s = counted(ahead, (0, 0, forest, 6), (0, 0, 0, 5))
    assert s.returns() == [won]
    assert rating(s) == grade
    assert books(s, 1) == [0, 0, 0, 5], "nobody takes a book for it"
    assert standing(s, 1) == (5 + ahead, 0, 0, 0)
    assert s.scores() == [(int(won), 6, forest, 0, 0)]


@pytest.mark.rule("FB-9.70")
@pytest.mark.parametrize(("ahead", "won"), [(2, False), (1, True), (0, True), (-9, True)])
def test_comrades_count_it_once_in_the_sum(ahead: int, won: bool) -> None:
    s = counted(ahead, (0, 0, 0, 6), (0, 0, 0, 5), 2, mode="comradeship")
    assert comrades(s) == (12, 10 + ahead)
    assert s.returns() == ([0.5, 0.5] if won else [0, 0])


@pytest.mark.rule("FB-9.70")
def test_rivals_have_none() -> None:
    s = counted(3, (0, 0, 0, 6), (0, 0, 0, 5), 2, mode="rivalry")
    assert s.setting.head_start == 0
    assert s.returns() == [0.5, 0.5]
    assert "head_start" not in s.view(0)["spirits"]


SAID = [(2, "Head start of the spirits: 2 sun books"), (-1, "Head start of the players: 1 sun book")]


@pytest.mark.rule("FB-9.70")
@pytest.mark.parametrize(("ahead", "said"), SAID)
def test_it_is_shown_beside_the_row_and_told_at_the_end(ahead: int, said: str) -> None:
    word = beginning(ahead)
    panel = next(p for p in GAME.panels(new(1, data=word).view(0), "en") if p.id == "spirits")
    assert said in panel.svg.live
    s = counted(ahead, (0, 0, 0, 6), (0, 0, 0, 5))
    assert told(s)[-2] == ("spirits_ahead" if ahead > 0 else "players_ahead")
    name, counted_as = tally(s, game_catalogue("en", FOLDER)).others[0]
    assert (name, counted_as[1]) == (f"The spirits ({'+2' if ahead > 0 else '−1'})", 5 + ahead)


@pytest.mark.rule("FB-9.70")
def test_the_judge_knows_it() -> None:
    """A sun book of head start weighs as much as one of the spirits', for comrades as much as its part of the sum."""
    for seats, mode in ((1, "usual"), (3, "comradeship")):
        worths = []
        for ahead in (0, 2):
            word = beginning(ahead, seats)
            worths.append(judges.load("fabled").worth(new(seats, data=word, mode=mode))[0])
        assert worths[0] - worths[1] == pytest.approx(2 / seats)
    assert judges.load("fabled").worth(counted(2, (0, 0, 0, 6), (0, 0, 0, 5)))[0] == pytest.approx(-1)


@pytest.mark.rule("FB-9.67")
def test_comrades_see_what_they_count_together() -> None:
    s = position(2, mode="comradeship", books={0: (0, 0, 0, 2), 1: (0, 0, 0, 3), 2: (0, 0, 0, 4)})
    for lang, said in (("en", "Your sun books together: 5, against 4 × 2"), ("ru", "вместе: 5, против 4 × 2")):
        assert said in next(p for p in GAME.panels(s.view(0), lang) if p.id == "spirits").svg.live
    alone = next(p for p in GAME.panels(new(1).view(0), "en") if p.id == "spirits").svg.live
    assert "together" not in alone


@pytest.mark.rule("FB-9.67")
def test_comrades_read_both_sums_at_the_end() -> None:
    s = counted(1, (0, 0, 0, 5), (0, 0, 0, 4), 2, "comradeship")
    for lang, said in (
        ("en", "The spirits are beaten, 10 to 9."),
        ("ru", "Духи побеждены, 10 : 9."),
    ):
        told = tally(s, game_catalogue(lang, FOLDER))
        assert told.headline == said
        assert told.others[0][1] == (0, 9)


@pytest.mark.rule("FB-9.70")
def test_who_has_how_much_of_it() -> None:
    def of(edition: int, level: str) -> list[int]:
        scenario = 0 if level == "beginner" else 1
        modes = [(1, "usual"), *((seats, "comradeship") for seats in (2, 3, 4))]
        options = {"edition": edition, "level": level, "scenario": scenario}
        return [new(seats, mode=mode, **options).setting.head_start for seats, mode in modes]

    assert (of(8, "beginner"), of(9, "beginner")) == ([1, 1, -1, -1], [4, 1, -1, -1])
    assert (of(8, "normal"), of(9, "normal")) == ([0, 0, -2, 0], [0, -1, -3, -4])
    assert (of(10, "beginner"), of(10, "normal")) == ([4, 4, -1, -1], [0, 4, 2, -2])
    assert (of(11, "beginner"), of(11, "normal"), of(11, "high")) == ([4, 5, -1, -1], of(10, "normal"), of(10, "high"))
    assert of(8, "high") == of(9, "high") == [0, 0, -1, -2]
    assert of(10, "high") == [0, 5, -1, -5]
    assert of(7, "beginner") == [0, 0, 0, 0]
    assert {edition: new(1, edition=edition).setting.forest_start for edition in (9, 10, 12)} == {9: 0, 10: 1, 12: 1}
    on_high = {edition: new(1, level="high", edition=edition).setting.forest_start for edition in (10, 11, 12)}
    assert on_high == {10: 0, 11: 0, 12: 1}


@pytest.mark.rule("FB-9.70")
@pytest.mark.parametrize(("mine", "won"), [((0, 0, 0, 6), True), ((0, 0, 2, 5), False), ((0, 0, 3, 5), True)])
def test_alone_forest_books_of_it_break_ties_only(mine: Books, won: bool) -> None:
    word = add("[trial.levels.normal]\nforest_start = 2\n")
    s = ending(position(1, books={0: mine, 1: (0, 0, 0, 5)}, data=word))
    assert s.returns() == [won]
    assert standing(s, 1) == (5, 2, 0, 0)
    assert books(s, 1) == [0, 0, 0, 5], "nobody takes a book for it"
    assert told(s)[-2] == "spirits_ahead_in_ties"
    assert tally(s, game_catalogue("en", FOLDER)).others[0] == ("The spirits (tie +2)", (int(not won), 5, 2, 0, 0))
    panel = next(p for p in GAME.panels(new(1, data=word).view(0), "en") if p.id == "spirits")
    assert "Where a tie is broken, the spirits have 2 forest books more" in panel.svg.live
    assert new(2, mode="comradeship", data=word).setting.forest_start == 0, "comrades' ties are the spirits' anyway"

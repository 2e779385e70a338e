"""Positions as text, scenarios and scripts."""

from __future__ import annotations

import pytest

from ludoteka.core.errors import BadOptions, NotAnAction
from ludoteka.core.match import Match
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import BOARDS
from ludoteka.games.tigris_euphrates.scenario import play, read_given, scenario
from ludoteka.games.tigris_euphrates.state import TigrisState

from .kit import after, asked, choices, leaders, points, refused_by, tile_at, treasures

ROWS = {
    "standard": "_10 r* _5 / _1 r* _13 r* / _5 r* _10 / _16 / _13 r* _2 / _16 / _8 r* _7 / _1 r* _14 / _14 r* _1 / "
    "_5 r* _10 / _10 r* _5",
    "advanced": "_4 r* _4 r* _6 / _14 r* _1 / _1 r* _14 / _6 r* _4 r* _4 / _16 / _3 r* _11 r* / _16 / "
    "r* _6 r* _4 r* _3 / _16 / _4 r* _11 / _9 r* _4 r* _1",
}


def placed(text: str, seats: int = 2, **options: object) -> TigrisState:
    s = GAME.place(seats, GAME.check_options(seats, options), text)
    assert isinstance(s, TigrisState)
    return s


@pytest.mark.rule("TE-19.6")
def test_clauses() -> None:
    s = placed(
        "pieces H5=r I5=1k K3=x A7=b ; hands p1=rrb p2=k3 ; points p1=1,2,3,4 ; taken p2=2 ; treasures K1 F3 N5 ; "
        "monuments rk=C9 rg=- ; catastrophes p1=0 ; bag r5b5 ; active p2 ; actions 1 ; turn 12"
    )
    assert (tile_at(s, "H5"), tile_at(s, "A7"), tile_at(s, "K3"), tile_at(s, "C9")) == ("r", "b", "x", "#")
    assert leaders(s, 1) == {"k": "I5"}
    assert s.hands == [2, 1, 0, 0, 0, 0, 0, 3]
    assert points(s, 1) == (1, 2, 3, 4)
    assert s.taken == (0, 2)
    assert treasures(s) == {"K1", "F3", "N5"}
    assert s.view(0)["monuments"]["red-black"] == "C9"
    assert s.view(0)["monuments"]["red-green"] == "-"
    assert s.curses == (0, 2)
    assert s.bag == [5, 5, 0, 0]
    assert asked(s) == "Turn p2"
    assert s.view(0)["turn"] == 12
    assert s.view(0)["actions_left"] == 1


@pytest.mark.rule("TE-19.6")
@pytest.mark.parametrize("board", ["standard", "advanced"])
def test_rows_of_the_start(board: str) -> None:
    one, two = placed(f"rows {ROWS[board]}", board=board), placed("pieces", board=board)
    assert one.snapshot() == two.snapshot()
    assert one.treasures == BOARDS[board].temples


@pytest.mark.rule("TE-19.6")
def test_rows_with_monument_wonder_and_marker() -> None:
    rows = ["_16"] * 11
    rows[3] = "_5 r 2k _9"
    rows[4] = "_4 #rb* #rb k^ k! r 1k _6"
    rows[5] = "_4 #rb #rb _10"
    rows[7] = "_7 o _8"
    rows[8] = "_6 o o* o _7"
    rows[9] = "_7 o _8"
    s = placed("rows " + " / ".join(rows) + " ; hands p1=kk", buildings=True, wonder=True)
    assert s.view(0)["monuments"]["red-blue"] == "E5"
    assert s.view(0)["wonder"] == "H9"
    assert treasures(s) == {"E5", "H9"}
    assert s.view(0)["buildings"]["palace"] == "G5"
    assert s.view(0)["union"] == "H5", "the wars of that tile are still to come"
    assert asked(s) == "Attack p1"
    play(s, "s 2 ; p2> s 0")
    assert points(s, 1) == (0, 0, 0, 1), "the palace keeps its settlement"
    assert s.union == 0


@pytest.mark.rule("TE-19.6")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense 3", "no clause"),
        ("active p1 ; active p2", "twice"),
        ("board moon", "no board"),
        ("pieces Z9=r", "no cell"),
        ("pieces A1=q", "nothing is written"),
        ("pieces A1", "form"),
        ("pieces E1=r", "wrong terrain"),
        ("pieces A1=b", "wrong terrain"),
        ("pieces E1=1k", "wrong terrain"),
        ("pieces H5=1k", "without a temple"),
        ("pieces H5=r G5=1k I5=2k", "two leaders"),
        ("pieces H5=r G5=1k I5=1k", "one king only"),
        ("pieces H5=r G5=3k", "no player"),
        ("pieces H5=k*", "a treasure lies on"),
        ("pieces H5=k^", "without them"),
        ("pieces H5=#rb", "not the shape"),
        ("pieces H5=1k!", "stand on tiles"),
        ("treasures A1", "a treasure lies on"),
        ("wonder H5", "without it"),
        ("monuments rr=A1", "no monument"),
        ("monuments rb=P11", "beyond the edge"),
        ("hands p1=rrrrrrr", "more than 6"),
        ("hands p1=xyz", "should be tiles"),
        ("hands p5=r", "no player"),
        ("points p1=1,2", "four numbers"),
        ("taken p1=99", "number from"),
        ("actions 3", "number from"),
        ("bag r99", "not so many tiles"),
        ("rows _16 / _16", "rows"),
        ("hands p1=r p1=b", "p1 is said twice"),
        ("catastrophes p1=3", "number from 0 to 2"),
        ("points p1=-1,0,0,0", "number from"),
        ("taken p1=9", "treasures, and the box has 14"),
        ("left p3", "no player"),
        ("turn 5000", "number from"),
        ("stack -", "not over yet"),
        ("stack Actions,Turn,0,3", "left cannot be 3"),
        ("stack Actions,Turn,0,0", "without an action"),
        ("stack Actions,Turn,1,2", "p2 is asked in the turn of p1"),
        ("stack Actions,Turn,2,2", "asks seat 3, and there are 2"),
        ("stack Actions,Turn,-,2", "seat cannot be None"),
        ("stack TurnEnds,EndTurn,-,0", "asks nobody"),
        ("stack Conflict,Attack,0,1,0,1,1,0,0", "without two leaders"),
        ("stack Conflict,Attack,0,0,0,1,1,0,0", "a conflict with oneself"),
        ("stack Drawing,DrawTile,-1,7,1", "taker cannot be 7"),
        ("rows " + " / ".join(["_15"] * 11), "cells"),
    ],
)
def test_what_cannot_be(text: str, says: str) -> None:
    with pytest.raises(BadOptions) as caught:
        placed(text)
    assert says in str(caught.value)


@pytest.mark.rule("TE-19.6")
def test_a_record_may_begin_with_a_position() -> None:
    position = "pieces H5=r H4=1k ; hands p1=r p2=rr ; active p2"
    match = Match(GAME, 2, position=position)
    for mover, text in ((1, "leader king H6"), (1, "commit 2"), (0, "commit 0")):
        match.play(mover, text)
    text = match.save()
    assert f"position {position}\n" in text
    again = Match.load(text, lambda _: GAME)
    assert again.state.snapshot() == match.state.snapshot()


@pytest.mark.rule("TE-19.6")
def test_the_plain_for_exercises() -> None:
    s = scenario("land", pieces="A1=b A2=2g")
    assert s.treasures == 0
    assert s.board.river == 0
    play(s, "E")
    assert asked(s) == "Turn p2", "a board without treasures does not end for want of them"


def test_prose_of_a_scenario() -> None:
    assert read_given("the only treasures left on the board are on F3, I5 and N5") == {"treasures": "F3 I5 N5"}
    assert read_given("the square C5,D5,C6,D6 carries the red-black monument") == {"monuments": "rk=C5"}
    assert read_given("monument red-green is already built elsewhere") == {"monuments": "rg=-"}
    assert set(read_given("all three red monuments are gone")["monuments"].split()) == {"br=-", "gr=-", "kr=-"}
    assert read_given("p1 has taken 2 treasures") == {"taken": "p1=2"}
    assert read_given("p2 has no catastrophes left") == {"catastrophes": "p2=0"}
    assert read_given("p2 has already played both catastrophes") == {"catastrophes": "p2=0"}
    assert read_given("p1 is not involved") == {}
    square = "C5=# D5=# C6=# D6=# B5=r A5=1r"
    assert read_given("the face-down square carries the red-black monument", square) == {"monuments": "rk=C5"}
    assert len(read_given("all monuments are built")["monuments"].split()) == 6
    assert read_given("the wonder is centred on H5") == {"wonder": "H5"}
    assert read_given("the wonder covers H4, G5, H5, I5 and H6") == {"wonder": "H5"}
    assert sum(scenario(given="3 tiles are left in the bag").bag) == 3
    s = scenario(given="p1 holds 5 tiles, p2 holds 4, the bag holds 3")
    assert (s.hand_size(0), s.hand_size(1), sum(s.bag)) == (5, 4, 3)
    assert sum(scenario(given="the bag is empty").bag) == 0


def test_scripts() -> None:
    s = after("", "L k F4 ; T r G3 ; D p1 g ; p2> X rb ; D p2 kk", hands={"p1": "rrbbgk", "p2": "rbggkk"})
    assert s.hands == [1, 2, 2, 1, 0, 0, 2, 4]
    assert asked(s) == "Turn p2"
    s = after("F4=1k", "M k F4-G3 ; W k")
    assert leaders(s, 1) == {}
    with pytest.raises(NotAnAction):
        after("", "Z 9")
    for script in ("T z A1", "m zz A1"):
        with pytest.raises(BadOptions):
            after("", script)
    with pytest.raises(BadOptions):
        after("F5=r* E5=1g G5=k I5=r* J5=r*", "T k H5 ; t F5")


def test_points_in_every_form() -> None:
    for given in (
        "1,2,3,4",
        "r1 b2 g3 k4",
        "rbbgggkkkk",
        [1, 2, 3, 4],
        {"r": 1, "b": 2, "g": 3, "k": 4},
        {"red": 1, "blue": 2, "green": 3, "black": 4},
    ):
        assert points(scenario(points={"p1": given}), 1) == (1, 2, 3, 4)


def test_a_hand_left_out_has_what_the_script_needs() -> None:
    s = after("C5=r B5=1g D5=g F5=g G5=r H5=2g", "T k E5 ; s 4 ; p2> s 3")
    assert points(s, 1) == (0, 0, 2, 0)
    s = after("", hands={"p1": "g"})
    assert refused_by(s, "tile temple A1") == ("why.none_in_hand", "TE-5.1")
    assert "tile market A1" in choices(s)

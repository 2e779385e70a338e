"""Positions as one line of text, through a pickle and out of a view; and what cannot be is refused."""

from __future__ import annotations

import copy
import json
import pickle
from random import Random
from typing import Any

import pytest

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import OVER
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.factions import FACTIONS
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.table import Table, from_view, place
from tests.games.terra_mystica.kit import GAME, do, fresh, table, texts

TABLES: list[tuple[int, dict[str, Any]]] = [
    (4, {}),
    (3, {"choose": "auction", "variable": "v5", "town_promo": True}),
    (5, {"manner": "site", "turn_order": "passing", "map": "fjords"}),
    (2, {"choose": "random", "sacrifice": "used"}),
    (3, {"edition": "1+leaving"}),
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_a_position_survives_every_kind_of_travel(seats: int, options: dict[str, Any]) -> None:
    """Same digest, same choices, same continuation; looked at now and then in a random match."""
    s, rng = fresh(seats, **options), Random(seats)
    while s.to_move() != OVER:
        if rng.random() < 0.15:
            assert isinstance(s, Table)
            line = s.position()
            assert "\n" not in line
            worlds = [
                place(seats, TerraOptions(**options), line),
                from_view(json.loads(json.dumps(s.full_view(0))), 0, rng),
                pickle.loads(pickle.dumps(s)),
                copy.deepcopy(s),
            ]
            for other in worlds:
                assert other.snapshot() == s.snapshot()
                assert other.legal_actions() == s.legal_actions()
                assert other.board is s.board
                assert [side.faction for side in other.sides] == [side.faction for side in s.sides]
                assert [f[0] for f in other.stack] == [f[0] for f in s.stack]
            action = s.legal_actions()[0]
            after = s.clone()
            after.apply(action)
            for other in worlds:
                other.apply(action)
                assert other.snapshot() == after.snapshot()
        s.apply(s.sample(rng))
    assert place(seats, TerraOptions(**options), s.position()).snapshot() == s.snapshot()  # type: ignore[attr-defined]


def test_what_exists_once_stays_one() -> None:
    for thing in (*FACTIONS, board("original"), board("fjords")):
        assert pickle.loads(pickle.dumps(thing)) is thing
        assert copy.deepcopy(thing) is thing


SIDES = [{"faction": "witches", "D": ["F4"], "C": 20}, {"faction": "nomads", "D": ["A5"], "card": "BON1"}]
ROUND = {"round": 1, "tiles": [f"SCORE{i}" for i in range(1, 7)], "sides": SIDES}


def at(**changes: Any) -> Table:
    s = GAME.place(2, TerraOptions(), json.dumps(ROUND | changes))
    assert isinstance(s, Table)
    return s


def test_a_puzzle_may_leave_most_things_out() -> None:
    s = at(land={"E7": "green"})
    assert (s.to_move(), s.sides[0].coins, s.sides[0].workers) == (0, 20, 3)
    assert "build E7" in texts(s)
    match = Match(GAME, 2, {}, ["a", "b"], json.dumps(ROUND | {"land": {"E7": "green"}}))
    match.play(0, "build E7")
    assert Match.load(match.save(), lambda _: GAME).state.snapshot() == match.state.snapshot()


def side(**changes: Any) -> dict[str, Any]:
    return {"sides": [SIDES[0] | changes, SIDES[1]]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sides": SIDES[:1]}, "2 sides are expected"),
        ({"rounds": 3}, "unknown keys"),
        (side(gold=3), "unknown keys of a side"),
        (side(faction="elves"), "elves"),
        (side(D=["Q9"]), "Q9"),
        ({"last": "build Q9"}, "Q9"),
        (side(D=["A5"]), "two buildings stand on A5"),
        (side(D=["F3"]), "witches cannot live on F3"),
        (side(SH=["E7", "D1"]), "2 of SH, and there are 1"),
        (side(C=-1), "C must be a number"),
        (side(C="many"), "C must be a number"),
        (side(P=8), "too many priests"),
        (side(bowls=[9, 9, 9]), "27 tokens of power"),
        (side(cult=[10, 0, 0, 0]), "markers on 10"),
        (side(cult=[11, 0, 0, 0]), "cult must be a number"),
        (side(favors=["FAV13"]), "FAV13"),
        (side(towns={"TW1": 3}), "TW1 must be"),
        (side(towns={"TW8": 1}), "more tiles"),
        (side(card="BON1"), "two owners|bonus cards"),
        (side(towned=["E7"]), "a town without a building"),
        (side(D=["F4", "F4"]), "F4 is named twice"),
        (side(ship=9), "ship 3 at most"),
        (side(dig=7), "dig at level 2 at most"),
        (side(faction="nomads"), "two owners"),
        (side(favors=["FAV1", "FAV1"]), "FAV1 is named twice"),
        ({"bridges": [[5, "F4", "G3"]]}, "bridges must be"),
        ({"left": 9}, "left must be"),
        ({"passing": [0, 0]}, "passed twice"),
        ({"stack": [["ROUND", None], ["TURN", -1]]}, "never asked of chance"),
        ({"stack": [["TURN", 0], ["ROUND", None], ["ROUND", 1]]}, "ROUND|Round"),
        ({"stack": [["ROUND", None], ["ASK", None, "TURN", 9], ["TURN", 0]]}, "whom cannot be 9"),
        ({"last": "dance"}, "dance"),
        ({"round": 7}, "round must be"),
        ({"tiles": ["SCORE1"]}, "six scoring tiles"),
        ({"tiles": ["SCORE1"] * 6}, "different scoring tiles"),
        ({"order": [0, 0]}, "once each"),
        ({"bridges": [[0, "A1", "A2"]]}, "no bridge can join A1 and A2"),
        ({"bridges": [[0, "F4", "G3"]] * 4}, "bridges"),
        ({"orders": [0]}, "16 order spaces"),
        ({"land": {"E7": "sea"}}, "sea"),
        ({"stack": [["ROUND", None]]}, "must be a question"),
        ({"stack": [["TURN", 5]]}, "stack must be"),
        ({"stack": [["NOTHING", 0]]}, "NOTHING"),
        ({"work": {"magic": 1}}, "magic"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOptions, match=said):
        at(**changes)
    for nonsense in ("", "[]", "{", "3"):
        with pytest.raises(BadOptions):
            place(2, TerraOptions(), nonsense)


def test_a_position_with_an_action_under_way() -> None:
    s = table("witches", "nomads", at={"witches": "F4=TP E7", "nomads": "A5"})
    do(s, "dig 1")
    assert isinstance(s, Table)
    again = place(2, s.options, s.position())
    assert again.work == s.work
    assert texts(again) == texts(s)

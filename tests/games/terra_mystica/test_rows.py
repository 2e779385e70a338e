"""46 matches from elsewhere, row by row: points, coins, workers, priests, bowls and cults as they were recorded.

A line of a `.rows` file: actions before it, `r` (a row of somebody's commands), `c` or `o` (cult bonus, other income),
`l` (leftovers) or a final score, the seat, VP, C, W, P, bowls, cults.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteka import games
from ludoteka.core.events import Event
from ludoteka.core.match import Match
from ludoteka.games.terra_mystica import actions
from ludoteka.games.terra_mystica.phases import endgame, flow
from ludoteka.games.terra_mystica.state import TerraState

FOLDER = Path(__file__).parent
MATCHES = FOLDER.parents[2] / "matches" / "terra_mystica"
ROWS = sorted((FOLDER / "rows").glob("*.rows"))


def numbers(s: TerraState, seat: int) -> str:
    me = s.sides[seat]
    bowls, cults = f"{me.bowl1}/{me.bowl2}/{me.bowl3}", "/".join(map(str, me.cult))
    return f"{seat} {me.vp} {me.coins} {me.workers} {me.priests} {bowls} {cults}"


class Replay:
    """Plays a record and keeps the numbers after every step, also of those that nobody decides."""

    def __init__(self, match: Match) -> None:
        self.state: Any = match.game.start(match.seats, match.options)
        self.rows: list[list[str]] = [self.everybody()]
        self.results: set[tuple[str, str]] = set()
        for action in match.actions:
            self.push(action)

    def everybody(self) -> list[str]:
        return [numbers(self.state, seat) for seat in range(self.state.seats)]

    def push(self, action: Any) -> None:
        s = self.state
        if isinstance(action, Event):
            action.happen(s)
        else:
            f = s.stack.pop()
            f[0].apply(s, f, action)
        before = None
        while s.stack and s.stack[-1][1] is None:
            f = s.stack.pop()
            label = LABELS.get(repr(f[0]), lambda frame: "")(f)
            if label and before is None:
                before = self.everybody()
            f[0].run(s, f)
            if label:
                self.results |= {(label, line) for line in self.everybody()}
        self.rows.append(before or self.everybody())


LABELS = {
    repr(flow.INCOME): lambda f: "c" if f.cult else "o",
    repr(endgame.PRIZES): lambda f: f.what,
    repr(endgame.LEFTOVERS): lambda f: "l",
}


@pytest.mark.rule("TM-20.1", "TM-20.18", "TM-20.19")
@pytest.mark.parametrize("path", ROWS, ids=lambda path: path.stem)
def test_every_row(path: Path) -> None:
    text = (MATCHES / f"{path.stem}.txt").read_text("utf-8")
    replay = Replay(Match.load(text, games.load, check=False))
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) > 90
    for line in lines:
        after, label, rest = line.split(" ", 2)
        if label == "r":
            seat = int(rest.split()[0])
            assert replay.rows[int(after)][seat] == rest, f"after {after} actions"
        else:
            assert (label, rest) in replay.results, line


@pytest.mark.rule("TM-20.1", "TM-15.9")
@pytest.mark.parametrize("path", ROWS, ids=lambda path: path.stem)
def test_the_same_match_with_people_who_take_the_word(path: Path) -> None:
    """These records are of version 1, where chance said who spoke or left. As events it is the same match."""
    old = Match.load((MATCHES / f"{path.stem}.txt").read_text("utf-8"), games.load, check=False)
    new = Match(old.game, old.seats, {**vars(old.options), "edition": "3"})
    for mover, action in zip(old.movers, old.actions, strict=True):
        if isinstance(action, actions.Leave):
            new.event(f"leave {action.seat}")
        elif isinstance(action, actions.Speak):
            if new.state.to_move() != action.seat:
                new.event(f"speak {action.seat}")
        else:
            assert new.state.to_move() == mover
            assert new.state.why_not(action) is None
            new.push(action)
    assert not new.state.stack
    assert new.state.scores() == old.state.scores()
    text = new.save()
    assert Match.load(text, games.load, check=False).save() == text


def test_nothing_is_left_out() -> None:
    assert len(ROWS) == 46
    assert sum(len(path.read_text("utf-8").splitlines()) for path in ROWS) == 13_307

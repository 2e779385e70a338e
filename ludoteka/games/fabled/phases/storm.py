"""Scenario 5: the storm at the end of a turn, and the claim of the winds in the epilogue."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase, Step
from ludoteka.games.fabled import board
from ludoteka.games.fabled.actions import CONVERT, DISCARD, GATHER, Convert, Discard, Recall
from ludoteka.games.fabled.phases import books, lands
from ludoteka.games.fabled.refusal import reason, short
from ludoteka.games.fabled.state import HOME, Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import STEPPE, TIERS


def maybe_storm(s: FabledState, f: ForSide) -> None:
    """From the milestone on each turn costs the row a land (FB-8.27)."""
    if not s.setting.storm or s.chapter < s.setting.milestone or s.forgotten or not s.row:
        return
    land = s.row[0]
    blown = [0] * s.seats
    for sage, cell in enumerate(s.at):
        if cell >= 0 and s.content.cell_land[cell] == land:
            s.at[sage] = HOME
            blown[sage // s.content.stride] += 1
    lands.forget(s, 0)
    s.note(f.side, s.content.land_id[land], -1, "storm")
    for owner in reversed(s.clockwise(f.side)):
        for _ in range(blown[owner]):
            s.stack.append(BLOWN.of[owner])


def blown_home(s: FabledState, f: ForSide) -> None:
    """One sage blown home: books or conversions (FB-8.28)."""
    n = s.setting.storm["or_transform_up"]
    if books.most_raises(s, f.side, n) >= n:
        s.stack.append(SHELTER.asked[f.side])
    else:
        s.gain(f.side, STEPPE, s.setting.storm["gain_steppe"], "storm")


class Shelter(Phase[FabledState, Asked]):
    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        return [GATHER, CONVERT]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        if isinstance(a, Convert):
            n = s.setting.storm["or_transform_up"]
            books.ask_conversions(s, f.seat, n, True, n)
        else:
            s.gain(f.seat, STEPPE, s.setting.storm["gain_steppe"], "storm")


class ClaimFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int | None
    side: int
    n: int
    """Payments left."""


def claim(s: FabledState) -> None:
    """Start of the epilogue: pay for every steppe book, then lose them all (FB-8.30)."""
    s.stack.append(CALM.step)
    s.stack += [ClaimFrame(CLAIM, None, seat, s.books[seat * 4]) for seat in reversed(s.order)]


def claim_from(s: FabledState, f: ClaimFrame) -> None:
    """A rest that cannot be paid has no effect (FB-8.31)."""
    if f.n > 0 and (s.in_row(f.side) or any(s.books[f.side * 4 + t] for t in (1, 2, 3))):
        s.ask(f._replace(phase=WINDS, seat=f.side))


class Winds(Phase[FabledState, ClaimFrame]):
    """A sage or a book?"""

    def legal(self, s: FabledState, f: ClaimFrame) -> list[Action]:
        cells = sorted({s.at[g] for g in board.sages_in_row(s, f.side)})
        found: list[Action] = [s.content.acts.recall[c] for c in cells]
        found.extend([DISCARD[t] for t in (1, 2, 3) if s.books[f.side * 4 + t]])
        return found

    def apply(self, s: FabledState, f: ClaimFrame, a: Action) -> None:
        match a:
            case Recall(at):
                s.at[board.sages_at(s, f.side, at)[0]] = HOME
            case Discard(what):
                s.pay(f.side, TIERS.index(what), 1, "winds")
        s.stack.append(f._replace(phase=CLAIM, seat=None, n=f.n - 1))

    def why_not(self, s: FabledState, f: ClaimFrame, a: Action) -> Reason | None:
        match a:
            case Recall(at):
                return reason("why.no_sage_there", "FB-8.30", at=at)
            case Discard("steppe"):
                return reason("why.not_with_steppe", "FB-8.30")
            case Discard(what) if what in TIERS:
                return short("why.books_missing", "FB-8.30", 1, 0, what=what)
        return None


def calm(s: FabledState, f: Step) -> None:
    """All steppe books are discarded."""
    for seat in range(s.seats):
        if s.books[seat * 4]:
            s.pay(seat, STEPPE, s.books[seat * 4], "winds")


BLOWN: Final = Doing("Blown", ForSide, blown_home)
SHELTER: Final = Shelter()
CLAIM: Final = Doing("Claim", ClaimFrame, claim_from)
WINDS: Final = Winds()
CALM: Final = Doing("Calm", Step, calm)

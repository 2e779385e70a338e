"""Scenario 5: the storm at the end of a turn, and the claim of the winds in the epilogue."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board
from ludoteka.games.fabled.actions import CONVERT, DISCARD, GATHER, Convert, Discard, Recall
from ludoteka.games.fabled.phases import books, turn
from ludoteka.games.fabled.state import HOME, FabledState
from ludoteka.games.fabled.vocab import STEPPE, TIERS


def maybe_storm(s: FabledState, seat: int) -> None:
    """From the milestone on each turn costs the row a land (FB-8.27)."""
    scenario = s.content.scenarios[s.options.scenario]
    if "storm" not in scenario or s.chapter < board.milestone(s) or s.forgotten or not s.row:
        return
    land = s.row[0]
    blown = [0] * s.seats
    for sage, cell in enumerate(s.at):
        if cell >= 0 and s.content.cell_land[cell] == land:
            s.at[sage] = HOME
            blown[sage // s.content.stride] += 1
    turn.forget(s, 0)
    s.note(seat, s.content.land_id[land], -1, "storm")
    for owner in reversed(s.clockwise(seat)):
        for _ in range(blown[owner]):
            s.stack.append((BLOWN, None, owner))


class Blown(Phase[FabledState, Frame]):
    """One sage blown home: books or conversions (FB-8.28). f = (BLOWN, None, seat)."""

    def run(self, s: FabledState, f: Frame) -> None:
        if can_convert(s, f[2]):
            s.stack.append((SHELTER, f[2]))
        else:
            take_books(s, f[2])


def settlement(s: FabledState) -> tuple[int, int]:
    record = s.content.scenarios[s.options.scenario]["storm"]
    return record["gain_steppe"], record["or_transform_up"]


def can_convert(s: FabledState, seat: int) -> bool:
    n = settlement(s)[1]
    return books.most_raises(s, seat, n) >= n


def take_books(s: FabledState, seat: int) -> None:
    s.gain(seat, STEPPE, settlement(s)[0], "storm")


class Shelter(Phase[FabledState, Frame]):
    """f = (SHELTER, seat)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [GATHER, CONVERT]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        if isinstance(a, Convert):
            n = settlement(s)[1]
            books.ask_conversions(s, f[1], n, True, n)
        else:
            take_books(s, f[1])


def claim(s: FabledState) -> None:
    """Start of the epilogue: pay for every steppe book, then lose them all (FB-8.30)."""
    s.stack.append((CALM, None))
    for seat in reversed(s.order):
        s.stack.append((CLAIM, None, seat, s.books[seat * 4]))


class Claim(Phase[FabledState, Frame]):
    """f = (CLAIM, None, seat, payments left). A rest that cannot be paid has no effect (FB-8.31)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, seat, n = f
        if n <= 0:
            return
        if (s.in_row(seat) or any(s.books[seat * 4 + t] for t in (1, 2, 3))) and not self._only(s, seat, n):
            s.stack.append((WINDS, seat, n))

    def _only(self, s: FabledState, seat: int, n: int) -> bool:
        """With a single way to pay there is nothing to ask: pay and go on."""
        choices = WINDS.legal(s, (WINDS, seat, n))
        if len(choices) > 1:
            return False
        WINDS.apply(s, (WINDS, seat, n), choices[0])
        return True


class Winds(Phase[FabledState, Frame]):
    """A sage or a book? f = (WINDS, seat, payments left)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        cells = sorted({s.at[g] for g in board.sages_in_row(s, f[1])})
        found: list[Action] = [s.content.acts.recall[c] for c in cells]
        found.extend([DISCARD[t] for t in (1, 2, 3) if s.books[f[1] * 4 + t]])
        return found

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        _, seat, n = f
        match a:
            case Recall(at):
                cell = s.content.cell_index[at]
                s.at[next(g for g in s.own(seat) if s.at[g] == cell)] = HOME
            case Discard(what):
                s.pay(seat, TIERS.index(what), 1, "winds")
        s.stack.append((CLAIM, None, seat, n - 1))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Recall(at):
                return reason("why.no_sage_there", "FB-8.30", at=at)
            case Discard("steppe"):
                return reason("why.not_with_steppe", "FB-8.30")
            case Discard(what) if what in TIERS:
                return reason("why.books_missing", "FB-8.30", what=what, n=1, have=0)
        return None


class Calm(Phase[FabledState, Frame]):
    """All steppe books are discarded. f = (CALM, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        for seat in range(s.seats):
            if s.books[seat * 4]:
                s.pay(seat, STEPPE, s.books[seat * 4], "winds")


BLOWN = Blown()
SHELTER = Shelter()
CLAIM = Claim()
WINDS = Winds()
CALM = Calm()

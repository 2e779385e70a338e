"""Conversions and upgrades of books."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import Phase
from ludoteka.games.fabled.actions import DONE, LOWER, RAISE, UPGRADE, Done, Lower, Raise, Upgrade
from ludoteka.games.fabled.parts import NONE, Op
from ludoteka.games.fabled.refusal import reason, short
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import STEPPE, SUN, TIERS


def can_convert(s: FabledState, side: int, up: bool) -> bool:
    b = s.books
    i = side * 4
    rate = s.content.up
    if b[i] >= rate or b[i + 1] >= rate or b[i + 2] >= rate:
        return True
    return not up and bool(b[i + 1] or b[i + 2] or b[i + 3])


def most_raises(s: FabledState, side: int, n: int) -> int:
    """How many conversions upwards can be made one after another, at most n."""
    rate = s.content.up
    have = s.books[side * 4]
    made = 0
    for tier in range(3):
        raised = have // rate
        made += raised
        have = s.books[side * 4 + tier + 1] + raised
    return min(n, made)


def exchange(s: FabledState, side: int, tier: int, n: int, to: int, m: int, why: str) -> None:
    s.pay(side, tier, n, why)
    s.gain(side, to, m, why)


def raise_book(s: FabledState, side: int, tier: int) -> None:
    exchange(s, side, tier, s.content.up, tier + 1, 1, "conversion")


def upgrade_book(s: FabledState, side: int, tier: int, tiers: int) -> None:
    exchange(s, side, tier, 1, tier + tiers, 1, "upgrade")


class TransformFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    n: int
    """Conversions left."""
    up: bool
    """Upwards only."""
    least: int
    """So many must still be made; of several all go up, and then their order does not matter."""


def ask_conversions(s: FabledState, side: int, n: int, up: bool, least: int) -> None:
    """Up to n conversions, at least `least` of them (FB-2.4). Not asked when none can be made."""
    if n > 0 and can_convert(s, side, up):
        s.ask(TransformFrame(TRANSFORM, side, n, up, least))


class Transform(Phase[FabledState, TransformFrame]):
    def legal(self, s: FabledState, f: TransformFrame) -> list[Action]:
        b = s.books
        i = f.seat * 4
        rate = s.content.up
        found: list[Action] = [RAISE[t] for t in (0, 1, 2) if b[i + t] >= rate]
        if not f.up:
            found.extend([LOWER[t] for t in (1, 2, 3) if b[i + t]])
        if f.least <= 0:
            found.append(DONE)
        return found

    def apply(self, s: FabledState, f: TransformFrame, a: Action) -> None:
        if isinstance(a, Raise):
            raise_book(s, f.seat, TIERS.index(a.what))
        elif isinstance(a, Lower):
            tier = TIERS.index(a.what)
            exchange(s, f.seat, tier, 1, tier - 1, s.content.down, "conversion")
        else:
            return
        ask_conversions(s, f.seat, f.n - 1, f.up, f.least - 1)

    def why_not(self, s: FabledState, f: TransformFrame, a: Action) -> Reason | None:
        match a:
            case Raise(what) if what in TIERS:
                tier = TIERS.index(what)
                if tier == SUN:
                    return reason("why.no_higher_tier", "FB-2.1")
                return short("why.books_missing", "FB-2.2", s.content.up, s.books[f.seat * 4 + tier], what=what)
            case Lower(what) if what in TIERS:
                if f.up:
                    return reason("why.only_up", "FB-12.4")
                if what == TIERS[STEPPE]:
                    return reason("why.no_lower_tier", "FB-2.1")
                return short("why.books_missing", "FB-2.3", 1, 0, what=what)
            case Done():
                return reason("why.must_change", "FB-6.4")
        return None


class UpgradeFrame(NamedTuple):
    """The books held before the first choice are remembered: a book just raised is not raised again (FB-7.7)."""

    phase: Phase[Any, Any]
    seat: int
    n: int
    """Books left."""
    tiers: int
    distinct: bool
    allowed: tuple[int, ...]
    """The tiers that may be raised."""
    last: int
    """The tier chosen last, or -1."""
    held: tuple[int, ...]


class Upgrading(Phase[FabledState, UpgradeFrame]):
    """Tiers are chosen from low to high, so that one set of books has one order."""

    def options(self, f: UpgradeFrame) -> list[int]:
        first = f.last + 1 if f.distinct else f.last
        return [t for t in range(max(first, 0), 4 - f.tiers) if t in f.allowed and f.held[t]]

    def legal(self, s: FabledState, f: UpgradeFrame) -> list[Action]:
        found: list[Action] = [UPGRADE[t] for t in self.options(f)]
        if f.last >= 0:
            found.append(DONE)
        return found

    def apply(self, s: FabledState, f: UpgradeFrame, a: Action) -> None:
        if isinstance(a, Upgrade):
            tier = TIERS.index(a.what)
            upgrade_book(s, f.seat, tier, f.tiers)
            left = tuple(h - (t == tier) for t, h in enumerate(f.held))
            ask_upgrade(s, f._replace(n=f.n - 1, last=tier, held=left))

    def why_not(self, s: FabledState, f: UpgradeFrame, a: Action) -> Reason | None:
        match a:
            case Upgrade(what) if what in TIERS:
                tier = TIERS.index(what)
                if tier + f.tiers > SUN:
                    return reason("why.too_high", "FB-2.5", what=what, n=f.tiers)
                if not s.books[f.seat * 4 + tier]:
                    return short("why.books_missing", "FB-2.5", 1, 0, what=what)
                if tier not in f.allowed:
                    return reason("why.tier_not_offered", "FB-12.6", what=what)
                return reason("why.other_tier", "FB-7.7", what=what)
            case Done():
                return reason("why.must_change", "FB-6.4")
        return None


def begin_upgrade(s: FabledState, side: int, op: Op) -> None:
    held = tuple(s.books[side * 4 : side * 4 + 4])
    ask_upgrade(s, UpgradeFrame(UPGRADING, side, op.books, op.tiers, op.distinct, op.source, NONE, held))


def ask_upgrade(s: FabledState, f: UpgradeFrame) -> None:
    """Ask which of the books go up; with a single compulsory answer just do it."""
    choices = UPGRADING.options(f)
    if f.n == 1 and f.last < 0 and len(choices) == 1:
        upgrade_book(s, f.seat, choices[0], f.tiers)
    elif f.n > 0 and choices:
        s.put(f)


TRANSFORM: Final = Transform()
UPGRADING: Final = Upgrading()

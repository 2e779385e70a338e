"""Conversions and upgrades of books."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled.actions import DONE, LOWER, RAISE, UPGRADE, Done, Lower, Raise, Upgrade
from ludoteka.games.fabled.state import FabledState
from ludoteka.games.fabled.vocab import STEPPE, SUN, TIERS


def can_raise(s: FabledState, side: int, tier: int) -> bool:
    return tier < SUN and s.books[side * 4 + tier] >= s.content.up


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


def raise_book(s: FabledState, side: int, tier: int) -> None:
    s.pay(side, tier, s.content.up, "conversion")
    s.gain(side, tier + 1, 1, "conversion")


def lower_book(s: FabledState, side: int, tier: int) -> None:
    s.pay(side, tier, 1, "conversion")
    s.gain(side, tier - 1, s.content.down, "conversion")


def ask_conversions(s: FabledState, side: int, n: int, up: bool, least: int) -> None:
    """Up to n conversions, at least `least` of them (FB-2.4). Not asked when none can be made."""
    if n > 0 and can_convert(s, side, up):
        if least > 0:
            s.ask((TRANSFORM, side, n, up, least))
        else:
            s.stack.append((TRANSFORM, side, n, up, least))


class Transform(Phase[FabledState, Frame]):
    """f = (TRANSFORM, side, conversions left, upwards only, how many must still be made)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        _, side, _, up, least = f
        b = s.books
        i = side * 4
        rate = s.content.up
        found: list[Action] = [RAISE[t] for t in (0, 1, 2) if b[i + t] >= rate]
        if not up:
            found.extend([LOWER[t] for t in (1, 2, 3) if b[i + t]])
        if least > 1:
            return [a for a in found if self._leaves(s, side, a, least - 1)]
        if least <= 0:
            found.append(DONE)
        return found

    def _leaves(self, s: FabledState, side: int, a: Action, least: int) -> bool:
        """Whether after this one the rest of a compulsory number can still be made upwards."""
        c = s.clone()
        self._convert(c, side, a)
        return most_raises(c, side, least) >= least

    def _convert(self, s: FabledState, side: int, a: Action) -> None:
        match a:
            case Raise(what):
                raise_book(s, side, TIERS.index(what))
            case Lower(what):
                lower_book(s, side, TIERS.index(what))

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        _, side, n, up, least = f
        if a is not DONE and type(a) is not Done:
            self._convert(s, side, a)
            ask_conversions(s, side, n - 1, up, least - 1)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        _, side, _, up, least = f
        match a:
            case Raise(what) if what in TIERS:
                tier = TIERS.index(what)
                if tier == SUN:
                    return reason("why.no_higher_tier", "FB-2.1")
                have = s.books[side * 4 + tier]
                if have < s.content.up:
                    return reason("why.books_missing", "FB-2.2", what=what, n=s.content.up, have=have)
                return reason("why.must_convert_on", "FB-8.28", n=least)
            case Lower(what) if what in TIERS:
                if up:
                    return reason("why.only_up", "FB-12.4")
                if what == TIERS[STEPPE]:
                    return reason("why.no_lower_tier", "FB-2.1")
                return reason("why.books_missing", "FB-2.3", what=what, n=1, have=0)
            case Done():
                return reason("why.must_change", "FB-6.4")
        return None


class Upgrading(Phase[FabledState, Frame]):
    """f = (UPGRADING, side, books left, tiers up, distinct, allowed tiers, tier chosen last, books held before).

    The books held before the first choice are remembered: a book that was just raised is not raised again (FB-7.7).
    Tiers are chosen from low to high, so that one set of books has one order.
    """

    def options(self, s: FabledState, f: Frame) -> list[int]:
        _, _, _, tiers, distinct, source, last, held = f
        first = last + 1 if distinct else last
        return [t for t in range(max(first, 0), 4 - tiers) if t in source and held[t]]

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        found: list[Action] = [UPGRADE[t] for t in self.options(s, f)]
        if f[6] >= 0:
            found.append(DONE)
        return found

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        if not isinstance(a, Upgrade):
            return
        _, side, n, tiers, distinct, source, _, held = f
        tier = TIERS.index(a.what)
        upgrade_book(s, side, tier, tiers)
        left = tuple(h - (t == tier) for t, h in enumerate(held))
        ask_upgrade(s, side, n - 1, tiers, distinct, source, tier, left)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Upgrade(what) if what in TIERS:
                tier = TIERS.index(what)
                if tier + f[3] > SUN:
                    return reason("why.too_high", "FB-2.5", what=what, n=f[3])
                if not s.books[f[1] * 4 + tier]:
                    return reason("why.books_missing", "FB-2.5", what=what, n=1, have=0)
                if tier not in f[5]:
                    return reason("why.tier_not_offered", "FB-12.6", what=what)
                return reason("why.other_tier", "FB-7.7", what=what)
            case Done():
                return reason("why.must_change", "FB-6.4")
        return None


def upgrade_book(s: FabledState, side: int, tier: int, tiers: int) -> None:
    s.pay(side, tier, 1, "upgrade")
    s.gain(side, tier + tiers, 1, "upgrade")


def ask_upgrade(
    s: FabledState,
    side: int,
    n: int,
    tiers: int,
    distinct: bool,
    source: tuple[int, ...],
    last: int = -1,
    held: tuple[int, ...] = (),
) -> None:
    """Ask which of the books go up; with a single compulsory answer just do it."""
    if n <= 0:
        return
    f = (UPGRADING, side, n, tiers, distinct, source, last, held or tuple(s.books[side * 4 : side * 4 + 4]))
    choices = UPGRADING.options(s, f)
    if last < 0 and len(choices) == 1 and n == 1:
        upgrade_book(s, side, choices[0], tiers)
    elif choices:
        s.stack.append(f)


def can_upgrade(s: FabledState, side: int, tiers: int, source: tuple[int, ...]) -> bool:
    return any(t + tiers <= SUN and s.books[side * 4 + t] for t in source)


TRANSFORM = Transform()
UPGRADING = Upgrading()

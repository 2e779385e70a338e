"""Where tokens stand after the conquests: the conqueror's own, and those that others had to withdraw.

Split into atoms in one order, so that every distribution has few ways to come about: first lift regions (rising), then
deploy one token or all (regions not falling).
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits, count, nth_bit
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import MOST_SEATS, Phase
from ludoteka.games.small_world.actions import DONE, Deploy, Done, Forgo, Lift
from ludoteka.games.small_world.board import LARGEST
from ludoteka.games.small_world.hooks import on_redeploy
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.moment import Moment, OfSlot, SlotStep, rising
from ludoteka.games.small_world.phases.refusal import in_order, short_of_tokens
from ludoteka.games.small_world.state import SLOTS, SmallWorld


class Regroup(OfSlot):
    """The conquests are over. New tokens come, conquest-only ones go, the rest is placed."""

    def run(self, s: SmallWorld, f: SlotStep) -> None:
        slot = f.slot
        give_up = on_redeploy(s, slot)
        if not give_up:
            redeploy(s, slot, True)
        elif give_up == count(s.held[slot]):
            for at in bits(s.held[slot]):
                set_aside(s, slot, at)
        else:
            s.stack.append(Forgoing(FORGO, slot // SLOTS, slot, give_up, 0))


class Placing(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    slot: int
    last: int
    """Regions before this one come too late."""
    lifting: bool
    """Tokens may still be taken up."""


class Redeploy(Moment[Placing]):
    """Place what is in hand; the conqueror may first take up more. All must be placed. [SW-3.4, SW-3.6]"""

    def lifts(self, s: SmallWorld, f: Placing) -> int:
        if not f.lifting:
            return 0
        mask = 0
        tokens = s.tokens
        for at in bits(s.held[f.slot] & -1 << f.last):
            if tokens[at] > 1:
                mask |= 1 << at
        return mask

    def places(self, s: SmallWorld, f: Placing) -> int:
        """Where tokens in hand may go: after the first, not to a region before the last one."""
        held = s.held[f.slot]
        return (held if f.lifting else held & -1 << f.last) if s.hand[f.slot] else 0

    def legal(self, s: SmallWorld, f: Placing) -> list[Action]:
        verbs = s.world.verbs
        result: list[Action] = [verbs.lift[at] for at in bits(self.lifts(s, f))]
        places = self.places(s, f)
        n = s.hand[f.slot]
        for at in bits(places):
            last = places >> at == 1  # what does not go into the last region would have to go there all the same
            if not last:
                result.append(verbs.deploy[at][1])
            if n > 1 or last:
                result.append(verbs.deploy[at][n])
        if not n:
            result.append(DONE)
        return result

    def sample(self, s: SmallWorld, f: Placing, rng: Random) -> Action:
        lifts, places = self.lifts(s, f), self.places(s, f)
        n = s.hand[f.slot]
        k = count(lifts)
        m = count(places)
        total = k + (1 if not n else m if n == 1 else 2 * m - 1)
        i = int(rng.random() * total)
        verbs = s.world.verbs
        if i < k:
            return verbs.lift[nth_bit(lifts, i)]
        i -= k
        if not n:
            return DONE
        if n == 1 or i == 2 * m - 2:
            return verbs.deploy[nth_bit(places, i if n == 1 else m - 1)][n]
        return verbs.deploy[nth_bit(places, i >> 1)][n if i & 1 else 1]

    def apply(self, s: SmallWorld, f: Placing, a: Action) -> None:
        slot = f.slot
        if isinstance(a, Lift):
            at = s.world.board.index[a.at]
            s.hand[slot] += s.tokens[at] - 1
            s.put(at, 1)
            s.stack.append(PLACING[slot][at + 1][True])
        elif isinstance(a, Deploy):
            at = s.world.board.index[a.at]
            s.hand[slot] -= a.n
            s.put(at, s.tokens[at] + a.n)
            if s.hand[slot]:
                s.stack.append(PLACING[slot][at][False])

    def people(self, s: SmallWorld, f: Placing) -> int:
        return f.slot

    def shown(self, s: SmallWorld, f: Placing) -> dict[str, Any]:
        return {"may_lift": f.lifting}

    def why_not(self, s: SmallWorld, f: Placing, a: Action) -> Reason | None:
        slot = f.slot
        n = s.hand[slot]
        if isinstance(a, Done):
            return reason("why.tokens_in_hand", "SW-3.5", Kind.FIRST, n=n)
        if not isinstance(a, Lift | Deploy):
            return not_here(s, f, a, reason("why.redeploy_first", "SW-3.4", Kind.FIRST))
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", Kind.NEVER, at=a.at)
        if not s.held[slot] >> at & 1:
            return reason("why.not_yours", "SW-3.2", Kind.NEEDS, at=a.at)
        if isinstance(a, Lift):
            if not f.lifting:
                return reason("why.lift_before", "SW-3.6", Kind.USED)
            if s.tokens[at] == 1:
                return reason("why.one_stays", "SW-3.6", Kind.LIMIT, at=a.at)
            return reason("why.order", "SW-3.6", Kind.FORM, at=a.at)
        if not n:
            return short_of_tokens("SW-3.4")
        if not f.lifting and at < f.last:
            return reason("why.order", "SW-3.6", Kind.FORM, at=a.at)
        if a.n > n:
            return reason("why.hand_too_small", "SW-3.4", Kind.SHORT, want=a.n, have=n, n=a.n - n)
        if self.places(s, f) >> at == 1:
            return reason("why.last_takes_all", "SW-3.6", Kind.FORM, at=a.at, have=n)
        return reason("why.one_or_all", "SW-3.6", Kind.FORM, have=n)


class Forgoing(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    slot: int
    left: int
    start: int
    """Regions before this one come too late."""


class ForgoRegions(Moment[Forgoing]):
    """Regions given up for tokens that must be set aside. [SW-6.2]"""

    def choices(self, s: SmallWorld, f: Forgoing) -> int:
        return rising(s.held[f.slot], f.start, f.left)

    def legal(self, s: SmallWorld, f: Forgoing) -> list[Action]:
        return [s.world.verbs.forgo[at] for at in bits(self.choices(s, f))]

    def sample(self, s: SmallWorld, f: Forgoing, rng: Random) -> Action:
        mask = self.choices(s, f)
        return s.world.verbs.forgo[nth_bit(mask, int(rng.random() * mask.bit_count()))]

    def apply(self, s: SmallWorld, f: Forgoing, a: Action) -> None:
        assert isinstance(a, Forgo)
        at = s.world.board.index[a.at]
        set_aside(s, f.slot, at)
        if f.left > 1:
            s.stack.append(Forgoing(self, f.seat, f.slot, f.left - 1, at + 1))

    def people(self, s: SmallWorld, f: Forgoing) -> int:
        return f.slot

    def shown(self, s: SmallWorld, f: Forgoing) -> dict[str, Any]:
        return {"left": f.left}

    def why_not(self, s: SmallWorld, f: Forgoing, a: Action) -> Reason | None:
        if not isinstance(a, Forgo):
            return not_here(s, f, a, reason("why.forgo_first", "SW-6.2", Kind.FIRST, n=f.left))
        at = s.world.board.index.get(a.at)
        if at is None or not s.held[f.slot] >> at & 1:
            return reason("why.not_yours", "SW-6.2", Kind.NEEDS, at=a.at)
        return in_order("SW-6.2", a.at, at, f.start, f.left)


def set_aside(s: SmallWorld, slot: int, at: int) -> None:
    s.aside = changed(s.aside, slot // SLOTS, s.aside[slot // SLOTS] + s.leave(slot, at))


def place_all(s: SmallWorld, slot: int, at: int) -> None:
    s.put(at, s.tokens[at] + s.hand[slot])
    s.hand[slot] = 0


def redeploy(s: SmallWorld, slot: int, lifting: bool) -> None:
    """Ask where tokens go, if there is anything to decide; without a region they stay in hand. [SW-3.5]"""
    held = s.held[slot]
    if not held:
        return
    if held & (held - 1) == 0:
        place_all(s, slot, held.bit_length() - 1)
        return
    if s.hand[slot] or any(s.tokens[at] > 1 for at in bits(held)):
        s.stack.append(PLACING[slot][0][lifting])


REGROUP: Final = Regroup()
REDEPLOY: Final = Redeploy()
PLACING: Final = [
    [[Placing(REDEPLOY, slot // SLOTS, slot, at, lifting) for lifting in (False, True)] for at in range(LARGEST + 1)]
    for slot in range(MOST_SEATS * SLOTS)
]
"""The frames, by slot, region and whether tokens may still be taken up."""
FORGO: Final = ForgoRegions()

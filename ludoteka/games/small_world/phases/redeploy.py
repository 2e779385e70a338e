"""Where tokens stand after the conquests: the conqueror's own, and those that others had to withdraw.

Split into atoms in one order, so that every distribution has few ways to come about: first lift regions (rising), then
deploy one token or all (regions not falling). `(REDEPLOY, seat, slot, last, lifting)`.
"""

from __future__ import annotations

from random import Random

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits, nth_bit
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.small_world.actions import DONE, Deploy, Done, Forgo, Lift
from ludoteka.games.small_world.hooks import on_redeploy
from ludoteka.games.small_world.phases.refusal import no_fortress
from ludoteka.games.small_world.state import SLOTS, SmallWorld


class Regroup(Phase[SmallWorld, Frame]):
    """The conquests are over: (REGROUP, None, slot). New tokens come, conquest-only ones go, the rest is placed."""

    def run(self, s: SmallWorld, f: Frame) -> None:
        slot = f[2]
        give_up = on_redeploy(s, slot)
        if not give_up:
            redeploy(s, slot, True)
        elif give_up == s.held[slot].bit_count():
            for at in bits(s.held[slot]):
                set_aside(s, slot, at)
        else:
            s.stack.append((FORGO, slot // SLOTS, slot, give_up, 0))


class Redeploy(Phase[SmallWorld, Frame]):
    """Place what is in hand; the conqueror may first take up more. All must be placed. [SW-3.4, SW-3.6]"""

    def lifts(self, s: SmallWorld, f: Frame) -> int:
        if not f[4]:
            return 0
        mask = 0
        tokens = s.tokens
        for at in bits(s.held[f[2]] & -1 << f[3]):
            if tokens[at] > 1:
                mask |= 1 << at
        return mask

    def places(self, s: SmallWorld, f: Frame) -> int:
        """Where tokens in hand may go: after the first, not to a region before the last one."""
        held = s.held[f[2]]
        return (held if f[4] else held & -1 << f[3]) if s.hand[f[2]] else 0

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        verbs = s.world.verbs
        result: list[Action] = [verbs.lift[at] for at in bits(self.lifts(s, f))]
        places = self.places(s, f)
        n = s.hand[f[2]]
        for at in bits(places):
            last = places >> at == 1  # what does not go into the last region would have to go there all the same
            if not last:
                result.append(verbs.deploy[at][1])
            if n > 1 or last:
                result.append(verbs.deploy[at][n])
        if not n:
            result.append(DONE)
        return result

    def sample(self, s: SmallWorld, f: Frame, rng: Random) -> Action:
        lifts, places = self.lifts(s, f), self.places(s, f)
        n = s.hand[f[2]]
        k = lifts.bit_count()
        m = places.bit_count()
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

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        slot = f[2]
        match a:
            case Lift(name):
                at = s.world.board.index[name]
                s.hand[slot] += s.tokens[at] - 1
                s.put(at, 1)
                s.stack.append((self, f[1], slot, at + 1, True))
            case Deploy(name, n):
                at = s.world.board.index[name]
                s.hand[slot] -= n
                s.put(at, s.tokens[at] + n)
                if s.hand[slot]:
                    rest = s.held[slot] >> at
                    if rest == 1:
                        place_all(s, slot, at)
                    else:
                        s.stack.append((self, f[1], slot, at, False))
            case _:
                assert isinstance(a, Done)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        slot = f[2]
        n = s.hand[slot]
        if isinstance(a, Done):
            return reason("why.tokens_in_hand", "SW-3.5", n=n)
        if not isinstance(a, Lift | Deploy):
            return no_fortress(s, slot, a) or reason("why.redeploy_first", "SW-3.4")
        at = s.world.board.index.get(a.at)
        if at is None:
            return reason("why.no_region", "", at=a.at)
        if not s.held[slot] >> at & 1:
            return reason("why.not_yours", "SW-3.2", at=a.at)
        if isinstance(a, Lift):
            if not f[4]:
                return reason("why.lift_before", "SW-3.6")
            return reason("why.order" if s.tokens[at] > 1 else "why.one_stays", "SW-3.6", at=a.at)
        if not n:
            return reason("why.hand_empty", "SW-3.4")
        if not f[4] and at < f[3]:
            return reason("why.order", "SW-3.6", at=a.at)
        if a.n > n:
            return reason("why.hand_too_small", "SW-3.4", n=a.n, have=n)
        return reason("why.one_or_all", "SW-3.6", have=n)


class ForgoRegions(Phase[SmallWorld, Frame]):
    """Regions given up for tokens that must be set aside: (FORGO, seat, slot, left, start). [SW-6.2]"""

    def choices(self, s: SmallWorld, f: Frame) -> int:
        """Rising order, and enough must stay above for the rest."""
        mask: int = s.held[f[2]] & -1 << f[4]
        for _ in range(f[3] - 1):
            mask ^= 1 << mask.bit_length() - 1
        return mask

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [s.world.verbs.forgo[at] for at in bits(self.choices(s, f))]

    def sample(self, s: SmallWorld, f: Frame, rng: Random) -> Action:
        mask = self.choices(s, f)
        return s.world.verbs.forgo[nth_bit(mask, int(rng.random() * mask.bit_count()))]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        assert isinstance(a, Forgo)
        at = s.world.board.index[a.at]
        set_aside(s, f[2], at)
        if f[3] > 1:
            s.stack.append((self, f[1], f[2], f[3] - 1, at + 1))

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        if not isinstance(a, Forgo):
            return reason("why.forgo_first", "SW-6.2", n=f[3])
        at = s.world.board.index.get(a.at)
        if at is None or not s.held[f[2]] >> at & 1:
            return reason("why.not_yours", "SW-6.2", at=a.at)
        return reason("why.order", "SW-6.2", at=a.at)


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
    if s.hand[slot] or (lifting and any(s.tokens[at] > 1 for at in bits(held))):
        s.stack.append((REDEPLOY, slot // SLOTS, slot, 0, lifting))


REGROUP = Regroup()
REDEPLOY = Redeploy()
FORGO = ForgoRegions()

"""Conquests, one at a time: by force, by dragon, by substitution, with the die; and leaving regions before the first.

A frame is `(CONQUEST, seat, slot, opening, roll, start, old)`: `opening` while regions may be left, `roll` is the die
that belongs to the next conquest, or -1; of the regions in `old`, held since before the conquests, those before `start`
come too late (rising order between two conquests).
"""

from __future__ import annotations

from random import Random

from ludoteka.core.action import Action
from ludoteka.core.bits import nth_bit
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.small_world.actions import (
    ROLL,
    STOP,
    THROW,
    Abandon,
    Attempt,
    Bewitch,
    Conquer,
    Dragon,
    Roll,
    Throw,
)
from ludoteka.games.small_world.data import DIE
from ludoteka.games.small_world.phases.column import refill
from ludoteka.games.small_world.phases.refusal import why_no_conquest
from ludoteka.games.small_world.reach import affordable, attemptable, cost, targets, witchable
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld

_FACES: list[tuple[Action, int]] = [(ROLL[n], DIE.count(n)) for n in sorted(set(DIE))]

Menu = tuple[int, int, int, int, int]
"""Masks of the regions that may be abandoned, conquered, taken by dragon, bewitched, attempted."""


class Conquest(Phase[SmallWorld, Frame]):
    """What the conquering people does next. [SW-2.7]"""

    def menu(self, s: SmallWorld, f: Frame) -> Menu:
        slot, opening, roll = f[2], f[3], f[4]
        able = s.able[slot]
        assert able is not None
        hand = s.hand[slot]
        mask = targets(s, slot, able)
        if roll >= 0:
            witch = witchable(s, slot, able, mask) if able.substitute and s.options.substitute_after_roll else 0
            return 0, affordable(s, slot, able, mask, hand + roll if hand else 0), 0, witch, 0
        abandon = f[6] & s.held[slot] & -1 << f[5] if opening else 0
        if not hand:
            return abandon, 0, 0, witchable(s, slot, able, mask) if able.substitute else 0, 0
        force = affordable(s, slot, able, mask, hand)
        return (
            abandon,
            force,
            mask & s.world.board.land if able.dragon and not s.dragon_used else 0,
            witchable(s, slot, able, mask) if able.substitute else 0,
            0 if able.die_each else attemptable(s, slot, able, mask & ~force, hand),
        )

    def may_throw(self, s: SmallWorld, f: Frame) -> bool:
        able = s.able[f[2]]
        return able is not None and able.die_each and f[4] < 0 and s.hand[f[2]] > 0 and targets(s, f[2], able) != 0

    def may_stop(self, s: SmallWorld, f: Frame) -> bool:
        return f[4] < 0 or bool(s.options.stop_after_roll)

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        abandon, force, dragon, witch, attempt = self.menu(s, f)
        verbs = s.world.verbs
        result: list[Action] = []
        for mask, table in (
            (abandon, verbs.abandon),
            (force, verbs.conquer),
            (dragon, verbs.dragon),
            (witch, verbs.bewitch),
            (attempt, verbs.attempt),
        ):
            while mask:
                low = mask & -mask
                result.append(table[low.bit_length() - 1])
                mask ^= low
        if self.may_throw(s, f):
            result.append(THROW)
        if self.may_stop(s, f):
            result.append(STOP)
        return result

    def sample(self, s: SmallWorld, f: Frame, rng: Random) -> Action:
        menu = self.menu(s, f)
        single: list[Action] = [THROW] if self.may_throw(s, f) else []
        if self.may_stop(s, f):
            single.append(STOP)
        counts = [mask.bit_count() for mask in menu]
        i = int(rng.random() * (sum(counts) + len(single)))
        verbs = s.world.verbs
        tables = (verbs.abandon, verbs.conquer, verbs.dragon, verbs.bewitch, verbs.attempt)
        for mask, n, table in zip(menu, counts, tables, strict=True):
            if i < n:
                return table[nth_bit(mask, i)]
            i -= n
        return single[i]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        seat, slot = f[1], f[2]
        able = s.able[slot]
        assert able is not None
        index = s.world.board.index
        match a:
            case Conquer(at):
                n = cost(s, slot, able, index[at])
                if f[4] > 0:
                    n = max(1, n - f[4])
                s.hand[slot] -= n
                s.seize(slot, index[at], n, False)
            case Dragon(at):
                s.hand[slot] -= 1
                s.dragon_used = True
                s.dragons &= ~s.held[slot]
                s.seize(slot, index[at], 1, False)
                s.dragons |= 1 << index[at]
            case Bewitch(at):
                s.bewitched |= 1 << s.owner[index[at]] // SLOTS
                s.tray[s.race[slot]] -= 1
                s.seize(slot, index[at], 1, True)
            case Abandon(at):
                s.hand[slot] += s.leave(slot, index[at])
                s.stack.append((self, seat, slot, True, -1, index[at], f[6]))
                return
            case Attempt(at):
                s.stack.append((LAST_ROLL, CHANCE, slot, index[at]))
                return
            case Throw():
                s.stack.append((ROLL_FIRST, CHANCE, seat, slot, f[6]))
                return
            case _:
                return
        self.go_on(s, seat, slot, f[6])
        refill(s)

    def go_on(self, s: SmallWorld, seat: int, slot: int, old: int) -> None:
        """Ask again unless nothing is left to do it with. [SW-4.3]"""
        opening = s.options.abandon == "between"
        frame = (self, seat, slot, opening, -1, 0, old)
        if s.hand[slot] or (opening and s.held[slot] & old) or (s.able[slot].substitute and self.menu(s, frame)[3]):  # type: ignore[union-attr]
            s.stack.append(frame)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        return why_no_conquest(s, f, a)


class LastRoll(Phase[SmallWorld, Frame]):
    """The die of the last attempt: (LAST_ROLL, CHANCE, slot, region). Conquests end either way. [SW-2.11]"""

    def outcomes(self, s: SmallWorld, f: Frame) -> list[tuple[Action, int]]:
        return _FACES

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        assert isinstance(a, Roll)
        slot, at = f[2], f[3]
        able = s.able[slot]
        assert able is not None
        s.die, s.roller = a.n, s.turn
        hand = s.hand[slot]
        victim = s.owner[at]
        if hand + a.n >= cost(s, slot, able, at):
            s.hand[slot] = 0
            s.seize(slot, at, hand, False)
            refill(s)
        elif victim >= 0 and victim % SLOTS == ACTIVE and s.options.failed_attempt_attacks:
            s.strike_at(slot, victim // SLOTS)  # SW-7.9


class RollFirst(Phase[SmallWorld, Frame]):
    """The die before a conquest: (ROLL_FIRST, CHANCE, seat, slot, old). With nothing in reach that was it. [SW-7.3]"""

    def outcomes(self, s: SmallWorld, f: Frame) -> list[tuple[Action, int]]:
        return _FACES

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        assert isinstance(a, Roll)
        s.die, s.roller = a.n, s.turn
        frame = (CONQUEST, f[2], f[3], False, a.n, 0, f[4])
        if any(CONQUEST.menu(s, frame)):
            s.stack.append(frame)


def march(s: SmallWorld, seat: int, slot: int) -> None:
    """Push the conquests of a people, unless it has neither tokens nor regions to leave."""
    if s.hand[slot] or s.held[slot]:
        s.stack.append((CONQUEST, seat, slot, True, -1, 0, s.held[slot]))


CONQUEST = Conquest()
LAST_ROLL = LastRoll()
ROLL_FIRST = RollFirst()

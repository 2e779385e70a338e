"""Conquests, one at a time: by force, by dragon, by substitution, with the die; and leaving regions before them."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ludoteka.core.action import Action
from ludoteka.core.bits import bits, count, nth_bit
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE
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
from ludoteka.games.small_world.phases.frames import Attempting, Conquering, Throwing
from ludoteka.games.small_world.phases.moment import Moment
from ludoteka.games.small_world.phases.refusal import why_no_conquest
from ludoteka.games.small_world.reach import affordable, attemptable, cost, targets, witchable
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld

_FACES: Final[list[tuple[Action, int]]] = [(ROLL[n], DIE.count(n)) for n in sorted(set(DIE))]

Menu = tuple[int, int, int, int, int]
"""Masks of the regions that may be abandoned, conquered, taken by dragon, bewitched, attempted."""


class Conquest(Moment[Conquering]):
    """What the conquering people does next. [SW-2.7]"""

    def menu(self, s: SmallWorld, f: Conquering) -> Menu:
        slot, roll = f.slot, f.roll
        able = s.able[slot]
        assert able is not None
        hand = s.hand[slot]
        mask = targets(s, slot, able)
        if roll >= 0:
            witch = witchable(s, slot, able, mask) if able.substitute and s.options.substitute_after_roll else 0
            return 0, affordable(s, slot, able, mask, hand + roll), 0, witch, 0
        abandon = f.old & s.held[slot] & -1 << f.start if f.opening else 0
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

    def may_throw(self, s: SmallWorld, f: Conquering) -> bool:
        able = s.able[f.slot]
        assert able is not None
        return able.die_each and f.roll < 0 and s.hand[f.slot] > 0 and targets(s, f.slot, able) != 0

    def may_stop(self, s: SmallWorld, f: Conquering) -> bool:
        return f.roll < 0 or bool(s.options.stop_after_roll)

    def legal(self, s: SmallWorld, f: Conquering) -> list[Action]:
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

    def sample(self, s: SmallWorld, f: Conquering, rng: Random) -> Action:
        """The same choice from the sizes of the masks."""
        abandon, force, dragon, witch, attempt = self.menu(s, f)
        throw = 1 if self.may_throw(s, f) else 0
        left, forced, burnt = count(abandon), count(force), count(dragon) if dragon else 0
        bewitched, attempted = count(witch) if witch else 0, count(attempt) if attempt else 0
        total = left + forced + burnt + bewitched + attempted + throw
        i = int(rng.random() * (total + 1 if self.may_stop(s, f) else total))
        verbs = s.world.verbs
        if i < left:
            return verbs.abandon[nth_bit(abandon, i)]
        i -= left
        if i < forced:
            return verbs.conquer[nth_bit(force, i)]
        i -= forced
        if i < burnt:
            return verbs.dragon[nth_bit(dragon, i)]
        i -= burnt
        if i < bewitched:
            return verbs.bewitch[nth_bit(witch, i)]
        i -= bewitched
        if i < attempted:
            return verbs.attempt[nth_bit(attempt, i)]
        return THROW if i - attempted < throw else STOP

    def apply(self, s: SmallWorld, f: Conquering, a: Action) -> None:
        seat, slot = f.seat, f.slot
        able = s.able[slot]
        assert able is not None
        index = s.world.board.index
        if isinstance(a, Conquer):
            at = index[a.at]
            n = cost(s, slot, able, at)
            if f.roll > 0:
                n = max(1, n - f.roll)
            s.hand[slot] -= n
            s.seize(slot, at, n, False)
        elif isinstance(a, Dragon):
            at = index[a.at]
            s.hand[slot] -= 1
            s.dragon_used = True
            s.dragons &= ~s.held[slot]
            s.seize(slot, at, 1, False)
            s.dragons |= 1 << at
        elif isinstance(a, Bewitch):
            at = index[a.at]
            s.bewitched |= 1 << s.owner[at] // SLOTS
            s.tray[s.race[slot]] -= 1
            s.seize(slot, at, 1, True)
        elif isinstance(a, Abandon):
            at = index[a.at]
            s.hand[slot] += s.leave(slot, at)
            s.stack.append(Conquering(self, seat, slot, True, -1, at, f.old))
            return
        elif isinstance(a, Attempt):
            s.stack.append(Attempting(LAST_ROLL, CHANCE, slot, index[a.at]))
            return
        elif isinstance(a, Throw):
            s.stack.append(Throwing(ROLL_FIRST, CHANCE, seat, slot, f.old))
            return
        else:
            return
        self.go_on(s, seat, slot, f.old)
        refill(s)

    def go_on(self, s: SmallWorld, seat: int, slot: int, old: int) -> None:
        """Ask again unless nothing is left to do it with. [SW-4.3]"""
        opening = s.options.abandon == "between"
        if s.hand[slot] or (opening and s.held[slot] & old) or self.may_substitute(s, slot):
            s.stack.append(Conquering(self, seat, slot, opening, -1, 0, old))

    def may_substitute(self, s: SmallWorld, slot: int) -> bool:
        able = s.able[slot]
        assert able is not None
        return able.substitute and witchable(s, slot, able, targets(s, slot, able)) != 0

    def people(self, s: SmallWorld, f: Conquering) -> int:
        return f.slot

    def shown(self, s: SmallWorld, f: Conquering) -> dict[str, Any]:
        """The die that counts, and tokens that each region within reach would take now."""
        able = s.able[f.slot]
        assert able is not None
        off = max(0, f.roll)
        names = s.world.board.names
        costs = {names[at]: max(1, cost(s, f.slot, able, at) - off) for at in bits(targets(s, f.slot, able))}
        return {"roll": f.roll if f.roll >= 0 else None, "may_abandon": f.opening and f.roll < 0, "costs": costs}

    def why_not(self, s: SmallWorld, f: Conquering, a: Action) -> Reason | None:
        return why_no_conquest(s, f, a)


class LastRoll(Moment[Attempting]):
    """The die of the last attempt. Conquests end either way. [SW-2.11]"""

    def outcomes(self, s: SmallWorld, f: Attempting) -> list[tuple[Action, int]]:
        return _FACES

    def apply(self, s: SmallWorld, f: Attempting, a: Action) -> None:
        assert isinstance(a, Roll)
        slot, at = f.slot, f.at
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

    def people(self, s: SmallWorld, f: Attempting) -> int:
        return f.slot

    def shown(self, s: SmallWorld, f: Attempting) -> dict[str, Any]:
        able = s.able[f.slot]
        assert able is not None
        return {"at": s.world.board.names[f.at], "need": cost(s, f.slot, able, f.at)}


class RollFirst(Moment[Throwing]):
    """The die before a conquest. With nothing in reach that was it. [SW-7.3]"""

    def outcomes(self, s: SmallWorld, f: Throwing) -> list[tuple[Action, int]]:
        return _FACES

    def apply(self, s: SmallWorld, f: Throwing, a: Action) -> None:
        assert isinstance(a, Roll)
        s.die, s.roller = a.n, s.turn
        frame = Conquering(CONQUEST, f.thrower, f.slot, False, a.n, 0, f.old)
        if any(CONQUEST.menu(s, frame)):
            s.stack.append(frame)

    def people(self, s: SmallWorld, f: Throwing) -> int:
        return f.slot


def march(s: SmallWorld, seat: int, slot: int) -> None:
    """Push the conquests of a people, unless it has neither tokens nor regions to leave."""
    if s.hand[slot] or s.held[slot]:
        s.stack.append(Conquering(CONQUEST, seat, slot, True, -1, 0, s.held[slot]))


CONQUEST: Final = Conquest()
LAST_ROLL: Final = LastRoll()
ROLL_FIRST: Final = RollFirst()

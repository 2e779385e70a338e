"""Small World: coins now and the coins of the turns to come.

A turn is played to its end before it is judged, quickly and cheaply (`playout`), because half a conquest says nothing.
The turns to come are counted as if the board stayed as it is, with losses, and with the best moment to decline.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludoteka.bots.judge import Judge
from ludoteka.core.action import Action
from ludoteka.core.bits import bits, spread
from ludoteka.core.game import OVER, Frame, State
from ludoteka.games.small_world.actions import DECLINE, DONE, EXPAND, STOP, THROW, Abandon, Attempt, Befriend, Lift
from ludoteka.games.small_world.phases.column import TAKE
from ludoteka.games.small_world.phases.conquest import CONQUEST
from ludoteka.games.small_world.phases.markers import ALLY, ENCAMP, FORTRESS, HEROES
from ludoteka.games.small_world.phases.redeploy import REDEPLOY
from ludoteka.games.small_world.phases.turn import CHOICE, LATE_DECLINE, UNDEAD
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import ACTIVE, DECLINED, SLOTS, SmallWorld

MOST_TURNS = 12


class SmallWorldJudge(Judge):
    scale = 7.0

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self._fresh = self._fresh_race()

    def quiet(self, state: State) -> bool:
        """When a turn begins. New combinations turned up in between do not matter."""
        return state.stack[-1][0] in (CHOICE, TAKE)

    def actions(self, state: State) -> list[Action]:
        assert isinstance(state, SmallWorld)
        f = state.stack[-1]
        phase = f[0]
        if phase is REDEPLOY:
            return [_redeploy(state, f)]
        legal = state.legal_actions()
        if phase is CONQUEST:
            return _conquests(state, f, legal)
        if phase is CHOICE and state.round == state.rounds:
            return [EXPAND]  # a race declined in the last round never gets a successor
        return legal

    def playout(self, state: State, rng: Random) -> Action:
        assert isinstance(state, SmallWorld)
        f = state.stack[-1]
        phase = f[0]
        if phase is CONQUEST:
            return _next_conquest(state, f, rng)
        if phase is REDEPLOY:
            return _redeploy(state, f)
        if phase is CHOICE:
            return DECLINE if self._tired(state, f[1]) else EXPAND
        if phase is TAKE:
            return max(state.legal_actions(), key=lambda a: self._combination(state, a) + rng.random())
        if phase is LATE_DECLINE:
            return DECLINE if state.round < state.rounds and self._tired(state, f[1]) else DONE
        if phase is UNDEAD:
            return EXPAND
        legal = state.legal_actions()
        if phase in (FORTRESS, HEROES, ENCAMP):
            return _guard(state, f[1], legal)
        if phase is ALLY:
            peace = [a for a in legal if isinstance(a, Befriend)]
            return max(peace, key=lambda a: state.held[a.seat * SLOTS].bit_count()) if peace else legal[0]
        return rng.choice(legal)

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, SmallWorld)
        s = state
        if s.to_move() == OVER:
            return [coins + 0.01 * s.tokens_on_board(seat) for seat, coins in enumerate(s.coins)]
        w = self.weights
        lost = self._losses(s)
        return [
            coins + self._prospects(s, seat, lost, w) + 0.01 * s.hand[seat * SLOTS]
            for seat, coins in enumerate(s.coins)
        ]

    def _prospects(self, s: SmallWorld, seat: int, lost: list[float], w: Mapping[str, Any]) -> float:
        """Coins of the turns to come, with the best moment to decline."""
        turns = s.rounds - s.round + (seat >= s.turn)
        if turns <= 0:
            return 0.0
        first = seat * SLOTS
        active = s.held[first]
        kept = income = tokens = 0.0
        able = s.able[first]
        held = active.bit_count()
        for at in bits(active):
            kept += 1 - lost[at]
            tokens += s.tokens[at] - 1
        tokens += s.hand[first] + s.aside[seat]
        stay = 1.0
        if held:
            stay = kept / held
        bonus = 0.0
        if able is not None:
            for _, mask, amount in able.coins_region:
                bonus += (active & mask).bit_count() * amount
            for _, amount, first_only in able.coins_flat:
                bonus += 0 if first_only else amount
            for _, amount in able.coins_conquest:
                bonus += amount * min(3.0, tokens / 3)
            for _, amount in able.coins_fortress:
                bonus += amount * ((s.forts & active).bit_count() + 1)
        old, old_bonus, old_stay = self._decline_income(s, first, lost)
        # go on for k turns, then decline; the value of each way, the best is taken
        best = 0.0
        sum_on = 0.0
        regions = float(held)
        fade = 1.0
        for k in range(turns + 1):
            if k == turns:
                best = max(best, sum_on)
                break
            # decline now: the old decline goes, what is active stays on in decline
            if able is None:
                return self._fresh[turns] + sum((old + old_bonus) * old_stay ** (t + 1) for t in range(turns))
            if turns - k >= 2:
                left = turns - k
                stay_on = regions * stay
                total = sum(stay_on * w["decline_stay"] ** t for t in range(left))
                best = max(best, sum_on + total + self._fresh[left - 1])
            fade *= old_stay
            grown = min(w["most_growth"], tokens / w["tokens_per_region"]) if k == 0 else w["late_growth"] * (k < 3)
            regions = regions * stay + grown
            share = bonus * (0.8 + 0.2 * min(2.0, regions / max(1, held))) if held else bonus
            income = regions + share + (old + old_bonus) * fade
            sum_on += income
            tokens = 0.0
        return best

    def _decline_income(self, s: SmallWorld, first: int, lost: list[float]) -> tuple[float, float, float]:
        """Regions in decline, their bonus, and the share that stays from turn to turn."""
        held = s.held[first + 1] | s.held[first + 2]
        if not held:
            return 0.0, 0.0, 1.0
        n = held.bit_count()
        bonus = 0.0
        for slot in (first + 1, first + 2):
            able = s.able[slot]
            if able is not None:
                for _, mask, amount in able.coins_region:
                    bonus += (s.held[slot] & mask).bit_count() * amount
        return float(n), bonus, 1 - sum(lost[at] for at in bits(held)) / n

    def _losses(self, s: SmallWorld) -> list[float]:
        """How likely each held region falls before its owner's next turn: by its price and by who can get there."""
        w = self.weights
        prices = w["loss"]
        safe = s.holes | s.heroes | s.dragons
        board = s.world.board
        lost = [0.0] * board.size
        for seat in range(s.seats):
            others = 0
            fresh = False
            for rival in range(s.seats):
                if rival != seat:
                    others |= s.held[rival * SLOTS]
                    fresh |= s.able[rival * SLOTS] is None
            reach = spread(others, board.beside) | (board.border if fresh else 0)
            first = seat * SLOTS
            for slot in (first, first + DECLINED, first + 2):
                factor = 1.0 if slot == first else w["decline_target"]
                for at in bits(s.held[slot] & ~safe):
                    price = min(len(prices) - 1, s.defence[at])
                    lost[at] = min(0.9, factor * prices[price] * (1.0 if reach >> at & 1 else w["out_of_reach"]))
        return lost

    def _fresh_race(self) -> list[float]:
        """Coins of a new race by turns left: its first turns, then perhaps a decline and another race."""
        w = self.weights
        incomes = w["fresh_income"]
        table = [0.0] * (MOST_TURNS + 1)
        for left in range(1, MOST_TURNS + 1):
            best = total = 0.0
            for held in range(1, left + 1):
                total += incomes[min(held, len(incomes)) - 1]
                rest = left - held
                value = total
                if rest:
                    value += sum(w["fresh_regions"] * w["decline_stay"] ** (t + 1) for t in range(rest))
                    value += table[rest - 1]
                best = max(best, value)
            table[left] = best
        return table

    def _tired(self, s: SmallWorld, seat: int) -> bool:
        """Whether the active race has little left to conquer with and there is time for another."""
        left = s.rounds - s.round
        first = seat * SLOTS
        spare = s.hand[first] + s.aside[seat] + sum(s.tokens[at] - 1 for at in bits(s.held[first]))
        return left >= 2 and spare < 4

    def _combination(self, s: SmallWorld, a: Action) -> float:
        race = s.world.race_index[a.what]  # type: ignore[attr-defined]
        i = s.col_race.index(race)
        power = s.col_power[i]
        tokens = s.world.races[race].tokens + s.world.powers[power].tokens
        able = s.world.ability(race, power, False)
        extra = 2.0 * bool(able.coins_region) + sum(n * (0.4 if once else 2) for _, n, once in able.coins_flat)
        extra += 1.0 * (able.flies or able.dragon or able.die_each or able.substitute or bool(able.heroes))
        extra += 1.5 * bool(able.cheap) + 0.5 * able.extra + 1.0 * bool(able.coins_conquest)
        return 0.8 * tokens + extra + s.col_coins[i] - i


def _conquests(s: SmallWorld, f: Frame, legal: list[Action]) -> list[Action]:
    """Conquests of others' and empty regions; the die before anything else if it is free; leaving only if stuck."""
    if THROW in legal:
        return [THROW]  # rolling first costs nothing
    seat = f[1]
    first = seat * SLOTS
    own = s.held[first] | s.held[first + 1] | s.held[first + 2]
    index = s.world.board.index
    sure: list[Action] = []
    risky: list[Action] = []
    for a in legal:
        if isinstance(a, Abandon) or a is STOP or a == STOP:
            continue
        if own >> index[a.at] & 1:  # type: ignore[attr-defined]
            continue
        (risky if isinstance(a, Attempt) else sure).append(a)
    if sure:
        return sure
    return [*risky, STOP] if risky and STOP in legal else risky or ([STOP] if STOP in legal else legal)


def _gain(s: SmallWorld, slot: int, at: int) -> float:
    """What a region brings its conqueror, roughly in coins."""
    able = s.able[slot]
    assert able is not None
    bit = 1 << at
    gain = 2.0
    for _, mask, amount in able.coins_region:
        if mask & bit:
            gain += 1.5 * amount
    victim = s.owner[at]
    if victim >= 0 or s.tribes & bit:
        for _, amount in able.coins_conquest:
            gain += amount
        if able.growth:
            gain += 0.5
    if victim >= 0:
        if victim // SLOTS == slot // SLOTS:
            return -1.0
        gain += 1.0 if victim % SLOTS == ACTIVE else 1.3
    return gain


def _next_conquest(s: SmallWorld, f: Frame, rng: Random) -> Action:
    """The best region for its price, the die when nothing else is left."""
    slot, roll = f[2], f[4]
    able = s.able[slot]
    assert able is not None
    verbs = s.world.verbs
    if CONQUEST.may_throw(s, f):
        return THROW
    _, force, dragon, witch, attempt = CONQUEST.menu(s, f)
    for at in bits(witch):
        if _gain(s, slot, at) > 0:
            return verbs.bewitch[at]
    choice: Action = STOP
    best = -99.0
    for at in bits(force):
        gain = _gain(s, slot, at)
        if gain > 0:
            price = cost(s, slot, able, at)
            if roll > 0:
                price = max(1, price - roll)
            value = gain - 0.7 * price + 0.2 * rng.random()
            if value > best:
                best, choice = value, verbs.conquer[at]
    for at in bits(dragon):
        price = cost(s, slot, able, at)
        if price >= 4 and _gain(s, slot, at) + 1.0 > best and _gain(s, slot, at) > 0:
            best, choice = _gain(s, slot, at) + 1.0, verbs.dragon[at]
    if choice is STOP:
        least = 99
        for at in bits(attempt):
            price = cost(s, slot, able, at)
            if price < least and _gain(s, slot, at) > 0:
                least, choice = price, verbs.attempt[at]
    if choice is STOP and not CONQUEST.may_stop(s, f):
        return s.sample(rng)
    return choice


def _danger(s: SmallWorld, seat: int) -> int:
    """Regions of the seat that somebody else can march into, newcomers at the border included."""
    others = 0
    for rival in range(s.seats):
        if rival != seat:
            others |= s.held[rival * SLOTS]
    board = s.world.board
    return spread(others, board.beside) | board.border


def _redeploy(s: SmallWorld, f: Frame) -> Action:
    """Every region keeps one token; the rest goes one by one to the weakest region within others' reach."""
    seat, slot, start, lifting = f[1], f[2], f[3], f[4]
    verbs = s.world.verbs
    places = list(bits(s.held[slot]))
    immune = s.holes | s.heroes | s.dragons
    if not lifting:
        places = [at for at in places if at >= start]
    danger = _danger(s, seat)
    front = [at for at in places if danger >> at & 1 and not immune >> at & 1] or places
    if lifting:
        for at in places:
            # an army inside the realm, or a tower where one would do, is taken up once
            if at >= start and s.tokens[at] > 1 and (at not in front or s.tokens[at] > 3):
                return verbs.lift[at]
    n = s.hand[slot]
    if not n:
        return DONE
    wanted = dict.fromkeys(front, 0)
    for _ in range(n):
        at = min(front, key=lambda k: (s.defence[k] + wanted[k], k))
        wanted[at] += 1
    for at in places:
        more = wanted.get(at, 0)
        if more:
            last = at == places[-1]
            return verbs.deploy[at][n] if more == n or last else verbs.deploy[at][1]
    return DONE


def _guard(s: SmallWorld, seat: int, legal: list[Action]) -> Action:
    """Fortress, hero or camp to the region that is easiest to take; nothing is struck or left out."""
    index = s.world.board.index
    places = [a for a in legal if hasattr(a, "at") and not isinstance(a, Lift)]
    if not places:
        return DONE if DONE in legal else legal[0]
    danger = _danger(s, seat)
    return min(places, key=lambda a: (not danger >> index[a.at] & 1, s.defence[index[a.at]], index[a.at]))


JUDGE = SmallWorldJudge

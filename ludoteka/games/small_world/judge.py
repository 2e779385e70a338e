"""Small World: coins now and the coins of the turns to come.

Half a conquest says little, so better bots play a turn to its end before they judge, quickly and cheaply (`playout`).
The turns to come are counted as if the board stayed as it is, with losses, and with the best moment to decline.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from ludoteka.bots.judge import Judge
from ludoteka.core.action import Action, listed
from ludoteka.core.bits import bits, spread
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.games.small_world.actions import DECLINE, DONE, EXPAND, STOP, THROW, Abandon, Attempt, Befriend, Lift
from ludoteka.games.small_world.phases.column import TAKE
from ludoteka.games.small_world.phases.conquest import CONQUEST
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.phases.markers import ALLY, ENCAMP, FORTRESS, HEROES
from ludoteka.games.small_world.phases.redeploy import Placing
from ludoteka.games.small_world.phases.turn import CHOICE, LATE_DECLINE, UNDEAD
from ludoteka.games.small_world.reach import cost
from ludoteka.games.small_world.state import ACTIVE, DECLINED, SLOTS, SmallWorld

MOST_TURNS: Final = 12


class SmallWorldJudge(Judge):
    scale = 7.0
    trust = 0.5  # docs/bots-measured.md

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self._fresh = self._fresh_race()

    def quiet(self, state: State) -> bool:
        """Whenever somebody is asked; a die that has not fallen and a banner not yet turned up come first."""
        return bool(state.stack[-1][1] != CHANCE)

    def chapter(self, state: State) -> int:
        """A turn: half a conquest says little."""
        assert isinstance(state, SmallWorld)
        return state.round * state.seats + state.turn

    def actions(self, state: State) -> list[Action]:
        assert isinstance(state, SmallWorld)
        f = state.stack[-1]
        phase = f[0]
        if isinstance(f, Placing):
            return [_redeploy(state, f)]
        legal = listed(state.legal_actions())
        if isinstance(f, Conquering):
            return _conquests(state, f, legal)
        if phase is CHOICE and state.round == state.rounds:
            return [EXPAND]  # a race declined in the last round never gets a successor
        return legal

    def playout(self, state: State, rng: Random) -> Action:
        assert isinstance(state, SmallWorld)
        f = state.stack[-1]
        phase = f[0]
        if isinstance(f, Conquering):
            return _next_conquest(state, f, rng, self.weights["conquest"])
        if isinstance(f, Placing):
            return _redeploy(state, f)
        if phase is CHOICE:
            return DECLINE if self._tired(state, f[1]) else EXPAND
        if phase is TAKE:
            return max(state.legal_actions(), key=lambda a: self._combination(state, a) + rng.random())
        if phase is LATE_DECLINE:
            return DECLINE if state.round < state.rounds and self._tired(state, f[1]) else DONE
        if phase is UNDEAD:
            return EXPAND
        legal = listed(state.legal_actions())
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
        lost = self._losses(s)
        return [
            coins + self._prospects(s, seat, lost) + 0.01 * s.hand[seat * SLOTS] for seat, coins in enumerate(s.coins)
        ]

    def _prospects(self, s: SmallWorld, seat: int, lost: list[float]) -> float:
        """Coins of the turns to come, with the best moment to decline."""
        turns = s.rounds - s.round + (seat >= s.turn)
        if turns <= 0:
            return 0.0
        w = self.weights
        lasting = min(1.0, turns / 5)
        first_move: float = w["on_turn"] * (seat == s.turn) * lasting
        if s.able[seat * SLOTS] is None:
            old, stay = self._decline_income(s, seat, lost)
            between: float = self._fresh[turns] + w["between_races"] * lasting
            return first_move + between + sum(old * stay ** (t + 1) for t in range(turns))
        return first_move + max(self._ways(s, seat, turns, lost)) + self._talent(s, seat) * lasting

    def _talent(self, s: SmallWorld, seat: int) -> float:
        """What self-play has shown that counting misses in an active race with more turns to come."""
        w = self.weights
        able = s.able[seat * SLOTS]
        assert able is not None
        talent: float = w["race"].get(able.race, 0.0) + w["power"].get(able.power, 0.0) + w["spare"] * _spare(s, seat)
        return talent

    def _ways(self, s: SmallWorld, seat: int, turns: int, lost: list[float]) -> list[float]:
        """Coins of the turns to come if the active race declines now, after one turn, after two …, never."""
        w = self.weights
        first = seat * SLOTS
        active = s.held[first]
        held = active.bit_count()
        stay = sum(1 - lost[at] for at in bits(active)) / held if held else 1.0
        spare = _spare(s, seat)
        bonus = _bonus(s, first, spare)
        old, old_stay = self._decline_income(s, seat, lost)
        growth = min(w["most_growth"], spare / w["tokens_per_region"])
        regions = float(held)
        earned = 0.0
        ways = []
        for k in range(turns):
            left = turns - k
            if left >= 2:  # the old decline goes, what is active stays on in decline
                in_decline = sum(regions * stay * w["decline_stay"] ** t for t in range(left))
                ways.append(earned + in_decline + self._fresh[left - 1])
            old *= old_stay
            regions = regions * stay + growth
            growth = w["late_growth"] * (k < 2)
            share = 0.8 + 0.2 * min(2.0, regions / held) if held else 1.0
            earned += regions + bonus * share + old
        return [*ways, earned]

    def _decline_income(self, s: SmallWorld, seat: int, lost: list[float]) -> tuple[float, float]:
        """Coins a turn from the races in decline, and the share that stays from turn to turn."""
        first = seat * SLOTS
        held = s.held[first + 1] | s.held[first + 2]
        if not held:
            return 0.0, 1.0
        n = held.bit_count()
        coins = float(n)
        for slot in (first + 1, first + 2):
            able = s.able[slot]
            if able is not None:
                for _, mask, amount in able.coins_region:
                    coins += (s.held[slot] & mask).bit_count() * amount
        return coins, 1 - sum(lost[at] for at in bits(held)) / n

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
        """Whether the active race had better decline now than later."""
        turns = s.rounds - s.round + 1
        if turns < 3:
            return False
        now, *later = self._ways(s, seat, turns, self._losses(s))
        between: float = self.weights["between_races"]
        return now + between * min(1.0, turns / 5) > max(later) + self._talent(s, seat) * min(1.0, turns / 5)

    def _combination(self, s: SmallWorld, a: Action) -> float:
        """Roughly what a combination is worth, in coins; races and powers that nobody has measured by their tokens."""
        i = s.col_race.index(s.world.race_index[a.what])  # type: ignore[attr-defined]
        race, power = s.world.races[s.col_race[i]], s.world.powers[s.col_power[i]]
        w = self.weights
        value: float = w["choose_race"].get(race.id, 2.0 * (race.tokens - 5.5))
        value += w["choose_power"].get(power.id, 2.0 * (power.tokens - 4.5))
        return value + s.col_coins[i] - i


def _spare(s: SmallWorld, seat: int) -> int:
    """Tokens of the active race that are not needed to hold its regions."""
    first = seat * SLOTS
    return s.hand[first] + s.aside[seat] + sum(s.tokens[at] - 1 for at in bits(s.held[first]))


def _bonus(s: SmallWorld, first: int, spare: int) -> float:
    """Coins that race and power bring a turn, beside one for each region."""
    active, able = s.held[first], s.able[first]
    assert able is not None
    bonus = 0.0
    for _, mask, amount in able.coins_region:
        bonus += (active & mask).bit_count() * amount
    for _, amount, first_only in able.coins_flat:
        bonus += 0 if first_only else amount
    for _, amount in able.coins_conquest:
        bonus += amount * min(3.0, spare / 3)
    for _, amount in able.coins_fortress:
        bonus += amount * ((s.forts & active).bit_count() + 1)
    return bonus


def _conquests(s: SmallWorld, f: Conquering, legal: list[Action]) -> list[Action]:
    """Conquests of others' and empty regions; the die before anything else if it is free; leaving only if stuck."""
    if THROW in legal:
        return [THROW]  # rolling first costs nothing
    seat = f.seat
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
    if risky and s.round == s.rounds:
        return risky  # nothing is lost by the last throw
    return [*risky, STOP] if risky and STOP in legal else risky or ([STOP] if STOP in legal else legal)


def _gain(s: SmallWorld, slot: int, at: int, w: Mapping[str, float]) -> float:
    """What a region brings its conqueror, roughly in coins."""
    able = s.able[slot]
    assert able is not None
    bit = 1 << at
    gain = w["region"]
    for _, mask, amount in able.coins_region:
        if mask & bit:
            gain += w["bonus"] * amount
    victim = s.owner[at]
    if victim >= 0 or s.tribes & bit:
        for _, amount in able.coins_conquest:
            gain += amount
        if able.growth:
            gain += w["growth"]
    if victim >= 0:
        if victim // SLOTS == slot // SLOTS:
            return -1.0
        gain += w["active"] if victim % SLOTS == ACTIVE else w["declined"]
    return gain


def _next_conquest(s: SmallWorld, f: Conquering, rng: Random, w: Mapping[str, float]) -> Action:
    """The best region for its price, the die when nothing else is left."""
    slot, roll = f.slot, f.roll
    able = s.able[slot]
    assert able is not None
    verbs = s.world.verbs
    if CONQUEST.may_throw(s, f):
        return THROW
    _, force, dragon, witch, attempt = CONQUEST.menu(s, f)
    for at in bits(witch):
        if _gain(s, slot, at, w) > 0:
            return verbs.bewitch[at]
    choice: Action = STOP
    best = -99.0
    for at in bits(force):
        gain = _gain(s, slot, at, w)
        if gain > 0:
            price = cost(s, slot, able, at)
            if roll > 0:
                price = max(1, price - roll)
            value = gain - w["token"] * price + 0.2 * rng.random()
            if value > best:
                best, choice = value, verbs.conquer[at]
    for at in bits(dragon):
        price = cost(s, slot, able, at)
        if price >= 4 and _gain(s, slot, at, w) + 1.0 > best and _gain(s, slot, at, w) > 0:
            best, choice = _gain(s, slot, at, w) + 1.0, verbs.dragon[at]
    if choice is STOP:
        least = 99
        for at in bits(attempt):
            price = cost(s, slot, able, at)
            if price < least and _gain(s, slot, at, w) > 0:
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


def _redeploy(s: SmallWorld, f: Placing) -> Action:
    """Every region keeps one token; the rest goes one by one to the weakest region within others' reach."""
    seat, slot, start, lifting = f.seat, f.slot, f.last, f.lifting
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

"""Terra Mystica: points now, what the position still pays, and what the coming tiles will reward.

V(seat) = points + resources + income of the rounds to come + cults and area as they stand + tiles and card + towns in
the making + free land in reach. Weights are points; most come from recorded league matches. Openings and answers that
need no search are in `terra_opening.py`, the choice of actions in `terra_filter.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Final

from ludoteka.bots.judge import Judge, softmax
from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.game import OVER, State
from ludoteka.games.terra_mystica.data import (
    AREA_PRIZES,
    BON1,
    BON2,
    CARDS,
    CULT_PRIZES,
    CULT_TOP,
    FAV5,
    FAV6,
    FAV10,
    FAV11,
    FAV12,
    FAV12_VP,
    LIMITS,
    PRIESTS_SENT,
    ROUND_TILES,
    ROUNDS,
    SA,
    SH,
    TE,
    TP,
    D,
)
from ludoteka.games.terra_mystica.income import income
from ludoteka.games.terra_mystica.judge_filter import actions_of, is_payment, newly_possible
from ludoteka.games.terra_mystica.judge_plan import TerraPlans
from ludoteka.games.terra_mystica.judge_value import NAMES, features, fitted, prize
from ludoteka.games.terra_mystica.phases.endgame import networks
from ludoteka.games.terra_mystica.phases.passing import pass_points
from ludoteka.games.terra_mystica.phases.turn import ANSWER, TURN
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState

Geometry = tuple[float, int]
"""Worth of the towns in the making, and the size of the largest network."""

LEAD: Final = 10.0
"""Points of lead that mean about three matches of four: of 4 to 50 it fits 24 recorded matches best."""


class TerraJudge(Judge):
    hidden = False
    scale = 18.0
    par = 105.0
    """Points at which a match seems half won: bots here play for points, because a table of them shares little else."""

    names: Sequence[str] = NAMES

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__(weights)
        self._cache: dict[Any, Geometry] = {}
        self.plans = TerraPlans(self)
        self.model = fitted()

    def quiet(self, state: State) -> bool:
        """At the start of a turn. Half an action, an open offer or a payment without its purchase cannot be judged."""
        assert isinstance(state, TerraState)
        f = state.stack[-1]
        if f[0] is TURN:
            return bool(state.acts) and not (state.last is not None and is_payment(state.last))
        return f[0] is not ANSWER

    def chapter(self, state: State) -> int:
        assert isinstance(state, TerraState)
        return state.round

    def actions(self, state: State) -> list[Action]:
        assert isinstance(state, TerraState)
        return actions_of(state)

    def playout(self, state: State, rng: Random) -> Action:
        assert isinstance(state, TerraState)
        found = actions_of(state)
        if len(found) == 1:
            return found[0]
        seat = state.to_move()
        best, choice = -1e9, found[0]
        for action in found:
            after = state.clone()
            after.apply(action)
            value = self.worth_of(after, seat) - (0.8 if is_payment(action) else 0.0)
            if value > best:
                best, choice = value, action
        return choice

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, TerraState)
        return [self.worth_of(state, seat) for seat in range(state.seats)]

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, TerraState)
        return features(state, seat, self)

    def folk(self, state: State, seat: int) -> str:
        assert isinstance(state, TerraState)
        return state.sides[seat].folk.name

    def utility(self, state: State, worths: Sequence[float]) -> list[float]:
        found = [1 / (1 + exp(-max(-30.0, min(30.0, (w - self.par) / self.scale)))) for w in worths]
        if state.to_move() == OVER:
            return [0.9 * u + 0.1 * won for u, won in zip(found, state.returns(), strict=True)]
        return found

    def chances(self, worths: Sequence[float], shares: Sequence[float]) -> list[float]:
        """The search goes for points; who wins with them, recorded matches of the league tell (LEAD fits them best).
        Without the points of the others nobody knows."""
        return softmax(worths, LEAD) if worths else []

    def ahead(self, state: State, action: Action, rng: Random, samples: int = 1, chapters: int = 0) -> list[float]:
        """Only the mover's value is needed here. A payment is worth what it makes possible."""
        assert isinstance(state, TerraState)
        seat, until = state.to_move(), state.round + chapters
        after = state.clone()
        after.apply(action)
        if is_payment(action) and after.stack and after.stack[-1] == state.stack[-1]:
            worth = -1e9
            for following in newly_possible(state, after, action):
                then = after.clone()
                then.apply(following)
                self.play_on(then, rng, until)
                worth = max(worth, self.worth_of(then, seat))
            if worth < -1e8:
                worth = self.worth_of(after, seat) - 1
        else:
            self.play_on(after, rng, until)
            worth = self.worth_of(after, seat)
        worths = [0.0] * state.seats
        worths[seat] = worth
        return [1 / (1 + exp(-max(-30.0, min(30.0, (w - self.par) / self.scale)))) for w in worths]

    # --- the worth of one seat -----------------------------------------------------------------------------------

    def worth_of(self, s: TerraState, seat: int) -> float:
        me = s.sides[seat]
        if me.faction is None or not s.stack:
            return float(me.vp)
        r = max(1, s.round)
        w, by = self.rates, self.series
        value = me.vp + self._resources(me, r) + self._income(me, r)
        value += self._cults(s, me, r) + self._tiles(s, me, r)
        towns, network = self.geometry(s, seat, me)
        value += towns * by["town_round"][r - 1]
        value += self._area(s, seat, network, r) + self.land(s, me, r)
        value += (
            by["dwelling"][r - 1] * me.count(D) + by["house"][r - 1] * me.count(TP) + by["temple"][r - 1] * me.count(TE)
        )
        strongholds: dict[str, float] = self.weights["stronghold"]
        value += strongholds.get(me.folk.name, strongholds["other"]) * (me.own[SH] != 0) * (7 - r) / 6
        value += w["sanctuary"] * (me.own[SA] != 0) + by["ship"][r - 1] * me.ship + by["dig"][r - 1] * me.dig
        return float(value)

    def _resources(self, me: Side, r: int) -> float:
        w, by = self.rates, self.series
        if r == ROUNDS and me.passed:
            coins = me.coins + me.workers + me.priests + me.bowl3 + me.bowl2 // 2
            return float(coins // (me.folk.coins_per_vp or 3))
        k = min(ROUNDS, r + me.passed) - 1  # who has passed spends it in the next round
        power = me.bowl3 + 0.5 * me.bowl2 + w["bowl1"] * me.bowl1
        value = by["power"][k] * power + by["token"][k] * me.tokens()
        # what is carried over to the next round has missed one
        late = w["carried"] if me.passed else 1.0
        for name, n in (("coin", me.coins), ("worker", me.workers), ("priest", me.priests)):
            rate, full = by[name][k] * late, w[name + "_full"]
            value += rate * (n if n <= full else full + (n - full) * w["surplus"])
        return float(value)

    def _income(self, me: Side, r: int) -> float:
        """Of the rounds to come, without the card: a card is held for one round and valued by itself."""
        if r >= ROUNDS:
            return 0.0
        w, by = self.rates, self.series
        c, wk, p, pw = income(me)
        if me.card >= 0:
            card = CARDS[me.card]
            c, wk, p, pw = c - card.coins, wk - card.workers, p - card.priests, pw - card.power
        total = 0.0
        for k in range(r, ROUNDS):
            total += by["coin"][k] * c + by["worker"][k] * wk + by["priest"][k] * p + by["power"][k] * 0.6 * pw
        return float(total * w["income"])

    def _card(self, s: TerraState, me: Side, i: int, k: int) -> float:
        """What a card brings its next owner in round k + 1: income, its action, and points at the pass."""
        w, by = self.rates, self.series
        c = CARDS[i]
        value = by["coin"][k] * c.coins + by["worker"][k] * c.workers
        value += by["priest"][k] * c.priests + by["power"][k] * 0.6 * c.power
        value += pass_points(me, i) + sum(c.per_building) * w["card_growth"]
        if i == BON1:
            value += w["card_spade"]
        elif i == BON2:
            value += w["card_step"]
        elif c.ship:
            value += w["card_ship"]
        return float(value)

    def _cards(self, s: TerraState, me: Side, r: int) -> float:
        """The card in hand, and before the pass the one that will be taken then."""
        if me.card < 0:
            return 0.0
        w, by = self.rates, self.series
        if me.passed:
            return self._card(s, me, me.card, r) if r < ROUNDS else 0.0
        value = float(pass_points(me, me.card))
        if me.card in (BON1, BON2) and not me.used & 1:
            value += w["card_action"]
        if r < ROUNDS:
            offered = [self._card(s, me, i, r) + by["coin"][r] * n for i, n in enumerate(s.cards) if n >= 0]
            value += w["next_card"] * max(offered, default=0.0)
        return value

    def _cults(self, s: TerraState, me: Side, r: int) -> float:
        w, by = self.rates, self.series
        share = by["end_share"][r - 1]
        value = 0.0
        for track in range(4):
            steps = [side.cult[track] for side in s.sides]
            value += share * w["cult_prize"] * prize(steps, me.cult[track], CULT_PRIZES)
            value += w["cult_step"] * me.cult[track]
        if me.keys and r >= 3:
            ready = sum(8 <= c < CULT_TOP for c in me.cult)
            value += w["key"] * min(me.keys, ready + 1)
        for k in range(r - 1, ROUNDS - 1):
            tile = ROUND_TILES[s.tiles[k]]
            times = (me.sent if tile.cult == PRIESTS_SENT else me.cult[tile.cult]) // tile.per
            if times:
                pay = tile.coins * by["coin"][k + 1] + tile.workers * by["worker"][k + 1]
                pay += tile.priests * by["priest"][k + 1] + tile.power * 0.6 * by["power"][k + 1]
                pay += tile.spades * w["spade"]
                value += times * pay * (1.0 if k == r - 1 else w["later_bonus"])
        return value

    def _tiles(self, s: TerraState, me: Side, r: int) -> float:
        """Favor tiles, the card in hand, and pieces kept for the rounds that reward them."""
        w, by = self.rates, self.series
        value = 0.0
        first = r - 1 + me.passed  # the first round with actions still to come
        if me.favors:
            if me.favors >> FAV11 & 1:
                value += 2 * min(sum(by["dwellings"][first:]), 1.2 * (LIMITS[D] - me.count(D)) + 2)
            if me.favors >> FAV10 & 1:
                value += 3 * min(sum(by["houses"][first:]), LIMITS[TP] - me.count(TP) + 2.0)
            if me.favors >> FAV12 & 1:
                for k in range(first, ROUNDS):
                    value += FAV12_VP[min(4, me.count(TP) + (k > first))]
            if me.favors >> FAV6 & 1:
                value += w["free_step"] * (ROUNDS - r + (0 if me.used & 2 or me.passed else 1))
            if me.favors >> FAV5 & 1:
                value += by["small_town"][r - 1]
        value += self._cards(s, me, r)
        for k in range(r, ROUNDS):  # what the tiles of later rounds will pay, if the pieces are still there
            tile = ROUND_TILES[s.tiles[k]]
            if tile.deed == "big":
                value += w["keep_big"] * ((me.own[SH] == 0) + (me.own[SA] == 0))
            elif tile.deed == "TE":
                value += w["keep_temple"] * min(2, LIMITS[TE] - me.count(TE))
            elif tile.deed == "TP":
                value += w["keep_house"] * min(3, LIMITS[TP] - me.count(TP))
            elif tile.deed == "D":
                value += w["keep_dwelling"] * min(3, LIMITS[D] - me.count(D))
            elif tile.deed == "town":
                value += 0.0
        return value

    def _area(self, s: TerraState, seat: int, network: int, r: int) -> float:
        w, by = self.rates, self.series
        if r < 4:
            return float(w["area_early"] * network)
        sizes = [network if q == seat else self.network(s, q) for q in range(s.seats)]
        share = by["end_share"][r - 1]
        due = prize(sizes, network, AREA_PRIZES)
        return float(share * w["area_prize"] * due + w["area_step"] * network)

    def network(self, s: TerraState, seat: int) -> int:
        side = s.sides[seat]
        return self.geometry(s, seat, side)[1] if side.faction is not None else 0

    def geometry(self, s: TerraState, seat: int, me: Side) -> Geometry:
        """Depends on little and costs much: remembered."""
        own = me.own
        key = (me.built, own[TP] | own[TE], own[SH] | own[SA], own[SA], me.towned, me.towns, me.links, me.ship, me.jump,
               me.favors >> FAV5 & 1, s.bridges, me.folk.big_power, s.board.name, s.occupied)  # fmt: skip
        found = self._cache.get(key)
        if found is None:
            if len(self._cache) > 60_000:
                self._cache.clear()
            nets = networks(s, me)
            found = (self._towns(s, me), max((net.bit_count() for net in nets), default=0))
            self._cache[key] = found
        return found

    def _towns(self, s: TerraState, me: Side) -> float:
        """Groups on their way to a town: the nearer, the more."""
        w = self.rates
        left = me.built & ~me.towned
        values = []
        while left:
            group = s.group_of(me, (left & -left).bit_length() - 1)
            left &= ~group
            if group & me.towned:
                continue
            power = me.power_of(group)
            pieces = group.bit_count() + (1 if me.own[SA] & group else 0)
            missing = max(0, me.town_power() - power)
            hexes = max(0, 4 - pieces)
            free = 0
            for at in bits(group):
                free |= s.near[at]
            room = (free & ~s.occupied).bit_count()
            chance = w["town_chance"] ** (missing + w["town_hex"] * hexes)
            if hexes and room < hexes:
                chance *= 0.4
            values.append(w["town"] * chance)
        values.sort(reverse=True)
        founded = sum(me.towns)
        return float(sum(values[: max(0, 4 - founded)]))

    def land(self, s: TerraState, me: Side, r: int) -> float:
        """Free hexes in reach, by the spades they need; early they are the future, late they are not."""
        if me.home < 0 or me.count(D) + me.count(TP) > 12:
            return 0.0
        by = self.series
        reach = s.reach_of(me) & ~s.occupied
        if me.folk.jump:
            reach |= s.jump_reach(me) & ~s.occupied
        ready = (reach & s.land[me.home]).bit_count()
        near = 0
        if me.home < 7:
            near = (reach & (s.land[(me.home + 1) % 7] | s.land[(me.home - 1) % 7])).bit_count()
        elif me.root >= 0:
            near = (reach & s.land[me.root % 7]).bit_count()
        return float(by["land"][r - 1] * (min(ready, 3) + 0.5 * min(near, 4)) + by["ready_land"][r - 1] * min(ready, 3))


JUDGE = TerraJudge

"""Tigris & Euphrates: the weakest colour counts, so the worth of a seat is a soft minimum over its four colours.

Each colour is its points plus what its leader may still bring: tiles to come, monuments, less the danger of a revolt
or a war. Which actions are worth a thought is in `tigris_filter.py`, the quick answers of a conflict are here.
"""

from __future__ import annotations

from math import exp, log
from random import Random

from ludoteka.bots.judge import Judge
from ludoteka.core.action import Action, listed
from ludoteka.core.game import CHANCE, OVER, State
from ludoteka.games.tigris_euphrates.actions import COMMIT, DECLINE, DONE, Commit, Monument
from ludoteka.games.tigris_euphrates.board import NEAR
from ludoteka.games.tigris_euphrates.data import BLACK, GREEN, HAND, MONUMENT_COLOURS, MONUMENTS, RED, TREASURES_LEFT
from ludoteka.games.tigris_euphrates.judge_filter import sensible
from ludoteka.games.tigris_euphrates.phases.conflict import DEFEND, Conflict, fought_with
from ludoteka.games.tigris_euphrates.phases.draw_tiles import SWAP_TILES
from ludoteka.games.tigris_euphrates.phases.monument import BUILD_MONUMENT
from ludoteka.games.tigris_euphrates.phases.turn import TURN
from ludoteka.games.tigris_euphrates.reach import free_cells
from ludoteka.games.tigris_euphrates.state import TigrisState


class TigrisJudge(Judge):
    scale = 1.3
    trust = 0.28  # docs/bots-measured.md

    def quiet(self, state: State) -> bool:
        """Between actions and while tiles are drawn; not inside a conflict or while something is being built."""
        f = state.stack[-1]
        return f[0] is TURN or f[1] == CHANCE

    def actions(self, state: State) -> list[Action]:
        assert isinstance(state, TigrisState)
        f = state.stack[-1]
        if f[0] is TURN:
            return sensible(state, f)
        legal = listed(state.legal_actions())
        if isinstance(f, Conflict):
            return _commitments(state, f, legal)
        return legal

    def playout(self, state: State, rng: Random) -> Action:
        assert isinstance(state, TigrisState)
        f = state.stack[-1]
        if isinstance(f, Conflict):
            held = state.hands[f.seat * 4 + fought_with(f)]
            if f.phase is DEFEND:
                missing = max(0, f.other - f.own)
                return COMMIT[missing if missing <= held else 0]
            # what the other side holds is not known: be ready for none to three tiles
            wanted = max(0, f.other - f.own + 1) + rng.choice((0, 1, 1, 2, 3))
            legal = listed(state.legal_actions())
            n = min(wanted, held) if f.own + held > f.other else 0
            return COMMIT[n] if COMMIT[n] in legal else COMMIT[0]
        if f[0] is BUILD_MONUMENT:
            return max(state.legal_actions(), key=lambda a: _monument_gain(state, f[1], a))
        if f[0] is SWAP_TILES:
            return DONE
        if f[0] is TURN:
            return rng.choice(sensible(state, f))
        return state.sample(rng)

    def worth(self, state: State) -> list[float]:
        assert isinstance(state, TigrisState)
        over = state.to_move() == OVER
        w = self.rates
        clock = 0.0 if over else turns_left(state)
        future = [0.0] * (4 * state.seats) if over else self._future(state, clock)
        breadth = w["sum"]
        # early the sum matters as well, late only the weakest colour
        soft = 0.7 if over else min(w["soft_most"], 0.7 + clock * w["soft_per_turn"])
        worths = []
        for seat in range(state.seats):
            base = seat * 4
            held = [state.points[base + k] + future[base + k] for k in range(4)]
            for _ in range(state.taken[seat]):
                held[held.index(min(held))] += 1
            low = held[0]
            for c in held:
                if c < low:
                    low = c
            total = nearness = 0.0
            for c in held:
                total += c
                nearness += exp((low - c) / soft)
            worth = low - soft * log(nearness / 4) + breadth * total
            if not over:
                worth += self._hand(state, seat)
            worths.append(worth)
        return worths

    def _hand(self, s: TigrisState, seat: int) -> float:
        w = self.rates
        with_leader, leader_off = w["tile_with_leader"], w["leader_off"]
        base = seat * 4
        value = w["red_in_hand"] * min(4, s.hands[base + RED]) + w["catastrophe"] * s.curses[seat]
        for i in range(base, base + 4):
            if s.leaders[i]:
                value += with_leader * min(3, s.hands[i])
            else:
                value -= leader_off
        value += w["tile_to_draw"] * max(0, HAND - s.hand_size(seat))
        for f in s.stack:
            if f[0] is TURN and f[1] == seat:
                value += w["action_left"] * f[2]
        return float(value)

    def _future(self, s: TigrisState, clock: float) -> list[float]:
        """Points each seat may expect in each colour from what stands on the board."""
        w = self.rates
        turns = min(w["horizon"], clock)
        leading, building, ruling = w["leader"] * turns, w["monument"] * turns, w["king"] * turns
        revolts = [w["revolt_2"], w["revolt_1"], w["revolt_0"], w["revolt_bad"]]
        seats, leaders, realms, red = s.seats, s.leaders, s.realms, s.tiles[RED]
        future = [0.0] * (4 * seats)
        monuments = [(at, MONUMENT_COLOURS[i]) for i, at in enumerate(s.monuments) if at > 0]
        reds = [s.hands[q * 4 + RED] for q in range(seats)]
        second, most = sorted(reds)[-2:]
        near = _in_reach(s)
        inside, owners = _standing(s)
        for r, realm in enumerate(realms):
            for i in inside[r]:
                seat, colour = i >> 2, i & 3
                rival = second if reds[seat] == most else most
                margin = (NEAR[leaders[i]] & red).bit_count() + reds[seat] - 1 - rival
                safe = 1 - revolts[2 - max(-1, min(2, margin))]
                for x in near[r]:
                    foe = owners[x * 4 + colour]
                    if foe < 0 or foe == seat:
                        continue
                    mine = (s.tiles[colour] & realm).bit_count()
                    theirs = (s.tiles[colour] & realms[x]).bit_count()
                    gap = mine + s.hands[i] - theirs - s.hands[foe * 4 + colour]
                    if gap <= 0:
                        risk = w["war_lost"] if gap < 0 else w["war_even"]
                        safe *= 1 - risk
                        future[foe * 4 + colour] += risk * w["war_prize"] * (1 + mine)
                rate = leading
                for at, colours in monuments:
                    if at & realm and colour in colours:
                        rate += building
                future[i] = future[i] + rate * safe  # a native build makes no object of it, as it does for +=
                if colour == BLACK:
                    for other in range(4):
                        if owners[r * 4 + other] < 0:
                            future[seat * 4 + other] = future[seat * 4 + other] + ruling * safe
                    if s.wonder > 0 and s.wonder & realm:
                        low = min(range(4), key=lambda c: s.points[seat * 4 + c])
                        future[seat * 4 + low] += building * safe
                elif colour == GREEN:
                    loot = (realm & s.treasures).bit_count()
                    if loot:  # one treasure stays in every kingdom; the next link brings it
                        future[i] += w["treasure_near"] * loot * safe
        return future


def _in_reach(s: TigrisState) -> list[list[int]]:
    """For each kingdom those that one tile or leader could join to it."""
    halos = s.halos
    free = free_cells(s)
    near: list[list[int]] = [[] for _ in halos]
    for r, halo in enumerate(halos):
        reach = halo & free
        for x in range(r):
            if halos[x] & reach:
                near[r].append(x)
                near[x].append(r)
    return near


def _standing(s: TigrisState) -> tuple[list[list[int]], list[int]]:
    """For each kingdom the leaders in it; and at `kingdom * 4 + colour` whose leader of that colour it is, or -1."""
    inside: list[list[int]] = [[] for _ in s.realms]
    owners = [-1] * (4 * len(s.realms))
    for i, bit in enumerate(s.leaders):
        if bit:
            for r, realm in enumerate(s.realms):
                if realm & bit:
                    inside[r].append(i)
                    if owners[r * 4 + (i & 3)] < 0:
                        owners[r * 4 + (i & 3)] = i >> 2
                    break
    return inside, owners


def turns_left(s: TigrisState) -> float:
    """Own turns each seat may still have: by the bag and by the treasures on the board."""
    by_bag = sum(s.bag) / (1.8 * s.seats)
    by_treasures = (s.treasures.bit_count() - TREASURES_LEFT) * 2.0
    return max(0.5, min(by_bag, by_treasures)) if s.hoard else by_bag


def _commitments(s: TigrisState, f: Conflict, legal: list[Action]) -> list[Action]:
    """Nothing, all, or what would win against none to three tiles; a defender knows how many it takes."""
    held = s.hands[f.seat * 4 + fought_with(f)]
    if f.phase is DEFEND:
        wanted = {0, max(0, f.other - f.own)}
    else:
        least = max(0, f.other - f.own + 1)
        wanted = {0, held, *range(least, least + 4)}
    return [a for a in legal if isinstance(a, Commit) and a.n in wanted] or legal


def _monument_gain(s: TigrisState, seat: int, a: Action) -> float:
    if not isinstance(a, Monument):
        return 0.0 if a == DECLINE else 3.0  # the wonder
    gain = -0.5
    placed = s.stack[-1][3]
    realm = s.realm_of(placed)
    for colour in MONUMENT_COLOURS[MONUMENTS.index(a.what)]:
        owner = s.owner(colour, realm)
        gain += 1.0 if owner == seat else -0.8 if owner >= 0 else 0.1
    return gain


JUDGE = TigrisJudge

"""Whole turns of Terra Mystica, for plans up to the own pass.

In a plan all rivals have passed and left the round: no offers come, and the engine itself runs the own cult reward and
income when the seat passes, so that a plan ends at the start of the next round.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from random import Random
from typing import Final

from ludoteka.bots.judge import Plans
from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, State
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.actions import DONE
from ludoteka.games.terra_mystica.data import AREA_PRIZES, CULT_PRIZES, CULT_TOP, ROUNDS, D
from ludoteka.games.terra_mystica.due import SPADES
from ludoteka.games.terra_mystica.judge_filter import actions_of, is_payment
from ludoteka.games.terra_mystica.judge_payments import payments, ways
from ludoteka.games.terra_mystica.judge_value import Sight, prize, value
from ludoteka.games.terra_mystica.phases.building import lands_of, sites
from ludoteka.games.terra_mystica.phases.owed import owing
from ludoteka.games.terra_mystica.phases.reach import in_reach
from ludoteka.games.terra_mystica.phases.turn import ANSWER, TURN
from ludoteka.games.terra_mystica.state import TerraState

Turn = tuple[Action, ...]
SUBS: Final = 2
"""Of the choices inside a turn (a tile, a step, where to dig) so many are followed."""
MOST_STEPS: Final = 24
TIE: Final = 0.01
"""Less than any difference that counts."""


class TerraPlans(Plans):
    def __init__(self, judge: Sight) -> None:
        self.judge = judge
        self.weights: dict[str, float] = judge.weights["plan"]

    def planned(self, state: State, seat: int) -> bool:
        return bool(state.stack) and state.stack[-1][0] is TURN and state.stack[-1][1] == seat

    def alone(self, state: State, seat: int) -> State:
        assert isinstance(state, TerraState)
        world = state.clone()
        for q in range(world.seats):
            if q != seat:
                side = world.edit(q)
                side.passed = side.dropped = True
        return world

    def ended(self, before: State, after: State) -> bool:
        assert isinstance(before, TerraState)
        assert isinstance(after, TerraState)
        return not after.stack or after.round != before.round

    def width(self, state: State, width: int, late: int) -> int:
        assert isinstance(state, TerraState)
        return late if state.round == ROUNDS else width

    def key(self, state: State, seat: int) -> Hashable:
        assert isinstance(state, TerraState)
        me = state.sides[seat]
        bowls = me.bowl1, me.bowl2, me.bowl3
        stock = me.vp, me.coins, me.workers, me.priests, bowls, me.cult, me.keys, me.sent, me.owes(SPADES)
        things = me.own, me.favors, me.towns, me.used, me.card, me.ship, me.dig, me.jump, me.passed
        asked = state.stack[-1] if state.stack else None
        return state.round, state.acts, asked, stock, things, state.used, tuple(state.land), state.bridges

    def along(self, state: State, seat: int) -> float:
        assert isinstance(state, TerraState)
        return self.judge.worth_of(state, seat)

    def hurry(self, turn: Turn) -> float:
        """Power actions go first, then land, then tiles."""
        w = self.weights
        for a in turn:
            if isinstance(a, verbs.Act) and a.what[:3] == "ACT" and a.what[3:].isdigit():
                return w["urgent_power"]
            if isinstance(a, verbs.Build | verbs.Transform):
                return w["urgent_land"]
            if isinstance(a, verbs.Send | verbs.Favor | verbs.Town):
                return w["urgent_tile"]
        return 0.0

    def answers(self, state: State, seat: int) -> dict[Action, float]:
        """One step of power is always taken; for more, both answers are planned. Power that comes too late to be used
        must bring its points by itself."""
        assert isinstance(state, TerraState)
        if state.stack[-1][0] is not ANSWER:
            return {}
        legal = state.legal_actions()
        takes = [a for a in legal if isinstance(a, verbs.Leech)]
        if len(takes) != 1 or not any(isinstance(a, verbs.Decline) for a in legal):
            return {}
        if takes[0].n <= 1:
            return {takes[0]: 0.0}
        late = state.round == ROUNDS and state.sides[seat].passed
        bonus = -TIE if late else self.weights["take_power"] * (takes[0].n - 1)
        return {a: bonus if isinstance(a, verbs.Leech) else 0.0 for a in legal}

    def settled(self, state: State, seat: int) -> State:
        assert isinstance(state, TerraState)
        begun = state.round
        for _ in range(MOST_STEPS):
            if not state.stack or state.round != begun or self.planned(state, seat):
                break
            if state.to_move() == CHANCE and not state.chance():
                break  # who speaks next was about to be drawn, and all who could have left the plan
            self._go_on(state)
        return state

    def _go_on(self, state: TerraState) -> None:
        """Let whoever is asked say the least."""
        if state.to_move() == CHANCE:
            state.apply(state.sample(Random(1)))
            return
        found = actions_of(state)
        state.apply(DONE if DONE in found else found[0])

    # --- turns ---------------------------------------------------------------------------------------------------

    def turns(self, state: State, seat: int) -> Iterator[tuple[State, Turn]]:
        assert isinstance(state, TerraState)
        if not state.acts:  # in the middle of a turn: finish it
            yield from self._finish(state.clone(), seat, (), state.round, 0)
            return
        found = [a for a in actions_of(state) if not is_payment(a) and a is not DONE]
        for a in found:
            yield from self._begun(state, seat, a, ())
        for line in payments(state, seat):
            world = self._paid(state, seat, line)
            if world is not None:
                for a in actions_of(world):
                    if a not in found and not is_payment(a) and a is not DONE:
                        yield from self._begun(world, seat, a, line)

    def _begun(self, s: TerraState, seat: int, a: Action, before: Turn) -> Iterator[tuple[State, Turn]]:
        after = s.clone()
        after.apply(a)
        yield from self._finish(after, seat, (*before, a), s.round, 0)

    def _paid(self, s: TerraState, seat: int, line: Turn) -> TerraState | None:
        """After these payments, if the rules of the table allow them one after another."""
        world = s.clone()
        for a in line:
            if world.stack[-1] != s.stack[-1] or a not in world.legal_actions():
                return None
            world.apply(a)
        return world if self.planned(world, seat) else None

    def _finish(self, s: TerraState, seat: int, line: Turn, begun: int, depth: int) -> Iterator[tuple[State, Turn]]:
        """Play the turn to its end; where it branches, follow the best few branches."""
        for _ in range(MOST_STEPS):
            if not s.stack or s.round != begun:
                break
            if s.to_move() != seat:
                self._go_on(s)
                continue
            if s.stack[-1][0] is TURN and s.acts and not owing(s, s.sides[seat]):
                break
            found = actions_of(s)
            if found == [DONE]:
                yield from self._built(s, seat, line, begun, depth)
            if len(found) == 1:
                s.apply(found[0])
                line = (*line, found[0])
                continue
            keep = 1 if depth >= 3 else SUBS + (depth == 0 and isinstance(found[0], verbs.Transform))
            for after, a in self._best(s, seat, found)[:keep]:
                yield from self._finish(after, seat, (*line, a), begun, depth + 1)
            return
        yield s, line

    def _built(self, s: TerraState, seat: int, line: Turn, begun: int, depth: int) -> Iterator[tuple[State, Turn]]:
        """What was dug is built upon, if conversions pay for it."""
        me = s.sides[seat]
        if not s.work.builds or not me.left(D) or not lands_of(s, me) & in_reach(s, me) & sites(s):
            return
        for paid in ways(me, (*me.folk.dwelling, 0, 0)):
            world = self._paid(s, seat, paid)
            if world is not None:
                for a in actions_of(world):
                    if isinstance(a, verbs.Build):
                        after = world.clone()
                        after.apply(a)
                        yield from self._finish(after, seat, (*line, *paid, a), begun, depth + 1)

    def _best(self, s: TerraState, seat: int, found: list[Action]) -> list[tuple[TerraState, Action]]:
        tried = []
        for a in found:
            after = s.clone()
            after.apply(a)
            tried.append((self.judge.worth_of(after, seat), after, a))
        tried.sort(key=lambda item: -item[0])
        return [(after, a) for _, after, a in tried]

    # --- the end of a plan ---------------------------------------------------------------------------------------

    def opened(self, state: State, seat: int) -> TerraState:
        """The rewards of the cults want choices."""
        assert isinstance(state, TerraState)
        for _ in range(MOST_STEPS):
            if not state.stack or state.stack[-1][0] is TURN or state.to_move() != seat:
                break
            state = self._best(state, seat, actions_of(state))[0][0]
        return state

    def leaf(self, state: State, seat: int, root: State) -> float:
        assert isinstance(root, TerraState)
        state = self.opened(state, seat)
        if state.stack:
            return value(state, seat, self.judge)
        me = state.sides[seat]
        # a step that costs nothing is taken whatever it promises: rivals may stop below it
        return me.vp + self._prizes_later(state, seat, root) + TIE * sum(me.cult)

    def _prizes_later(self, s: TerraState, seat: int, root: TerraState) -> float:
        """By how much the final prizes will differ from those of the plan, in which rivals no longer grow."""
        me = s.sides[seat]
        going = [q != seat and not root.sides[q].passed for q in range(s.seats)]
        w = self.weights
        change = 0.0
        for track in range(4):
            steps = [float(side.cult[track]) for side in s.sides]
            grown = [min(float(CULT_TOP), v + w["steps_to_come"] * on) for v, on in zip(steps, going, strict=True)]
            mine = float(me.cult[track])
            change += w["prizes"] * prize(grown, mine, CULT_PRIZES) - prize(steps, mine, CULT_PRIZES)
        sizes = [float(self.judge.network(s, q)) for q in range(s.seats)]
        grown = [v + w["hexes_to_come"] * on for v, on in zip(sizes, going, strict=True)]
        mine = sizes[seat]
        return change + w["prizes"] * prize(grown, mine, AREA_PRIZES) - prize(sizes, mine, AREA_PRIZES)

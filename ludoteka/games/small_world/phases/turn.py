"""The turn from its start to the next player. All that follows the conquests is pushed when they begin."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Asked, Phase, Step
from ludoteka.games.small_world.actions import DECLINE, DONE, EXPAND, Decline, Expand
from ludoteka.games.small_world.hooks import on_decline, on_ready, on_score
from ludoteka.games.small_world.phases.column import REVEAL, TAKE, refill
from ludoteka.games.small_world.phases.conquest import march
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.markers import CAMPS, NEW_FORTRESS, NEW_HEROES, NEW_PEACE, encamp
from ludoteka.games.small_world.phases.moment import Moment, SeatStep, SlotStep
from ludoteka.games.small_world.phases.redeploy import REGROUP, redeploy
from ludoteka.games.small_world.state import DECLINED, EXEMPT, NOBODY, SLOTS, SmallWorld


class Start(Moment[Step]):
    """A turn begins. The peace this player named is over. [SW-7.8]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        seat = s.turn
        s.ally = changed(s.ally, seat, NOBODY)
        s.fresh = s.dragon_used = False
        s.taken = s.attacked = s.bewitched = 0
        s.stack.append(Step(NEXT))
        if s.able[seat * SLOTS] is not None:
            s.stack.append(Asked(CHOICE, seat))
            return
        s.stack.append(Step(MAIN))
        if s.options.combo_first:
            s.stack += [Step(ROUSE), Asked(TAKE, seat)]
        else:
            s.stack += [Asked(TAKE, seat), Step(ROUSE)]


class Choice(Moment[Asked]):
    """Expand or decline, before anything else. [SW-4.1]"""

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        return [EXPAND, DECLINE]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        s.clear_die()
        if isinstance(a, Expand):
            s.stack += [Step(MAIN), Step(ROUSE)]
        else:
            on_decline(s, f.seat)
            s.stack.append(Step(SCORE))
            refill(s)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        return not_here(s, f, a, reason("why.choose_first", "SW-4.1", Kind.FIRST))


class Rouse(Moment[Step]):
    """Peoples that conquer in decline go first, each with its own round. [SW-5.12]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        first = s.turn * SLOTS
        for slot in (first + DECLINED, first + EXEMPT):
            able = s.able[slot]
            if able is not None and able.conquers and (s.held[slot] or s.hand[slot]):
                s.stack.append(Rising(UNDEAD, s.turn, slot))


class Rising(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    slot: int


class Undead(Moment[Rising]):
    """Whether a people in decline marches. [SW-5.12]"""

    def legal(self, s: SmallWorld, f: Rising) -> list[Action]:
        return [EXPAND, DONE]

    def apply(self, s: SmallWorld, f: Rising, a: Action) -> None:
        slot = f.slot
        if isinstance(a, Expand) and (s.held[slot] or s.hand[slot]):
            on_ready(s, slot)
            s.stack.append(SlotStep(REGROUP, None, slot))
            march(s, f.seat, slot)

    def why_not(self, s: SmallWorld, f: Rising, a: Action) -> Reason | None:
        return not_here(s, f, a, reason("why.undead_first", "SW-5.12", Kind.FIRST))

    def people(self, s: SmallWorld, f: Rising) -> int:
        return f.slot


class Main(Moment[Step]):
    """The active race readies and marches; what its ability asks for afterwards is already laid out. [SW-4.2]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        seat = s.turn
        slot = seat * SLOTS
        able = s.able[slot]
        assert able is not None
        on_ready(s, slot)
        stack = s.stack
        stack.append(Step(RETURNS))
        if able.late_decline:
            stack.append(Asked(LATE_DECLINE, seat))
        stack.append(Step(SCORE))
        if able.peace:
            stack.append(Step(NEW_PEACE))
        if able.heroes:
            stack.append(Step(NEW_HEROES))
        if able.fortresses:
            stack.append(Step(NEW_FORTRESS))
        if able.camps:
            stack.append(Step(CAMPS))
        stack.append(SlotStep(REGROUP, None, slot))
        march(s, seat, slot)


class Score(Moment[Step]):
    def run(self, s: SmallWorld, f: Step) -> None:
        on_score(s, s.turn)


class LateDecline(Moment[Asked]):
    """Decline at the end of the turn, after the coins. [SW-7.25]"""

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        return [DECLINE, DONE]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        if isinstance(a, Decline):
            on_decline(s, f.seat)
            refill(s)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        return not_here(s, f, a)


class Returns(Moment[Step]):
    """Withdrawn tokens and encampments come back, clockwise from the player whose turn it was. [SW-3.2, SW-3.3]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        first = s.turn
        s.hand[first * SLOTS] += s.waiting[first]
        s.waiting = changed(s.waiting, first, 0)
        for seat in [(first + i) % s.seats for i in range(s.seats - 1, -1, -1)]:
            if s.camp_hand[seat]:
                s.stack.append(SeatStep(RETURN_CAMPS, None, seat))
            for slot in range(seat * SLOTS + SLOTS - 1, seat * SLOTS - 1, -1):
                if s.hand[slot]:
                    s.stack.append(SlotStep(RETURN_TOKENS, None, slot))


class ReturnTokens(Moment[SlotStep]):
    def run(self, s: SmallWorld, f: SlotStep) -> None:
        redeploy(s, f.slot, False)


class ReturnCamps(Moment[SeatStep]):
    def run(self, s: SmallWorld, f: SeatStep) -> None:
        encamp(s, f.whose, False)


class Next(Moment[Step]):
    """The next player, after the last one the next round, after the last round the end. [SW-8.3]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        if s.turn + 1 < s.seats:
            s.turn += 1
        elif s.round < s.rounds:
            s.turn = 0
            s.round += 1
        else:
            return
        s.stack.append(Step(START))


START = Start()
CHOICE = Choice()
ROUSE = Rouse()
UNDEAD = Undead()
MAIN = Main()
SCORE = Score()
LATE_DECLINE = LateDecline()
RETURNS = Returns()
RETURN_TOKENS = ReturnTokens()
RETURN_CAMPS = ReturnCamps()
NEXT = Next()


def begin(s: SmallWorld) -> SmallWorld:
    """Lay out the column and let the first player start."""
    s.stack += [Step(START), Step(REVEAL)]
    s.settle()
    return s

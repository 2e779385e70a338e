"""The turn from its start to the next player. All that follows the conquests is pushed when they begin."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.game import Asked, Phase, Step
from ludoteka.games.small_world.actions import DECLINE, DONE, EXPAND, Decline, Expand
from ludoteka.games.small_world.hooks import on_decline, on_ready, on_score
from ludoteka.games.small_world.phases.column import REVEAL, TAKE, refill
from ludoteka.games.small_world.phases.conquest import march
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.phases.markers import CAMPS, NEW_FORTRESS, NEW_HEROES, NEW_PEACE, encamp
from ludoteka.games.small_world.phases.moment import Moment, OfSlot, SeatStep, SlotStep
from ludoteka.games.small_world.phases.redeploy import REGROUP, redeploy
from ludoteka.games.small_world.state import DECLINED, EXEMPT, NOBODY, SLOTS, SmallWorld


class Start(Moment[Step]):
    """A turn begins. The peace this player named is over. [SW-7.8]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        seat = s.turn
        s.ally = changed(s.ally, seat, NOBODY)
        s.fresh = s.dragon_used = False
        s.taken = s.attacked = s.bewitched = 0
        s.stack.append(NEXT.step)
        if s.able[seat * SLOTS] is not None:
            s.stack.append(CHOICE.asked[seat])
            return
        s.stack.append(MAIN.step)
        if s.options.combo_first:
            s.stack += [ROUSE.step, TAKE.asked[seat]]
        else:
            s.stack += [TAKE.asked[seat], ROUSE.step]


def _ahead(s: SmallWorld) -> dict[str, Any]:
    """What the regions within reach would take after "expand", and how many tokens would be ready for them."""
    ahead = s.clone()
    ahead.apply(EXPAND)
    top = ahead.stack[-1]
    if not isinstance(top, Conquering) or not isinstance(top.phase, Moment):
        return {}
    return {"costs": top.phase.shown(ahead, top)["costs"], "ready": ahead.hand[top.slot]}


class Choice(Moment[Asked]):
    """Expand or decline, before anything else. [SW-4.1]"""

    def legal(self, s: SmallWorld, f: Asked) -> list[Action]:
        return [EXPAND, DECLINE]

    def apply(self, s: SmallWorld, f: Asked, a: Action) -> None:
        s.clear_die()
        if isinstance(a, Expand):
            s.stack += [MAIN.step, ROUSE.step]
        else:
            on_decline(s, f.seat)
            s.stack.append(SCORE.step)
            refill(s)

    def shown(self, s: SmallWorld, f: Asked) -> dict[str, Any]:
        return _ahead(s)

    def why_not(self, s: SmallWorld, f: Asked, a: Action) -> Reason | None:
        return not_here(s, f, a, reason("why.choose_first", "SW-4.1", Kind.FIRST))


class Rouse(Moment[Step]):
    """Peoples that conquer in decline go first, each with its own round. [SW-5.12]"""

    def run(self, s: SmallWorld, f: Step) -> None:
        first = s.turn * SLOTS
        for slot in (first + DECLINED, first + EXEMPT):
            able = s.able[slot]
            if able is not None and able.conquers:
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
            s.stack.append(REGROUP.of[slot])
            march(s, f.seat, slot)

    def why_not(self, s: SmallWorld, f: Rising, a: Action) -> Reason | None:
        return not_here(s, f, a, reason("why.undead_first", "SW-5.12", Kind.FIRST))

    def shown(self, s: SmallWorld, f: Rising) -> dict[str, Any]:
        return _ahead(s)

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
        stack.append(RETURNS.step)
        if able.late_decline:
            stack.append(LATE_DECLINE.asked[seat])
        stack.append(SCORE.step)
        if able.peace:
            stack.append(NEW_PEACE.step)
        if able.heroes:
            stack.append(NEW_HEROES.step)
        if able.fortresses:
            stack.append(NEW_FORTRESS.step)
        if able.camps:
            stack.append(CAMPS.step)
        stack.append(REGROUP.of[slot])
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
                    s.stack.append(RETURN_TOKENS.of[slot])


class ReturnTokens(OfSlot):
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
        s.stack.append(START.step)


START: Final = Start()
CHOICE: Final = Choice()
ROUSE: Final = Rouse()
UNDEAD: Final = Undead()
MAIN: Final = Main()
SCORE: Final = Score()
LATE_DECLINE: Final = LateDecline()
RETURNS: Final = Returns()
RETURN_TOKENS: Final = ReturnTokens()
RETURN_CAMPS: Final = ReturnCamps()
NEXT: Final = Next()


def begin(s: SmallWorld) -> SmallWorld:
    """Lay out the column and let the first player start."""
    s.stack += [START.step, REVEAL.step]
    s.settle()
    return s

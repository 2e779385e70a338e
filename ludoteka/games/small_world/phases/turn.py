"""The turn from its start to the next player. All that follows the conquests is pushed when they begin."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.small_world.actions import DECLINE, DONE, EXPAND, Decline, Expand
from ludoteka.games.small_world.hooks import on_decline, on_ready, on_score
from ludoteka.games.small_world.phases.column import REVEAL, TAKE, refill
from ludoteka.games.small_world.phases.conquest import march
from ludoteka.games.small_world.phases.markers import ALLY, ENCAMP, FORTRESS, HEROES, encamp
from ludoteka.games.small_world.phases.redeploy import REGROUP, redeploy
from ludoteka.games.small_world.state import DECLINED, EXEMPT, NOBODY, SLOTS, SmallWorld


class Start(Phase[SmallWorld, Frame]):
    """A turn begins: (START, None). The peace this player named is over. [SW-7.8]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        seat = s.turn
        s.ally = changed(s.ally, seat, NOBODY)
        s.fresh = s.dragon_used = False
        s.taken = s.attacked = s.bewitched = 0
        s.stack.append((NEXT, None))
        if s.able[seat * SLOTS] is not None:
            s.stack.append((CHOICE, seat))
            return
        s.stack.append((MAIN, None))
        if s.options.combo_first:
            s.stack += [(UNDEAD, None), (TAKE, seat)]
        else:
            s.stack += [(TAKE, seat), (UNDEAD, None)]


class Choice(Phase[SmallWorld, Frame]):
    """Expand or decline, before anything else. [SW-4.1]"""

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [EXPAND, DECLINE]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        s.clear_die()
        if isinstance(a, Expand):
            s.stack += [(MAIN, None), (UNDEAD, None)]
        else:
            on_decline(s, f[1])
            s.stack.append((SCORE, None))
            refill(s)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        return reason("why.choose_first", "SW-4.1")


class Undead(Phase[SmallWorld, Frame]):
    """Peoples that conquer in decline go first, each with its own round: (UNDEAD, None), then (UNDEAD, seat, slot).
    [SW-5.12]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        first = s.turn * SLOTS
        for slot in (first + DECLINED, first + EXEMPT):
            able = s.able[slot]
            if able is not None and able.conquers and (s.held[slot] or s.hand[slot]):
                s.stack.append((self, s.turn, slot))

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [EXPAND, DONE]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        slot = f[2]
        if isinstance(a, Expand) and (s.held[slot] or s.hand[slot]):
            on_ready(s, slot)
            s.stack.append((REGROUP, None, slot))
            march(s, f[1], slot)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        return reason("why.undead_first", "SW-5.12")


class Main(Phase[SmallWorld, Frame]):
    """The active race readies and marches; what its ability asks for afterwards is already laid out. [SW-4.2]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        seat = s.turn
        slot = seat * SLOTS
        able = s.able[slot]
        assert able is not None
        on_ready(s, slot)
        stack = s.stack
        stack.append((RETURNS, None))
        if able.late_decline:
            stack.append((LATE_DECLINE, seat))
        stack.append((SCORE, None))
        if able.peace:
            stack.append((ALLY, None, seat))
        if able.heroes:
            stack.append((HEROES, None, seat))
        if able.fortresses:
            stack.append((FORTRESS, None, seat))
        if able.camps:
            stack.append((ENCAMP, None, seat))
        stack.append((REGROUP, None, slot))
        march(s, seat, slot)


class Score(Phase[SmallWorld, Frame]):
    def run(self, s: SmallWorld, f: Frame) -> None:
        on_score(s, s.turn)


class LateDecline(Phase[SmallWorld, Frame]):
    """Decline at the end of the turn, after the coins. [SW-7.25]"""

    def legal(self, s: SmallWorld, f: Frame) -> list[Action]:
        return [DECLINE, DONE]

    def apply(self, s: SmallWorld, f: Frame, a: Action) -> None:
        if isinstance(a, Decline):
            on_decline(s, f[1])
            refill(s)

    def why_not(self, s: SmallWorld, f: Frame, a: Action) -> Reason | None:
        return reason("why.late_decline", "SW-7.25")


class Returns(Phase[SmallWorld, Frame]):
    """Withdrawn tokens and encampments come back, clockwise from the player whose turn it was. [SW-3.2, SW-3.3]

    (RETURNS, None) begins, (RETURNS, None, slot) and (RETURNS, None, slot, seat) place tokens and encampments."""

    def run(self, s: SmallWorld, f: Frame) -> None:
        if len(f) == 4:
            encamp(s, f[3], False)
        elif len(f) == 3:
            redeploy(s, f[2], False)
        else:
            first = s.turn
            s.hand[first * SLOTS] += s.waiting[first]
            s.waiting = changed(s.waiting, first, 0)
            for seat in [(first + i) % s.seats for i in range(s.seats - 1, -1, -1)]:
                if s.camp_hand[seat] and s.held[seat * SLOTS]:
                    s.stack.append((self, None, 0, seat))
                for slot in range(seat * SLOTS + SLOTS - 1, seat * SLOTS - 1, -1):
                    if s.hand[slot] and s.held[slot]:
                        s.stack.append((self, None, slot))


class Next(Phase[SmallWorld, Frame]):
    """The next player, after the last one the next round, after the last round the end. [SW-8.3]"""

    def run(self, s: SmallWorld, f: Frame) -> None:
        if s.turn + 1 < s.seats:
            s.turn += 1
        elif s.round < s.rounds:
            s.turn = 0
            s.round += 1
        else:
            return
        s.stack.append((START, None))


START = Start()
CHOICE = Choice()
UNDEAD = Undead()
MAIN = Main()
SCORE = Score()
LATE_DECLINE = LateDecline()
RETURNS = Returns()
NEXT = Next()


def begin(s: SmallWorld) -> SmallWorld:
    """Lay out the column and let the first player start."""
    s.stack += [(START, None), (REVEAL, None)]
    s.settle()
    return s

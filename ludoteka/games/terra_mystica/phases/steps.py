"""The four cults: steps that are due, markers that wait for a key, prices paid in steps."""

from __future__ import annotations

from typing import Final

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import LOWER, SACRIFICE, STEP, Lower, Sacrifice, Step
from ludoteka.games.terra_mystica.data import CULT_TOP, CULTS
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import ANY_TRACK, ONE_TRACK, TerraState

CULT_INDEX: Final = {name: i for i, name in enumerate(CULTS)}
LEAST_LOWERED: Final = 8


def legal_step(s: TerraState, me: Side, out: list[Action]) -> None:
    if s.work.track >= 0 and s.sides[s.active] is me:
        out.append(STEP[s.work.track])
    elif s.rules.idle_steps:
        out += STEP
    else:
        # a step that moves nothing is only taken where none does [TM-9.6]
        out += [STEP[track] for track in range(4) if can_rise(s, me, track)] or STEP


def can_rise(s: TerraState, me: Side, track: int) -> bool:
    """Whether a step would move the marker."""
    return what_stops(s, me, track) is None


def what_stops(s: TerraState, me: Side, track: int) -> Reason | None:
    """One marker on each top, and only with a key [TM-9.2]."""
    if me.cult[track] < CULT_TOP - 1:
        return None
    what = CULTS[track]
    if me.cult[track] == CULT_TOP:
        return reason("why.at_top", "TM-9.1", what=what)
    if any(side.cult[track] == CULT_TOP for side in s.sides):
        return reason("why.top_taken", "TM-9.2", what=what)
    if me.keys or (s.rules.river_steps and me.folk.river_towns):
        return None
    return reason("why.key_missing", "TM-9.2", what=what)


def why_no_step(s: TerraState, seat: int, me: Side, a: Step) -> Reason | None:
    if a.what not in CULT_INDEX:
        return reason("why.no_such_thing", "TM-9.1", what=a.what)
    if not me.owes(due.STEPS):
        return reason("why.no_step_due", "TM-9.1")
    if s.work.track not in (ANY_TRACK, ONE_TRACK, CULT_INDEX[a.what]) and seat == s.active:
        return reason("why.same_track", "TM-19.20")
    return what_stops(s, me, CULT_INDEX[a.what])


def lifts(me: Side) -> int:
    """Tracks whose marker waits below the top for a key that is there."""
    return me.owes(due.LIFTS) if me.keys else 0


def legal_lift(s: TerraState, me: Side, out: list[Action]) -> None:
    """A key for one of several markers that wait below the top [TM-11.10]."""
    waiting = lifts(me)
    for track in range(4):
        if waiting >> track & 1 and STEP[track] not in out:
            out.append(STEP[track])


def do_step(s: TerraState, seat: int, me: MutableSide, a: Step) -> None:
    track = CULT_INDEX[a.what]
    # a key that waits for this marker lifts it; the step that is due stays for another track
    if me.owes(due.STEPS) and (s.rules.key_first or not lifts(me) >> track & 1):
        me.settle(due.STEPS)
        if s.work.track != ANY_TRACK and seat == s.active:
            s.work = s.work._replace(track=track if me.owes(due.STEPS) else ANY_TRACK)
    else:
        stop_waiting(me, track)
    gain.cult(s, seat, track, 1, "step")
    if me.cult[track] == CULT_TOP:
        stop_waiting(me, track)


def stop_waiting(me: MutableSide, track: int) -> None:
    me.set_due(due.LIFTS, me.owes(due.LIFTS) & ~(1 << track))


def legal_lower(s: TerraState, me: Side, out: list[Action]) -> None:
    for track in range(4):
        if LEAST_LOWERED <= me.cult[track] < CULT_TOP:
            out.append(LOWER[track])


def why_no_lower(s: TerraState, seat: int, me: Side, a: Lower) -> Reason | None:
    return reason("why.lower_high", "TM-20.14") if s.rules.lowers and a.what in CULTS else None


def do_lower(s: TerraState, seat: int, me: MutableSide, a: Lower) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], 1)


def legal_sacrifice(s: TerraState, me: Side, out: list[Action]) -> None:
    steps = me.owes(due.LOSE)
    for track in range(4):
        if me.cult[track] >= steps:
            out.append(SACRIFICE[track])


def why_no_sacrifice(s: TerraState, seat: int, me: Side, a: Sacrifice) -> Reason | None:
    if a.what not in CULTS:
        return reason("why.no_such_thing", "TM-9.1", what=a.what)
    need = me.owes(due.LOSE)
    if not need:
        return reason("why.no_price", "TM-19.30")
    have = me.cult[CULT_INDEX[a.what]]
    return reason("why.cult_low", "TM-19.30", what=a.what, have=have, need=need, n=need - have)


def do_sacrifice(s: TerraState, seat: int, me: MutableSide, a: Sacrifice) -> None:
    gain.cult_down(s, seat, CULT_INDEX[a.what], me.owes(due.LOSE))
    me.set_due(due.LOSE, 0)

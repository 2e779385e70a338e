"""A turn: one action, what follows from it, and conversions at any moment between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import Asked, Phase
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import SEATS
from ludoteka.games.terra_mystica.phases import (
    acting,
    bridges,
    building,
    converting,
    digging,
    dues,
    leech,
    passing,
    steps,
    towns,
    tracks,
    transforming,
)
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.phases.owed import PRICES, QUESTIONS, owing
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState

ANSWERS: Final = verbs.Leech, verbs.Decline, *(QUESTIONS[what].verb for what in due.REWARDS)
"""What may be wished for in somebody else's turn."""


class Turn(Phase[TerraState, Asked]):
    """The question put to the active seat."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        return s.rules.turn(s, f.seat, s.sides[f.seat])

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        seat = f.seat
        me = s.edit(seat)
        kind = type(a)
        if kind in verbs.MAIN and takes_action(s, me, a):
            s.acts -= 1
            s.rules.acts(s, seat)
        DEEDS[kind].do(s, seat, me, a)
        s.rules.acted(s, seat, me)

    def question(self, s: TerraState, f: Asked) -> str:
        owed = owing(s, s.sides[f.seat])
        if owed:
            return f"Turn.{QUESTIONS[owed[0].what].topic}"
        if s.acts:
            return "Turn"
        return "Turn.build" if s.work.builds else "Turn.done"

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        seat, me = f.seat, s.sides[f.seat]
        deed = DEEDS.get(type(a))
        if deed is None:
            return None
        why = deed.why_not(s, seat, me, a)
        if why is not None and why.kind in (Kind.NEVER, Kind.FORM):
            return why
        pressing = None if type(a) in PRICES else why_at_once(s, me)
        if pressing is not None:
            later = s.clone()
            later.work = s.work._replace(spend=0)
            later.edit(seat).dues = tuple([d for d in me.dues if d.what not in due.PRICES])
            return later.why_not(a) or pressing  # it is this alone that stands in the way
        if type(a) in verbs.MAIN and not has_room_for(s, me, type(a)):
            return (why or why_open(s, me)) if s.acts else reason("why.acted", "TM-5.2")
        return why


def takes_action(s: TerraState, me: Side, a: Any) -> bool:
    """Whether this is an action of its own, not a part of the one under way."""
    if not has_room_for(s, me, type(a)):
        return True
    if type(a) is not verbs.Build or me.owes(due.DWELLING):
        return False
    if me.owes(due.SPADES):
        return True
    if s.work.sites:
        return not s.work.sites >> s.board.index[a.at] & 1
    return not s.rules.dwelling_left  # nothing became home: no dwelling [TM-6.6]


def has_room_for(s: TerraState, me: Side, kind: type[Action]) -> bool:
    """Whether the action under way may still have a part of this kind."""
    work = s.work
    if kind is verbs.Build:
        return work.builds > 0 or me.owes(due.DWELLING) > 0
    if kind is verbs.Transform:
        return work.transforms > 0
    if kind is verbs.Dig:
        return work.digs
    return kind is verbs.Upgrade and me.owes(due.HOUSE) > 0


def why_open(s: TerraState, me: Side) -> Reason | None:
    """What has to be settled before anything new begins."""
    for d in owing(s, me):
        asked = QUESTIONS[d.what]
        return reason(asked.why, asked.rule, **({"n": d.n} if asked.counted else {}))
    return None


def why_at_once(s: TerraState, me: Side) -> Reason | None:
    """What leaves no room for anything else: power that was sacrificed for, a price of land."""
    if s.work.spend:
        return reason("why.spend_now", "TM-5.5")
    return why_open(s, me) if any(d.what in due.PRICES for d in me.dues) else None


def keep_bought(s: TerraState) -> None:
    """Spades bought in one action of a turn bind those of the next one too."""
    s.work = IDLE._replace(bought=s.work.bought, jumped=s.work.jumped)


# parts of what may be chosen


def legal_actions(s: TerraState, seat: int, me: Side, out: list[Action]) -> None:
    """The eight actions [TM-5.1]."""
    if not me.owes(due.DWELLING):
        building.legal_build(s, me, out, True)
    folk = me.folk
    if folk.changes == "volcano":
        transforming.legal_volcano(s, me, out)
    elif not me.owes(due.SPADES):
        digging.legal_dig(s, me, out)
    building.legal_upgrade(s, seat, me, out)
    tracks.legal_send(s, me, out)
    tracks.legal_advance(s, me, out)
    acting.legal_act(s, me, out)
    passing.legal_pass(s, me, out)


def legal_dwelling(s: TerraState, me: Side, out: list[Action]) -> None:
    """The dwelling that ends the action under way [TM-6.1]."""
    if s.work.builds and not (me.owes(due.SPADES) or me.owes(due.SAND)):
        building.legal_build(s, me, out, False)


def legal_any_time(s: TerraState, me: Side, out: list[Action]) -> None:
    if me.folk.river_towns:
        towns.legal_connect(s, me, out)
    converting.legal_convert(s, me, out)


def why_not_done(s: TerraState, seat: int, me: Side, a: Action) -> Reason | None:
    return reason("why.act_first", "TM-5.1") if s.acts else why_open(s, me)


def do_done(s: TerraState, seat: int, me: MutableSide, a: Action) -> None:
    end_turn(s)


class Deed(NamedTuple):
    """A verb of the turn."""

    do: Callable[[TerraState, int, MutableSide, Any], None]
    why_not: Callable[[TerraState, int, Side, Any], Reason | None]


DEEDS: Final[dict[type[Action], Deed]] = {
    verbs.Build: Deed(building.do_build, building.why_no_build),
    verbs.Upgrade: Deed(building.do_upgrade, building.why_no_upgrade),
    verbs.Dig: Deed(digging.do_dig, digging.why_no_dig),
    verbs.Transform: Deed(transforming.do_transform, transforming.why_no_transform),
    verbs.Send: Deed(tracks.do_send, tracks.why_no_send),
    verbs.Advance: Deed(tracks.do_advance, tracks.why_no_advance),
    verbs.Act: Deed(acting.do_act, acting.why_no_act),
    verbs.Bridge: Deed(bridges.do_bridge, bridges.why_no_bridge),
    verbs.Connect: Deed(towns.do_connect, towns.why_no_connect),
    verbs.Convert: Deed(converting.do_convert, converting.why_no_convert),
    verbs.Burn: Deed(converting.do_burn, converting.why_no_burn),
    verbs.Favor: Deed(dues.do_favor, dues.why_no_favor),
    verbs.Town: Deed(towns.do_town, towns.why_no_town),
    verbs.Step: Deed(steps.do_step, steps.why_no_step),
    verbs.Lower: Deed(steps.do_lower, steps.why_no_lower),
    verbs.Sacrifice: Deed(steps.do_sacrifice, steps.why_no_sacrifice),
    verbs.Shed: Deed(dues.do_shed, dues.why_no_shed),
    verbs.Settle: Deed(dues.do_recolour, dues.why_no_recolour),
    verbs.Token: Deed(dues.do_token, dues.why_no_token),
    verbs.Unlock: Deed(dues.do_unlock, dues.why_no_unlock),
    verbs.Discard: Deed(dues.do_discard, dues.why_no_discard),
    verbs.Leech: Deed(leech.do_leech, leech.why_no_answer),
    verbs.Decline: Deed(leech.do_decline, leech.why_no_answer),
    verbs.Pass: Deed(passing.do_pass, passing.why_no_pass),
    verbs.Done: Deed(do_done, why_not_done),
}


class Answer(Phase[TerraState, Asked]):
    """Power offered by a neighbour's building, or the reward for a neighbour who took it."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        return s.rules.answers(s, f.seat, s.sides[f.seat])

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        DEEDS[type(a)].do(s, f.seat, s.edit(f.seat), a)
        s.rules.answered(s)

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        if type(a) in ANSWERS:
            return DEEDS[type(a)].why_not(s, f.seat, s.sides[f.seat], a)
        return reason("why.answer_first", "TM-8.4")


class Closing(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    builder: int


class Close(Phase[TerraState, Closing]):
    """All neighbours have answered: the builder goes on."""

    def run(self, s: TerraState, f: Closing) -> None:
        s.rules.acted(s, f.builder, s.sides[f.builder])


TURN: Final = Turn()
ANSWER: Final = Answer()
CLOSE: Final = Close()
TURNS: Final = tuple(Asked(TURN, seat) for seat in range(SEATS))

"""A turn: one action, what follows from it, and conversions at any moment between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.actions import DONE, SEATS
from ludoteka.games.terra_mystica.phases import dues, land, leech, means, passing, towns
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.phases.race import wait_for_others
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState


def alone(s: TerraState) -> bool:
    """On the site a player who is alone in the round need not settle everything before the next turn [TM-20.22]."""
    return sum(not side.passed and not side.dropped for side in s.sides) == 1


class Turn(Phase[TerraState, Asked]):
    """The question put to the active seat."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        seat = f.seat
        me = s.sides[seat]
        out: list[Action] = []
        work, rules = s.work, s.rules
        if work is not IDLE:
            # prices come before everything else [TM-19.30]
            if work.lose and not rules.site:
                dues.legal_sacrifice(s, me, out)
            elif work.shed:
                dues.legal_shed(s, me, out)
            elif work.spend:
                means.legal_spend(s, me, out)
            if out:
                return out
        pending = dues.open_items(s, me)
        if pending:
            self.legal_open(s, me, out)
        if s.acts and (rules.site or not pending):
            self.legal_actions(s, seat, me, out)
        elif work.builds and not me.spades and work.free != "sand":
            land.legal_build(s, me, out, False)
        if rules.open_leech:
            if s.offers:
                leech.legal_answers(s, seat, out)
            if me.token_due:
                dues.legal_token(s, me, out)
            if s.blocked and me.keys:
                dues.legal_lift(s, me, out)
            if rules.step_down:
                dues.legal_lower(s, me, out)
        if pending or rules.discards:
            dues.legal_discard(s, me, out)
        if me.folk.river_towns:
            towns.legal_connect(s, me, out)
        means.legal_convert(s, me, out)
        ended = not s.acts or rules.loose_done
        if ended and (not pending or (rules.site and alone(s) and not dues.besides_steps(s, me))):
            out.append(DONE)
        return wait_for_others(s, seat, me, out) if rules.cultists_first else out

    def legal_open(self, s: TerraState, me: Side, out: list[Action]) -> None:
        """What is left to settle, in any order."""
        if s.work.lose:
            dues.legal_sacrifice(s, me, out)
        if s.work.recolour:
            dues.legal_recolour(s, out)
        if me.spades:
            if s.work.digs:
                land.legal_dig(s, me, out)
            if s.work.transforms:
                land.legal_transform(s, me, out, land.in_reach(s, me))
        if s.work.free:
            FREE[s.work.free](s, me, out)
        if s.bridges_due:
            dues.legal_bridge(s, me, out)
        if s.favors_due:
            dues.legal_favor(s, me, out)
        if s.towns_due:
            towns.legal_town(s, out)
        if me.cult_due:
            dues.legal_step(s, me, out)
        if me.unlock_due:
            dues.legal_unlock(s, me, out)
        if not s.rules.site:
            if s.blocked and me.keys:
                dues.legal_lift(s, me, out)
            if me.token_due:
                dues.legal_token(s, me, out)

    def legal_actions(self, s: TerraState, seat: int, me: Side, out: list[Action]) -> None:
        """The eight actions [TM-5.1]."""
        if s.work.free != "dwelling":
            land.legal_build(s, me, out, True)
        folk = me.folk
        if folk.changes == "volcano":
            land.legal_volcano(s, me, out)
        elif not me.spades:
            land.legal_dig(s, me, out)
        land.legal_upgrade(s, seat, me, out)
        means.legal_send(s, me, out)
        means.legal_advance(s, me, out)
        means.legal_act(s, me, out)
        passing.legal_pass(s, me, out)

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        seat = f.seat
        me = s.edit(seat)
        kind = type(a)
        if kind in verbs.MAIN and takes_action(s, me, kind, a):
            s.acts -= 1
            begin_action(s, seat)
        DO[kind](s, seat, me, a)
        if not s.rules.open_leech and s.active == seat:
            go_on(s, seat, me)

    def question(self, s: TerraState, f: Asked) -> str:
        me = s.sides[f.seat]
        due = (
            ("open", s.work.lose or s.work.shed),
            ("spades", me.spades),
            (s.work.free, s.work.free),
            ("bridge", s.bridges_due),
            ("favor", s.favors_due),
            ("town", s.towns_due),
            ("cult", me.cult_due),
            ("open", dues.open_items(s, me)),
            ("done", not s.acts),
        )
        topic = next((name for name, is_so in due if is_so), "")
        if topic == "done" and s.work.builds:
            topic = "build"
        return f"Turn.{topic}" if topic else "Turn"

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        from ludoteka.games.terra_mystica import why  # here: only refusals need it

        return why.why_not(s, f.seat, a)


def takes_action(s: TerraState, me: Side, kind: type[Action], a: Any) -> bool:
    """Whether this is an action of its own, not a part of the one under way."""
    work = s.work
    if kind is verbs.Build:
        if work.free == "dwelling":
            return False
        if not work.builds or me.spades:
            return True
        if work.sites:
            return not work.sites >> s.board.index[a.at] & 1
        return not (s.rules.build_elsewhere or s.rules.first_edition)  # nothing became home: no dwelling [TM-6.6]
    if kind is verbs.Dig:
        return not work.digs
    if kind is verbs.Transform:
        return not work.transforms
    if kind is verbs.Upgrade:
        return work.free != "house"
    return True


def begin_action(s: TerraState, seat: int) -> None:
    """A new action ends what the one before still allowed."""
    s.work = IDLE if not s.rules.turn_scope else IDLE._replace(bought=s.work.bought, jumped=s.work.jumped)
    if s.rules.open_leech:
        leech.refuse_all(s, seat)


FREE = {"sand": land.legal_sand, "dwelling": land.legal_free_dwelling, "house": land.legal_free_house}


def do_done(s: TerraState, seat: int, me: MutableSide, a: Action) -> None:
    end_turn(s)


DO: dict[type[Action], Callable[[TerraState, int, MutableSide, Any], None]] = {
    verbs.Build: land.do_build,
    verbs.Upgrade: land.do_upgrade,
    verbs.Dig: land.do_dig,
    verbs.Transform: land.do_transform,
    verbs.Send: means.do_send,
    verbs.Advance: means.do_advance,
    verbs.Act: means.do_act,
    verbs.Bridge: dues.do_bridge,
    verbs.Connect: towns.do_connect,
    verbs.Convert: means.do_convert,
    verbs.Burn: means.do_burn,
    verbs.Favor: dues.do_favor,
    verbs.Town: towns.do_town,
    verbs.Step: dues.do_step,
    verbs.Lower: dues.do_lower,
    verbs.Sacrifice: dues.do_sacrifice,
    verbs.Shed: dues.do_shed,
    verbs.Settle: dues.do_recolour,
    verbs.Token: dues.do_token,
    verbs.Unlock: dues.do_unlock,
    verbs.Discard: dues.do_discard,
    verbs.Leech: leech.do_leech,
    verbs.Decline: leech.do_decline,
    verbs.Pass: passing.do_pass,
    verbs.Done: do_done,
}


def go_on(s: TerraState, seat: int, me: Side) -> None:
    """By the rulebook: first what is open, then the neighbours' power, then conversions or the next action."""
    s.stack.append(TURNS[seat])
    if (s.bridges_due or me.spades or me.unlock_due) and not s.rules.first_edition:
        settle_forced(s, seat, me)
    if dues.open_items(s, me):
        return
    if s.offers:
        s.stack[-1] = Closing(CLOSE, None, seat)
        for offer in reversed(s.offers):
            s.stack.append(Asked(ANSWER, offer[0]))
    elif not s.acts and not can_go_on(s, me):
        s.stack.pop()
        end_turn(s)


def can_go_on(s: TerraState, me: Side) -> bool:
    """Whether anything but the end of the turn is left to choose."""
    if s.rules.first_edition and s.work.builds:
        return True
    return can_convert(s, me)  # who can pay for a dwelling has a worker to convert


def can_convert(s: TerraState, me: Side) -> bool:
    found: list[Action] = []
    means.legal_convert(s, me, found)
    if me.folk.river_towns:
        towns.legal_connect(s, me, found)
    return bool(found)


def settle_forced(s: TerraState, seat: int, me: Side) -> None:
    """What leaves no choice is not asked: bridges without a spot, spades without a hex, a priest for whom no terrain
    can be opened [TM-5.7]."""
    if s.bridges_due and not dues.bridge_spots(s, me):
        s.bridges_due = 0
    if (me.spades or me.unlock_due) and not can_convert(s, me):
        if me.spades and not land.can_use_spades(s, me):
            s.edit(seat).spades = 0
            s.work = s.work._replace(transforms=0)
        if me.unlock_due and not dues.unlockable(s, me):
            dues.take_priests(s, seat)


class Answer(Phase[TerraState, Asked]):
    """Power offered by a neighbour's building, or the reward for a neighbour who took it."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        seat = f.seat
        me = s.sides[seat]
        out: list[Action] = []
        if me.cult_due:
            dues.legal_step(s, me, out)
        if me.token_due:
            dues.legal_token(s, me, out)
        if s.rules.open_leech or not out:
            leech.legal_answers(s, seat, out)
        return out

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        seat = f.seat
        DO[type(a)](s, seat, s.edit(seat), a)
        if not s.rules.open_leech and s.active >= 0:
            builder = s.sides[s.active]
            if builder.cult_due or builder.token_due:
                s.stack.append(Asked(ANSWER, s.active))

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        from ludoteka.games.terra_mystica import why  # here: only refusals need it

        return why.while_answering(s, f.seat, a)


class Closing(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    builder: int


class Close(Phase[TerraState, Closing]):
    """All neighbours have answered: the builder goes on."""

    def run(self, s: TerraState, f: Closing) -> None:
        me = s.sides[f.builder]
        if not me.dropped:
            go_on(s, f.builder, me)


TURN = Turn()
ANSWER = Answer()
CLOSE = Close()
TURNS = tuple(Asked(TURN, seat) for seat in range(SEATS))

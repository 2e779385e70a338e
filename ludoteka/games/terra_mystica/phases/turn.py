"""A turn: one action, what follows from it, and conversions at any moment between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica.actions import DONE
from ludoteka.games.terra_mystica.phases import dues, land, leech, means, passing, towns
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.phases.race import wait_for_others
from ludoteka.games.terra_mystica.side import MutableSide, Side
from ludoteka.games.terra_mystica.state import TerraState


def open_items(s: TerraState, me: Side) -> bool:
    """Whether something must be settled before the turn may end."""
    return bool(
        me.spades
        or s.free_sand
        or s.free_dwelling
        or s.free_house
        or s.bridges_due
        or s.favors_due
        or s.towns_due
        or s.lose
        or s.shed
        or s.recolour
        or me.cult_due
        or me.unlock_due
        or (s.ordination == 3 and s.rules.strict_darklings)
        or (not s.rules.site and ((s.blocked and me.keys) or me.token_due))
    )


def only_later(s: TerraState, me: Side) -> bool:
    """Whether all that is open stays open beyond the turn."""
    return (
        bool(me.cult_due)
        and not (
            me.spades or s.free_sand or s.free_dwelling or s.free_house or s.bridges_due or s.favors_due or s.towns_due
        )
        and not (s.lose or s.recolour or me.unlock_due or s.ordination)
    )


def alone(s: TerraState) -> bool:
    """On the site a player who is alone in the round need not settle everything before the next turn [TM-20.22]."""
    return sum(not side.passed and not side.dropped for side in s.sides) == 1


class Turn(Phase[TerraState, Frame]):
    """The question put to the active seat."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        seat: int = f[1]
        me = s.sides[seat]
        out: list[Action] = []
        # prices of land come before everything else [TM-19.30]
        if s.lose and not s.rules.site:
            dues.legal_sacrifice(s, me, out)
            return out
        if s.shed:
            dues.legal_shed(s, me, out)
            return out
        pending = open_items(s, me)
        if pending:
            self.legal_open(s, me, out)
        if s.acts and (s.rules.site or not pending):
            self.legal_actions(s, seat, me, out)
        elif s.builds_left and not me.spades and not s.free_sand:
            land.legal_build(s, me, out, False)
        if s.rules.open_leech:
            if s.offers:
                leech.legal_answers(s, seat, out)
            if me.token_due:
                dues.legal_token(s, me, out)
            if s.blocked and me.keys:
                dues.legal_lift(s, me, out)
            if s.rules.step_down:
                dues.legal_lower(s, me, out)
        dues.legal_discard(s, me, out)
        if me.folk.river_towns:
            towns.legal_connect(s, me, out)
        means.legal_convert(s, me, out)
        ended = not s.acts or s.rules.loose_done
        if ended and (not pending or (s.rules.site and only_later(s, me) and alone(s))):
            out.append(DONE)
        return wait_for_others(s, seat, me, out) if s.rules.cultists_first else out

    def legal_open(self, s: TerraState, me: Side, out: list[Action]) -> None:
        """What is left to settle, in any order."""
        if s.lose:
            dues.legal_sacrifice(s, me, out)
        if s.recolour:
            dues.legal_recolour(s, out)
        if me.spades:
            if s.digs:
                land.legal_dig(s, me, out)
            if s.transforms:
                land.legal_transform(s, me, out, land.in_reach(s, me))
        if s.free_sand:
            land.legal_sand(s, me, out)
        if s.free_dwelling:
            land.legal_free_dwelling(s, me, out)
        if s.free_house:
            land.legal_free_house(s, me, out)
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
        if not s.free_dwelling:
            land.legal_build(s, me, out, True)
        folk = me.folk
        if folk.changes == "volcano":
            land.legal_volcano(s, me, out)
        elif not me.spades:
            land.legal_dig(s, me, out)
        land.legal_upgrade(s, seat, me, out)
        means.legal_send(s, me, out)
        means.legal_advance(s, me, out)
        means.legal_act(s, seat, me, out)
        passing.legal_pass(s, me, out)

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        seat: int = f[1]
        me = s.edit(seat)
        kind = type(a)
        if kind in ACTIONS and takes_action(s, me, kind, a):
            s.acts -= 1
            begin_action(s, seat)
        DO[kind](s, seat, me, a)
        if not s.rules.open_leech and s.active == seat:
            go_on(s, seat, me)

    def question(self, s: TerraState, f: Frame) -> str:
        me = s.sides[f[1]]
        due = (
            ("open", s.lose or s.shed),
            ("spades", me.spades),
            ("sand", s.free_sand),
            ("dwelling", s.free_dwelling),
            ("house", s.free_house),
            ("bridge", s.bridges_due),
            ("favor", s.favors_due),
            ("town", s.towns_due),
            ("cult", me.cult_due),
            ("open", open_items(s, me)),
            ("done", not s.acts),
        )
        topic = next((name for name, is_so in due if is_so), "")
        if topic == "done" and s.builds_left:
            topic = "build"
        return f"Turn.{topic}" if topic else "Turn"

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        from ludoteka.games.terra_mystica import why  # here: only refusals need it

        return why.why_not(s, f[1], a)


ACTIONS = frozenset(
    (verbs.Build, verbs.Upgrade, verbs.Dig, verbs.Transform, verbs.Send, verbs.Advance, verbs.Act, verbs.Pass)
)


def takes_action(s: TerraState, me: Side, kind: type[Action], a: Any) -> bool:
    """Whether this is an action of its own, not a part of one that is under way."""
    if kind is verbs.Build:
        if s.free_dwelling:
            return False
        if not s.builds_left or me.spades:
            return True
        return bool(s.sites) and not s.sites >> s.board.index[a.at] & 1
    if kind is verbs.Dig:
        return not s.digs
    if kind is verbs.Transform:
        return not s.transforms
    if kind is verbs.Upgrade:
        return not s.free_house
    return True


def begin_action(s: TerraState, seat: int) -> None:
    """A new action ends what the one before still allowed."""
    s.transforms = s.builds_left = s.sites = 0
    s.digs = s.home_due = False
    if s.rules.open_leech:
        leech.refuse_all(s, seat)


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
    s.stack.append((TURN, seat))
    if open_items(s, me):
        return
    if s.offers:
        s.stack[-1] = (CLOSE, None, seat)
        for offer in reversed(s.offers):
            s.stack.append((ANSWER, offer[0]))
    elif not s.acts and not s.builds_left and not can_convert(s, me):
        s.stack.pop()
        end_turn(s)


def can_convert(s: TerraState, me: Side) -> bool:
    found: list[Action] = []
    means.legal_convert(s, me, found)
    if me.folk.river_towns:
        towns.legal_connect(s, me, found)
    return bool(found)


class Answer(Phase[TerraState, Frame]):
    """Power offered by a neighbour's building, or the reward for a neighbour who took it."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        seat: int = f[1]
        me = s.sides[seat]
        out: list[Action] = []
        if me.cult_due:
            dues.legal_step(s, me, out)
        if me.token_due:
            dues.legal_token(s, me, out)
        if s.rules.open_leech or not out:
            leech.legal_answers(s, seat, out)
        return out

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        seat: int = f[1]
        DO[type(a)](s, seat, s.edit(seat), a)
        if not s.rules.open_leech and s.active >= 0:
            builder = s.sides[s.active]
            if builder.cult_due or builder.token_due:
                s.stack.append((ANSWER, s.active))

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        from ludoteka.games.terra_mystica import why  # here: only refusals need it

        return why.why_not(s, f[1], a)


class Close(Phase[TerraState, Frame]):
    """All neighbours have answered: the builder goes on."""

    def run(self, s: TerraState, f: Frame) -> None:
        go_on(s, f[2], s.sides[f[2]])


TURN = Turn()
ANSWER = Answer()
CLOSE = Close()

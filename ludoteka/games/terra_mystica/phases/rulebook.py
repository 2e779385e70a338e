"""Turns by the rulebook: one seat is asked at a time; first what is owed, then the neighbours' power, then the rest."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import DONE
from ludoteka.games.terra_mystica.dialect import Dialect
from ludoteka.games.terra_mystica.due import Due
from ludoteka.games.terra_mystica.phases import bridges, converting, dues, leech, steps, transforming, turn
from ludoteka.games.terra_mystica.phases.clock import end_turn
from ludoteka.games.terra_mystica.phases.owed import legal_dues, owing, rewards
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import IDLE, TerraState


class Rulebook(Dialect[TerraState]):
    def turn(self, s: TerraState, seat: int, me: Side) -> list[Action]:
        out: list[Action] = []
        owed = owing(s, me)
        if owed and owed[0].what in due.PRICES:
            legal_dues(s, me, owed[:1], out)
            return out
        if s.work.spend:
            converting.legal_spend(s, me, out)
            return out
        if owed:
            legal_dues(s, me, owed, out)
            turn.legal_dwelling(s, me, out)
            dues.legal_discard(s, me, out)
        elif s.acts:
            turn.legal_actions(s, seat, me, out)
        else:
            turn.legal_dwelling(s, me, out)
        turn.legal_any_time(s, me, out)
        if not s.acts and not owed:
            out.append(DONE)
        return out

    def acts(self, s: TerraState, seat: int) -> None:
        """It ends what the one before still allowed."""
        s.work = IDLE

    def acted(self, s: TerraState, seat: int, me: Side) -> None:
        if s.active != seat:
            return
        s.stack.append(turn.TURNS[seat])
        if me.dues:
            if not self.ask_forced:
                me = settle_forced(s, seat)
            if owing(s, me):
                return
        if s.offers:
            s.stack[-1] = turn.Closing(turn.CLOSE, None, seat)
            for offer in reversed(s.offers):
                s.stack.append(turn.ANSWER.asked[offer[0]])
        elif not s.acts and not self.can_go_on(s, me):
            s.stack.pop()
            end_turn(s)

    def can_go_on(self, s: TerraState, me: Side) -> bool:
        """Whether anything but the end of the turn is left to choose: who can pay for a dwelling can convert, too."""
        return can_convert(s, me)

    def answers(self, s: TerraState, seat: int, me: Side) -> list[Action]:
        """A reward first; then the offers."""
        out: list[Action] = []
        legal_dues(s, me, rewards(me), out)
        if not out:
            leech.legal_answers(s, seat, out)
        return out

    def answered(self, s: TerraState) -> None:
        """Whoever is rewarded for it chooses at once."""
        if s.active >= 0 and rewards(s.sides[s.active]):
            s.stack.append(turn.ANSWER.asked[s.active])

    def spades_came(self, s: TerraState, seat: int, n: int) -> None:
        """They count when they are used."""

    def spades_used(self, s: TerraState, seat: int, n: int) -> None:
        gain.score(s, seat, "spade", n)

    def remove_tokens(self, s: TerraState, seat: int, n: int) -> None:
        """The player chooses the bowls [TM-19.35]."""
        s.edit(seat).owe(due.SHED, n)

    def waits(self, me: Side, owed: Due) -> bool:
        """Only what nobody has to do, and a marker for which there is no key."""
        return owed.what == due.ORDINATION or (owed.what == due.LIFTS and not steps.lifts(me))

    def spare(self, s: TerraState, me: Side, owed: Due) -> bool:
        """Only free bridges."""
        return owed.what == due.BRIDGES and self.bridges_are_free(s, me)

    def bridges_are_free(self, s: TerraState, me: Side) -> bool:
        return s.work.spare_bridges

    def given_up(self, owed: Due) -> int:
        """All bridges, but one spade."""
        return owed.n if owed.what == due.BRIDGES else 1

    def speakers(self, s: TerraState) -> list[int]:
        return [s.active] if s.active >= 0 else []


def can_convert(s: TerraState, me: Side) -> bool:
    if me.bowl3 or me.priests or me.workers:
        return True  # at least into a coin
    found: list[Action] = []
    turn.legal_any_time(s, me, found)
    return bool(found)


def settle_forced(s: TerraState, seat: int) -> Side:
    """What leaves no choice is not asked: bridges without a spot, spades without a hex, a priest for whom no terrain
    can be opened [TM-5.7]."""
    me = s.edit(seat)
    for what, _ in me.dues:
        if what == due.BRIDGES:
            if not bridges.bridge_spots(s, me):
                me.set_due(what, 0)
        elif what == due.SPADES:
            if not can_convert(s, me) and not transforming.can_use_spades(s, me):
                me.set_due(what, 0)
                s.work = s.work._replace(transforms=0)
        elif what == due.PRIESTS and not can_convert(s, me) and not dues.unlockable(s, me):
            dues.take_priests(s, seat)
    return me


class FirstEdition(Rulebook):
    """With the faults of matches begun before version 2 (RULES.md, section 21)."""

    dig_on = False
    dwelling_left = True
    ask_forced = True
    key_first = True
    river_steps = True
    wasted: tuple[str, ...] = ("PW-P",)
    together = True
    loose_auction = True

    def circle(self, seats: int, order: Sequence[int]) -> Sequence[int]:
        return range(seats)

    def acts(self, s: TerraState, seat: int) -> None:
        turn.keep_bought(s)

    def bridges_are_free(self, s: TerraState, me: Side) -> bool:
        return s.work.spare_bridges or me.folk.changes == "never"

    def given_up(self, owed: Due) -> int:
        return 1

    def can_go_on(self, s: TerraState, me: Side) -> bool:
        return s.work.builds > 0 or can_convert(s, me)

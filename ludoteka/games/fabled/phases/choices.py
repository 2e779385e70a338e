"""The questions that effects put to a player, and the `Chooser` that puts them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import Asked, Phase
from ludoteka.games.fabled import actions as a
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import CHOOSE, INSERT, SKIP
from ludoteka.games.fabled.effects import Chooser, Source
from ludoteka.games.fabled.parts import NONE, Op
from ludoteka.games.fabled.phases import books, lands, steps, turn
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import ON_CARD, OUT, FabledState


class PaymentFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    tier: int
    n: int
    then: int
    """The array that follows."""
    source: Source


class Payment(Phase[FabledState, PaymentFrame]):
    """Pay or not?"""

    def legal(self, s: FabledState, f: PaymentFrame) -> list[Action]:
        return [s.content.acts.pay(f.tier, f.n), SKIP]

    def apply(self, s: FabledState, f: PaymentFrame, action: Action) -> None:
        if isinstance(action, a.Pay):
            s.pay(f.seat, f.tier, f.n, effects.cause_of(s, f.source))
            effects.run(s, f.seat, f.then, f.source, True)


class ChoiceFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    arrays: tuple[int, ...]
    source: Source


class Choice(Phase[FabledState, ChoiceFrame]):
    """Exactly one of the arrays."""

    def legal(self, s: FabledState, f: ChoiceFrame) -> list[Action]:
        return [CHOOSE[i] for i, option in enumerate(f.arrays) if effects.can_run(s, f.seat, option, f.source)]

    def apply(self, s: FabledState, f: ChoiceFrame, action: Action) -> None:
        assert isinstance(action, a.Choose)
        effects.run(s, f.seat, f.arrays[action.n], f.source, True)

    def why_not(self, s: FabledState, f: ChoiceFrame, action: Action) -> Reason | None:
        match action:
            case a.Choose(n) if 0 <= n < len(f.arrays):
                return reason("why.effect_impossible", "FB-12.1")
            case a.Choose(n):
                return reason("why.no_such_choice", "FB-12.12", n=n)
            case a.Apply() if f.source.place >= 0:
                place = f.source.place
                able = effects.can_run(s, f.seat, s.content.place_effects[place], f.source)
                return reason("why.replaced" if able else "why.cannot_apply", "FB-7.14", what=s.content.place_id[place])
        return None


class CopyFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    source: Source


class Copying(Phase[FabledState, CopyFrame]):
    def legal(self, s: FabledState, f: CopyFrame) -> list[Action]:
        return [s.content.acts.copy[p] for p in effects.copyable(s, f.seat)]

    def apply(self, s: FabledState, f: CopyFrame, action: Action) -> None:
        assert isinstance(action, a.Copy)
        place = s.content.place_index[action.what]
        effects.run(s, f.seat, s.content.place_effects[place], f.source, True)

    def why_not(self, s: FabledState, f: CopyFrame, action: Action) -> Reason | None:
        match action:
            case a.Copy(what) if what in s.content.place_index:
                place = s.content.place_index[what]
                if s.content.copies[place]:
                    return reason("why.no_copy_of_copy", "FB-7.9", what=what)
                if not board.kinds_in_row(s) >> place & 1:
                    return reason("why.kind_not_in_row", "FB-7.9", what=what)
                if not board.is_open_to(s, f.seat, place):
                    return reason("why.place_closed", "FB-9.66", what=what)
                return reason("why.cannot_apply", "FB-7.14", what=what)
        return None


class Shifting(Phase[FabledState, Asked]):
    """Which land do the gates move?"""

    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        return [s.content.acts.shift[land] for land in s.row]

    def apply(self, s: FabledState, f: Asked, action: Action) -> None:
        assert isinstance(action, a.Shift)
        s.ask(ResetFrame(RESETTING, f.seat, s.content.land_index[action.at]))

    def why_not(self, s: FabledState, f: Asked, action: Action) -> Reason | None:
        return reason("why.land_not_in_row", "FB-7.10", at=action.at) if isinstance(action, a.Shift) else None


class ResetFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    land: int


class Resetting(Phase[FabledState, ResetFrame]):
    """Where does it go? Gaps are those of the row with the land still in it."""

    def legal(self, s: FabledState, f: ResetFrame) -> list[Action]:
        i = s.row.index(f.land)
        return [INSERT[g] for g in range(len(s.row) + 1) if g not in (i, i + 1)]

    def apply(self, s: FabledState, f: ResetFrame, action: Action) -> None:
        assert isinstance(action, a.Insert)
        lands.move_land(s, f.land, lands.gap_of(action))

    def why_not(self, s: FabledState, f: ResetFrame, action: Action) -> Reason | None:
        if isinstance(action, a.Insert):
            if 0 <= lands.gap_of(action) <= len(s.row):
                return reason("why.same_position", "FB-7.10", at=s.content.land_id[f.land])
            return reason("why.no_such_gap", "FB-3.8", at=action.at)
        return None


class TokenFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    ally: int


class Tokens(Phase[FabledState, TokenFrame]):
    def legal(self, s: FabledState, f: TokenFrame) -> list[Action]:
        cells = board.token_cells(s)
        mine = [t for t in s.content.allies[f.ally].place_tokens if s.token_at[t] == ON_CARD]
        return [s.content.acts.token(s.content.tokens[t][0], cell) for t in mine for cell in cells]

    def apply(self, s: FabledState, f: TokenFrame, action: Action) -> None:
        assert isinstance(action, a.Token)
        place = s.content.place_index[action.what]
        for token in s.content.allies[f.ally].place_tokens:
            if s.content.tokens[token][0] == place:
                s.token_at = changed(s.token_at, token, s.content.cell_index[action.at])

    def why_not(self, s: FabledState, f: TokenFrame, action: Action) -> Reason | None:
        match action:
            case a.Token(what, at) if at in s.content.cell_index and what in s.content.place_index:
                if s.content.cell_index[at] not in board.token_cells(s):
                    return reason("why.not_single_vortex", "FB-10.27", at=at)
                return reason("why.token_not_on_card", "FB-10.27", what=what)
        return None


class RelocationFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    terrain: int


def lands_of_kind(s: FabledState, terrain: int) -> list[int]:
    return [land for land in s.row if terrain < 0 or s.content.land_terrain[land] == terrain]


class Relocation(Phase[FabledState, RelocationFrame]):
    def legal(self, s: FabledState, f: RelocationFrame) -> list[Action]:
        return [s.content.acts.relocate[land] for land in lands_of_kind(s, f.terrain)]

    def apply(self, s: FabledState, f: RelocationFrame, action: Action) -> None:
        assert isinstance(action, a.Relocate)
        s.at[s.leaving] = s.content.paths[s.content.land_index[action.at]][0][0]
        s.leaving = NONE

    def why_not(self, s: FabledState, f: RelocationFrame, action: Action) -> Reason | None:
        match action:
            case a.Relocate(at) if at in s.content.land_index:
                if s.content.land_index[at] not in s.row:
                    return reason("why.land_not_in_row", "FB-10.34", at=at)
                return reason("why.wrong_terrain", "FB-10.34", at=at)
        return None


class Dismissal(Phase[FabledState, Asked]):
    """The card goes under the deck, its tokens to the supply (FB-8.29)."""

    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        return [s.content.acts.dismiss[ally] for ally in s.allies[f.seat]]

    def apply(self, s: FabledState, f: Asked, action: Action) -> None:
        assert isinstance(action, a.Dismiss)
        ally = s.content.ally_index[action.what]
        s.allies = changed(s.allies, f.seat, tuple(x for x in s.allies[f.seat] if x != ally))
        s.ally_bottom = (*s.ally_bottom, ally)
        s.tokens = changed(s.tokens, ally, 0)
        s.put_tokens(ally, OUT)

    def why_not(self, s: FabledState, f: Asked, action: Action) -> Reason | None:
        return reason("why.not_your_ally", "FB-11.15", what=action.what) if isinstance(action, a.Dismiss) else None


class ActingFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    different: bool
    """Of another kind only."""

    def barred(self, s: FabledState) -> tuple[int, ...]:
        return s.taken if self.different else ()


class Acting(Phase[FabledState, ActingFrame]):
    """A further standard action."""

    def legal(self, s: FabledState, f: ActingFrame) -> list[Action]:
        return turn.offered(s, f.seat, s.content.actions, f.barred(s))

    def apply(self, s: FabledState, f: ActingFrame, action: Action) -> None:
        turn.take_action(s, f.seat, action, s.content.actions)

    def why_not(self, s: FabledState, f: ActingFrame, action: Action) -> Reason | None:
        if isinstance(action, a.Act | a.Add):
            return turn.why_no_action(s, f.seat, action, s.content.actions, f.barred(s))
        return None


# -- who puts them


class Person(Chooser):
    """Is asked."""

    def is_possible(self, s: FabledState, side: int, op: Op, source: Source) -> bool:
        match op.name:
            case "transform" | "transform_per":
                return books.can_convert(s, side, op.up)
            case "steps" | "steps_per":
                return bool(steps.ready(s, steps.among(s, side, op.among)))
            case "move_land":
                return len(s.row) >= 2
            case "pay":
                return effects.can_run_after(s, side, op.book, op.n, op.then, source)
            case "add_land":
                return bool(board.addable(s, side))
            case "extra_standard_action":  # only after the normal action of this turn (FB-4.7)
                if len(s.taken) < s.content.actions_per_turn:
                    return False
                return bool(turn.offered(s, side, s.content.actions, s.taken if op.different else ()))
            case "spend_token":
                return s.tokens[source.ally] >= op.n and effects.can_run(s, side, op.then, source)
            case "place_sky_token":
                mine = s.content.allies[source.ally].place_tokens
                return any(s.token_at[t] == ON_CARD for t in mine) and bool(board.token_cells(s))
            case "second_place":
                return self._second_place(s, side, source) >= 0
            case "relocate_returned":
                return s.leaving >= 0 and bool(lands_of_kind(s, op.terrain))
            case "discard_ally":
                return bool(s.allies[side])
        return False

    def perform(self, s: FabledState, side: int, op: Op, n: int, source: Source, chosen: bool) -> None:
        match op.name:
            case "transform" | "transform_per":
                books.ask_conversions(s, side, n, op.up, int(chosen))
            case "upgrade":
                books.begin_upgrade(s, side, op)
            case "steps" | "steps_per":
                steps.hand_out(s, side, n, op.cap, steps.among(s, side, op.among), int(chosen))
            case "move_land":
                s.stack.append(SHIFTING.asked[side])
            case "choose":
                s.stack.append(ChoiceFrame(CHOICE, side, op.options, source))
            case "copy_place":
                s.ask(CopyFrame(COPYING, side, source))
            case "pay":
                f = PaymentFrame(PAYMENT, side, op.book, n, op.then, source)
                if chosen:
                    PAYMENT.apply(s, f, s.content.acts.pay(op.book, n))
                else:
                    s.stack.append(f)
            case "add_land":
                s.ask(lands.TAKING.asked[side])
            case "extra_standard_action":
                s.ask(ActingFrame(ACTING, side, op.different))
            case "spend_token":
                s.tokens = changed(s.tokens, source.ally, s.tokens[source.ally] - n)
                effects.run(s, side, op.then, source, True)
            case "place_sky_token":
                s.ask(TokenFrame(TOKENS, side, source.ally))
            case "second_place":
                place = self._second_place(s, side, source)
                effects.run(s, side, s.content.place_effects[place], source, True)
            case "relocate_returned":
                s.ask(RelocationFrame(RELOCATION, side, op.terrain))
            case "discard_ally":
                s.ask(DISMISSAL.asked[side])

    def fail(self, s: FabledState, side: int, op: Op) -> None:
        """Nothing happens."""

    def _second_place(self, s: FabledState, side: int, source: Source) -> int:
        """The other place of the vortex just visited, if its effect is possible for this side; else -1."""
        if source.cell < 0 or board.has_mod(s, side, "first_place_only"):
            return NONE
        other = next((place for place in board.linked(s, source.cell) if place != source.place), NONE)
        fits = other >= 0 and board.is_open_to(s, side, other)
        return other if fits and effects.can_run(s, side, s.content.place_effects[other], source) else NONE


PAYMENT: Final = Payment()
CHOICE: Final = Choice()
COPYING: Final = Copying()
SHIFTING: Final = Shifting()
RESETTING: Final = Resetting()
TOKENS: Final = Tokens()
RELOCATION: Final = Relocation()
DISMISSAL: Final = Dismissal()
ACTING: Final = Acting()
effects.CHOOSERS[False] = Person()

"""The questions that effects put to a player."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import (
    CHOOSE,
    INSERT,
    SKIP,
    Act,
    Add,
    Apply,
    Choose,
    Copy,
    Dismiss,
    Insert,
    Pay,
    Relocate,
    Shift,
    Token,
)
from ludoteka.games.fabled.phases import lands, turn
from ludoteka.games.fabled.state import ON_CARD, OUT, FabledState


class Payment(Phase[FabledState, Frame]):
    """Pay or not? f = (PAYMENT, side, tier, n, array that follows, *source)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.pay(f[2], f[3]), SKIP]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        if isinstance(a, Pay):
            source = effects.Source(*f[5:])
            s.pay(f[1], f[2], f[3], effects.why_of(s, source))
            effects.run(s, f[1], f[4], source, True)


def ask_choice(s: FabledState, side: int, options: tuple[int, ...], source: effects.Source) -> None:
    """Exactly one of the arrays; with a single possible one there is nothing to ask (FB-12.12)."""
    fit = [i for i, option in enumerate(options) if effects.can_run(s, side, option, source)]
    if len(fit) == 1:
        effects.run(s, side, options[fit[0]], source, True)
    elif fit:
        s.stack.append((CHOICE, side, options, *source))


class Choice(Phase[FabledState, Frame]):
    """f = (CHOICE, side, arrays, *source)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        source = effects.Source(*f[3:])
        return [CHOOSE[i] for i, option in enumerate(f[2]) if effects.can_run(s, f[1], option, source)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Choose)
        effects.run(s, f[1], f[2][a.n], effects.Source(*f[3:]), True)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Choose(n) if 0 <= n < len(f[2]):
                return reason("why.effect_impossible", "FB-12.1")
            case Choose(n):
                return reason("why.no_such_choice", "FB-12.12", n=n)
            case Apply() if f[4] >= 0:
                return reason("why.cannot_apply", "FB-7.14", what=s.content.place_id[f[4]])
        return None


def ask_copy(s: FabledState, side: int, source: effects.Source) -> None:
    kinds = effects.copyable(s, side)
    if len(kinds) == 1:
        effects.run(s, side, s.content.place_effects[kinds[0]], source, True)
    else:
        s.stack.append((COPYING, side, *source))


class Copying(Phase[FabledState, Frame]):
    """f = (COPYING, side, *source)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.copy[p] for p in effects.copyable(s, f[1])]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Copy)
        place = s.content.place_index[a.what]
        effects.run(s, f[1], s.content.place_effects[place], effects.Source(*f[2:]), True)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Copy(what) if what in s.content.place_index:
                place = s.content.place_index[what]
                if s.content.copies[place]:
                    return reason("why.no_copy_of_copy", "FB-7.9", what=what)
                if not board.kinds_in_row(s) >> place & 1:
                    return reason("why.kind_not_in_row", "FB-7.9", what=what)
                if not board.is_open_to(s, f[1], place):
                    return reason("why.place_closed", "FB-9.66", what=what)
                return reason("why.cannot_apply", "FB-7.14", what=what)
        return None


class Shifting(Phase[FabledState, Frame]):
    """Which land do the gates move? f = (SHIFTING, side)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.shift[land] for land in s.row]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Shift)
        s.ask((RESETTING, f[1], s.content.land_index[a.at]))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Shift):
            return reason("why.land_not_in_row", "FB-7.10", at=a.at)
        return None


class Resetting(Phase[FabledState, Frame]):
    """Where does it go? f = (RESETTING, side, land). Gaps are those of the row with the land still in it."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        i = s.row.index(f[2])
        return [INSERT[g] for g in range(len(s.row) + 1) if g not in (i, i + 1)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Insert)
        move_land(s, f[2], lands.gap_of(a))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Insert):
            if 0 <= lands.gap_of(a) <= len(s.row):
                return reason("why.same_position", "FB-7.10", at=s.content.land_id[f[2]])
            return reason("why.no_such_gap", "FB-3.8", at=a.at)
        return None


def move_land(s: FabledState, land: int, gap: int) -> None:
    """Sages, tokens and waiting visits go along: they belong to cells of the card (FB-7.10)."""
    i = s.row.index(land)
    s.row.insert(gap, land)
    del s.row[i if i < gap else i + 1]


class Tokens(Phase[FabledState, Frame]):
    """f = (TOKENS, side, ally)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        acts, content = s.content.acts, s.content
        cells = board.token_cells(s)
        mine = [t for t in content.allies[f[2]].place_tokens if s.token_at[t] == ON_CARD]
        return [acts.token(content.tokens[t][0], cell) for t in mine for cell in cells]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Token)
        place = s.content.place_index[a.what]
        for token in s.content.allies[f[2]].place_tokens:
            if s.content.tokens[token][0] == place:
                s.token_at = changed(s.token_at, token, s.content.cell_index[a.at])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Token(what, at) if at in s.content.cell_index and what in s.content.place_index:
                if s.content.cell_index[at] not in board.token_cells(s):
                    return reason("why.not_single_vortex", "FB-10.27", at=at)
                return reason("why.token_not_on_card", "FB-10.27", what=what)
        return None


def lands_of_kind(s: FabledState, terrain: int) -> list[int]:
    return [land for land in s.row if terrain < 0 or s.content.land_terrain[land] == terrain]


def ask_relocation(s: FabledState, side: int, terrain: int) -> None:
    found = lands_of_kind(s, terrain)
    if len(found) == 1:
        relocate(s, found[0])
    else:
        s.stack.append((RELOCATION, side, terrain))


def relocate(s: FabledState, land: int) -> None:
    s.at[s.leaving] = s.content.paths[land][0][0]
    s.leaving = -1


class Relocation(Phase[FabledState, Frame]):
    """f = (RELOCATION, side, terrain)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.relocate[land] for land in lands_of_kind(s, f[2])]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Relocate)
        relocate(s, s.content.land_index[a.at])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        match a:
            case Relocate(at) if at in s.content.land_index:
                if s.content.land_index[at] not in s.row:
                    return reason("why.land_not_in_row", "FB-10.34", at=at)
                return reason("why.wrong_terrain", "FB-10.34", at=at)
        return None


def ask_dismissal(s: FabledState, side: int) -> None:
    if len(s.allies[side]) == 1:
        dismiss(s, side, s.allies[side][0])
    else:
        s.stack.append((DISMISSAL, side))


def dismiss(s: FabledState, side: int, ally: int) -> None:
    """The card goes under the deck, its tokens to the supply (FB-8.29)."""
    s.allies = changed(s.allies, side, tuple(a for a in s.allies[side] if a != ally))
    s.ally_bottom = (*s.ally_bottom, ally)
    s.tokens = changed(s.tokens, ally, 0)
    for token in s.content.allies[ally].place_tokens:
        s.token_at = changed(s.token_at, token, OUT)


class Dismissal(Phase[FabledState, Frame]):
    """f = (DISMISSAL, side)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.dismiss[ally] for ally in s.allies[f[1]]]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Dismiss)
        dismiss(s, f[1], s.content.ally_index[a.what])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return reason("why.not_your_ally", "FB-11.15", what=a.what) if isinstance(a, Dismiss) else None


class Acting(Phase[FabledState, Frame]):
    """A further standard action. f = (ACTING, side, of another kind only)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return turn.standard_actions(s, f[1], s.taken if f[2] else ())

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        turn.take_action(s, f[1], a)

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Act | Add):
            return turn.why_no_action(s, f[1], a, s.taken if f[2] else ())
        return None


def can_act_again(s: FabledState, side: int, different: bool) -> bool:
    """Only after the normal action of this turn (FB-4.7)."""
    return len(s.taken) >= s.content.actions_per_turn and bool(
        turn.standard_actions(s, side, s.taken if different else ())
    )


PAYMENT = Payment()
CHOICE = Choice()
COPYING = Copying()
SHIFTING = Shifting()
RESETTING = Resetting()
TOKENS = Tokens()
RELOCATION = Relocation()
DISMISSAL = Dismissal()
ACTING = Acting()

"""The deck of allies: cards are turned up, one is kept, the others go back."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Phase
from ludoteka.games.fabled.actions import Keep, Offer
from ludoteka.games.fabled.refusal import reason
from ludoteka.games.fabled.state import ON_CARD, Doing, FabledState


class DealFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int | None
    side: int
    offered: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()


def deal(s: FabledState, f: DealFrame) -> None:
    """Turn up allies for a player's choice."""
    if len(f.offered) < s.content.ally_choice and (s.ally_deck or s.ally_bottom):
        s.stack.append(DealFrame(OFFERING, CHANCE, f.side, f.offered, f.skipped))
    elif f.offered:
        s.ask(DealFrame(KEEPING, f.side, f.side, f.offered, f.skipped))
    else:
        reshuffle(s, f.skipped)


class Offering(Phase[FabledState, DealFrame]):
    def outcomes(self, s: FabledState, f: DealFrame) -> list[tuple[Action, int]]:
        return [(s.content.acts.offer[a], 1) for a in top(s)]

    def apply(self, s: FabledState, f: DealFrame, a: Action) -> None:
        assert isinstance(a, Offer)
        ally = s.content.ally_index[a.what]
        draw(s, ally)
        if s.setting.skipped >> ally & 1:
            s.stack.append(DealFrame(DEAL, None, f.side, f.offered, (*f.skipped, ally)))
        else:
            s.stack.append(DealFrame(DEAL, None, f.side, (*f.offered, ally), f.skipped))


class Keeping(Phase[FabledState, DealFrame]):
    """Which one?"""

    def legal(self, s: FabledState, f: DealFrame) -> list[Action]:
        return [s.content.acts.keep[a] for a in f.offered]

    def apply(self, s: FabledState, f: DealFrame, a: Action) -> None:
        assert isinstance(a, Keep)
        ally = s.content.ally_index[a.what]
        s.allies = changed(s.allies, f.side, (*s.allies[f.side], ally))
        s.tokens = changed(s.tokens, ally, s.content.allies[ally].tokens)
        s.put_tokens(ally, ON_CARD)
        reshuffle(s, (*(x for x in f.offered if x != ally), *f.skipped))

    def why_not(self, s: FabledState, f: DealFrame, a: Action) -> Reason | None:
        return reason("why.not_offered", "FB-1.7", what=a.what) if isinstance(a, Keep) else None


def top(s: FabledState) -> list[int]:
    """What the top card of the deck may be; the cards put under it come last, in order."""
    return bits(s.ally_deck) if s.ally_deck else list(s.ally_bottom[:1])


def draw(s: FabledState, ally: int) -> None:
    if s.ally_deck:
        s.ally_deck ^= 1 << ally
    else:
        s.ally_bottom = s.ally_bottom[1:]


def reshuffle(s: FabledState, cards: tuple[int, ...]) -> None:
    """Cards go back into the deck, which is shuffled: what lay under it does so no longer."""
    if cards:
        for ally in (*cards, *s.ally_bottom):
            s.ally_deck |= 1 << ally
        s.ally_bottom = ()


DEAL: Final = Doing("Deal", DealFrame, deal)
OFFERING: Final = Offering()
KEEPING: Final = Keeping()

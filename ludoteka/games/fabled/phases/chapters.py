"""Setup, prologue, and what the time board brings at the start of a chapter."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE, Asked, Phase, Step
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import FATE, FIRST, Back, Fate, First, Reveal
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import abilities, allies, epilogue, lands, spirits, turn
from ludoteka.games.fabled.state import CHAPTERS, PROLOGUE, Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import STEPPE

# -- setup


def setup(s: FabledState, f: Step) -> None:
    """Once it is known who begins."""
    for seat, extra in zip(s.order, s.setting.extra_steppe, strict=False):
        s.books[seat * 4 + STEPPE] += extra
    s.stack += [BEGIN.step, NEXT_BACK.step]
    for seat in reversed(s.order):
        for _ in range(s.content.start_allies):
            s.stack.append(allies.DealFrame(allies.DEAL, None, seat))
    for terrain in (2, 1, 0):
        for _ in range(min(2, s.decks[terrain].bit_count())):
            s.stack.append(lands.DeckFrame(lands.OPENING, CHANCE, terrain))
    if s.setting.mode != "usual":
        s.stack.append(FATES.asked[CHANCE])


class Lots(Phase[FabledState, Asked]):
    """Who plays first (FB-1.9)?"""

    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in range(s.seats)]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, First)
        s.order = (*range(a.seat, s.seats), *range(a.seat))


class Fates(Phase[FabledState, Asked]):
    """Who gets the fate token (FB-9.61)?"""

    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        return [(FATE[seat], 1) for seat in range(s.seats)]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Fate)
        s.fate = a.seat


# -- prologue and chapters


def begin(s: FabledState, f: Step) -> None:
    """The prologue: one land for each side (FB-1.10)."""
    s.part = PROLOGUE
    s.stack.append(CHAPTER.step)
    if s.spirits >= 0:
        s.stack.append(spirits.PROLOGUE_TURN.step)
    s.stack += [OVERTURE.of[seat] for seat in reversed(s.order)]


def overture(s: FabledState, f: ForSide) -> None:
    s.start_turn(f.side)
    turn.income(s, f.side)
    if board.addable(s, f.side):
        s.ask(lands.TAKING.asked[f.side])


def chapter(s: FabledState, f: Step) -> None:
    s.part = CHAPTERS
    s.turn = NONE
    s.chapter += 1
    s.stack.append(EndFrame(CHAPTER_END, None, len(s.discard)))
    if s.spirits >= 0:
        s.stack.append(spirits.TurnFrame(spirits.SPIRITS, None, 0))
    s.stack += [turn.TURN.of[seat] for seat in reversed(s.order)]
    if s.chapter <= s.content.divisions:
        tokens(s, s.chapter)


def tokens(s: FabledState, here: int) -> None:
    """Path tokens at the new division: allies, event, milestone, escalation (FB-1.12); pushed backwards."""
    setting = s.setting
    if s.spirits >= 0 and here == setting.escalation and not setting.last_discards:
        s.stack.append(spirits.ESCALATE.step)
    for chapter, array in setting.milestones:
        if chapter == here:
            for seat in reversed(s.order):
                effects.run(s, seat, array)
    if here in setting.layout.events and s.event_deck:
        s.stack.append(EVENT.asked[CHANCE])
    if here in setting.layout.allies:
        s.stack += [allies.DealFrame(allies.DEAL, None, seat) for seat in reversed(s.order)]


class EndFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    forgotten: int
    """Lands in the discard when the chapter began."""


def chapter_end(s: FabledState, f: EndFrame) -> None:
    s.turn = NONE
    for _ in range(due(s, f)):
        empty = [i for i, land in enumerate(s.row) if not board.occupied(s, land)]
        if empty:
            lands.forget(s, empty[0])
    if is_last(s):
        epilogue.begin(s)
    else:
        s.stack.append(CHAPTER.step)


def due(s: FabledState, f: EndFrame) -> int:
    """How many lands are to be forgotten (FB-4.15); in scenario 3 as many as are behind (FB-8.33)."""
    if s.setting.due_from:
        return s.chapter - s.setting.due_from + 1 - len(s.discard)
    return int(0 < s.setting.forgets_from <= s.chapter and len(s.discard) == f.forgotten)


def is_last(s: FabledState) -> bool:
    """The end token (FB-1.2), or in scenario 3 enough lands in the discard (FB-8.8)."""
    limit = s.setting.last_discards
    return s.chapter >= s.setting.last_chapter or bool(limit and len(s.discard) >= limit)


# -- events


class EventPhase(Phase[FabledState, Asked]):
    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        found = list(bits(s.event_deck))
        if s.back >= 0:
            deck = s.content.deck_id[s.back]
            found = [e for e in found if s.content.events[e].deck == deck]
        return [(s.content.acts.reveal[e], 1) for e in found]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Reveal)
        if s.event >= 0:
            s.past_events = (*s.past_events, s.event)
        s.event = s.content.event_index[a.what]
        s.event_deck ^= 1 << s.event
        s.back = NONE
        for seat in reversed(s.order):
            abilities.run_hooks(s, seat, "on_reveal")
        s.stack.append(NEXT_BACK.step)


def next_back(s: FabledState, f: Step) -> None:
    """Cards of two decks together: the back of the next one can be seen unless a card covers it (FB-8.15)."""
    if len(BACK.counts(s)) > 1 and not s.setting.cover:
        s.stack.append(BACK.asked[CHANCE])


class BackPhase(Phase[FabledState, Asked]):
    def counts(self, s: FabledState) -> dict[int, int]:
        """How many cards of each deck are left, of those that have any."""
        cards = [s.content.events[e].deck for e in bits(s.event_deck)]
        return {i: cards.count(deck) for i, deck in enumerate(s.content.deck_id) if deck in cards}

    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        return [(s.content.acts.back[i], n) for i, n in self.counts(s).items()]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Back)
        s.back = s.content.deck_id.index(a.what)


SETUP: Final = Doing("Setup", Step, setup)
LOTS: Final = Lots()
FATES: Final = Fates()
BEGIN: Final = Doing("Begin", Step, begin)
OVERTURE: Final = Doing("Overture", ForSide, overture)
CHAPTER: Final = Doing("Chapter", Step, chapter)
CHAPTER_END: Final = Doing("ChapterEnd", EndFrame, chapter_end)
EVENT: Final = EventPhase()
NEXT_BACK: Final = Doing("NextBack", Step, next_back)
BACK: Final = BackPhase()

"""Setup, prologue, and what the time board brings at the start of a chapter."""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import FATE, FIRST, Back, Fate, First, Keep, Offer, Reveal
from ludoteka.games.fabled.content import NONE
from ludoteka.games.fabled.phases import abilities, epilogue, lands, spirits, turn
from ludoteka.games.fabled.state import CHAPTERS, ON_CARD, PROLOGUE, FabledState
from ludoteka.games.fabled.vocab import STEPPE, TERRAINS

# -- setup


class Setup(Phase[FabledState, Frame]):
    """Once it is known who begins. f = (SETUP, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        for place, seat in enumerate(s.order):
            extra = s.content.extra_steppe.get(f"p{max(2, s.sides())}", [])
            s.books[seat * 4 + STEPPE] += extra[place] if place < len(extra) else 0
        s.stack.append((BEGIN, None))
        s.stack.append((NEXT_BACK, None))
        for seat in reversed(s.order):
            for _ in range(s.content.start_allies):
                s.stack.append((DEAL, None, seat, (), ()))
        for terrain in (2, 1, 0):
            for _ in range(min(2, s.decks[terrain].bit_count())):
                s.stack.append((lands.OPENING, CHANCE, terrain))
        if s.options.mode != "usual":
            s.stack.append((FATES, CHANCE))


class Lots(Phase[FabledState, Frame]):
    """Who plays first (FB-1.9)? f = (LOTS, CHANCE)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in range(s.seats)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, First)
        s.order = (*range(a.seat, s.seats), *range(a.seat))


class Fates(Phase[FabledState, Frame]):
    """Who gets the fate token (FB-9.61)? f = (FATES, CHANCE)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        return [(FATE[seat], 1) for seat in range(s.seats)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Fate)
        s.fate = a.seat


# -- allies


class Deal(Phase[FabledState, Frame]):
    """Turn up allies for a player's choice. f = (DEAL, None, seat, offered, skipped)."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, seat, offered, skipped = f
        if len(offered) < s.content.ally_choice and (s.ally_deck or s.ally_bottom):
            s.stack.append((OFFERING, CHANCE, seat, offered, skipped))
        elif len(offered) == 1:
            keep(s, seat, offered[0], offered, skipped)
        elif offered:
            s.stack.append((KEEPING, seat, offered, skipped))
        else:
            reshuffle(s, skipped)


class Offering(Phase[FabledState, Frame]):
    """f = (OFFERING, CHANCE, seat, offered, skipped)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        offer = s.content.acts.offer
        return [(offer[a], 1) for a in top_allies(s)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Offer)
        _, _, seat, offered, skipped = f
        ally = s.content.ally_index[a.what]
        draw_ally(s, ally)
        if skips(s, ally):
            s.stack.append((DEAL, None, seat, offered, (*skipped, ally)))
        else:
            s.stack.append((DEAL, None, seat, (*offered, ally), skipped))


def skips(s: FabledState, ally: int) -> bool:
    """Scenario 0 in the Trial passes over the forest allies (FB-8.4)."""
    terrain = s.content.scenarios[s.options.scenario].get("trial_skip_allies_of")
    return s.spirits >= 0 and terrain is not None and TERRAINS[s.content.allies[ally].terrain] == terrain


def top_allies(s: FabledState) -> list[int]:
    """What the top card of the deck may be; the cards put under it come last, in order."""
    return list(bits(s.ally_deck)) if s.ally_deck else list(s.ally_bottom[:1])


def draw_ally(s: FabledState, ally: int) -> None:
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


def keep(s: FabledState, seat: int, ally: int, offered: tuple[int, ...], skipped: tuple[int, ...]) -> None:
    s.allies = changed(s.allies, seat, (*s.allies[seat], ally))
    s.tokens = changed(s.tokens, ally, s.content.allies[ally].tokens)
    for token in s.content.allies[ally].place_tokens:
        s.token_at = changed(s.token_at, token, ON_CARD)
    reshuffle(s, (*(a for a in offered if a != ally), *skipped))


class Keeping(Phase[FabledState, Frame]):
    """Which one? f = (KEEPING, seat, offered, skipped)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.keep[a] for a in f[2]]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Keep)
        keep(s, f[1], s.content.ally_index[a.what], f[2], f[3])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return reason("why.not_offered", "FB-1.7", what=a.what) if isinstance(a, Keep) else None


# -- prologue and chapters


class Begin(Phase[FabledState, Frame]):
    """The prologue: one land for each side (FB-1.10). f = (BEGIN, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.part = PROLOGUE
        s.stack.append((CHAPTER, None))
        if s.spirits >= 0:
            s.stack.append((spirits.PROLOGUE_TURN, None))
        for seat in reversed(s.order):
            s.stack.append((OVERTURE, None, seat))


class Overture(Phase[FabledState, Frame]):
    """f = (OVERTURE, None, seat)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.start_turn(f[2])
        turn.income(s, f[2])
        if board.addable(s, f[2]):
            s.ask((lands.TAKING, f[2]))


class Chapter(Phase[FabledState, Frame]):
    """f = (CHAPTER, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.part = CHAPTERS
        s.turn = NONE
        s.chapter += 1
        s.stack.append((CHAPTER_END, None))
        if s.spirits >= 0:
            s.stack.append((spirits.SPIRITS, None, 0))
        for seat in reversed(s.order):
            s.stack.append((turn.TURN, None, seat))
        if s.chapter <= s.content.divisions:
            self.tokens(s, s.content.layouts[max(2, s.sides())])

    def tokens(self, s: FabledState, layout: dict[str, Any]) -> None:
        """Path tokens at the new division: allies, event, milestone, escalation (FB-1.12); pushed backwards."""
        here = s.chapter
        if s.spirits >= 0 and here == spirits.escalation(s) and not board.last_discards(s):
            s.stack.append((spirits.ESCALATE, None))
        if s.options.scenario in s.content.milestones:
            for key, array in zip(
                ("milestone_a", "milestone_b"), s.content.milestones[s.options.scenario], strict=True
            ):
                if layout[key] == here:
                    for seat in reversed(s.order):
                        effects.run(s, seat, array)
        if here in layout["events"] and s.event_deck:
            s.stack.append((EVENT, CHANCE))
        if here in layout["allies"]:
            for seat in reversed(s.order):
                s.stack.append((DEAL, None, seat, (), ()))


class ChapterEnd(Phase[FabledState, Frame]):
    """f = (CHAPTER_END, None)."""

    def run(self, s: FabledState, f: Frame) -> None:
        s.turn = NONE
        if is_last(s):
            epilogue.begin(s)
        else:
            s.stack.append((CHAPTER, None))


def is_last(s: FabledState) -> bool:
    """The end token (FB-1.2), or in scenario 3 enough lands in the discard (FB-8.8)."""
    limit = board.last_discards(s)
    if limit:
        cap = s.content.scenarios[s.options.scenario]["chapter_cap"]
        return len(s.discard) >= limit or s.chapter >= int(cap)
    return s.chapter >= int(s.content.layouts[max(2, s.sides())]["end"])


# -- events


class EventPhase(Phase[FabledState, Frame]):
    """f = (EVENT, CHANCE)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        found = list(bits(s.event_deck))
        if s.back >= 0:
            deck = s.content.deck_id[s.back]
            found = [e for e in found if s.content.events[e].deck == deck]
        return [(s.content.acts.reveal[e], 1) for e in found]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Reveal)
        if s.event >= 0:
            s.past_events = (*s.past_events, s.event)
        s.event = s.content.event_index[a.what]
        s.event_deck ^= 1 << s.event
        s.back = NONE
        for seat in reversed(s.order):
            abilities.run_hooks(s, seat, "on_reveal")
        s.stack.append((NEXT_BACK, None))


class NextBack(Phase[FabledState, Frame]):
    """Cards of two decks together: the back of the next one can be seen unless a card covers it (FB-8.15)."""

    def decks(self, s: FabledState) -> list[int]:
        found = {s.content.events[e].deck for e in bits(s.event_deck)}
        return [i for i, deck in enumerate(s.content.deck_id) if deck in found]

    def run(self, s: FabledState, f: Frame) -> None:
        if len(self.decks(s)) > 1 and not s.options.cover:
            s.stack.append((BACK, CHANCE))


class BackPhase(Phase[FabledState, Frame]):
    """f = (BACK, CHANCE)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        cards = [s.content.events[e].deck for e in bits(s.event_deck)]
        return [(s.content.acts.back[i], cards.count(s.content.deck_id[i])) for i in NEXT_BACK.decks(s)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Back)
        s.back = s.content.deck_id.index(a.what)


SETUP = Setup()
LOTS = Lots()
FATES = Fates()
DEAL = Deal()
OFFERING = Offering()
KEEPING = Keeping()
BEGIN = Begin()
OVERTURE = Overture()
CHAPTER = Chapter()
CHAPTER_END = ChapterEnd()
EVENT = EventPhase()
NEXT_BACK = NextBack()
BACK = BackPhase()

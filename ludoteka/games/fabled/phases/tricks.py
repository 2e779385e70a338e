"""The trick phase: the spirits play what they hold, card by card, and what they gain by it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE, Asked, Phase
from ludoteka.games.fabled import effects
from ludoteka.games.fabled.actions import Trick
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.state import Doing, FabledState


class TricksFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    played: int


def begin(s: FabledState) -> None:
    s.stack.append(TricksFrame(TRICKS, None, 0))


def play_next(s: FabledState, f: TricksFrame) -> None:
    """At most 20 in one phase, the rest wait (FB-9.45)."""
    if s.tricks_held():
        if f.played < s.content.trial.most_tricks:
            s.stack.append(f._replace(played=f.played + 1))
            s.stack.append(PLAYING.asked[CHANCE])
        else:
            s.tell("tell.tricks_wait", n=s.tricks_held())


class Playing(Phase[FabledState, Asked]):
    """The card received first is turned up; it may be any of the pile it came from."""

    def outcomes(self, s: FabledState, f: Asked) -> list[tuple[Action, int]]:
        return [(s.content.acts.trick[t], 1) for t in bits(s.piles[first_pile(s)][0])]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Trick)
        trick = s.content.trick_index[a.what]
        i = first_pile(s)
        cards, held = s.piles[i]
        if i + 1 < len(s.piles) and held == 1:
            s.piles = s.piles[:i] + s.piles[i + 1 :]
        else:
            s.piles = changed(s.piles, i, (cards ^ 1 << trick, held - 1))
        s.trick_now = trick
        s.trick_failed = False
        s.tell("tell.trick", what=a.what)
        s.stack.append(PlayedFrame(PLAYED, None, trick, situation(s)))
        effects.run(s, s.spirits, text_of(s, trick))


def first_pile(s: FabledState) -> int:
    return next(i for i, (_, held) in enumerate(s.piles) if held)


def text_of(s: FabledState, trick: int) -> int:
    """What the card says on this level (FB-9.52, FB-9.54)."""
    level = s.setting.level
    if over := level.trick_override:
        return over.then if s.books[s.spirits * 4] >= over.steppe_at_least else over.otherwise
    card = s.content.tricks[trick]
    return card.high if level.high_tricks else card.effects


Situation = tuple[tuple[int, ...], ...]


def situation(s: FabledState) -> Situation:
    """What a card can change: books, row, sages, joint-visit tokens."""
    return tuple(s.books), tuple(s.row), tuple(s.at), tuple(s.joint)


class PlayedFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    card: int
    before: Situation


def played(s: FabledState, f: PlayedFrame) -> None:
    """The card is discarded; one that changed nothing brings a new one (FB-9.42)."""
    s.trick_discard |= 1 << f.card
    unchanged = situation(s) == f.before
    failed = s.trick_failed
    s.trick_now = NONE
    s.trick_failed = False
    if unchanged or failed:
        s.gain_trick("trick_failed")


TRICKS: Final = Doing("Tricks", TricksFrame, play_next)
PLAYING: Final = Playing()
PLAYED: Final = Doing("Played", PlayedFrame, played)

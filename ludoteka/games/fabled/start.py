"""The position before the first action."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

from ludoteka.core.game import CHANCE
from ludoteka.core.position import bad_position
from ludoteka.games.fabled import position, scoring
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import chapters, choices, spirit_choices
from ludoteka.games.fabled.setting import resolve
from ludoteka.games.fabled.state import ABSENT, HOME, OUT, SETUP, FabledState
from ludoteka.games.fabled.view import view

CHOOSERS = choices, spirit_choices
"""Loaded here, so that effects find who decides."""


class Position(FabledState):
    """A position that shows itself: the rules know `FabledState` only, so that views and scores may know the rules."""

    __slots__ = ()

    def scores(self) -> list[tuple[int, ...]]:
        return scoring.scores(self)

    def returns(self) -> list[float]:
        return scoring.returns(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view(self, seat)

    def full_view(self, seat: int | None) -> dict[str, Any]:
        found = view(self, seat)
        if self.stack:  # nothing is hidden, so whoever sees the table may play on from it
            found["options"] = dict(self.options.unusual())
            found["position"] = self.position()
        return found

    def position(self) -> str:
        return position.write(self, _empty(self.seats, self.options))


def start(seats: int, options: FabledOptions) -> FabledState:
    s = blank(seats, options)
    s.settle()
    return s


def place(seats: int, options: FabledOptions, text: str) -> FabledState:
    s = blank(seats, options)
    position.fill(s, text)
    return s


def from_view(view: Mapping[str, Any], seat: int | None, rng: Random) -> FabledState:
    """A world that agrees with a view: the one there is."""
    if "position" not in view:
        raise bad_position("a view from which nobody can play on")
    return place(view["seats"], FabledOptions(**view["options"]), view["position"])


def blank(seats: int, options: FabledOptions) -> FabledState:
    """Before anything has happened."""
    setting = resolve(seats, options)
    content, sides = setting.content, setting.sides
    trial = sides > seats
    s = Position()
    s.seats = seats
    s.options = options
    s.setting = setting
    s.content = content
    s.stack = [chapters.SETUP.step, *([chapters.LOTS.asked[CHANCE]] if seats > 1 else [])]
    s.part = SETUP
    s.order = tuple(range(seats))
    s.spirits = seats if trial else NONE
    s.row = s.discard = s.visited = s.taken = s.revealed = s.told = s.result = ()
    s.open = (NONE,) * 6
    s.decks = tuple(content.deck_masks)
    s.at = _sages(content, seats, sides)
    s.wait = (NONE,) * len(s.at)
    s.books = setting.start_books[:]
    s.allies = ((),) * seats
    s.ally_deck, s.ally_bottom = setting.ally_deck, ()
    s.tokens = s.uses = (0,) * len(content.allies)
    s.token_at = (OUT,) * len(content.tokens)
    s.event_deck, s.past_events = setting.event_deck, ()
    s.passes = s.crossed = (0,) * seats
    s.joint = (*([0] * seats), content.trial.joint_tokens if trial else 0)
    s.piles = ((setting.tricks, 0),)
    s.turn = s.event = s.back = s.leaving = s.fate = s.trick_now = s.territory = NONE
    s.left = s.chapter = s.announced = s.moving = s.placed = s.paid = s.forgotten = s.trick_discard = 0
    s.trick_failed = s.escalated = False
    s.notes = s.last = None
    return s


@lru_cache(maxsize=64)
def _empty(seats: int, options: FabledOptions) -> FabledState:
    return blank(seats, options)


def _sages(content: Content, seats: int, sides: int) -> list[int]:
    """As many as the number of sides says; the spirits always have theirs (FB-1.5)."""
    at = []
    for side in range(sides):
        n = content.sages[sides] if side < seats else content.trial.spirit_sages
        at.extend([HOME] * n + [ABSENT] * (content.stride - n))
    return at

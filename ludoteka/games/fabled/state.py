"""A position. Sides are the seats and, in the Trial, the spirits after them; sages, cells, lands and cards are numbers.

Nothing is hidden from one seat and known to another: decks are sets until a card is turned up, and nobody may look at
the tricks the spirits hold, so these too are sets (see `Pile`). What seldom changes is a tuple, which clones share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.game import MOST_SEATS, Frame, Phase, State
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.setting import Setting
from ludoteka.games.fabled.vocab import TIERS

F = TypeVar("F", bound=Frame)

HOME: Final = -1
ABSENT: Final = -2
SETUP: Final = 0
PROLOGUE: Final = 1
CHAPTERS: Final = 2
EPILOGUE: Final = 3
OVER: Final = 4
PARTS: Final[tuple[str, ...]] = ("setup", "prologue", "chapters", "epilogue", "over")
ON_CARD: Final = -1
OUT: Final = -2
"""Where a place token lies besides a cell."""

Pile = tuple[int, int]
"""Tricks nobody has seen: the set they are among, and how many of it the spirits hold (the rest is the deck)."""
Told = tuple[str, tuple[tuple[str, str | int], ...]]
"""One sentence about the spirits: message id and arguments."""


class ForSide(NamedTuple):
    """The frame of a step that nobody decides and that belongs to a side."""

    phase: Phase[Any, Any]
    seat: None
    side: int


class ForTerrain(NamedTuple):
    """The same for a terrain."""

    phase: Phase[Any, Any]
    seat: None
    terrain: int


class FabledState(State):
    __slots__ = (
        *("allies", "ally_bottom", "ally_deck", "announced", "at", "back", "books", "chapter"),
        *("content", "crossed", "decks", "discard", "escalated", "event", "event_deck", "fate"),
        *("forgotten", "joint", "last", "leaving", "moving", "open", "order", "paid"),
        *("part", "passes", "past_events", "piles", "placed", "result", "revealed", "row"),
        *("setting", "spirits", "taken", "territory", "token_at", "tokens", "told", "trick_discard"),
        *("trick_failed", "trick_now", "turn", "uses", "visited", "wait"),
    )

    setting: Setting
    content: Content
    part: int
    order: tuple[int, ...]
    """Seats in turn order."""
    spirits: int
    """The side of the spirits, or -1."""
    chapter: int
    turn: int
    """The side whose turn it is, or -1."""
    row: tuple[int, ...]
    """Lands from left to right."""
    open: tuple[int, ...]
    """Two slots per terrain, the one farther from the deck first; -1: empty."""
    decks: tuple[int, ...]
    discard: tuple[int, ...]
    at: list[int]
    """By sage: its cell, HOME, or ABSENT where the side has fewer sages."""
    wait: tuple[int, ...]
    """By sage: the place where it waits for its visit, or -1."""
    visited: tuple[int, ...]
    """Visits of this turn: sage << 16 | land << 8 | place."""
    books: list[int]
    """Four numbers per side."""
    allies: tuple[tuple[int, ...], ...]
    ally_deck: int
    ally_bottom: tuple[int, ...]
    """Allies put under the deck since it was last shuffled."""
    tokens: tuple[int, ...]
    """By ally: the tokens on its card."""
    token_at: tuple[int, ...]
    """By place token: its cell, ON_CARD or OUT."""
    uses: tuple[int, ...]
    """By ally: uses in this turn."""
    event: int
    event_deck: int
    past_events: tuple[int, ...]
    back: int
    """The deck the next event comes from, if its back can be seen; else -1."""
    announced: int
    """The terrains announced in this turn, as a set."""
    moving: int
    """The moving set of this announcement, as a set of sages."""
    placed: int
    """The sages placed by the last land added."""
    leaving: int
    """The sage that is about to leave the row, or -1."""
    taken: tuple[int, ...]
    """Standard or paid actions taken in this turn, in order."""
    paid: int
    """The sages a paid step was bought for in this turn."""
    passes: tuple[int, ...]
    """By seat: how often a pass was rewarded by the event in this turn."""
    crossed: tuple[int, ...]
    """By seat: sages that have crossed to an unconnected land in this turn."""
    forgotten: int
    """Lands discarded in the oblivion phase of this turn."""
    fate: int
    joint: tuple[int, ...]
    """Joint-visit tokens by side; the last number is what the spirits hold."""
    piles: tuple[Pile, ...]
    trick_discard: int
    trick_now: int
    """The trick being played, or -1."""
    trick_failed: bool
    """Whether the trick being played gave conversions of which none could be made."""
    revealed: tuple[int, ...]
    """Allies revealed by the spirits, in order."""
    territory: int
    escalated: bool
    told: tuple[Told, ...]
    """What the spirits did since their last turn began, and why."""
    result: tuple[int, ...]
    last: Action | None
    """The action that led here, for the mark on the board."""

    def clone(self) -> Self:
        c = type(self)()  # assigning is twice as fast as handing everything to a constructor
        c.seats, c.options = self.seats, self.options
        c.setting, c.content = self.setting, self.content
        c.stack, c.notes = self.stack.copy(), None
        c.left, c.last = self.left, self.last
        c.part, c.order, c.spirits = self.part, self.order, self.spirits
        c.chapter, c.turn, c.result = self.chapter, self.turn, self.result
        c.row, c.open = self.row, self.open
        c.decks, c.discard = self.decks, self.discard
        c.at, c.books = self.at.copy(), self.books.copy()
        c.wait, c.visited = self.wait, self.visited
        c.allies, c.ally_deck, c.ally_bottom = self.allies, self.ally_deck, self.ally_bottom
        c.tokens, c.token_at, c.uses = self.tokens, self.token_at, self.uses
        c.event, c.event_deck = self.event, self.event_deck
        c.past_events, c.back = self.past_events, self.back
        c.announced, c.moving = self.announced, self.moving
        c.placed, c.leaving = self.placed, self.leaving
        c.taken, c.paid, c.passes = self.taken, self.paid, self.passes
        c.crossed, c.forgotten = self.crossed, self.forgotten
        c.fate, c.joint = self.fate, self.joint
        c.piles, c.trick_discard = self.piles, self.trick_discard
        c.trick_now, c.trick_failed = self.trick_now, self.trick_failed
        c.revealed, c.territory = self.revealed, self.territory
        c.escalated, c.told = self.escalated, self.told
        return c

    def apply(self, action: Action) -> None:
        self.last = action
        super().apply(action)

    def ask(self, f: Frame) -> None:
        """Put a question, unless there is only one answer: then it happens."""
        phase: Phase[Any, Any] = f[0]  # said to be one: a native build then calls it without looking names up
        legal = phase.legal(self, f)
        if len(legal) == 1:
            phase.apply(self, f, legal[0])
        else:
            self.stack.append(f)

    def put(self, f: Frame) -> None:
        """The same since the second edition; the first one puts this question even if there is one answer."""
        if self.content.ask_single:
            self.stack.append(f)
        else:
            self.ask(f)

    # -- books: the only way they change

    def gain(self, side: int, tier: int, n: int, why: str) -> None:
        self.books[side * 4 + tier] += n
        if self.notes is not None:
            self.notes.append((side, TIERS[tier], n, why))

    def pay(self, side: int, tier: int, n: int, why: str) -> None:
        self.books[side * 4 + tier] -= n
        if self.notes is not None:
            self.notes.append((side, TIERS[tier], -n, why))

    # -- sides

    def fewest(self) -> int:
        """In the Trial the spirits are opponents enough."""
        return 1 if self.spirits >= 0 else 2

    def clockwise(self, side: int) -> tuple[int, ...]:
        """Every side from this one on, the spirits last among all (they play last)."""
        ring = self.order if self.spirits < 0 else (*self.order, self.spirits)
        i = ring.index(side)
        return ring[i:] + ring[:i]

    def own(self, side: int) -> range:
        """The numbers of a side's sages."""
        stride = self.content.stride
        return range(side * stride, side * stride + stride)

    def supply(self, side: int) -> int:
        return self.at[side * self.content.stride : (side + 1) * self.content.stride].count(HOME)

    def in_row(self, side: int) -> int:
        mine = self.at[side * self.content.stride : (side + 1) * self.content.stride]
        return len(mine) - mine.count(HOME) - mine.count(ABSENT)

    def start_turn(self, side: int) -> None:
        """Everything that counts within a turn starts anew (FB-10.5)."""
        self.turn = side
        self.visited = ()
        self.uses = (0,) * len(self.uses)
        self.announced = self.moving = self.placed = self.paid = self.forgotten = 0
        self.taken = ()
        self.passes = (0,) * self.seats
        self.crossed = (0,) * self.seats

    def put_tokens(self, ally: int, where: int) -> None:
        """All place tokens of an ally: on its card or out of the match."""
        for token in self.content.allies[ally].place_tokens:
            self.token_at = changed(self.token_at, token, where)

    # -- the spirits

    def tell(self, id: str, **args: str | int) -> None:
        """Say what the spirits do and why; shown beside the board."""
        self.told += ((id, tuple(args.items())),)

    def tricks_held(self) -> int:
        return sum(held for _, held in self.piles)

    def trick_deck(self) -> int:
        """How many cards the trick deck has."""
        cards, held = self.piles[-1]
        return cards.bit_count() - held

    def gain_trick(self, why: str) -> None:
        """One face-down trick for the spirits (FB-9.40); an empty deck is made anew from the discard (FB-9.41)."""
        cards, held = self.piles[-1]
        if cards.bit_count() == held:
            if not self.trick_discard:
                self.tell("tell.no_trick_left", reason=why)
                return
            cards, held = self.trick_discard, 0
            self.trick_discard = 0
            if self.piles[-1] != (0, 0):
                self.piles += ((cards, held),)
        self.piles = (*self.piles[:-1], (cards, held + 1))
        self.tell("tell.trick_gained", reason=why)
        self.note(self.spirits, "trick", 1, why)


class Doing(Phase[FabledState, F], Generic[F]):
    """A step that nobody decides: a function does it, with a frame of that kind. Those of `ForSide` are made once, by
    side: `s.stack.append(TURN.of[seat])`."""

    def __init__(self, name: str, kind: type[F], do: Callable[[FabledState, F], None]) -> None:
        super().__init__()
        self.name, self.kind, self.do = name, kind, do
        self.of = [ForSide(self, None, side) for side in range(MOST_SEATS)]

    def run(self, s: FabledState, f: F) -> None:
        self.do(s, f)

    def __repr__(self) -> str:
        return self.name

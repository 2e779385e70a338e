"""A position. Sides are the seats and, in the Trial, the spirits after them; sages, cells, lands and cards are numbers.

Nothing is hidden from one seat and known to another: decks are sets until a card is turned up, and nobody may look at
the tricks the spirits hold, so these too are sets (see `Pile`). What seldom changes is a tuple, which clones share.
"""

from __future__ import annotations

from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.game import Frame, State
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.vocab import TIERS

HOME, ABSENT = -1, -2
SETUP, PROLOGUE, CHAPTERS, EPILOGUE, OVER = range(5)
PARTS = ("setup", "prologue", "chapters", "epilogue", "over")
ON_CARD, OUT = -1, -2
"""Where a place token lies besides a cell."""

Pile = tuple[int, int]
"""Tricks nobody has seen: the set they are among, and how many of it the spirits hold (the rest is the deck)."""
Told = tuple[str, tuple[tuple[str, str | int], ...]]
"""One sentence about the spirits: message id and arguments."""


class FabledState(State):
    __slots__ = (
        "allies",
        "ally_bottom",
        "ally_deck",
        "announced",
        "at",
        "back",
        "books",
        "chapter",
        "content",
        "crossed",
        "decks",
        "discard",
        "escalated",
        "event",
        "event_deck",
        "fate",
        "forgotten",
        "joint",
        "last",
        "leaving",
        "moving",
        "open",
        "order",
        "paid",
        "part",
        "passes",
        "past_events",
        "piles",
        "placed",
        "result",
        "revealed",
        "row",
        "spirits",
        "taken",
        "territory",
        "token_at",
        "tokens",
        "told",
        "trick_discard",
        "trick_failed",
        "trick_now",
        "turn",
        "uses",
        "visited",
        "wait",
    )

    def __init__(
        self,
        seats: int,
        options: FabledOptions,
        content: Content,
        stack: list[Frame],
        part: int,
        order: tuple[int, ...],
        spirits: int,
        chapter: int,
        turn: int,
        row: list[int],
        open: tuple[int, ...],
        decks: tuple[int, ...],
        discard: tuple[int, ...],
        at: list[int],
        wait: list[int],
        visited: tuple[int, ...],
        books: list[int],
        allies: tuple[tuple[int, ...], ...],
        ally_deck: int,
        ally_bottom: tuple[int, ...],
        tokens: tuple[int, ...],
        token_at: tuple[int, ...],
        uses: tuple[int, ...],
        event: int,
        event_deck: int,
        past_events: tuple[int, ...],
        back: int,
        announced: int,
        moving: int,
        placed: int,
        leaving: int,
        taken: tuple[int, ...],
        paid: int,
        passes: tuple[int, ...],
        crossed: tuple[int, ...],
        forgotten: int,
        fate: int,
        joint: tuple[int, ...],
        piles: tuple[Pile, ...],
        trick_discard: int,
        trick_now: int,
        trick_failed: bool,
        revealed: tuple[int, ...],
        territory: int,
        escalated: bool,
        told: tuple[Told, ...],
        result: tuple[int, ...],
        last: Action | None,
    ) -> None:
        self.seats = seats
        self.options = options
        self.content = content
        self.stack = stack
        self.notes = None
        self.part = part
        self.order = order
        """Seats in turn order."""
        self.spirits = spirits
        """The side of the spirits, or -1."""
        self.chapter = chapter
        self.turn = turn
        """The side whose turn it is, or -1."""
        self.row = row
        """Lands from left to right."""
        self.open = open
        """Two slots per terrain, the one farther from the deck first; -1: empty."""
        self.decks = decks
        self.discard = discard
        self.at = at
        """By sage: its cell, HOME, or ABSENT where the side has fewer sages."""
        self.wait = wait
        """By sage: the place where it waits for its visit, or -1."""
        self.visited = visited
        """Visits of this turn: sage << 16 | land << 8 | place."""
        self.books = books
        """Four numbers per side."""
        self.allies = allies
        self.ally_deck = ally_deck
        self.ally_bottom = ally_bottom
        """Allies put under the deck since it was last shuffled."""
        self.tokens = tokens
        """By ally: the tokens on its card."""
        self.token_at = token_at
        """By place token: its cell, ON_CARD or OUT."""
        self.uses = uses
        """By ally: uses in this turn."""
        self.event = event
        self.event_deck = event_deck
        self.past_events = past_events
        self.back = back
        """The deck the next event comes from, if its back can be seen; else -1."""
        self.announced = announced
        """The terrains announced in this turn, as a set."""
        self.moving = moving
        """The moving set of this announcement, as a set of sages."""
        self.placed = placed
        """The sages placed by the last land added."""
        self.leaving = leaving
        """The sage that is about to leave the row, or -1."""
        self.taken = taken
        """Standard or paid actions taken in this turn, in order."""
        self.paid = paid
        """The sages a paid step was bought for in this turn."""
        self.passes = passes
        """By seat: how often a pass was rewarded by the event in this turn."""
        self.crossed = crossed
        """By seat: sages that have crossed to an unconnected land in this turn."""
        self.forgotten = forgotten
        """Lands discarded in the oblivion phase of this turn."""
        self.fate = fate
        self.joint = joint
        """Joint-visit tokens by side; the last number is what the spirits hold."""
        self.piles = piles
        self.trick_discard = trick_discard
        self.trick_now = trick_now
        """The trick being played, or -1."""
        self.trick_failed = trick_failed
        """Whether the trick being played gave conversions of which none could be made."""
        self.revealed = revealed
        """Allies revealed by the spirits, in order."""
        self.territory = territory
        self.escalated = escalated
        self.told = told
        """What the spirits did since their last turn began, and why."""
        self.result = result
        self.last = last
        """The action that led here, for the mark on the board."""

    def clone(self) -> FabledState:
        return FabledState(
            self.seats,
            self.options,
            self.content,
            self.stack[:],
            self.part,
            self.order,
            self.spirits,
            self.chapter,
            self.turn,
            self.row[:],
            self.open,
            self.decks,
            self.discard,
            self.at[:],
            self.wait[:],
            self.visited,
            self.books[:],
            self.allies,
            self.ally_deck,
            self.ally_bottom,
            self.tokens,
            self.token_at,
            self.uses,
            self.event,
            self.event_deck,
            self.past_events,
            self.back,
            self.announced,
            self.moving,
            self.placed,
            self.leaving,
            self.taken,
            self.paid,
            self.passes,
            self.crossed,
            self.forgotten,
            self.fate,
            self.joint,
            self.piles,
            self.trick_discard,
            self.trick_now,
            self.trick_failed,
            self.revealed,
            self.territory,
            self.escalated,
            self.told,
            self.result,
            self.last,
        )

    def apply(self, action: Action) -> None:
        self.last = action
        super().apply(action)

    def ask(self, f: Frame) -> None:
        """Put a question, unless there is only one answer: then it happens."""
        legal = f[0].legal(self, f)
        if len(legal) == 1:
            f[0].apply(self, f, legal[0])
        else:
            self.stack.append(f)

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

    def sides(self) -> int:
        return self.seats + (self.spirits >= 0)

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
        return sum(c >= 0 for c in self.at[side * self.content.stride : (side + 1) * self.content.stride])

    def start_turn(self, side: int) -> None:
        """Everything that counts within a turn starts anew (FB-10.5)."""
        self.turn = side
        self.visited = ()
        self.uses = (0,) * len(self.uses)
        self.announced = self.moving = self.placed = self.paid = self.forgotten = 0
        self.taken = ()
        self.passes = (0,) * self.seats
        self.crossed = (0,) * self.seats

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
        if self.notes is not None:
            self.notes.append((self.spirits, "trick", 1, why))

    # -- results

    def scores(self) -> list[tuple[int, ...]]:
        from ludoteka.games.fabled.scoring import scores

        return scores(self)

    def returns(self) -> list[float]:
        from ludoteka.games.fabled.scoring import returns

        return returns(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        from ludoteka.games.fabled.view import view

        return view(self, seat)

"""What a seat of Fabled sees as numbers: the row with its sages, cards, books, the spirits, the question.

Sides are counted from the own one; the spirits of a Trial are the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteka.core.bits import bits
from ludoteka.envs.scheme import Bits, Block, Numbers, one_of, question, ring, set_of
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.loader import load
from ludoteka.games.fabled.options import FabledOptions
from ludoteka.games.fabled.phases.allies import KEEPING, DealFrame
from ludoteka.games.fabled.phases.books import TransformFrame
from ludoteka.games.fabled.phases.steps import StepsFrame
from ludoteka.games.fabled.state import HOME, PARTS, FabledState
from ludoteka.games.fabled.view import cell_asked, land_asked
from ludoteka.games.fabled.vocab import TERRAINS, TIERS

PHASES: Final[tuple[str, ...]] = (
    *("Keeping", "Taking", "Paying", "Inserting", "Acting", "ActionPhase", "Announcing", "Moving", "Vortex"),
    *("Crossing", "Steps", "PaidStep", "Entering", "AtPlace", "Payment", "Choice", "Copying", "Shifting", "Resetting"),
    *("Tokens", "Relocation", "Dismissal", "Abilities", "Transform", "Upgrading", "Shelter", "Winds"),
)


def blocks(seats: int, options: FabledOptions) -> list[Block]:
    content = load(options.edition, options.data)
    sides = seats + options.trial(seats)
    lands, cells, allies = len(content.land_id), len(content.cell_name), len(content.allies)
    found: list[Block] = [
        Bits("row", lands, "lands in the row", lambda s, me: set_of(s.row)),
        Bits("open", lands, "lands that lie open", lambda s, me: set_of([x for x in s.open if x >= 0])),
        Bits("discard", lands, "lands discarded", lambda s, me: set_of(s.discard)),
        *(sages(k, seats, content) for k in range(sides)),
        Bits("waiting", cells, "cells with a sage that waits for its visit", waiting),
        Bits("moving", cells, "cells with a sage of the moving set", moving),
        *(token(t, content) for t in range(len(content.tokens))),
        *(have(k, seats, allies) for k in range(seats)),
        Bits("under the deck", allies, "allies put under their deck", lambda s, me: set_of(s.ally_bottom)),
        one_of("event", range(len(content.events)), "the event", lambda s, me: s.event),
        Bits("past events", len(content.events), "events that are over", lambda s, me: set_of(s.past_events)),
        one_of("next back", range(len(content.deck_id)), "deck of the next event, if seen", lambda s, me: s.back),
        Bits("announced", len(TERRAINS), "terrains announced in this turn", lambda s, me: s.announced),
        one_of("part", range(len(PARTS)), "part of the match: " + ", ".join(PARTS), lambda s, me: s.part),
        one_of("turn", range(sides), "whose turn", lambda s, me: side_from(s, me, s.turn)),
        one_of("first", range(seats), "who plays first", lambda s, me: (s.order[0] - me) % seats),
        one_of("fate", range(seats), "who holds the fate token", lambda s, me: side_from(s, me, s.fate)),
        question(PHASES),
        one_of("asked about lands", range(lands), "the land in hand", lambda s, me: land_asked(s)),
        one_of("asked about cells", range(cells), "the cell of the question", lambda s, me: cell_asked(s)),
        Bits("asked about allies", allies, "allies on offer", offered),
        Numbers("place in the row", lands, "from the left, counted from 1; 0 out of the row", places, 10),
        Numbers("books", len(TIERS) * sides, "books by side and tier", books, 10),
        Numbers("supply", sides, "sages not in the row", supply, 7),
        Numbers("tokens", allies, "tokens on each ally that serves a seat", lambda s, me: serving(s, s.tokens), 5),
        Numbers("uses", allies, "uses of each ally in this turn", lambda s, me: serving(s, s.uses), 2),
        Numbers("decks", 3, "lands in each deck", lambda s, me: [x.bit_count() for x in s.decks], 12),
        Numbers("other decks", 2, "allies and events in their decks", other_decks, 20),
        Numbers("chapter", 1, "the chapter", lambda s, me: [s.chapter], content.divisions),
        Numbers("asked for", 2, "how many the question allows and demands", amounts, 5),
    ]
    return found + of_spirits(content, seats) if sides > seats else found


def of_spirits(content: Content, seats: int) -> list[Block]:
    """What the table of a Trial has besides."""
    tricks, allies = len(content.tricks), len(content.allies)
    return [
        Bits("revealed", allies, "allies the spirits revealed", lambda s, me: set_of(s.revealed)),
        one_of("territory", range(len(TERRAINS)), "territory of the spirits", lambda s, me: s.territory),
        Bits("escalated", 1, "whether they have escalated", lambda s, me: int(s.escalated)),
        Bits("tricks seen", tricks, "tricks in the discard", lambda s, me: s.trick_discard),
        one_of("trick", range(tricks), "the trick being played", lambda s, me: s.trick_now),
        Numbers("tricks", 2, "tricks the spirits hold, and in the deck", tricks_left, 10),
        Numbers("joint", seats + 1, "joint-visit tokens by seat, then of the spirits", joint, 3),
    ]


def side_from(s: FabledState, me: int, side: int) -> int:
    """The number of a side as that seat counts them, -1 for none."""
    return (side - me) % s.seats if 0 <= side < s.seats else side


def sages(k: int, seats: int, content: Content) -> Bits:
    """Cells with a sage of that side, then cells with more than one."""
    cells, stride = len(content.cell_name), content.stride

    def get(s: FabledState, me: int) -> int:
        side = (me + k) % seats if k < seats else k
        one = two = 0
        for cell in s.at[side * stride : side * stride + stride]:
            if cell >= 0:
                bit = 1 << cell
                two |= one & bit
                one |= bit
        return one | two << cells

    whose = f"the {k}. seat after the own" if k < seats else "the spirits"
    return Bits(f"sages {k}", 2 * cells, f"cells with a sage of {whose}, then cells with more than one", get)


def waiting(s: FabledState, me: int) -> int:
    if max(s.wait) < 0:
        return 0
    return set_of([cell for cell, place in zip(s.at, s.wait, strict=True) if place >= 0 and cell >= 0])


def moving(s: FabledState, me: int) -> int:
    return set_of([s.at[sage] for sage in bits(s.moving) if s.at[sage] >= 0])


def token(t: int, content: Content) -> Bits:
    what, cells = content.place_id[content.tokens[t][0]], range(len(content.cell_name))
    return one_of(f"token {what}", cells, "the cell of that place token", lambda s, me: s.token_at[t])


def have(k: int, seats: int, allies: int) -> Bits:
    meaning = f"allies of the {k}. seat after the own"
    return Bits(f"allies {k}", allies, meaning, lambda s, me: set_of(s.allies[(me + k) % seats]))


def serving(s: FabledState, numbers: Sequence[int]) -> list[int]:
    found = [0] * len(numbers)
    for mine in s.allies:
        for ally in mine:
            found[ally] = numbers[ally]
    return found


def places(s: FabledState, me: int) -> list[int]:
    found = [0] * len(s.content.land_id)
    for i, land in enumerate(s.row, 1):
        found[land] = i
    return found


def books(s: FabledState, me: int) -> list[int]:
    mine, theirs = s.books[4 * me : 4 * s.seats], s.books[: 4 * me]
    return mine + theirs + s.books[4 * s.seats :]


def supply(s: FabledState, me: int) -> list[int]:
    at, stride = s.at, s.content.stride
    found = [at[first : first + stride].count(HOME) for first in range(0, len(at), stride)]
    return found[me : s.seats] + found[:me] + found[s.seats :]


def other_decks(s: FabledState, me: int) -> list[int]:
    return [s.ally_deck.bit_count() + len(s.ally_bottom), s.event_deck.bit_count()]


def tricks_left(s: FabledState, me: int) -> list[int]:
    return [s.tricks_held(), s.trick_deck()]


def joint(s: FabledState, me: int) -> list[int]:
    return [*(s.joint[q] for q in ring(s.seats, me)), s.joint[-1]]


# -- the question


def offered(s: FabledState, me: int) -> int:
    f = s.stack[-1] if s.stack else None
    return set_of(f.offered) if isinstance(f, DealFrame) and f.phase is KEEPING else 0


def amounts(s: FabledState, me: int) -> list[int]:
    f = s.stack[-1] if s.stack else None
    return [f.n, f.least] if isinstance(f, (TransformFrame, StepsFrame)) else [0, 0]

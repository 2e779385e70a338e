"""Positions for tests: a row of chosen lands, sages, books and cards where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, OVER, Step
from ludoteka.games.fabled import GAME
from ludoteka.games.fabled.phases import chapters, epilogue, spirits, turn, visits
from ludoteka.games.fabled.state import CHAPTERS, HOME, ON_CARD, FabledState, ForSide
from tests.games.fabled.proofs import fault

Books = tuple[int, int, int, int]
NOTHING: Books = (0, 0, 0, 0)


def new(seats: int = 2, **options: Any) -> FabledState:
    s = GAME.new(seats, **options)
    assert isinstance(s, FabledState)
    return s


def begun(seats: int = 2, seed: int = 0, **options: Any) -> FabledState:
    """A match after its setup, seat 0 first, every ally the first one offered."""
    s = new(seats, **options)
    rng = Random(seed)
    while repr(s.stack[-1][0]) != "Taking":
        if repr(s.stack[-1][0]) in ("Lots", "Fates"):
            s.apply(s.legal_actions()[0])
        else:
            s.apply(s.sample(rng) if s.to_move() == CHANCE else s.legal_actions()[0])
    return s


def position(
    seats: int = 2,
    row: str = "",
    sages: Mapping[int, str] | None = None,
    books: Mapping[int, Books] | None = None,
    allies: Mapping[int, Sequence[str]] | None = None,
    event: str = "",
    chapter: int = 1,
    **options: Any,
) -> FabledState:
    """A position of a chapter between two turns. `sages`: side -> cells, e.g. {0: "S01.1 G01.d1"}."""
    s = new(seats, **options)
    content = s.content
    s.stack = []
    s.part = CHAPTERS
    s.chapter = chapter
    for name in row.split():
        land = content.land_index[name]
        terrain = content.land_terrain[land]
        s.decks = changed(s.decks, terrain, s.decks[terrain] & ~(1 << land))
        s.row += (land,)
    for terrain in range(3):
        for slot in range(2):
            land = next(i for i in range(len(content.land_id)) if s.decks[terrain] >> i & 1)
            s.decks = changed(s.decks, terrain, s.decks[terrain] ^ 1 << land)
            s.open = changed(s.open, terrain * 2 + slot, land)
    for side, cells in (sages or {}).items():
        for name in cells.split():
            put(s, side, name)
    for side, amount in (books or {}).items():
        s.books[side * 4 : side * 4 + 4] = amount
    for seat, names in (allies or {}).items():
        for name in names:
            give_ally(s, seat, name)
    if event:
        s.event = content.event_index[event]
        s.event_deck &= ~(1 << s.event)
    if s.spirits >= 0:
        s.territory = 0
        s.fate = 0 if seats > 1 else -1
    return s


def put(s: FabledState, side: int, cell: str) -> int:
    """A sage of a side from its supply onto a cell."""
    sage = next(g for g in s.own(side) if s.at[g] == HOME)
    s.at[sage] = s.content.cell_index[cell]
    return sage


def give_ally(s: FabledState, seat: int, name: str) -> None:
    ally = s.content.ally_index[name]
    s.allies = changed(s.allies, seat, (*s.allies[seat], ally))
    s.ally_deck &= ~(1 << ally)
    s.tokens = changed(s.tokens, ally, s.content.allies[ally].tokens)
    for token in s.content.allies[ally].place_tokens:
        s.token_at = changed(s.token_at, token, ON_CARD)


def turn_of(s: FabledState, seat: int = 0) -> FabledState:
    """Let a seat's turn begin; nothing follows it."""
    s.stack.append(ForSide(turn.TURN, None, seat))
    s.settle()
    return s


def spirits_turn(s: FabledState, *draws: str) -> FabledState:
    """Let the spirits' turn begin; `draws` answer chance, the first outcome where they end."""
    s.stack.append(spirits.TurnFrame(spirits.SPIRITS, None, 0))
    s.settle()
    roll(s, *draws)
    return s


def visit(s: FabledState, place: str, seat: int = 0, sage: int = 0) -> FabledState:
    """A sage goes to a place of the vortex it stands on and visits it now."""
    s.wait = changed(s.wait, s.own(seat)[sage], s.content.place_index[place])
    s.stack.append(visits.VisitsFrame(visits.VISITS, None, seat))
    s.settle()
    return s


def chapter_begins(s: FabledState) -> FabledState:
    s.stack.append(Step(chapters.CHAPTER))
    s.settle()
    return s


def epilogue_begins(s: FabledState) -> FabledState:
    epilogue.begin(s)
    s.settle()
    return s


def do(s: FabledState, *texts: str) -> FabledState:
    """Actions one after another, each legal; chance takes its first outcome where the text does not fit it."""
    for text in texts:
        action = GAME.parse(text)
        while s.to_move() == CHANCE and action not in s.legal_actions():
            s.apply(s.legal_actions()[0])
        assert s.to_move() != OVER, f"{text}: nobody is asked"
        assert action in s.legal_actions(), f"{text} is not among {legal(s)} ({s.stack[-1][0]!r})"
        s.apply(action)
    return s


def announced(s: FabledState, terrain: str, *then: str) -> FabledState:
    """A turn without an action, its announcement if there is a choice, and what comes then."""
    turn_of(s)
    do(s, "done")
    if asks(s) == "Announcing":
        do(s, f"announce {terrain}")
    return do(s, *then)


def roll(s: FabledState, *draws: str) -> FabledState:
    """Chance answers with these, then with its first outcomes, until a seat is asked."""
    left = list(draws)
    while s.to_move() == CHANCE:
        if left and GAME.parse(left[0]) in s.legal_actions():
            s.apply(GAME.parse(left.pop(0)))
        else:
            s.apply(s.legal_actions()[0])
    assert not left, f"not drawn: {left}"
    return s


def finish(s: FabledState, seed: int = 0) -> FabledState:
    """Random answers to the end."""
    rng = Random(seed)
    s.settle()
    while s.stack:
        s.apply(s.sample(rng))
    return s


def rest(s: FabledState) -> FabledState:
    """The last answer of every question (decline, pass, done) until nobody is asked."""
    s.settle()
    while s.stack:
        s.apply(s.legal_actions()[0] if s.to_move() == CHANCE else s.legal_actions()[-1])
    return s


def legal(s: FabledState) -> list[str]:
    return [str(a) for a in s.legal_actions()]


def asks(s: FabledState) -> str:
    return repr(s.stack[-1][0]) if s.stack else ""


def books(s: FabledState, side: int = 0) -> list[int]:
    return s.books[side * 4 : side * 4 + 4]


def where(s: FabledState, side: int = 0) -> list[str]:
    """The cells of a side's sages in the row."""
    return [s.content.cell_name[s.at[g]] for g in s.own(side) if s.at[g] >= 0]


def row(s: FabledState) -> str:
    return " ".join(s.content.land_id[x] for x in s.row)


def open_lands(s: FabledState) -> list[str]:
    return [s.content.land_id[x] if x >= 0 else "-" for x in s.open]


def why(s: FabledState, text: str) -> Reason:
    """The reason against an action; it must be refused, be true, and have words in both languages."""
    wish = GAME.parse(text)
    found = s.why_not(wish)
    assert found is not None, f"{text} is legal"
    assert not (false := fault(s, wish, found, Random(0))), (false, found)
    for lang in ("en", "ru"):
        assert GAME.catalogue(lang).why(found)
    return found


def told(s: FabledState) -> list[str]:
    return [id.removeprefix("tell.") for id, _ in s.told]


def told_args(s: FabledState, id: str) -> dict[str, str | int]:
    return next(dict(args) for name, args in s.told if name == f"tell.{id}")


def hold_tricks(s: FabledState, n: int) -> None:
    for _ in range(n):
        s.gain_trick("no_land")
    s.told = []

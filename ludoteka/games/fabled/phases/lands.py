"""Lands: adding one to the row, moving one, and oblivion."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Asked, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import GAP_INDEX, INSERT, Add, Insert, Open, Pay
from ludoteka.games.fabled.parts import NONE
from ludoteka.games.fabled.phases import abilities
from ludoteka.games.fabled.refusal import reason, short
from ludoteka.games.fabled.state import HOME, ON_CARD, Doing, FabledState, ForSide
from ludoteka.games.fabled.vocab import BIT, STEPPE, TIERS


def gap_of(a: Insert) -> int:
    return GAP_INDEX.get(a.at, NONE)


class Taking(Phase[FabledState, Asked]):
    """Which open land? Asked in the prologue and where an effect says so."""

    def legal(self, s: FabledState, f: Asked) -> list[Action]:
        return [s.content.acts.add[land] for land in board.addable(s, f.seat)]

    def apply(self, s: FabledState, f: Asked, a: Action) -> None:
        assert isinstance(a, Add)
        s.stack.append(AddingFrame(ADDING, None, f.seat, s.content.land_index[a.what]))

    def why_not(self, s: FabledState, f: Asked, a: Action) -> Reason | None:
        return why_no_land(s, f.seat, a.what) if isinstance(a, Add) else None


def why_no_land(s: FabledState, side: int, what: str, held_back: int = 0) -> Reason:
    """Why an open land cannot be added: card, sages, book, surcharge, in this order."""
    land = s.content.land_index.get(what, NONE)
    if land < 0 or land not in s.open:
        return reason("why.land_not_open", "FB-3.9", what=what)
    terrain = s.content.land_terrain[land]
    need, have = s.content.placed[terrain], s.supply(side)
    if have < need:
        return short("why.sages_missing", "FB-3.7", need, have)
    extra = board.surcharge(s, side, terrain)
    mine = s.books[side * 4 : side * 4 + 4]
    # of several prices the one that is paid first of all: whatever else is missing is then the surcharge
    prices = board.prices(s, side, terrain)
    tier, n = next(((tier, n) for tier, n in prices if tier != STEPPE and mine[tier] >= n), prices[0])
    if tier != STEPPE and mine[tier] < n:
        return short("why.books_missing", "FB-3.3", n, mine[tier], what=TIERS[tier])
    total = extra + held_back + (n if tier == STEPPE else 0)
    if held_back:
        return short("why.paid_land_missing", "FB-8.19", total, mine[STEPPE], extra=extra, paid=held_back)
    return short("why.surcharge_missing", "FB-3.4", total, mine[STEPPE], extra=extra)


class AddingFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: None
    side: int
    land: int
    price: int = NONE
    """Which of the prices, if that is decided; and the position."""
    gap: int = NONE


def adding(s: FabledState, f: AddingFrame) -> None:
    """Asks for what is not yet decided, then adds."""
    _, _, side, land, price, gap = f
    if price < 0 and len(PAYING.ways(s, side, land)) > 1:
        s.stack.append(PayingFrame(PAYING, side, land))
    elif gap < 0 and s.row:
        s.stack.append(InsertFrame(INSERTING, side, land, max(price, 0)))
    else:
        add(s, side, land, max(price, 0), max(gap, 0))


class PayingFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    land: int


class Paying(Phase[FabledState, PayingFrame]):
    """With which books?"""

    def ways(self, s: FabledState, side: int, land: int) -> list[tuple[int, int]]:
        terrain = s.content.land_terrain[land]
        return board.payable(s, side, terrain, board.surcharge(s, side, terrain))

    def legal(self, s: FabledState, f: PayingFrame) -> list[Action]:
        return [s.content.acts.pay(tier, n) for tier, n in self.ways(s, f.seat, f.land)]

    def apply(self, s: FabledState, f: PayingFrame, a: Action) -> None:
        assert isinstance(a, Pay)
        way = self.ways(s, f.seat, f.land).index((TIERS.index(a.what), a.n))
        s.stack.append(AddingFrame(ADDING, None, f.seat, f.land, way))

    def why_not(self, s: FabledState, f: PayingFrame, a: Action) -> Reason | None:
        return reason("why.not_the_price", "FB-3.3", what=a.what, n=a.n) if isinstance(a, Pay) else None


class InsertFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    land: int
    price: int
    """Which of the prices."""


class Inserting(Phase[FabledState, InsertFrame]):
    """Where?"""

    def legal(self, s: FabledState, f: InsertFrame) -> list[Action]:
        return list(INSERT[: len(s.row) + 1])

    def apply(self, s: FabledState, f: InsertFrame, a: Action) -> None:
        assert isinstance(a, Insert)
        s.stack.append(AddingFrame(ADDING, None, f.seat, f.land, f.price, gap_of(a)))

    def why_not(self, s: FabledState, f: InsertFrame, a: Action) -> Reason | None:
        return reason("why.no_such_gap", "FB-3.8", at=a.at) if isinstance(a, Insert) else None


def insert(s: FabledState, land: int, gap: int) -> None:
    s.row = (*s.row[:gap], land, *s.row[gap:])


def add(s: FabledState, side: int, land: int, price: int, gap: int) -> None:
    """Pay one of the prices, take, insert, refill, place sages, rewards (FB-3.11). The refill is on top of the stack:
    it comes first."""
    terrain = s.content.land_terrain[land]
    extra = board.surcharge(s, side, terrain)
    tier, n = board.payable(s, side, terrain, extra)[price]
    s.pay(side, tier, n, "price")
    if extra:
        s.pay(side, STEPPE, extra, "surcharge")
    insert(s, land, gap)
    place_sages(s, side, land)
    abilities.moment(s, side, abilities.ON_ADD_LAND)
    reward_all(s, terrain)
    take_open(s, land)


def take_open(s: FabledState, land: int) -> None:
    """The card left over moves away from the deck, a new one is opened beside the deck (FB-3.9)."""
    terrain = s.content.land_terrain[land]
    i = terrain * 2
    if s.open[i] == land:
        s.open = changed(s.open, i, s.open[i + 1])
    s.open = changed(s.open, i + 1, NONE)
    if s.decks[terrain]:
        s.stack.append(DeckFrame(OPENING, CHANCE, terrain))


def place_sages(s: FabledState, side: int, land: int) -> None:
    """From the supply on cell 1, in mountains one on each path (FB-3.6)."""
    paths = s.content.paths[land]
    s.placed = 0
    for k in range(s.content.placed[s.content.land_terrain[land]]):
        sage = s.at.index(HOME, side * s.content.stride)
        s.at[sage] = paths[min(k, len(paths) - 1)][0]
        s.placed |= 1 << sage


def reward_all(s: FabledState, terrain: int) -> None:
    """`add_bonus_all` of the event, every player in turn order."""
    if not board.is_brought(s, "add_bonus_all"):
        return
    for seat in reversed(s.order):
        for mod in board.mods(s, seat, "add_bonus_all"):
            if mod.terrain in (NONE, terrain):
                effects.run(s, seat, mod.effects)


class DeckFrame(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    """Chance."""
    terrain: int


class Opening(Phase[FabledState, DeckFrame]):
    """A card of the deck is turned up into the first empty slot."""

    def outcomes(self, s: FabledState, f: DeckFrame) -> list[tuple[Action, int]]:
        return [(s.content.acts.open[land], 1) for land in bits(s.decks[f.terrain])]

    def apply(self, s: FabledState, f: DeckFrame, a: Action) -> None:
        assert isinstance(a, Open)
        land = draw_land(s, f.terrain, a)
        s.open = changed(s.open, f.terrain * 2 + (s.open[f.terrain * 2] >= 0), land)


def draw_land(s: FabledState, terrain: int, a: Open) -> int:
    land = s.content.land_index[a.what]
    s.decks = changed(s.decks, terrain, s.decks[terrain] ^ 1 << land)
    return land


# -- moving and forgetting


def move_land(s: FabledState, land: int, gap: int) -> None:
    """Sages, tokens and waiting visits go along: they belong to cells of the card (FB-7.10)."""
    i = s.row.index(land)
    s.row = s.row[:i] + s.row[i + 1 :]
    insert(s, land, gap - (i < gap))


def forget(s: FabledState, i: int) -> int:
    """A land goes to the discard; place tokens on it go back to their cards (FB-4.10)."""
    land = s.row[i]
    s.row = s.row[:i] + s.row[i + 1 :]
    s.discard += (land,)
    for token, cell in enumerate(s.token_at):
        if cell >= 0 and s.content.cell_land[cell] == land:
            s.token_at = changed(s.token_at, token, ON_CARD)
    if s.turn == s.spirits:
        s.tell("tell.forgotten", at=s.content.land_id[land])
    return land


def oblivion(s: FabledState, f: ForSide) -> None:
    """While the leftmost land is empty it is discarded (FB-4.8)."""
    if s.row and not board.occupied(s, s.row[0]):
        s.forgotten += 1
        s.stack.append(f)
        forget(s, 0)
        abilities.moment(s, f.side, BIT["on_forgotten"])


TAKING: Final = Taking()
ADDING: Final = Doing("Adding", AddingFrame, adding)
PAYING: Final = Paying()
INSERTING: Final = Inserting()
OPENING: Final = Opening()
OBLIVION: Final = Doing("Oblivion", ForSide, oblivion)

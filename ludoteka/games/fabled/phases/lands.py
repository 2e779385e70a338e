"""Adding a land to the row."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import CHANCE, Frame, Phase
from ludoteka.games.fabled import board, effects
from ludoteka.games.fabled.actions import GAP_INDEX, INSERT, Add, Insert, Open, Pay
from ludoteka.games.fabled.content import NONE
from ludoteka.games.fabled.phases import abilities
from ludoteka.games.fabled.state import HOME, FabledState
from ludoteka.games.fabled.vocab import BIT, STEPPE, TIERS

ON_ADD_LAND = BIT["on_add_land"]


def gap_of(a: Insert) -> int:
    return GAP_INDEX.get(a.at, NONE)


class Taking(Phase[FabledState, Frame]):
    """Which open land? f = (TAKING, seat). Asked in the prologue and where an effect says so."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.add[land] for land in board.addable(s, f[1])]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Add)
        begin_adding(s, f[1], s.content.land_index[a.what])

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return why_no_land(s, f[1], a.what) if isinstance(a, Add) else None


def why_no_land(s: FabledState, side: int, what: str, held_back: int = 0) -> Reason:
    """Why an open land cannot be added: card, sages, book, surcharge, in this order."""
    land = s.content.land_index.get(what, NONE)
    if land < 0 or land not in s.open:
        return reason("why.land_not_open", "FB-3.9", what=what)
    terrain = s.content.land_terrain[land]
    need, have = s.content.placed[terrain], s.supply(side)
    if have < need:
        return reason("why.sages_missing", "FB-3.7", n=need, have=have)
    tier, n = s.content.price[terrain]
    extra = board.surcharge(s, side, terrain) + held_back
    if tier != STEPPE and s.books[side * 4 + tier] < n:
        return reason("why.books_missing", "FB-3.3", what=TIERS[tier], n=n, have=s.books[side * 4 + tier])
    total = extra + (n if tier == STEPPE else 0)
    return reason("why.surcharge_missing", "FB-3.4", n=total, have=s.books[side * 4], extra=extra)


def begin_adding(s: FabledState, side: int, land: int) -> None:
    s.stack.append((ADDING, None, side, land, NONE, NONE))


class Adding(Phase[FabledState, Frame]):
    """f = (ADDING, None, seat, land, which price, gap): asks for what is not yet decided, then adds."""

    def run(self, s: FabledState, f: Frame) -> None:
        _, _, side, land, price, gap = f
        terrain = s.content.land_terrain[land]
        ways = board.payable(s, side, terrain, board.surcharge(s, side, terrain))
        if price < 0:
            if len(ways) > 1:
                s.stack.append((PAYING, side, land))
                return
            price = 0
        if gap < 0:
            if s.row:
                s.stack.append((INSERTING, side, land, price))
                return
            gap = 0
        add(s, side, land, ways[price], gap)


class Paying(Phase[FabledState, Frame]):
    """With which books? f = (PAYING, seat, land)."""

    def ways(self, s: FabledState, f: Frame) -> list[tuple[int, int]]:
        terrain = s.content.land_terrain[f[2]]
        return board.payable(s, f[1], terrain, board.surcharge(s, f[1], terrain))

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return [s.content.acts.pay(tier, n) for tier, n in self.ways(s, f)]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Pay)
        way = self.ways(s, f).index((TIERS.index(a.what), a.n))
        s.stack.append((ADDING, None, f[1], f[2], way, NONE))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return reason("why.not_the_price", "FB-3.3", what=a.what, n=a.n) if isinstance(a, Pay) else None


class Inserting(Phase[FabledState, Frame]):
    """Where? f = (INSERTING, seat, land, which price)."""

    def legal(self, s: FabledState, f: Frame) -> list[Action]:
        return list(INSERT[: len(s.row) + 1])

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Insert)
        s.stack.append((ADDING, None, f[1], f[2], f[3], gap_of(a)))

    def why_not(self, s: FabledState, f: Frame, a: Action) -> Reason | None:
        return reason("why.no_such_gap", "FB-3.8", at=a.at) if isinstance(a, Insert) else None


def add(s: FabledState, side: int, land: int, price: tuple[int, int], gap: int) -> None:
    """Pay, take, insert, refill, place sages, rewards (FB-3.11). The refill is on top of the stack: it comes first."""
    terrain = s.content.land_terrain[land]
    extra = board.surcharge(s, side, terrain)
    s.pay(side, price[0], price[1], "price")
    if extra:
        s.pay(side, STEPPE, extra, "surcharge")
    s.row.insert(gap, land)
    place_sages(s, side, land)
    abilities.moment(s, side, ON_ADD_LAND)
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
        s.stack.append((OPENING, CHANCE, terrain))


def place_sages(s: FabledState, side: int, land: int) -> None:
    """From the supply on cell 1, in mountains one on each path (FB-3.6)."""
    paths = s.content.paths[land]
    s.placed = 0
    for k in range(s.content.placed[s.content.land_terrain[land]]):
        sage = next(g for g in s.own(side) if s.at[g] == HOME)
        s.at[sage] = paths[min(k, len(paths) - 1)][0]
        s.placed |= 1 << sage


def reward_all(s: FabledState, terrain: int) -> None:
    """`add_bonus_all` of the event, every player in turn order."""
    for seat in reversed(s.order):
        for mod in board.mods(s, seat, "add_bonus_all"):
            if mod.terrain in (NONE, terrain):
                effects.run(s, seat, mod.effects)


class Opening(Phase[FabledState, Frame]):
    """A card of the deck is turned up into the first empty slot. f = (OPENING, CHANCE, terrain)."""

    def outcomes(self, s: FabledState, f: Frame) -> list[tuple[Action, int]]:
        return [(s.content.acts.open[land], 1) for land in bits(s.decks[f[2]])]

    def apply(self, s: FabledState, f: Frame, a: Action) -> None:
        assert isinstance(a, Open)
        land = s.content.land_index[a.what]
        s.decks = changed(s.decks, f[2], s.decks[f[2]] ^ 1 << land)
        i = f[2] * 2
        s.open = changed(s.open, i if s.open[i] < 0 else i + 1, land)


TAKING = Taking()
ADDING = Adding()
PAYING = Paying()
INSERTING = Inserting()
OPENING = Opening()

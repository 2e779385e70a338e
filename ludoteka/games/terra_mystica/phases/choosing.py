"""Who plays which faction: one after the other, at random, as given, or by auction; and the terrain with it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Asked, Frame, Phase, Step
from ludoteka.games.terra_mystica import resources as gain
from ludoteka.games.terra_mystica.actions import (
    BID,
    CHOOSE,
    DRAW,
    DRAW_BOARD,
    FAVOR,
    FOLD,
    PLACE,
    SETTLE,
    Bid,
    Choose,
    Draw,
    Favor,
    Fold,
    Place,
    Settle,
)
from ludoteka.games.terra_mystica.data import BRIDGES, FAVORS, TERRAINS, WHEEL
from ludoteka.games.terra_mystica.faction import Faction
from ludoteka.games.terra_mystica.factions import BASE, BOARDS, BY_NAME, FACTIONS
from ludoteka.games.terra_mystica.phases import dues, flow
from ludoteka.games.terra_mystica.phases.asking import ASK, Waiting
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.state import TerraState

START_VP: Final = 20
AUCTION_VP: Final = 40
UNLIMITED: Final = 1000


def candidates(s: TerraState) -> list[int]:
    """Factions of this table: with or without Fire & Ice."""
    return list(range(len(BASE) if s.options.factions == "base" else len(FACTIONS)))


def taken_terrains(s: TerraState) -> set[int]:
    """Home and start terrains of the factions in the match, and of those still to be auctioned or drawn."""
    taken = {side.root for side in s.sides if side.faction is not None and side.root >= 0}
    for board in s.auction[0]:
        if board < WHEEL:
            taken.add(BOARD_TERRAIN[board])
    return taken


BOARD_TERRAIN: Final = tuple(TERRAINS.index(name) if name in TERRAINS else -1 for name in BOARDS)


def available(s: TerraState) -> list[int]:
    """Factions whose board is free and whose home terrain nobody has chosen [TM-2.6]."""
    boards = {side.faction.board for side in s.sides if side.faction is not None}
    taken = {side.root for side in s.sides if side.faction is not None}
    return [
        i
        for i in candidates(s)
        if FACTIONS[i].board not in boards and not (FACTIONS[i].home in range(WHEEL) and FACTIONS[i].home in taken)
    ]


def take_faction(s: TerraState, seat: int, i: int, vp: int = -1) -> None:
    """The faction board with what lies on it at the start; `vp`: what an auction has left."""
    folk = FACTIONS[i]
    me = s.edit(seat)
    me.faction = me.folk = folk
    if vp < 0 or (vp == START_VP and s.rules.loose_auction):
        vp = folk.vp_2017 if s.options.start_vp == "2017" else START_VP
    me.vp = vp
    me.coins, me.workers, me.priests = folk.coins, folk.workers, folk.priests
    me.priest_max = folk.priest_limit
    me.bowl1, me.bowl2, me.bowl3 = folk.bowls
    me.cult = tuple(folk.cults)
    me.ship, me.jump = folk.ship, folk.jump
    me.bridges_left = BRIDGES
    me.home = folk.home
    me.root = folk.home if folk.home in range(WHEEL) else -1
    me.lands = 1 << folk.home if folk.home >= 0 else 0
    limit = s.rules.shift.limit
    me.shifts = s.seats if limit == "players" else s.seats - 1 if limit == "opponents" else UNLIMITED


def is_gone(s: TerraState, seat: int) -> bool:
    return s.sides[seat].dropped and s.rules.clean_leave


def push_extra(s: TerraState, seat: int, folk: Faction) -> None:
    """What is chosen together with the faction."""
    terrain = folk.picks not in ("", "late")
    if (terrain or folk.start_favors) and not is_gone(s, seat):
        s.stack.append(Picking(EXTRA, seat, terrain, folk.start_favors))


class Factions(Phase[TerraState, Step]):
    """Begins the choice of factions in the way the table wants."""

    def run(self, s: TerraState, f: Step) -> None:
        way = s.options.choose
        s.stack.append(LATE.step)
        order = flow.turn_order(s)
        if way == "order":
            for seat in reversed(order):
                s.stack.append(Waiting(ASK, None, FACTION_CHOICE, seat))
        elif way == "given":
            for seat, name in enumerate(s.options.given.split("+")):
                take_faction(s, seat, BY_NAME[name])
            for seat in reversed(order):
                push_extra(s, seat, s.sides[seat].folk)
        elif way == "random":
            s.stack.append(DEAL_BOARDS.asked[CHANCE])
        else:
            s.stack.append(DEAL_TOKENS.asked[CHANCE])


def choose(s: TerraState, seat: int, a: Choose) -> None:
    take_faction(s, seat, BY_NAME[a.what])
    push_extra(s, seat, s.sides[seat].folk)


class FactionChoice(Phase[TerraState, Asked]):
    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        return [CHOOSE[i] for i in available(s)]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Choose)
        choose(s, f.seat, a)

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Choose):
            return None
        i = BY_NAME.get(a.what, -1)
        if i not in candidates(s):
            return reason("why.not_in_match", "TM-2.6", what=a.what)
        board_taken = any(side.faction is not None and side.faction.board == FACTIONS[i].board for side in s.sides)
        return reason("why.faction_taken" if board_taken else "why.faction_terrain", "TM-2.6", what=a.what)


class Picking(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    terrain: bool
    """Whether a terrain is still to be chosen."""
    favors: int


class Extra(Phase[TerraState, Picking]):
    """Start terrain and start favor, in either order."""

    def legal(self, s: TerraState, f: Picking) -> list[Action]:
        out: list[Action] = []
        if f.terrain:
            taken = taken_terrains(s)
            out += [SETTLE[t] for t in range(WHEEL) if t not in taken]
        if f.favors:
            out += [FAVOR[i] for i in gain.favor_choices(s, s.sides[f.seat])]
        return out

    def apply(self, s: TerraState, f: Picking, a: Action) -> None:
        if isinstance(a, Settle):
            settle(s, f.seat, TERRAINS.index(a.what))
            f = f._replace(terrain=False)
        else:
            assert isinstance(a, Favor)
            i = dues.FAVOR_INDEX[a.what]
            s.favors = changed(s.favors, i, s.favors[i] - 1)
            s.edit(f.seat).favors |= 1 << i
            gain.cult(s, f.seat, FAVORS[i].cult, FAVORS[i].steps, a.what)
            f = f._replace(favors=f.favors - 1)
        if f.terrain or f.favors:
            s.stack.append(f)

    def why_not(self, s: TerraState, f: Picking, a: Action) -> Reason | None:
        if isinstance(a, Settle) and f.terrain and a.what in TERRAINS[:WHEEL]:
            return reason("why.terrain_taken", "TM-2.7", what=a.what)
        if isinstance(a, Favor) and f.favors and a.what in dues.FAVOR_INDEX:
            return gain.no_tile(s, s.sides[f.seat], dues.FAVOR_INDEX[a.what])
        return None


def settle(s: TerraState, seat: int, t: int) -> None:
    me = s.edit(seat)
    me.root = t
    picks = me.folk.picks
    if picks == "home":
        me.home = t
    if picks in ("home", "open"):
        me.lands = 1 << t
        me.paint = t


class Late(Phase[TerraState, Step]):
    """Volcano factions choose their start terrain when everybody has a faction [TM-2.7]."""

    def run(self, s: TerraState, f: Step) -> None:
        for seat in reversed(flow.turn_order(s)):
            side = s.sides[seat]
            if side.faction is not None and not side.dropped and side.faction.picks == "late":
                s.stack.append(Picking(EXTRA, seat, True, 0))


# at random


class DealBoards(Phase[TerraState, Asked]):
    """A faction board for every seat; then each chooses one of its sides [TM-2.11]."""

    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        boards = range(len(BOARDS) if s.options.factions == "all" else WHEEL)
        return [(DRAW_BOARD[i], 1) for i in boards if i not in s.auction[0]]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Draw)
        s.auction = ((*s.auction[0], BOARDS.index(a.what)), ())
        if len(s.auction[0]) < s.seats:
            s.stack.append(f)
            return
        for seat, board in reversed(list(zip(flow.turn_order(s), s.auction[0], strict=True))):
            if not is_gone(s, seat):
                s.stack.append(Dealt(SIDE, seat, board))


class Dealt(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    board: int


class BoardSide(Phase[TerraState, Dealt]):
    """A side of the board that was dealt."""

    def legal(self, s: TerraState, f: Dealt) -> list[Action]:
        return [CHOOSE[i] for i in candidates(s) if FACTIONS[i].board == BOARDS[f.board]]

    def apply(self, s: TerraState, f: Dealt, a: Action) -> None:
        assert isinstance(a, Choose)
        choose(s, f.seat, a)

    def why_not(self, s: TerraState, f: Dealt, a: Action) -> Reason | None:
        return reason("why.not_dealt", "TM-2.11", what=a.what) if isinstance(a, Choose) else None


# by auction


class DealTokens(Phase[TerraState, Asked]):
    """As many factions as players, never two of one board [TM-17.1]."""

    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        return [(DRAW[i], 1) for i in candidates(s) if BOARDS.index(FACTIONS[i].board) not in s.auction[0]]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Draw)
        i = BY_NAME[a.what]
        s.auction = ((*s.auction[0], BOARDS.index(FACTIONS[i].board)), (*s.auction[1], i))
        if len(s.auction[0]) < s.seats:
            s.stack.append(f)
        else:
            s.order = (-1,) * s.seats
            push_auction(s, s.start)


def push_auction(s: TerraState, first: int) -> None:
    """Bids begin with the first seat without a faction from here on; the last one gets the rest for nothing."""
    circle = [(first + i) % s.seats for i in range(s.seats)]
    bidders = tuple(i for i in circle if s.sides[i].faction is None and not s.sides[i].dropped)
    if len(bidders) > 1:
        s.stack.append(Bidding(AUCTION, bidders[0], -1, -1, bidders))
    elif bidders and s.order.count(-1) > 1:  # others have left: there is something to choose
        s.stack.append(Won(WINNER, bidders[0], 0))
    elif bidders:
        take_the_rest(s, bidders[0])
    else:
        seat_the_absent(s)


def seat_the_absent(s: TerraState) -> None:
    """Whoever left during the auction has one of the places that nobody took."""
    absent = iter([i for i in range(s.seats) if i not in s.order])
    s.order = tuple(next(absent) if place < 0 else place for place in s.order)
    s.start = s.order[0]


def take_the_rest(s: TerraState, seat: int) -> None:
    """The last player has nothing to choose: the faction and the place that are left, for nothing [TM-17.3]."""
    held = [side.faction for side in s.sides]
    take_faction(s, seat, next(i for i in s.auction[1] if FACTIONS[i] not in held), AUCTION_VP)
    s.order = tuple(seat if place < 0 else place for place in s.order)
    s.start = s.order[0]
    push_extra(s, seat, s.sides[seat].folk)


class Bidding(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    high: int
    """The highest bid; -1 before the first."""
    holder: int
    bidders: tuple[int, ...]
    """Seats still in."""


class Auction(Phase[TerraState, Bidding]):
    """Bid more or drop out."""

    def legal(self, s: TerraState, f: Bidding) -> list[Action]:
        return [*BID[f.high + 1 :], *([FOLD] if f.high >= 0 else [])]

    def apply(self, s: TerraState, f: Bidding, a: Action) -> None:
        _, seat, high, holder, bidders = f
        i = bidders.index(seat)
        after = bidders[i + 1 :] + bidders[:i]
        if isinstance(a, Fold):
            bidders = tuple(b for b in bidders if b != seat)
        else:
            assert isinstance(a, Bid)
            high, holder = a.n, seat
        if len(bidders) == 1 or (high == AUCTION_VP and not s.rules.loose_auction):
            s.stack.append(Won(WINNER, holder, high))
        else:
            s.stack.append(Bidding(AUCTION, after[0], high, holder, bidders))

    def without(self, s: TerraState, f: Bidding, seat: int) -> list[Frame]:
        """Somebody left: whoever is left goes on bidding; without the highest bid all begin again."""
        if seat not in f.bidders:
            return [f]
        i = f.bidders.index(f.seat)
        after = [b for b in f.bidders[i:] + f.bidders[:i] if b != seat]
        if f.holder == seat or (len(after) == 1 and f.high < 0):
            push_auction(s, after[0])
            return []
        if len(after) == 1:
            return [Won(WINNER, f.holder, f.high)]
        return [Bidding(AUCTION, after[0], f.high, f.holder, tuple(b for b in f.bidders if b != seat))]

    def why_not(self, s: TerraState, f: Bidding, a: Action) -> Reason | None:
        if isinstance(a, Fold):
            return reason("why.must_bid", "TM-17.2")
        if isinstance(a, Bid):
            return (
                reason("why.bid_high", "TM-17.2")
                if a.n > AUCTION_VP
                else reason("why.bid_low", "TM-17.2", n=f.high + 1)
            )
        return None


class Won(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    bid: int


class Winner(Phase[TerraState, Won]):
    """The winner of an auction takes a faction, then a place."""

    def legal(self, s: TerraState, f: Won) -> list[Action]:
        held = [side.faction for side in s.sides]
        return [CHOOSE[i] for i in s.auction[1] if FACTIONS[i] not in held]

    def apply(self, s: TerraState, f: Won, a: Action) -> None:
        assert isinstance(a, Choose)
        take_faction(s, f.seat, BY_NAME[a.what], AUCTION_VP - f.bid)
        s.stack.append(PLACES.asked[f.seat])
        push_extra(s, f.seat, s.sides[f.seat].folk)

    def without(self, s: TerraState, f: Won, seat: int) -> list[Frame]:
        """The winner left: the next auction."""
        if seat != f.seat:
            return [f]
        push_auction(s, (seat + 1) % s.seats)
        return []

    def why_not(self, s: TerraState, f: Won, a: Action) -> Reason | None:
        if not isinstance(a, Choose):
            return None
        drawn = BY_NAME.get(a.what, -1) in s.auction[1]
        return reason("why.faction_taken" if drawn else "why.not_in_match", "TM-17.1", what=a.what)


class OrderPlace(Phase[TerraState, Asked]):
    """A free place of the turn order [TM-17.4]."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        return [PLACE[i] for i, seat in enumerate(s.order) if seat < 0]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Place)
        order = list(s.order)
        order[a.n - 1] = f.seat
        s.order = tuple(order)
        push_auction(s, (f.seat + 1) % s.seats)

    def without(self, s: TerraState, f: Asked, seat: int) -> list[Frame]:
        """Who left before taking a place gets one of the last."""
        if seat != f.seat:
            return [f]
        push_auction(s, (seat + 1) % s.seats)
        return []

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Place):
            return None
        there = 1 <= a.n <= s.seats
        return reason("why.place_taken", "TM-17.4") if there else reason("why.no_such_thing", "TM-17.4", what=str(a.n))


FACTIONS_PHASE: Final = Factions()
FACTION_CHOICE: Final = FactionChoice()
EXTRA: Final = Extra()
LATE: Final = Late()
DEAL_BOARDS: Final = DealBoards()
SIDE: Final = BoardSide()
DEAL_TOKENS: Final = DealTokens()
AUCTION: Final = Auction()
WINNER: Final = Winner()
PLACES: Final = OrderPlace()

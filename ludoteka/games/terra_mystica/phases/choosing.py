"""Who plays which faction: one after the other, at random, as given, or by auction; and the terrain with it."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Reason, reason
from ludoteka.core.game import CHANCE, Frame, Phase
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
from ludoteka.games.terra_mystica.factions import BASE, BOARDS, BY_NAME, FACTIONS, Faction
from ludoteka.games.terra_mystica.phases import dues, flow, setup
from ludoteka.games.terra_mystica.state import TerraState

START_VP = 20
AUCTION_VP = 40
UNLIMITED = 1000


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


BOARD_TERRAIN = tuple(TERRAINS.index(name) if name in TERRAINS else -1 for name in BOARDS)


def available(s: TerraState) -> list[int]:
    """Factions whose board is free and whose home terrain nobody has chosen [TM-2.6]."""
    boards = {side.faction.board for side in s.sides if side.faction is not None}
    taken = {side.root for side in s.sides if side.faction is not None}
    return [
        i
        for i in candidates(s)
        if FACTIONS[i].board not in boards and not (FACTIONS[i].home in range(WHEEL) and FACTIONS[i].home in taken)
    ]


def take_faction(s: TerraState, seat: int, i: int, vp: int) -> None:
    """The faction board with what lies on it at the start."""
    folk = FACTIONS[i]
    me = s.edit(seat)
    me.faction = folk
    me.vp = folk.vp_2017 if s.options.start_vp == "2017" and vp == START_VP else vp
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


def push_extra(s: TerraState, seat: int, folk: Faction) -> None:
    """What is chosen together with the faction."""
    terrain = folk.picks not in ("", "late")
    if terrain or folk.start_favors:
        s.stack.append((EXTRA, seat, terrain, folk.start_favors))


class Factions(Phase[TerraState, Frame]):
    """Begins the choice of factions in the way the table wants."""

    def run(self, s: TerraState, f: Frame) -> None:
        way = s.options.choose
        s.stack.append((LATE, None))
        order = flow.turn_order(s)
        if way == "order":
            for seat in reversed(order):
                s.stack.append((setup.ASK, None, CHOICE, seat))
        elif way == "given":
            for seat, name in enumerate(s.options.given.split("+")):
                take_faction(s, seat, BY_NAME[name], START_VP)
            for seat in reversed(order):
                push_extra(s, seat, s.sides[seat].folk)
        elif way == "random":
            s.stack.append((DEAL_BOARDS, CHANCE))
        else:
            s.stack.append((DEAL_TOKENS, CHANCE))


class FactionChoice(Phase[TerraState, Frame]):
    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        return [CHOOSE[i] for i in available(s)]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        assert isinstance(a, Choose)
        take_faction(s, f[1], BY_NAME[a.what], START_VP)
        push_extra(s, f[1], s.sides[f[1]].folk)

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        if not isinstance(a, Choose):
            return None
        i = BY_NAME.get(a.what, -1)
        if i not in candidates(s):
            return reason("why.not_in_match", "TM-2.6", what=a.what)
        board_taken = any(side.faction is not None and side.faction.board == FACTIONS[i].board for side in s.sides)
        return reason("why.faction_taken" if board_taken else "why.faction_terrain", "TM-2.6", what=a.what)


class Extra(Phase[TerraState, Frame]):
    """Start terrain and start favor, in either order. Frame: (EXTRA, seat, terrain due, favors due)."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        _, seat, terrain, favors = f
        out: list[Action] = []
        if terrain:
            taken = taken_terrains(s)
            out += [SETTLE[t] for t in range(WHEEL) if t not in taken]
        if favors:
            out += [FAVOR[i] for i in gain.favor_choices(s, s.sides[seat])]
        return out

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        _, seat, terrain, favors = f
        me = s.edit(seat)
        if isinstance(a, Settle):
            settle(s, seat, TERRAINS.index(a.what))
            terrain = False
        else:
            assert isinstance(a, Favor)
            i = dues.FAVOR_INDEX[a.what]
            s.favors = changed(s.favors, i, s.favors[i] - 1)
            me.favors |= 1 << i
            gain.cult(s, seat, FAVORS[i].cult, FAVORS[i].steps, a.what)
            favors -= 1
        if terrain or favors:
            s.stack.append((EXTRA, seat, terrain, favors))

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Settle) and f[2] and a.what in TERRAINS[:WHEEL]:
            return reason("why.terrain_taken", "TM-2.7", what=a.what)
        if isinstance(a, Favor) and f[3] and a.what in dues.FAVOR_INDEX:
            return reason("why.favor_gone", "TM-10.9")
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


class Late(Phase[TerraState, Frame]):
    """Volcano factions choose their start terrain when everybody has a faction [TM-2.7]."""

    def run(self, s: TerraState, f: Frame) -> None:
        for seat in reversed(flow.turn_order(s)):
            side = s.sides[seat]
            if side.faction is not None and not side.dropped and side.faction.picks == "late":
                s.stack.append((EXTRA, seat, True, 0))


# at random


class DealBoards(Phase[TerraState, Frame]):
    """A faction board for every seat; then each chooses one of its sides [TM-2.11]."""

    def outcomes(self, s: TerraState, f: Frame) -> list[tuple[Action, int]]:
        boards = range(len(BOARDS) if s.options.factions == "all" else WHEEL)
        return [(DRAW_BOARD[i], 1) for i in boards if i not in s.auction[0]]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        assert isinstance(a, Draw)
        s.auction = ((*s.auction[0], BOARDS.index(a.what)), ())
        if len(s.auction[0]) < s.seats:
            s.stack.append(f)
            return
        for seat, board in reversed(list(zip(flow.turn_order(s), s.auction[0], strict=True))):
            s.stack.append((SIDE, seat, board))


class BoardSide(Phase[TerraState, Frame]):
    """Frame: (SIDE, seat, board)."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        return [CHOOSE[i] for i in candidates(s) if FACTIONS[i].board == BOARDS[f[2]]]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        CHOICE.apply(s, f, a)


# by auction


class DealTokens(Phase[TerraState, Frame]):
    """As many factions as players, never two of one board [TM-17.1]."""

    def outcomes(self, s: TerraState, f: Frame) -> list[tuple[Action, int]]:
        return [(DRAW[i], 1) for i in candidates(s) if BOARDS.index(FACTIONS[i].board) not in s.auction[0]]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
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
    bidders = tuple(i for i in circle if s.sides[i].faction is None)
    if len(bidders) > 1:
        s.stack.append((AUCTION, bidders[0], -1, -1, bidders))
    elif bidders:
        take_the_rest(s, bidders[0])


def take_the_rest(s: TerraState, seat: int) -> None:
    """The last player has nothing to choose: the faction and the place that are left, for nothing [TM-17.3]."""
    held = [side.faction for side in s.sides]
    take_faction(s, seat, next(i for i in s.auction[1] if FACTIONS[i] not in held), AUCTION_VP)
    s.order = tuple(seat if place < 0 else place for place in s.order)
    s.start = s.order[0]
    push_extra(s, seat, s.sides[seat].folk)


class Auction(Phase[TerraState, Frame]):
    """Bid more or drop out. Frame: (AUCTION, seat, highest bid, its bidder, seats still in)."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        high: int = f[2]
        return [*BID[high + 1 :], *([FOLD] if high >= 0 else [])]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        _, seat, high, holder, bidders = f
        i = bidders.index(seat)
        after = bidders[i + 1 :] + bidders[:i]
        if isinstance(a, Fold):
            bidders = tuple(b for b in bidders if b != seat)
        else:
            assert isinstance(a, Bid)
            high, holder = a.n, seat
        if len(bidders) == 1:
            s.stack.append((WINNER, holder, high))
        else:
            s.stack.append((AUCTION, after[0], high, holder, bidders))

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        if isinstance(a, Fold):
            return reason("why.must_bid", "TM-17.2")
        if isinstance(a, Bid):
            return (
                reason("why.bid_high", "TM-17.2") if a.n > AUCTION_VP else reason("why.bid_low", "TM-17.2", n=f[2] + 1)
            )
        return None


class Winner(Phase[TerraState, Frame]):
    """The winner of an auction takes a faction, then a place. Frame: (WINNER, seat, bid)."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        held = [side.faction for side in s.sides]
        return [CHOOSE[i] for i in s.auction[1] if FACTIONS[i] not in held]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        assert isinstance(a, Choose)
        _, seat, bid = f
        take_faction(s, seat, BY_NAME[a.what], AUCTION_VP - bid)
        s.stack.append((PLACES, seat))
        push_extra(s, seat, s.sides[seat].folk)

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        return reason("why.not_in_match", "TM-17.1", what=a.what) if isinstance(a, Choose) else None


class OrderPlace(Phase[TerraState, Frame]):
    """A free place of the turn order [TM-17.4]."""

    def legal(self, s: TerraState, f: Frame) -> list[Action]:
        return [PLACE[i] for i, seat in enumerate(s.order) if seat < 0]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        assert isinstance(a, Place)
        seat: int = f[1]
        order = list(s.order)
        order[a.n - 1] = seat
        s.order = tuple(order)
        push_auction(s, (seat + 1) % s.seats)

    def why_not(self, s: TerraState, f: Frame, a: Action) -> Reason | None:
        return reason("why.place_taken", "TM-17.4") if isinstance(a, Place) else None


FACTIONS_PHASE = Factions()
CHOICE = FactionChoice()
EXTRA = Extra()
LATE = Late()
DEAL_BOARDS = DealBoards()
SIDE = BoardSide()
DEAL_TOKENS = DealTokens()
AUCTION = Auction()
WINNER = Winner()
PLACES = OrderPlace()

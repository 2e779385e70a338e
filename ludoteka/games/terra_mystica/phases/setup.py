"""Before round 1: tiles, cards, the first player, start dwellings and start cards."""

from __future__ import annotations

from typing import Final as Constant

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.core.errors import Reason
from ludoteka.core.game import CHANCE, Asked, Frame, Phase, Step
from ludoteka.games.terra_mystica.actions import (
    CARD,
    FINAL,
    FIRST,
    REMOVE,
    ROUND,
    Build,
    Card,
    Final,
    First,
    Remove,
    Round,
    places,
)
from ludoteka.games.terra_mystica.board import board
from ludoteka.games.terra_mystica.data import (
    CARDS,
    FAVORS,
    FINAL_TILES,
    ICE,
    INTRO_DWELLINGS,
    INTRO_ROUNDS,
    INTRO_UNUSED,
    NOT_IN_LAST_ROUNDS,
    ROUND_TILES,
    ROUNDS,
    TERRAINS,
    TOWNS,
    D,
)
from ludoteka.games.terra_mystica.dialect import Dialect, reading
from ludoteka.games.terra_mystica.factions import BY_NAME
from ludoteka.games.terra_mystica.options import TerraOptions, decided
from ludoteka.games.terra_mystica.phases import choosing, flow, passing
from ludoteka.games.terra_mystica.phases.asking import ASK, Waiting
from ludoteka.games.terra_mystica.phases.clock import nobodys_turn
from ludoteka.games.terra_mystica.phases.rulebook import FirstEdition, Rulebook
from ludoteka.games.terra_mystica.phases.site import FirstSite, Site
from ludoteka.games.terra_mystica.refusal import reason
from ludoteka.games.terra_mystica.side import MutableSide, Side, empty_side
from ludoteka.games.terra_mystica.state import TerraState

TILE_INDEX: Constant = {t.name: i for i, t in enumerate(ROUND_TILES)}
LATE_ROUNDS: Constant = 2
"""The last rounds, in which the spade tile never lies."""
CARDS_MORE: Constant = 3
"""Bonus cards beyond the number of players."""


def dialect_of(o: TerraOptions) -> Dialect[TerraState]:
    """How the table reads the rules."""
    table = decided(o)
    if table.site:
        return reading(FirstSite if table.first else Site, table)
    return reading(FirstEdition if table.first else Rulebook, table)


def lay_out(s: TerraState, seats: int, options: TerraOptions) -> None:
    """Everything as it is before the first tile is drawn."""
    b = board(options.map)
    s.seats = seats
    s.options = options
    s.stack = []
    s.notes = None
    s.left = 0
    s.board = b
    s.rules = dialect_of(options)
    s.sides = [empty_side() for _ in range(seats)]
    s.shared = 0
    s.round = s.start = 0
    s.order = tuple(range(seats))
    s.passing = ()
    s.land = (*b.land, 0, 0)
    s.occupied = 0
    s.near = b.near
    s.bridges = ()
    s.cards = tuple([0 if options.card_promo or not c.promo else -1 for c in CARDS])
    s.favors = tuple([t.count for t in FAVORS])
    s.towns = tuple([t.count if options.town_promo or not t.promo else 0 for t in TOWNS])
    s.tiles = ()
    s.final = -1
    s.orders = (-1,) * 16
    s.used = 0
    s.offers = []
    s.events = {}
    s.next_event = 0
    s.auction = ((), ())
    nobodys_turn(s)
    s.last = None
    s.stack += [BEGIN.step, DWELLINGS.step, choosing.FACTIONS_PHASE.step, FIRST_SEAT.asked[CHANCE]]
    if options.choose == "intro":
        s.tiles = tuple(TILE_INDEX[name] for name in INTRO_ROUNDS)
        for name in INTRO_UNUSED[seats]:
            s.cards = changed(s.cards, passing.CARD_INDEX[name], -1)
        s.stack[1:2] = []
    else:
        if options.final == "draw" or (options.final == "auto" and options.factions == "all"):
            s.stack.append(FINAL_TILE.asked[CHANCE])
        elif options.final in FINAL_TILES:
            s.final = FINAL_TILES.index(options.final)
        s.stack.append(CARDS_OUT.step)
        s.stack.append(TILES.asked[CHANCE])


class Tiles(Phase[TerraState, Asked]):
    """The scoring tiles of the six rounds; the spade tile never in the last two [TM-2.3].

    The rulebook fills the rounds from the last to the first and shuffles the spade tile back if it comes up for one of
    the last two: every arrangement with that tile in no late round is equally likely. We name the tiles from the first
    round on, so the spade tile weighs more than another: of n tiles left, n - 1 arrangements to n - 3.
    """

    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        promo = s.options.tile_promo
        left = [i for i, tile in enumerate(ROUND_TILES) if i not in s.tiles and (promo or not tile.promo)]
        if len(s.tiles) >= ROUNDS - LATE_ROUNDS:
            return [(ROUND[i], 1) for i in left if i != NOT_IN_LAST_ROUNDS]
        if NOT_IN_LAST_ROUNDS not in left:
            return [(ROUND[i], 1) for i in left]
        n = len(left) - 1
        return [(ROUND[i], n if i == NOT_IN_LAST_ROUNDS else n - LATE_ROUNDS) for i in left]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Round)
        s.tiles = (*s.tiles, TILE_INDEX[a.what])
        if len(s.tiles) < ROUNDS:
            s.stack.append(f)


class CardsOut(Phase[TerraState, Frame]):
    """Three cards more than players stay in the match [TM-2.4]."""

    def run(self, s: TerraState, f: Frame) -> None:
        if sum(coins >= 0 for coins in s.cards) > s.seats + CARDS_MORE:
            s.stack.append(CARDS_OUT.asked[CHANCE])

    def outcomes(self, s: TerraState, f: Frame) -> list[tuple[Action, int]]:
        return [(REMOVE[i], 1) for i, coins in enumerate(s.cards) if coins >= 0]

    def apply(self, s: TerraState, f: Frame, a: Action) -> None:
        assert isinstance(a, Remove)
        s.cards = changed(s.cards, passing.CARD_INDEX[a.what], -1)
        s.stack.append(CARDS_OUT.step)


class FinalTile(Phase[TerraState, Asked]):
    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        return [(a, 1) for a in FINAL]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Final)
        s.final = FINAL_TILES.index(a.what)


class FirstSeat(Phase[TerraState, Asked]):
    def outcomes(self, s: TerraState, f: Asked) -> list[tuple[Action, int]]:
        return [(FIRST[i], 1) for i in range(s.seats)]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, First)
        s.start = a.seat
        if s.options.choose == "intro":
            intro(s)


def intro(s: TerraState) -> None:
    """The first game: factions and dwellings are given; cards are chosen as usual [TM-2.12]."""
    s.stack.pop()  # no faction is chosen
    order = flow.turn_order(s)
    for seat, (name, hexes) in zip(order, INTRO_DWELLINGS[s.seats], strict=True):
        choosing.take_faction(s, seat, BY_NAME[name])
        for at in hexes:
            put_dwelling(s, s.edit(seat), s.board.index[at])
    push_cards(s, order)


class Dwellings(Phase[TerraState, Step]):
    """Start dwellings forwards, then backwards; third ones after that, late comers last [TM-2.8]."""

    def run(self, s: TerraState, f: Step) -> None:
        order = flow.turn_order(s)
        here = [i for i in order if s.sides[i].faction is not None]
        usual = [i for i in here if not s.sides[i].folk.places_last]
        queue = usual + usual[::-1] + [i for i in usual if s.sides[i].folk.start_dwellings > 2]
        queue += [i for i in here if s.sides[i].folk.places_last]
        push_cards(s, order)
        for seat in reversed(queue):
            s.stack.append(Waiting(ASK, None, DWELLING, seat))


class StartDwelling(Phase[TerraState, Asked]):
    """On a hex of the home or start terrain, which ice and volcano factions turn [TM-2.9]."""

    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        table = places(s.board.name).build
        return [table[at] for at in bits(start_hexes(s, s.sides[f.seat]))]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Build)
        put_dwelling(s, s.edit(f.seat), s.board.index[a.at])

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        if not isinstance(a, Build):
            return None
        at, me = s.board.index.get(a.at), s.sides[f.seat]
        if at is None:
            return reason("why.no_such_hex", "TM-3.1", at=a.at)
        if s.occupied >> at & 1:
            return reason("why.occupied", "TM-2.9", at=a.at)
        if not s.land[me.root] >> at & 1:
            here, home = TERRAINS[s.terrain_at(at)], TERRAINS[me.root]
            return reason("why.not_start_terrain", "TM-2.9", at=a.at, terrain=here, home=home)
        return reason("why.not_riverside", "TM-19.43", at=a.at)


def start_hexes(s: TerraState, me: Side) -> int:
    hexes = s.land[me.root] & ~s.occupied
    return hexes & s.board.riverside if me.folk.reach_by_ship_only else hexes


def put_dwelling(s: TerraState, me: MutableSide, at: int) -> None:
    bit = 1 << at
    if me.home >= ICE:
        s.land = changed(s.land, me.root, s.land[me.root] ^ bit)
        s.land = changed(s.land, me.home, s.land[me.home] | bit)
    me.own = changed(me.own, D, me.own[D] | bit)
    me.built |= bit
    s.occupied |= bit


def push_cards(s: TerraState, order: list[int]) -> None:
    """Start cards are taken from the last seat to the first [TM-2.10]."""
    for seat in order:
        s.stack.append(Waiting(ASK, None, START_CARD, seat))


class StartCard(Phase[TerraState, Asked]):
    def legal(self, s: TerraState, f: Asked) -> list[Action]:
        return [CARD[i] for i, coins in enumerate(s.cards) if coins >= 0]

    def apply(self, s: TerraState, f: Asked, a: Action) -> None:
        assert isinstance(a, Card)
        passing.take_card(s, f.seat, s.edit(f.seat), passing.CARD_INDEX[a.what])

    def why_not(self, s: TerraState, f: Asked, a: Action) -> Reason | None:
        return reason("why.card_gone", "TM-2.10") if isinstance(a, Card) else None


class Begin(Phase[TerraState, Step]):
    """The income of round 1 [TM-4.1]."""

    def run(self, s: TerraState, f: Step) -> None:
        for seat in range(s.seats):
            s.edit(seat).passed = True
        flow.push_income(s, cult=False)


TILES: Constant = Tiles()
CARDS_OUT: Constant = CardsOut()
FINAL_TILE: Constant = FinalTile()
FIRST_SEAT: Constant = FirstSeat()
DWELLINGS: Constant = Dwellings()
DWELLING: Constant = StartDwelling()
START_CARD: Constant = StartCard()
BEGIN: Constant = Begin()

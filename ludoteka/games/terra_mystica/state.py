"""The position: one `Side` per seat and the common board. Slots and ints, copied by hand; bookkeeping only.

What seldom changes is a tuple, which clones share. They share the sides too, each until somebody edits it.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final, NamedTuple, Self

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.game import Phase, State
from ludoteka.games.terra_mystica.board import Board
from ludoteka.games.terra_mystica.data import BON4, ICE
from ludoteka.games.terra_mystica.dialect import Dialect
from ludoteka.games.terra_mystica.side import MutableSide, Side

Offer = tuple[int, int, int, int, int, bool]
"""Who may take, from whom, how much, how much of it could be taken, which building, and whether it came too late."""
EVERYBODY: Final = 0b11111


ANY_TRACK: Final = -2
ONE_TRACK: Final = -1


class Work(NamedTuple):
    """What the action under way still allows. Never changed: the next moment has another one."""

    transforms: int = 0
    builds: int = 0
    digs: bool = False
    """Whether spades may still be bought for it."""
    bought: bool = False
    """Whether spades were bought: then all of them go to one hex."""
    sites: int = 0
    """Hexes that it has turned into home terrain."""
    home_due: bool = False
    """Whether the next hex must become home terrain."""
    jumped: int = -1
    """Where a tunnel or carpet led, or -1."""
    track: int = ANY_TRACK
    """Where its cult steps go: anywhere, all on one track that is still to be chosen, or on this one."""
    spend: int = 0
    """After a sacrifice that must be used at once: the least that is to be spent now."""
    spare_bridges: bool = False
    """Whether its bridges are a gift that may be left."""


IDLE: Final = Work()


class TerraState(State):
    __slots__ = (
        "active",
        "acts",
        "auction",
        "board",
        "bridges",
        "cards",
        "events",
        "favors",
        "final",
        "land",
        "last",
        "near",
        "next_event",
        "occupied",
        "offers",
        "order",
        "orders",
        "passing",
        "round",
        "rules",
        "shared",
        "sides",
        "start",
        "tiles",
        "towns",
        "used",
        "work",
    )
    beside: ClassVar[frozenset[str]] = State.beside | {"board", "rules", "shared"}

    board: Board
    rules: Dialect[Any]
    sides: list[Side]
    """To look at; who wants to change one asks `edit` for it."""
    shared: int
    """Seats whose side another copy of the position may hold too."""
    round: int
    order: tuple[int, ...]
    """Seats in cyclic order of play."""
    start: int
    passing: tuple[int, ...]
    land: tuple[int, ...]
    """For each of the nine terrains the hexes that show it."""
    occupied: int
    near: tuple[int, ...]
    """Neighbours of each hex, bridges included."""
    bridges: tuple[tuple[int, int, int], ...]
    cards: tuple[int, ...]
    """Coins on each bonus card that lies ready; -1 for the others."""
    favors: tuple[int, ...]
    towns: tuple[int, ...]
    tiles: tuple[int, ...]
    final: int
    orders: tuple[int, ...]
    """Seat of the priest on each of the 4 x 4 order spaces, or -1."""
    used: int
    """Power actions taken this round."""
    offers: list[Offer]
    events: dict[int, tuple[int, int, bool]]
    """Buildings of factions that care: possible takers left, refusals, whether rewarded."""
    next_event: int
    auction: tuple[tuple[int, ...], tuple[int, ...]]
    # the turn that is being played
    active: int
    acts: int
    work: Work
    last: Action | None
    """The last action, to mark it on the board."""

    def clone(self) -> Self:
        c = type(self)()  # assigning is twice as fast as handing everything to a constructor
        c.seats = self.seats
        c.options = self.options
        c.stack = self.stack.copy()
        c.notes = None
        c.left = self.left
        c.board = self.board
        c.rules = self.rules
        c.sides = self.sides.copy()
        c.shared = self.shared = EVERYBODY
        c.round = self.round
        c.order = self.order
        c.start = self.start
        c.passing = self.passing
        c.land = self.land
        c.occupied = self.occupied
        c.near = self.near
        c.bridges = self.bridges
        c.cards = self.cards
        c.favors = self.favors
        c.towns = self.towns
        c.tiles = self.tiles
        c.final = self.final
        c.orders = self.orders
        c.used = self.used
        c.offers = self.offers.copy()
        c.events = self.events.copy()
        c.next_event = self.next_event
        c.auction = self.auction
        c.active = self.active
        c.acts = self.acts
        c.work = self.work
        c.last = self.last
        return c

    def edit(self, seat: int) -> MutableSide:
        """The side of a seat, to be changed. What `sides` showed for it before may be out of date from now on."""
        if self.shared and self.shared >> seat & 1:
            self.shared ^= 1 << seat
            self.sides[seat] = self.sides[seat].clone()
        return self.sides[seat]  # type: ignore[return-value]  # all are; the list only hides it

    def apply(self, action: Action) -> None:
        self.last = action
        stack = self.stack
        f = stack.pop()
        phase: Phase[Any, Any] = f[0]  # said to be one: a native build then calls it without looking names up
        phase.apply(self, f, action)
        while stack and stack[-1][1] is None:
            f = stack.pop()
            phase = f[0]
            phase.run(self, f)

    def scores(self) -> list[tuple[int, ...]]:
        """Points; equal points share the victory [TM-18.9]."""
        return [(side.vp,) for side in self.sides]

    def fewest(self) -> int:
        """On the site a player who is left alone plays on [TM-15.9]."""
        return self.rules.fewest

    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.clone()

    def snapshot(self) -> dict[str, Any]:
        """A faction is its name."""
        plain = super().snapshot()
        for side, told in zip(self.sides, plain["sides"], strict=True):
            told["faction"] = side.faction and side.faction.name
        return plain

    # geometry of one seat

    def terrain_at(self, at: int) -> int:
        for terrain, mask in enumerate(self.land):
            if mask >> at & 1:
                return terrain
        raise AssertionError(f"hex {at} has no terrain")

    def transformable(self) -> int:
        """Empty hexes of the wheel."""
        return self.board.full & ~(self.occupied | self.land[ICE] | self.land[ICE + 1])

    def reach_of(self, me: Side) -> int:
        """Land hexes that the buildings of a seat reach without tunnel or carpet."""
        if me.reach < 0:
            # whoever shares the side has the same neighbours for its buildings, so all may use what one has found
            me.reach = self.find_reach(me)  # type: ignore[misc]
        return me.reach

    def find_reach(self, me: Side) -> int:
        folk = me.folk
        ships, near = self.board.ships[me.ship + self.card_ship(me)], self.near
        beside = not folk.reach_by_ship_only or self.rules.touch
        found = 0
        for at in bits(me.built):
            found |= ships[at]
            if beside:
                found |= near[at]
        return found & self.board.riverside if folk.reach_by_ship_only else found

    def card_ship(self, me: Side) -> int:
        """What the bonus card adds: in the action phase only, and only for those who sail [TM-7.4]."""
        return 1 if me.card == BON4 and me.folk.ship_max and not me.passed else 0

    def jump_reach(self, me: Side) -> int:
        """Land hexes that a tunnel or carpet reaches."""
        within = self.board.within[me.jump + 1]
        found = 0
        for at in bits(me.built):
            found |= within[at]
        return found

    def linked(self, me: Side, at: int) -> int:
        """Hexes that count as neighbours of this one for the towns of a seat."""
        beside = self.near[at]
        if me.links:
            for river in bits(me.links & self.board.waters[at]):
                beside |= self.board.coast[river]
        return beside

    def group_of(self, me: Side, at: int) -> int:
        """Own buildings connected with this hex."""
        group, fresh = 1 << at, 1 << at
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            more = self.linked(me, low.bit_length() - 1) & me.built & ~group
            group |= more
            fresh |= more
        return group

    def is_home(self, terrain: int) -> bool:
        """Whether a terrain is somebody's home terrain now."""
        return any(side.home == terrain for side in self.sides)

"""The position: one `Side` per seat and the common board. Slots and ints, copied by hand; bookkeeping only.

What seldom changes is a tuple, which clones share.
"""

from __future__ import annotations

from random import Random
from typing import Any, Self

from ludoteka.core.action import Action
from ludoteka.core.bits import bits
from ludoteka.core.game import State
from ludoteka.games.terra_mystica import view
from ludoteka.games.terra_mystica.board import Board
from ludoteka.games.terra_mystica.data import BON4, ICE
from ludoteka.games.terra_mystica.options import Rules
from ludoteka.games.terra_mystica.side import Side

Offer = tuple[int, int, int, int, int, bool]
"""Who may take, from whom, how much, how much of it could be taken, which building, and whether it came too late."""


class TerraState(State):
    __slots__ = (
        "active",
        "acts",
        "auction",
        "blocked",
        "board",
        "bought",
        "bridges",
        "bridges_due",
        "builds_left",
        "cards",
        "digs",
        "events",
        "favors",
        "favors_due",
        "final",
        "free_dwelling",
        "free_house",
        "free_sand",
        "home_due",
        "jumped",
        "land",
        "last",
        "lose",
        "near",
        "next_event",
        "occupied",
        "offers",
        "order",
        "orders",
        "ordination",
        "passing",
        "recolour",
        "round",
        "rules",
        "same_track",
        "shed",
        "sides",
        "sites",
        "start",
        "tiles",
        "towns",
        "towns_due",
        "transforms",
        "used",
    )

    def __init__(
        self,
        seats: int,
        options: Any,
        stack: list[tuple[Any, ...]],
        board: Board,
        rules: Rules,
        sides: list[Side],
        round: int,
        order: tuple[int, ...],
        start: int,
        passing: tuple[int, ...],
        land: tuple[int, ...],
        occupied: int,
        near: tuple[int, ...],
        bridges: tuple[tuple[int, int, int], ...],
        cards: tuple[int, ...],
        favors: tuple[int, ...],
        towns: tuple[int, ...],
        tiles: tuple[int, ...],
        final: int,
        orders: tuple[int, ...],
        used: int,
        offers: list[Offer],
        events: dict[int, tuple[int, int, bool]],
        next_event: int,
        auction: tuple[tuple[int, ...], tuple[int, ...]],
        active: int,
        acts: int,
        transforms: int,
        builds_left: int,
        digs: bool,
        sites: int,
        home_due: bool,
        bought: bool,
        jumped: int,
        free_dwelling: int,
        free_house: int,
        free_sand: int,
        bridges_due: int,
        favors_due: int,
        towns_due: int,
        lose: int,
        shed: int,
        ordination: int,
        recolour: bool,
        same_track: int,
        blocked: int,
        last: Action | None,
    ) -> None:
        self.seats = seats
        self.options = options
        self.stack = stack
        self.notes = None
        self.board = board
        self.rules = rules
        self.sides = sides
        self.round = round
        self.order = order
        """Seats in cyclic order of play."""
        self.start = start
        self.passing = passing
        self.land = land
        """For each of the nine terrains the hexes that show it."""
        self.occupied = occupied
        self.near = near
        """Neighbours of each hex, bridges included."""
        self.bridges = bridges
        self.cards = cards
        """Coins on each bonus card that lies ready; -1 for the others."""
        self.favors = favors
        self.towns = towns
        self.tiles = tiles
        self.final = final
        self.orders = orders
        """Seat of the priest on each of the 4 x 4 order spaces, or -1."""
        self.used = used
        """Power actions taken this round."""
        self.offers = offers
        self.events = events
        """Buildings of factions that care: possible takers left, refusals, whether rewarded."""
        self.next_event = next_event
        self.auction = auction
        # the turn that is being played
        self.active = active
        self.acts = acts
        self.transforms = transforms
        self.builds_left = builds_left
        self.digs = digs
        self.sites = sites
        """Hexes that became home terrain in this action."""
        self.home_due = home_due
        self.bought = bought
        self.jumped = jumped
        """Where a tunnel or carpet led this turn, or -1."""
        self.free_dwelling = free_dwelling
        self.free_house = free_house
        self.free_sand = free_sand
        self.bridges_due = bridges_due
        self.favors_due = favors_due
        self.towns_due = towns_due
        self.lose = lose
        """Cult steps still to pay for land."""
        self.shed = shed
        """Tokens still to remove."""
        self.ordination = ordination
        self.recolour = recolour
        self.same_track = same_track
        """-2: steps go anywhere; -1: all on one track, not chosen yet; else the track."""
        self.blocked = blocked
        """Tracks on which a key was missing this turn."""
        self.last = last
        """The last action, to mark it on the board."""

    def clone(self) -> Self:
        return type(self)(
            self.seats,
            self.options,
            self.stack[:],
            self.board,
            self.rules,
            [side.clone() for side in self.sides],
            self.round,
            self.order,
            self.start,
            self.passing,
            self.land,
            self.occupied,
            self.near,
            self.bridges,
            self.cards,
            self.favors,
            self.towns,
            self.tiles,
            self.final,
            self.orders,
            self.used,
            self.offers[:],
            self.events.copy(),
            self.next_event,
            self.auction,
            self.active,
            self.acts,
            self.transforms,
            self.builds_left,
            self.digs,
            self.sites,
            self.home_due,
            self.bought,
            self.jumped,
            self.free_dwelling,
            self.free_house,
            self.free_sand,
            self.bridges_due,
            self.favors_due,
            self.towns_due,
            self.lose,
            self.shed,
            self.ordination,
            self.recolour,
            self.same_track,
            self.blocked,
            self.last,
        )

    def apply(self, action: Action) -> None:
        self.last = action
        stack = self.stack
        f = stack.pop()
        f[0].apply(self, f, action)
        while stack and stack[-1][1] is None:
            f = stack.pop()
            f[0].run(self, f)

    def scores(self) -> list[tuple[int, ...]]:
        """Points; equal points share the victory [TM-18.9]."""
        return [(side.vp,) for side in self.sides]

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.clone()

    def snapshot(self) -> dict[str, Any]:
        """Board and rules are constants of the options; the cached reach is no part of the position."""
        plain = super().snapshot()
        for name in ("board", "rules"):
            del plain[name]
        for side in plain["sides"]:
            del side["reach"]
            side.pop("folk", None)  # a native build shows properties among the fields
            side["faction"] = side["faction"] and side["faction"]["name"]
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
            me.reach = self.find_reach(me)
        return me.reach

    def find_reach(self, me: Side) -> int:
        folk = me.folk
        # the card helps in the action phase only, and only those who sail [TM-7.4]
        level = me.ship + (1 if me.card == BON4 and folk.ship_max and not me.passed else 0)
        ships, near = self.board.ships[level], self.near
        beside = not folk.reach_by_ship_only or self.rules.touch
        found = 0
        for at in bits(me.built):
            found |= ships[at]
            if beside:
                found |= near[at]
        return found & self.board.riverside if folk.reach_by_ship_only else found

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

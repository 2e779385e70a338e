"""What refusals of Terra Mystica claim, undone fact by fact: for random positions and for those of the tests."""

from __future__ import annotations

from random import Random
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.bag import changed
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import State
from ludoteka.core.proof import disproof
from ludoteka.games.terra_mystica import actions as verbs
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.data import BUILDINGS, CULTS, SH, TERRAINS, TP, UPGRADE_FROM, WHEEL, D
from ludoteka.games.terra_mystica.phases.dues import FAVOR_INDEX
from ludoteka.games.terra_mystica.phases.passing import CARD_INDEX
from ludoteka.games.terra_mystica.phases.towns import TOWN_INDEX
from ludoteka.games.terra_mystica.side import MutableSide
from ludoteka.games.terra_mystica.state import TerraState
from tests.games.proving import altered

GOODS = {"w": "workers", "c": "coins", "p": "priests"}


class Mend:
    """The position without exactly what a refusal names."""

    def __init__(self, s: TerraState, wish: Any, why: Reason, n: int) -> None:
        self.s, self.wish, self.why, self.n = s.clone(), wish, why, n
        self.seat = s.to_move()
        self.me: MutableSide = self.s.edit(self.seat)
        self.at = s.board.index.get(getattr(wish, "at", ""), -1)
        self.bit = 1 << self.at if self.at >= 0 else 0
        self.me.reach = -1

    def done(self) -> TerraState | None:
        name = self.why.id.removeprefix("why.")
        by = getattr(self, name.removesuffix("_") if name != "used" else "unused", None)
        if name.startswith("short_") and by is None:
            by = self.richer
        if by is None:
            return None
        by()
        return self.s

    # of what is short so many are given

    def richer(self) -> None:
        """Of one of the goods that are short one too few where fewer are to be given."""
        spare = self.n == 0
        for key, field in GOODS.items():
            if key in self.why.args:
                setattr(self.me, field, getattr(self.me, field) + self.why.args[key] - spare)
                spare = False

    def short_pw(self) -> None:
        self.me.bowl3 += self.n

    def short_tokens(self) -> None:
        self.me.bowl1 += self.n

    def short_vp(self) -> None:
        self.me.vp += self.n

    def burn_short(self) -> None:
        self.me.bowl2 += self.n

    def spades_needed(self) -> None:
        self.me.owe(due.SPADES, self.n)

    def cult_low(self) -> None:
        track = CULTS.index(self.why.args["what"])
        self.me.cult = changed(tuple(self.me.cult), track, self.me.cult[track] + self.n)

    # land

    def empty(self) -> None:
        """Nothing stands on the hex."""
        for i in range(self.s.seats):
            side = self.s.edit(i)
            side.own = tuple(mask & ~self.bit for mask in side.own)
            side.built &= ~self.bit
            side.reach = -1
        self.s.occupied &= ~self.bit

    occupied = empty

    def terrain(self, t: int) -> None:
        self.s.land = tuple(mask & ~self.bit for mask in self.s.land)
        self.s.land = changed(self.s.land, t, self.s.land[t] | self.bit)

    def wrong_terrain(self) -> None:
        self.terrain(self.me.home)

    not_changed_here = wrong_terrain

    def locked_terrain(self) -> None:
        self.me.lands |= 1 << self.s.terrain_at(self.at)

    def already_terrain(self) -> None:
        self.terrain((TERRAINS.index(self.wish.what) + 1) % WHEEL)

    def not_start_terrain(self) -> None:
        self.terrain(self.me.root)

    def out_of_reach(self) -> None:
        self.me.ship = self.why.args["n"] - self.s.card_ship(self.me)

    def beyond_jump(self) -> None:
        far = (self.s.board.full,) * len(self.s.board.names)
        self.s.board = altered(self.s.board, within=(far,) * len(self.s.board.within))

    def unreachable(self) -> None:
        self.me.reach = self.s.board.full

    def no_land(self) -> None:
        self.unreachable()
        away = (max(self.me.home, 0) + 3) % WHEEL
        free = self.s.board.full & ~self.s.occupied
        self.s.land = tuple(free if t == away else mask & ~free for t, mask in enumerate(self.s.land))

    def sand_beside(self) -> None:
        near = min(i for i in range(len(self.s.board.names)) if self.s.board.near[self.at] >> i & 1)
        self.me.built |= 1 << near

    # buildings

    def building(self, kind: int) -> None:
        self.empty()
        self.me.own = changed(self.me.own, kind, self.me.own[kind] | self.bit)
        self.me.built |= self.bit
        self.s.occupied |= self.bit

    def not_your_building(self) -> None:
        self.building(UPGRADE_FROM[BUILDINGS.index(self.wish.what)])

    wrong_building = not_your_building

    def building_limit(self) -> None:
        kind = BUILDINGS.index(getattr(self.wish, "what", "D"))
        self.me.own = changed(self.me.own, kind, 0)

    one_stands = building_limit

    def no_stronghold(self) -> None:
        self.me.own = changed(self.me.own, SH, 1)

    def no_target(self) -> None:
        """One dwelling and a stronghold, free land around."""
        for i in range(self.s.seats):
            side = self.s.edit(i)
            side.own, side.built, side.reach = (0,) * 5, 0, -1
        first, *more = [1 << i for i in range(len(self.s.board.names)) if self.s.board.near[0] >> i & 1]
        self.me.own = changed(changed(self.me.own, D, 1), SH, first)
        self.me.own = changed(self.me.own, TP, 0)
        self.me.built = self.s.occupied = 1 | first
        free = self.s.board.full & ~self.s.occupied
        home, away = self.me.home, (self.me.home + 1) % WHEEL
        self.s.land = tuple(free & ~more[0] if t == away else more[0] if t == home else 0 for t in range(9))

    # bridges and towns

    def no_bridge_spot(self) -> None:
        self.s.near = self.s.board.near
        self.me.built = self.s.board.full

    spot_taken = no_bridge_spot
    bridge_needs_building = no_bridge_spot

    def no_bridges(self) -> None:
        self.me.bridges_left = 3

    def no_river_town(self) -> None:
        board, river = self.s.board, self.s.board.river_index[self.wish.at]
        self.s.board = altered(board, coast=changed(board.coast, river, board.full))
        self.me.own, self.me.built, self.me.towned = (board.full, 0, 0, 0, 0), board.full, 0
        self.s.towns = (1,) * 8
        self.me.set_due(due.TOWNS, 0)

    # tiles and cards

    def favor_gone(self) -> None:
        i = FAVOR_INDEX[self.wish.what]
        self.s.favors = changed(self.s.favors, i, 1)
        self.me.favors &= ~(1 << i)

    favor_owned = favor_gone

    def town_gone(self) -> None:
        self.s.towns = changed(self.s.towns, TOWN_INDEX[self.wish.what], 1)

    def card_gone(self) -> None:
        self.s.cards = changed(self.s.cards, CARD_INDEX[self.wish.what], 0)

    def not_held(self) -> None:
        if self.wish.what in CARD_INDEX:
            self.me.card = CARD_INDEX[self.wish.what]
        else:
            self.me.favors |= 1 << FAVOR_INDEX[self.wish.what]

    def unused(self) -> None:
        self.s.used = self.me.used = 0

    # cults, priests and power

    def order_full(self) -> None:
        self.s.orders = (-1,) * 16

    def top_taken(self) -> None:
        track = CULTS.index(self.wish.what)
        for i in range(self.s.seats):
            side = self.s.edit(i)
            side.cult = changed(tuple(side.cult), track, min(side.cult[track], 9))

    def at_top(self) -> None:
        self.me.cult = (0, 0, 0, 0)

    def lower_high(self) -> None:
        self.me.cult = (9, 9, 9, 9)

    def key_missing(self) -> None:
        self.me.keys += 1

    def priest_limit(self) -> None:
        self.me.priests, self.me.priest_max = 0, 7

    def track_end(self) -> None:
        self.me.ship = self.me.dig = 0

    def bowl_empty(self) -> None:
        self.me.bowl1 = self.me.bowl2 = self.me.bowl3 = 1

    def sacrifice_unneeded(self) -> None:
        self.me.bowl3 = 0

    def no_ordination(self) -> None:
        self.me.set_due(due.ORDINATION, 3)

    def no_offer(self) -> None:
        self.s.offers.append((self.seat, self.wish.seat, self.wish.n, self.wish.n, 0, False))

    def offer_late(self) -> None:
        self.s.offers = [(*offer[:5], False) for offer in self.s.offers]

    def nothing_open(self) -> None:
        what = next(what for what, word in due.WORDS.items() if word == self.wish.what)
        self.me.set_due(what, 3 if what == due.ORDINATION else 1)

    def spend_now(self) -> None:
        self.s.work = self.s.work._replace(spend=0)
        self.me.dues = tuple(d for d in self.me.dues if d.what not in due.PRICES)

    open_price = spend_now

    # factions and terrains

    def shift_limit(self) -> None:
        self.me.shifts = 1

    def terrain_open(self) -> None:
        self.me.lands = 0

    def terrain_taken(self) -> None:
        """Nobody lives there or has drawn it."""
        t = TERRAINS.index(self.wish.what)
        self.s.auction = ((), ())
        for i in range(self.s.seats):
            side = self.s.edit(i)
            side.home = -1 if side.home == t else side.home
            side.root = -1 if side.root == t else side.root

    def faction_taken(self) -> None:
        for i in range(self.s.seats):
            self.s.edit(i).faction = None

    faction_terrain = faction_taken

    def must_bid(self) -> None:
        self.s.stack[-1] = self.s.stack[-1]._replace(high=0)

    def place_taken(self) -> None:
        self.s.order = (-1,) * self.s.seats


def mend(state: State, wish: Action, why: Reason, n: int) -> State | None:
    assert isinstance(state, TerraState)
    return Mend(state, wish, why, n).done()


def in_turn(world: State, action: Action) -> bool:
    """A turn goes on while others answer; who is alone in the round begins the next one with a new action."""
    assert isinstance(world, TerraState)
    active, round, acts = world.active, world.round, world.acts
    world.apply(action)
    return (world.active, world.round) == (active, round) and (world.acts <= acts or str(action) == "act ACTC")


def fault(s: TerraState, wish: Action, why: Reason, rng: Random) -> str:
    if isinstance(wish, verbs.Done) and why.kind is Kind.LATER:
        return ""  # when all is settled it may end by itself
    if why.kind is Kind.NEVER and rng.random() > 0.05:
        return ""  # a match to its end takes long
    if why.kind is Kind.SHORT and "n" not in why.args:  # several goods: one of them less is not enough
        why = Reason(why.id, why.rule, {**why.args, "n": 1}, why.kind)
        enough, nearly = Mend(s, wish, why, 1).done(), Mend(s, wish, why, 0).done()
        assert enough is not None
        assert nearly is not None
        still, other = enough.why_not(wish), nearly.why_not(wish)
        too_few = still is not None and still.id.startswith("why.short_") and still.args.keys() & why.args.keys()
        return "more are not enough" if too_few else "" if other and other.kind is Kind.SHORT else "fewer are enough"
    tries = 2 if why.kind is Kind.NEVER else 6 if why.kind is Kind.NOT_THIS_TURN else 40
    return disproof(s, wish, why, mend, rng, in_turn, tries)

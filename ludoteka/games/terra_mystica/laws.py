"""What stays true in every position."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.core.position import numbers_fit
from ludoteka.games.terra_mystica.data import (
    BRIDGES,
    BUILDINGS,
    CARDS,
    CULT_TOP,
    CULTS,
    FAVORS,
    LIMITS,
    TOWNS,
    WHEEL,
)
from ludoteka.games.terra_mystica.factions import BOARDS
from ludoteka.games.terra_mystica.state import TerraState


def priests_are_seven(s: State) -> None:
    """In hand, in the orders or still in the supply; Riverwalkers keep theirs on the terrains they have not opened."""
    assert isinstance(s, TerraState)
    for i, me in enumerate(s.sides):
        if me.faction is not None:
            locked = WHEEL - max(1, me.lands.bit_count()) if me.faction.on_priests else 0
            seven = me.priest_max + me.sent + locked
            assert seven == 7, f"the {me.faction.name} have {seven} priests instead of 7"
            assert 0 <= me.priests <= me.priest_max, f"the {me.faction.name} cannot have {me.priests} priests"
            assert s.orders.count(i) == me.sent, f"the {me.faction.name} have other priests in the orders"


def nothing_is_owed(s: State) -> None:
    assert isinstance(s, TerraState)
    for me in s.sides:
        goods = min(me.vp, me.coins, me.workers, me.priests, me.bowl1, me.bowl2, me.bowl3, me.keys)
        assert goods >= 0, f"the {me.folk.name} have less than nothing"
        assert me.bridges_left >= 0, f"the {me.folk.name} have less than no bridge"
        assert all(d.n > 0 for d in me.dues), f"less than nothing is due to the {me.folk.name}"


def power_tokens_only_leave_by_rule(s: State) -> None:
    """Twelve tokens (eight on two boards); more only where the faction makes new ones."""
    assert isinstance(s, TerraState)
    for me in s.sides:
        folk = me.faction
        if folk is not None:
            makes = folk.name in ("dragonlords", "shapeshifters")
            assert makes or me.tokens() <= sum(folk.bowls), f"the {folk.name} have {me.tokens()} tokens of power"


def buildings_are_limited(s: State) -> None:
    assert isinstance(s, TerraState)
    everything = 0
    for me in s.sides:
        together = 0
        for kind, limit in enumerate(LIMITS):
            n = me.count(kind)
            assert n <= limit, f"the {me.folk.name} have {n} of {BUILDINGS[kind]}, and there are {limit}"
            assert not me.own[kind] & together, "two buildings on one hex"
            together |= me.own[kind]
        assert together == me.built, "a hex is built on without a building"
        assert not me.built & everything, "two buildings on one hex"
        everything |= me.built
        assert not me.towned & ~me.built, "a town without a building"
    assert everything == s.occupied, "a hex is built on without a building"


def every_hex_has_one_terrain(s: State) -> None:
    assert isinstance(s, TerraState)
    seen = 0
    for mask in s.land:
        assert not mask & seen, "a hex has two terrains"
        seen |= mask
    assert seen == s.board.full, "a hex has no terrain, or a river has one"


def buildings_stand_on_their_own_terrain(s: State) -> None:
    """Only a faction that changes its home terrain leaves buildings behind on the old one."""
    assert isinstance(s, TerraState)
    for me in s.sides:
        if me.faction is not None and me.faction.picks != "home":
            for t, mask in enumerate(s.land):
                strange = 0 if me.lands >> t & 1 else me.built & mask
                assert not strange, f"the {me.faction.name} cannot live on {', '.join(s.board.hexes(strange))}"


def cards_are_players_plus_three(s: State) -> None:
    assert isinstance(s, TerraState)
    if any(me.faction is not None for me in s.sides):
        ready = sum(coins >= 0 for coins in s.cards)
        held = [me.card for me in s.sides if me.card >= 0]
        n = ready + len(held)
        assert n == s.seats + 3, f"there are {n} bonus cards, not {s.seats + 3}"
        assert len(set(held)) == len(held), "a bonus card has two owners"
        assert all(s.cards[card] < 0 for card in held), "a bonus card is held and on the table"
        assert n <= len(CARDS), f"there are {len(CARDS)} bonus cards at most"


def favors_are_twenty_eight(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, tile in enumerate(FAVORS):
        n = s.favors[i] + sum(me.favors >> i & 1 for me in s.sides)
        assert n == tile.count, f"there are {n} of {tile.name}, not {tile.count}"
    assert sum(t.count for t in FAVORS) == 28


def town_tiles_are_conserved(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, tile in enumerate(TOWNS):
        in_match = tile.count if s.options.town_promo or not tile.promo else 0
        there = s.towns[i] + sum(me.towns[i] for me in s.sides)
        assert there == in_match, f"there are {there} of {tile.name}, not {in_match}"
    for me in s.sides:
        keys = sum(n * TOWNS[i].keys for i, n in enumerate(me.towns))
        assert me.keys + me.cult.count(CULT_TOP) == keys, f"the {me.folk.name} have {keys} keys"


def one_marker_on_top(s: State) -> None:
    assert isinstance(s, TerraState)
    for track in range(4):
        assert sum(me.cult[track] == CULT_TOP for me in s.sides) <= 1, f"two markers on top of {CULTS[track]}"
        assert all(0 <= me.cult[track] <= CULT_TOP for me in s.sides), f"a marker beside {CULTS[track]}"


def tracks_end(s: State) -> None:
    """Shipping and digging go as far as the faction's board shows."""
    assert isinstance(s, TerraState)
    for me in s.sides:
        if me.faction is not None:
            name, far = me.faction.name, max(me.faction.ship_max, me.faction.ship)
            assert me.ship <= far, f"the {name} ship {far} at most, not {me.ship}"
            deep = max(0, len(me.faction.dig) - 1)
            assert me.dig <= deep, f"the {name} dig at level {deep} at most, not {me.dig}"


def bridges_are_three_each(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, me in enumerate(s.sides):
        if me.faction is not None:
            n = me.bridges_left + sum(owner == i for owner, _, _ in s.bridges)
            assert n == BRIDGES, f"the {me.faction.name} have {n} bridges, not {BRIDGES}"
    spots = [(a, b) for _, a, b in s.bridges]
    assert s.rules.many_bridges or len(set(spots)) == len(spots), "two bridges in one place"
    for a, b in spots:
        assert s.near[a] >> b & s.near[b] >> a & 1, "a bridge that joins nothing"


def cached_reach_is_true(s: State) -> None:
    assert isinstance(s, TerraState)
    for me in s.sides:
        if me.faction is not None and me.reach >= 0:
            assert me.reach == s.find_reach(me), f"the {me.faction.name} reach other hexes"


def the_first_dwellings_never_leave(s: State) -> None:
    """Buildings only grow: who has started has at least one on the map."""
    assert isinstance(s, TerraState)
    if s.round:
        for me in s.sides:
            assert me.built or me.dropped, f"the {me.folk.name} have nothing on the map"


def factions_differ(s: State) -> None:
    """Two factions share a board, and a board has one owner; two seats never have one home terrain."""
    assert isinstance(s, TerraState)
    boards = [me.faction.board for me in s.sides if me.faction is not None]
    assert len(set(boards)) == len(boards), "a faction board has two owners"


def questions_fit(s: State) -> None:
    """What is asked is about players who are there, in an order that names each of them once."""
    assert isinstance(s, TerraState)
    numbers_fit(s, whom=s.seats, builder=s.seats, board=len(BOARDS))
    assert all(-1 <= i < s.seats for i in (*s.order, *s.passing, s.active)), "somebody who does not play"
    assert len(set(s.passing)) == len(s.passing), "somebody has passed twice"


LAWS = (
    factions_differ,
    tracks_end,
    questions_fit,
    priests_are_seven,
    nothing_is_owed,
    power_tokens_only_leave_by_rule,
    buildings_are_limited,
    every_hex_has_one_terrain,
    buildings_stand_on_their_own_terrain,
    cards_are_players_plus_three,
    favors_are_twenty_eight,
    town_tiles_are_conserved,
    one_marker_on_top,
    bridges_are_three_each,
    cached_reach_is_true,
    the_first_dwellings_never_leave,
)

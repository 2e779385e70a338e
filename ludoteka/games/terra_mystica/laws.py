"""What stays true in every position."""

from __future__ import annotations

from ludoteka.core.game import State
from ludoteka.games.terra_mystica.data import (
    BRIDGES,
    CARDS,
    CULT_TOP,
    FAVORS,
    LIMITS,
    TOWNS,
    WHEEL,
    D,
)
from ludoteka.games.terra_mystica.state import TerraState


def priests_are_seven(s: State) -> None:
    """In hand, in the orders or still in the supply; Riverwalkers keep theirs on the terrains they have not opened."""
    assert isinstance(s, TerraState)
    for i, me in enumerate(s.sides):
        if me.faction is not None:
            locked = WHEEL - max(1, me.lands.bit_count()) if me.faction.on_priests else 0
            assert me.priest_max + me.sent + locked == 7, f"seat {i}"
            assert 0 <= me.priests <= me.priest_max, f"seat {i}"
            assert s.orders.count(i) == me.sent, f"seat {i}"


def nothing_is_owed(s: State) -> None:
    assert isinstance(s, TerraState)
    for me in s.sides:
        assert min(me.vp, me.coins, me.workers, me.priests, me.bowl1, me.bowl2, me.bowl3, me.keys) >= 0
        assert min(me.spades, me.cult_due, me.unlock_due, me.token_due, me.bridges_left) >= 0


def power_tokens_only_leave_by_rule(s: State) -> None:
    """Twelve tokens (eight on two boards); more only where the faction makes new ones."""
    assert isinstance(s, TerraState)
    for me in s.sides:
        folk = me.faction
        if folk is not None:
            makes = folk.name in ("dragonlords", "shapeshifters")
            assert makes or me.bowl1 + me.bowl2 + me.bowl3 <= sum(folk.bowls)


def buildings_are_limited(s: State) -> None:
    assert isinstance(s, TerraState)
    everything = 0
    for me in s.sides:
        together = 0
        for kind, limit in enumerate(LIMITS):
            assert me.count(kind) <= limit
            assert not me.own[kind] & together
            together |= me.own[kind]
        assert together == me.built
        assert not me.built & everything
        everything |= me.built
        assert not me.towned & ~me.built
    assert everything == s.occupied


def every_hex_has_one_terrain(s: State) -> None:
    assert isinstance(s, TerraState)
    seen = 0
    for mask in s.land:
        assert not mask & seen
        seen |= mask
    assert seen == s.board.full


def buildings_stand_on_their_own_terrain(s: State) -> None:
    """Only a faction that changes its home terrain leaves buildings behind on the old one."""
    assert isinstance(s, TerraState)
    for me in s.sides:
        if me.faction is not None and me.faction.picks != "home":
            for t, mask in enumerate(s.land):
                assert not me.built & mask or me.lands >> t & 1


def cards_are_players_plus_three(s: State) -> None:
    assert isinstance(s, TerraState)
    if any(me.faction is not None for me in s.sides):
        ready = sum(coins >= 0 for coins in s.cards)
        held = [me.card for me in s.sides if me.card >= 0]
        assert ready + len(held) == s.seats + 3
        assert len(set(held)) == len(held)
        assert all(s.cards[card] < 0 for card in held)
        assert ready + len(held) <= len(CARDS)


def favors_are_twenty_eight(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, tile in enumerate(FAVORS):
        assert s.favors[i] + sum(me.favors >> i & 1 for me in s.sides) == tile.count
    assert sum(t.count for t in FAVORS) == 28


def town_tiles_are_conserved(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, tile in enumerate(TOWNS):
        in_match = tile.count if s.options.town_promo or not tile.promo else 0
        assert s.towns[i] + sum(me.towns[i] for me in s.sides) == in_match
    for me in s.sides:
        keys = sum(n * TOWNS[i].keys for i, n in enumerate(me.towns))
        assert me.keys + me.cult.count(CULT_TOP) == keys


def one_marker_on_top(s: State) -> None:
    assert isinstance(s, TerraState)
    for track in range(4):
        assert sum(me.cult[track] == CULT_TOP for me in s.sides) <= 1
        assert all(0 <= me.cult[track] <= CULT_TOP for me in s.sides)


def bridges_are_three_each(s: State) -> None:
    assert isinstance(s, TerraState)
    for i, me in enumerate(s.sides):
        if me.faction is not None:
            assert me.bridges_left + sum(owner == i for owner, _, _ in s.bridges) == BRIDGES
    for _, a, b in s.bridges:
        assert s.near[a] >> b & 1
        assert s.near[b] >> a & 1


def cached_reach_is_true(s: State) -> None:
    assert isinstance(s, TerraState)
    for me in s.sides:
        if me.faction is not None and me.reach >= 0:
            assert me.reach == s.find_reach(me)


def the_first_dwellings_never_leave(s: State) -> None:
    """Buildings only grow: who has started has at least one on the map."""
    assert isinstance(s, TerraState)
    if s.round:
        assert all(me.built or me.dropped for me in s.sides)
        assert all(me.own[D] & me.built == me.own[D] for me in s.sides)


LAWS = (
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

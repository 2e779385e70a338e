"""Where a people may conquer, and for how many tokens. All from masks; `cost` is the same for one region."""

from __future__ import annotations

from ludoteka.core.bits import bits, spread
from ludoteka.games.small_world.ability import Ability, fold
from ludoteka.games.small_world.data import BASE_COST, REINFORCEMENT
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld


def near(s: SmallWorld, slot: int, able: Ability) -> int:
    """Regions within reach by the map alone: beside its own, by flight, or at the entry. [SW-2.1, SW-2.8]"""
    held = s.held[slot]
    if able.flies:
        return s.world.board.land & ~held
    if not held:
        return able.entry
    mask = spread(held, s.world.board.beside)
    for link in able.linked:
        if held & link:
            mask |= link
    return mask & able.may_hold & ~held


def protected(s: SmallWorld, slot: int) -> int:
    """Regions closed to this people: hole, hero, dragon, and whoever bound its owner to peace. [SW-7.30, SW-7.8]"""
    mask = s.holes | s.heroes | s.dragons
    seat = slot // SLOTS
    if slot % SLOTS == ACTIVE:
        ally = s.ally
        if seat in ally:
            for other in range(s.seats):
                if ally[other] == seat:
                    mask |= s.held[other * SLOTS]
    elif s.options.own_immunity_broken:
        mask &= ~s.held[seat * SLOTS]
    return mask


def targets(s: SmallWorld, slot: int, able: Ability) -> int:
    """Regions that may be conquered, tokens aside."""
    return near(s, slot, able) & ~protected(s, slot)


def cheap(s: SmallWorld, slot: int, able: Ability) -> tuple[int, ...]:
    """levels[k]: regions with a discount of more than k. [SW-2.5]"""
    if not able.beside:
        return able.cheap
    held = s.held[slot]
    masks = []
    for terrain, mask in able.beside:
        base = held & terrain
        if base:
            reached = spread(base, s.world.board.beside)
            for link in able.linked:
                if base & link:
                    reached |= link
            masks.append(reached & mask)
    return tuple(fold(list(able.cheap), masks)) if masks else able.cheap


def within(s: SmallWorld, slot: int, able: Ability, mask: int, tokens: int) -> int:
    """Those regions of a mask that so many tokens can pay."""
    weak = s.weak
    k = tokens - BASE_COST
    result = weak[k] if k >= 0 else 0
    for level in cheap(s, slot, able):
        k += 1
        if k >= 0:
            result |= weak[k] & level
    result &= mask
    if not s.options.own_decline_counts:
        # the reading in which own tokens in decline do not defend: cheaper than the masks say
        first = slot - slot % SLOTS
        for other in range(first + 1, first + SLOTS):
            for at in bits(s.held[other] & mask & ~result):
                if cost(s, slot, able, at) <= tokens:
                    result |= 1 << at
    return result


def affordable(s: SmallWorld, slot: int, able: Ability, mask: int, tokens: int) -> int:
    """Regions of a mask that can be conquered with the tokens in hand; at least one is needed. [SW-2.6]"""
    return within(s, slot, able, mask, tokens) if tokens > 0 else 0


def attemptable(s: SmallWorld, slot: int, able: Ability, mask: int, tokens: int) -> int:
    """Regions of a mask for which one, two or three tokens are missing. [SW-2.10]"""
    return within(s, slot, able, mask, tokens + REINFORCEMENT) & ~within(s, slot, able, mask, tokens)


def cost(s: SmallWorld, slot: int, able: Ability, at: int) -> int:
    """Tokens needed for a region: 2 and its defence less the discounts, at least 1. [SW-2.4]"""
    n = BASE_COST + s.defence[at]
    other = s.owner[at]
    if not s.options.own_decline_counts and other // SLOTS == slot // SLOTS and other % SLOTS != ACTIVE:
        n -= s.tokens[at]
    for level in cheap(s, slot, able):
        n -= level >> at & 1
    return n if n > 1 else 1


def witchable(s: SmallWorld, slot: int, able: Ability, mask: int) -> int:
    """Regions of a mask where one token may be replaced: lone, active, of another seat, no encampment. [SW-6.13]"""
    if not s.tray[s.race[slot]] or not (s.held[slot] or able.flies):
        return 0
    if not s.options.substitute_empty_handed and not s.hand[slot]:
        return 0
    seat = slot // SLOTS
    enemies = 0
    for other in range(s.seats):
        if other != seat and not s.bewitched >> other & 1:
            enemies |= s.held[other * SLOTS]
    result = 0
    tokens, camps = s.tokens, s.camps
    for at in bits(mask & enemies):
        if tokens[at] == 1 and not camps[at]:
            result |= 1 << at
    return result

"""What races and powers do at their moments. Each hook is named after the moment and asks the ability, not the name."""

from __future__ import annotations

from ludoteka.core.bag import changed
from ludoteka.core.bits import bits
from ludoteka.games.small_world.state import ACTIVE, DECLINED, EXEMPT, NOBODY, SLOTS, SmallWorld


def on_take(s: SmallWorld, seat: int, race: int, power: int) -> None:
    """A combination is taken: its tokens come to hand, as many as banner, badge and extra say. [SW-1.6]"""
    slot = seat * SLOTS
    able = s.world.ability(race, power, False)
    s.enlist(slot, race, power, able)
    n = s.world.races[race].tokens + s.world.powers[power].tokens + able.extra
    s.tray[race] -= n
    s.hand[slot] = n
    s.holes_left = changed(s.holes_left, seat, able.holes)
    s.camp_hand = changed(s.camp_hand, seat, able.camps)
    s.fresh = True


def on_ready(s: SmallWorld, slot: int) -> None:
    """Troops are readied: all but one token per region, and those set aside, come to hand. [SW-4.2]"""
    n = 0
    tokens = s.tokens
    for at in bits(s.held[slot]):
        n += tokens[at] - 1
        s.put(at, 1)
    s.hand[slot] += n
    if slot % SLOTS == ACTIVE:
        seat = slot // SLOTS
        s.hand[slot] += s.aside[seat]
        s.aside = changed(s.aside, seat, 0)


def on_redeploy(s: SmallWorld, slot: int) -> int:
    """New tokens join, conquest-only ones leave; how many regions must be given up for that. [SW-6.1, SW-6.12]"""
    able = s.able[slot]
    assert able is not None
    if slot % SLOTS != ACTIVE:
        return 0
    for conquests, tokens in able.growth:
        race = s.race[slot]
        n = min(s.taken.bit_count() // conquests * tokens, s.tray[race])
        s.tray[race] -= n
        s.hand[slot] += n
        if n and s.notes is not None:
            s.note(slot // SLOTS, "tokens", n, able.race)
    if not able.extra:
        return 0
    on_ready(s, slot)
    n = min(able.extra, s.hand[slot])
    s.hand[slot] -= n
    s.aside = changed(s.aside, slot // SLOTS, n)
    return min(able.extra - n, s.held[slot].bit_count())


def on_score(s: SmallWorld, seat: int) -> None:
    """Coins of the turn: one per region of all own peoples, and what their abilities bring. [SW-8.1]"""
    first = seat * SLOTS
    regions = (s.held[first] | s.held[first + 1] | s.held[first + 2]).bit_count()
    income = [("regions", regions)]
    paid = s.paid
    for slot in (first, first + DECLINED, first + EXEMPT):
        able = s.able[slot]
        if able is None or not able.earns:
            continue
        held = s.held[slot]
        for origin, mask, amount in able.coins_region:
            income.append((origin, (held & mask).bit_count() * amount))
        for origin, amount in able.coins_conquest:
            taken = s.taken if s.options.given_up_counts else s.taken & held
            income.append((origin, taken.bit_count() * amount))
        for origin, amount in able.coins_fortress:
            income.append((origin, (s.forts & held).bit_count() * amount))
        for origin, amount, first_only in able.coins_flat:
            due = _first_turn_coins_are_due(s, seat, origin, paid) if first_only else _flat_is_due(s, held)
            income.append((origin, amount if due else 0))
    for origin, n in income:
        if n:
            s.gain(seat, n, origin)
    s.income = changed(s.income, seat, tuple(income))


def _flat_is_due(s: SmallWorld, held: int) -> bool:
    """Coins of every turn. [SW-7.1]"""
    return held != 0 or bool(s.options.flat_coins_off_board)


def _first_turn_coins_are_due(s: SmallWorld, seat: int, origin: str, paid: int) -> bool:
    """Once at the end of the race's first turn; race and power each have their own. [SW-7.28, SW-9.8]

    `paid` is what had been paid before this turn; bit `seat` of each origin's byte."""
    if not s.fresh:
        return False
    shared = s.options.first_turn_coins_shared
    byte = 0 if shared else 8 * s.world.once[origin]
    if shared:
        paid = s.paid
    s.paid |= 1 << byte + seat
    once = s.options.first_turn_coins
    return once == "race" or not paid >> byte & (0xFF if once == "game" else 1 << seat)


def on_decline(s: SmallWorld, seat: int) -> None:
    """The active race declines. [SW-5.1 … SW-5.8]"""
    slot = seat * SLOTS
    able = s.able[slot]
    assert able is not None
    to = slot + (EXEMPT if able.exempt else DECLINED)
    if s.able[to] is not None:
        s.retire(to)
    race, power, held = s.race[slot], s.power[slot], s.held[slot]
    if not able.keeps_badge:
        s.discards |= 1 << power
        power = NOBODY
    s.heroes &= ~held
    s.dragons &= ~held
    s.holes &= ~held
    s.holes_left, s.camp_hand = changed(s.holes_left, seat, 0), changed(s.camp_hand, seat, 0)
    s.ally = changed(s.ally, seat, NOBODY)
    spare = s.aside[seat] + s.waiting[seat]
    s.aside, s.waiting = changed(s.aside, seat, 0), changed(s.waiting, seat, 0)
    hand = s.hand[slot]
    if not (able.keeps_tokens and s.options.hand_at_decline == "keep"):
        spare += hand
        hand = 0
    s.enlist(to, race, power, s.world.ability(race, power, True))
    s.held[to], s.hand[to] = held, hand
    s.enlist(slot, NOBODY, NOBODY, None)
    s.held[slot] = s.hand[slot] = 0
    for at in bits(held):
        s.owner[at] = to
        if s.camps[at]:
            s.camps = changed(s.camps, at, 0)
        if not able.keeps_tokens:
            spare += s.tokens[at] - 1
            s.tokens[at] = 1
        s.defend(at)
    s.tray[race] += spare
    if not held and not hand:
        s.retire(to)

"""Why a conquest is refused, with the numbers that matter."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason, reason
from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.actions import Abandon, Attempt, Bewitch, Conquer, Dragon, Fortify, Stop, Throw
from ludoteka.games.small_world.data import FORTRESSES
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.reach import cost, near
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld


def why_no_conquest(s: SmallWorld, f: Conquering, a: Action) -> Reason | None:
    slot = f.slot
    able = s.able[slot]
    assert able is not None
    if isinstance(a, Stop):
        return reason("why.must_use_roll", "SW-7.3", n=f.roll)
    if isinstance(a, Throw):
        return _no_throw(s, f, able)
    if not isinstance(a, Conquer | Dragon | Bewitch | Attempt | Abandon):
        return no_fortress(s, slot, a) or reason("why.conquests_go_on", "SW-2.7")
    at = s.world.board.index.get(a.at)
    if at is None:
        return reason("why.no_region", "", at=a.at)
    if isinstance(a, Abandon):
        if not s.held[slot] >> at & 1:
            return reason("why.not_yours", "SW-4.3", at=a.at)
        if f.roll >= 0:
            return reason("why.roll_is_for_conquest", "SW-7.3", n=f.roll)
        if not f.opening:
            return reason("why.abandon_before", "SW-4.3", at=a.at)
        return reason("why.order" if f.old >> at & 1 else "why.just_taken", "SW-4.3", at=a.at)
    if f.roll >= 0 and not isinstance(a, Conquer) and not (isinstance(a, Bewitch) and s.options.substitute_after_roll):
        return reason("why.roll_is_for_conquest", "SW-7.3", n=f.roll)
    return (
        _unreachable(s, slot, able, at, a.at)
        or _shielded(s, slot, at, a.at)
        or _no_means(s, f, able, a, at, a.at)
    )  # fmt: skip


def _unreachable(s: SmallWorld, slot: int, able: Ability, at: int, name: str) -> Reason | None:
    board = s.world.board
    bit = 1 << at
    if s.held[slot] & bit:
        return reason("why.already_yours", "SW-2.9", at=name)
    if near(s, slot, able) & bit:
        return None
    if board.water & bit and not able.water:
        return _water(s, at, name, "SW-2.3")
    if not s.held[slot]:
        return reason("why.not_border", "SW-2.1", at=name)
    if board.water & bit:
        return reason("why.water_not_adjacent", "SW-2.8", at=name)
    return reason("why.not_adjacent", "SW-2.8", at=name)


def _water(s: SmallWorld, at: int, name: str, rule: str) -> Reason:
    return reason("why.water", rule, at=name, water="sea" if s.world.board.seas >> at & 1 else "lake")


def _shielded(s: SmallWorld, slot: int, at: int, name: str) -> Reason | None:
    for mask, what in ((s.holes, "hole"), (s.heroes, "hero"), (s.dragons, "dragon")):
        own = slot % SLOTS != ACTIVE and s.held[slot - slot % SLOTS] >> at & 1
        if mask >> at & 1 and not (own and s.options.own_immunity_broken):
            return reason("why.immune", "SW-7.30", at=name, what=what)
    victim = s.owner[at]
    if victim >= 0 and victim % SLOTS == ACTIVE == slot % SLOTS and s.ally[victim // SLOTS] == slot // SLOTS:
        return reason("why.peace", "SW-7.8", at=name, player=victim // SLOTS + 1)
    return None


def _no_means(s: SmallWorld, f: Conquering, able: Ability, a: Action, at: int, name: str) -> Reason | None:
    slot = f.slot
    hand = s.hand[slot]
    if isinstance(a, Bewitch):
        return _no_bewitching(s, slot, able, at, name)
    if isinstance(a, Dragon):
        if not able.dragon:
            return reason("why.no_dragon", "SW-7.11")
        if s.dragon_used:
            return reason("why.dragon_used", "SW-7.11")
        if s.world.board.water >> at & 1:
            return _water(s, at, name, "SW-7.11")
        return reason("why.hand_empty", "SW-7.11")
    if not hand:
        return reason("why.hand_empty", "SW-2.6")
    need = max(1, cost(s, slot, able, at) - max(0, f.roll))
    if isinstance(a, Attempt):
        if able.die_each:
            return reason("why.die_before", "SW-7.3")
        if need <= hand:
            return reason("why.no_die_needed", "SW-2.10", at=name, need=need, have=hand)
        return reason("why.too_many_missing", "SW-2.10", at=name, need=need, have=hand, missing=need - hand)
    return reason("why.tokens_missing", "SW-2.4", at=name, need=need, have=hand, missing=need - hand)


def _no_bewitching(s: SmallWorld, slot: int, able: Ability, at: int, name: str) -> Reason:
    if not able.substitute:
        return reason("why.no_witchcraft", "SW-6.13")
    if not s.held[slot] and not (able.flies and s.hand[slot]):
        return reason("why.witch_needs_region", "SW-6.14")
    if not s.tray[s.race[slot]]:
        return reason("why.tray_empty", "SW-6.13")
    victim = s.owner[at]
    if victim < 0 or victim % SLOTS != ACTIVE or victim // SLOTS == slot // SLOTS:
        return reason("why.not_an_active_enemy", "SW-6.13", at=name)
    if s.bewitched >> victim // SLOTS & 1:
        return reason("why.already_bewitched", "SW-6.13", player=victim // SLOTS + 1)
    if s.tokens[at] != 1:
        return reason("why.not_alone", "SW-6.13", at=name, n=s.tokens[at])
    if s.camps[at]:
        return reason("why.camp_protects", "SW-6.13", at=name)
    return reason("why.hand_empty", "SW-6.15")


def no_fortress(s: SmallWorld, slot: int, a: Action) -> Reason | None:
    """Somebody wants to build, but the question will not come because all six stand."""
    able = s.able[slot]
    if isinstance(a, Fortify) and able is not None and able.fortresses and s.forts.bit_count() == FORTRESSES:
        return reason("why.fortresses_out", "SW-7.14")
    return None


def _no_throw(s: SmallWorld, f: Conquering, able: Ability) -> Reason:
    if not able.die_each:
        return reason("why.no_early_die", "SW-7.3")
    if f.roll >= 0:
        return reason("why.one_roll", "SW-7.3", n=f.roll)
    return reason("why.hand_empty" if not s.hand[f.slot] else "why.nothing_in_reach", "SW-7.3")

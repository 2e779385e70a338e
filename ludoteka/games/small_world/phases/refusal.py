"""Why a conquest is refused, with the numbers that matter."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.actions import Abandon, Attempt, Bewitch, Conquer, Dragon, Stop, Throw
from ludoteka.games.small_world.data import REINFORCEMENT
from ludoteka.games.small_world.phases.elsewhere import not_here
from ludoteka.games.small_world.phases.frames import Conquering
from ludoteka.games.small_world.reach import cost, near
from ludoteka.games.small_world.state import ACTIVE, SLOTS, SmallWorld


def why_no_conquest(s: SmallWorld, f: Conquering, a: Action) -> Reason | None:
    slot = f.slot
    able = s.able[slot]
    assert able is not None
    if isinstance(a, Stop):
        return reason("why.must_use_roll", "SW-7.3", Kind.FIRST, n=f.roll)
    if isinstance(a, Throw):
        return _no_throw(s, f, able)
    if not isinstance(a, Conquer | Dragon | Bewitch | Attempt | Abandon):
        return not_here(s, f, a, reason("why.conquests_go_on", "SW-2.7", Kind.FIRST))
    at = s.world.board.index.get(a.at)
    if at is None:
        return reason("why.no_region", "", Kind.NEVER, at=a.at)
    if isinstance(a, Abandon):
        if not s.held[slot] >> at & 1:
            return reason("why.not_yours", "SW-4.3", Kind.NEEDS, at=a.at)
        if f.roll >= 0:
            return reason("why.roll_is_for_conquest", "SW-7.3", Kind.FIRST, n=f.roll)
        if not f.opening:
            return reason("why.abandon_before", "SW-4.3", Kind.NOT_THIS_TURN, at=a.at)
        if f.old >> at & 1:
            return reason("why.order", "SW-4.3", Kind.FORM, at=a.at)
        return reason("why.just_taken", "SW-4.3", Kind.NOT_THIS_TURN, at=a.at)
    if f.roll >= 0 and not isinstance(a, Conquer) and not (isinstance(a, Bewitch) and s.options.substitute_after_roll):
        return reason("why.roll_is_for_conquest", "SW-7.3", Kind.FIRST, n=f.roll)
    return (
        unreachable(s, slot, able, at, a.at)
        or shielded(s, slot, at, a.at)
        or _no_means(s, f, able, a, at, a.at)
    )  # fmt: skip


def unreachable(s: SmallWorld, slot: int, able: Ability, at: int, name: str) -> Reason | None:
    board = s.world.board
    bit = 1 << at
    if s.held[slot] & bit:
        return reason("why.already_yours", "SW-2.9", Kind.OCCUPIED, at=name)
    if near(s, slot, able) & bit:
        return None
    if board.water & bit and not able.water:
        return _water(s, at, name, "SW-2.3")
    if not s.held[slot]:
        return reason("why.not_border", "SW-2.1", Kind.REACH, at=name)
    if board.water & bit:
        return reason("why.water_not_adjacent", "SW-2.8", Kind.REACH, at=name)
    return reason("why.not_adjacent", "SW-2.8", Kind.REACH, at=name)


def _water(s: SmallWorld, at: int, name: str, rule: str) -> Reason:
    return reason("why.water", rule, Kind.TERRAIN, at=name, water="sea" if s.world.board.seas >> at & 1 else "lake")


def shielded(s: SmallWorld, slot: int, at: int, name: str) -> Reason | None:
    for mask, what in ((s.holes, "hole"), (s.heroes, "hero"), (s.dragons, "dragon")):
        own = slot % SLOTS != ACTIVE and s.held[slot - slot % SLOTS] >> at & 1
        if mask >> at & 1 and not (own and s.options.own_immunity_broken):
            return reason("why.immune", "SW-7.30", Kind.OCCUPIED, at=name, what=what)
    victim = s.owner[at]
    if victim >= 0 and victim % SLOTS == ACTIVE == slot % SLOTS and s.ally[victim // SLOTS] == slot // SLOTS:
        return reason("why.peace", "SW-7.8", Kind.NOT_THIS_TURN, at=name, player=victim // SLOTS + 1)
    return None


def _no_means(s: SmallWorld, f: Conquering, able: Ability, a: Action, at: int, name: str) -> Reason | None:
    slot = f.slot
    hand = s.hand[slot]
    if isinstance(a, Bewitch):
        return _no_bewitching(s, slot, able, at, name)
    if isinstance(a, Dragon):
        if not able.dragon:
            return reason("why.no_dragon", "SW-7.11", Kind.NEEDS)
        if s.dragon_used:
            return reason("why.dragon_used", "SW-7.11", Kind.USED)
        if s.world.board.water >> at & 1:
            return _water(s, at, name, "SW-7.11")
        return short_of_tokens("SW-7.11")
    if not hand:
        return short_of_tokens("SW-2.6")
    need = max(1, cost(s, slot, able, at) - max(0, f.roll))
    if isinstance(a, Attempt):
        if able.die_each:
            return reason("why.die_before", "SW-7.3", Kind.NEEDS)
        if need <= hand:
            return reason("why.no_die_needed", "SW-2.10", Kind.NEEDS, at=name, need=need, have=hand)
        short = {"missing": need - hand, "n": need - hand - REINFORCEMENT}
        return reason("why.too_many_missing", "SW-2.10", Kind.SHORT, at=name, need=need, have=hand, **short)
    return reason("why.tokens_missing", "SW-2.4", Kind.SHORT, at=name, need=need, have=hand, n=need - hand)


def _no_bewitching(s: SmallWorld, slot: int, able: Ability, at: int, name: str) -> Reason:
    if not able.substitute:
        return reason("why.no_witchcraft", "SW-6.13", Kind.NEEDS)
    if not s.held[slot] and not (able.flies and s.hand[slot]):
        return reason("why.witch_needs_region", "SW-6.14", Kind.NEEDS)
    if not s.tray[s.race[slot]]:
        return reason("why.tray_empty", "SW-6.13", Kind.LIMIT)
    victim = s.owner[at]
    if victim < 0 or victim % SLOTS != ACTIVE or victim // SLOTS == slot // SLOTS:
        return reason("why.not_an_active_enemy", "SW-6.13", Kind.NEEDS, at=name)
    if s.bewitched >> victim // SLOTS & 1:
        return reason("why.already_bewitched", "SW-6.13", Kind.USED, player=victim // SLOTS + 1)
    if s.tokens[at] != 1:
        return reason("why.not_alone", "SW-6.13", Kind.OCCUPIED, at=name, n=s.tokens[at])
    if s.camps[at]:
        return reason("why.camp_protects", "SW-6.13", Kind.OCCUPIED, at=name)
    return short_of_tokens("SW-6.15")


def _no_throw(s: SmallWorld, f: Conquering, able: Ability) -> Reason:
    if not able.die_each:
        return reason("why.no_early_die", "SW-7.3", Kind.NEEDS)
    if f.roll >= 0:
        return reason("why.one_roll", "SW-7.3", Kind.FIRST, n=f.roll)
    if not s.hand[f.slot]:
        return short_of_tokens("SW-7.3")
    return reason("why.nothing_in_reach", "SW-7.3", Kind.REACH)


def short_of_tokens(rule: str) -> Reason:
    return reason("why.hand_empty", rule, Kind.SHORT, n=1)


def in_order(rule: str, name: str, at: int, start: int, left: int) -> Reason:
    """Why a region cannot be named, where `left` regions are named in map order, from `start` on."""
    if at < start:
        return reason("why.order", rule, Kind.FORM, at=name)
    return reason("why.name_earlier", rule, Kind.FORM, at=name, n=left - 1)

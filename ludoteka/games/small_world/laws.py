"""What must be true in every state. A written position that breaks a law is refused with what the law says."""

from __future__ import annotations

from collections import Counter

from ludoteka.core.bits import bits
from ludoteka.core.game import CHANCE, State
from ludoteka.games.small_world.data import COLUMN, FORTRESSES
from ludoteka.games.small_world.effects import ConquerInDecline, Effect, KeepTokens, NoLoss
from ludoteka.games.small_world.phases.column import Drawn
from ludoteka.games.small_world.phases.table import MOMENTS
from ludoteka.games.small_world.state import ACTIVE, DECLINED, SLOTS, SmallWorld


def _of(state: State) -> SmallWorld:
    assert isinstance(state, SmallWorld)
    return state


def tokens_are_conserved(state: State) -> None:
    """Tray, board, hands and what is set aside make up the box, race by race."""
    s = _of(state)
    counts = s.tray[:]
    for slot, race in enumerate(s.race):
        if race < 0:
            assert s.held[slot] == s.hand[slot] == 0, "a seat holds regions or tokens without a race"
            continue
        assert s.hand[slot] >= 0, "fewer than no tokens in hand"
        counts[race] += s.hand[slot] + sum(s.tokens[at] for at in bits(s.held[slot]))
        if slot % SLOTS == ACTIVE:
            counts[race] += s.aside[slot // SLOTS] + s.waiting[slot // SLOTS]
    for kind, n in zip(s.world.races, counts, strict=True):
        assert n == kind.box, f"there are {n} {kind.id} instead of {kind.box}"
    assert min(s.tray) >= 0, "fewer than no tokens in the tray"


def banners_and_badges_are_conserved(state: State) -> None:
    """Each banner and badge is in exactly one place; one banner may be on its way to the column, awaiting its badge."""
    s = _of(state)
    races = Counter([*bits(s.banners), *s.queue, *s.col_race, *[r for r in s.race if r >= 0]])
    races.update(f.race for f in s.stack if isinstance(f, Drawn))
    powers = Counter([*bits(s.badges), *bits(s.discards), *s.col_power, *[p for p in s.power if p >= 0]])
    for i, race in enumerate(s.world.races):
        assert races[i] == 1, f"the banner of the {race.id} is in {races[i]} places"
    for i, power in enumerate(s.world.powers):
        assert powers[i] == 1, f"the badge {power.id} is in {powers[i]} places"
    assert len(s.col_race) == len(s.col_power) == len(s.col_coins) <= COLUMN, f"the column has {COLUMN} places"


def regions_have_one_owner(state: State) -> None:
    """Masks by people and owners by region tell the same story; whoever owns a region has a token there."""
    s = _of(state)
    seen = 0
    for slot, held in enumerate(s.held):
        assert not seen & held, "a region has two owners"
        seen |= held
        for at in bits(held):
            assert s.owner[at] == slot, "owners and regions differ"
            assert s.tokens[at] >= 1, "a region is held without a token"
    for at in range(s.world.board.size):
        if not seen >> at & 1:
            assert s.owner[at] == -1, "owners and regions differ"
            assert s.tokens[at] == 0, "tokens of nobody"
    assert not seen & s.tribes, "a lost tribe beside a race"
    assert not s.tribes & ~s.world.board.tribes, "a lost tribe where none lived"


def defence_is_what_stands_there(state: State) -> None:
    s = _of(state)
    board = s.world.board
    for at in range(board.size):
        able = s.able[s.owner[at]] if s.owner[at] >= 0 else None
        lair = able is not None and able.lairs
        marks = (board.mountains >> at & 1) + (s.tribes >> at & 1) + (s.forts >> at & 1) + lair
        assert s.defence[at] == s.tokens[at] + s.camps[at] + marks
        for k, weak in enumerate(s.weak):
            assert (weak >> at & 1) == (s.defence[at] <= k)


def markers_stand_with_their_people(state: State) -> None:
    """Holes, heroes, dragons and encampments only under an active race that has them; at most six fortresses."""
    s = _of(state)
    assert s.forts.bit_count() <= FORTRESSES, f"there are {FORTRESSES} fortresses, not {s.forts.bit_count()}"
    everyone = active = 0
    for slot, held in enumerate(s.held):
        everyone |= held
        able = s.able[slot]
        if able is None or slot % SLOTS != ACTIVE:
            assert not held & (s.holes | s.heroes | s.dragons), "a hole, hero or dragon under a race in decline"
            assert not any(s.camps[at] for at in bits(held)), "an encampment of a race in decline"
            continue
        active |= held
        seat = slot // SLOTS
        holes = (held & s.holes).bit_count() + s.holes_left[seat]
        assert holes <= able.holes, f"{able} have {holes} holes"
        assert (held & s.heroes).bit_count() <= able.heroes, f"{able} have more heroes than there are"
        assert (held & s.dragons).bit_count() <= able.dragon, f"{able} have more dragons than there are"
        camps = sum(s.camps[at] for at in bits(held)) + s.camp_hand[seat]
        assert camps == able.camps, f"{able} have {camps} encampments"
    assert not s.forts & ~everyone, "a fortress of nobody"
    assert not (s.holes | s.heroes | s.dragons) & ~active, "a hole, hero or dragon of nobody"


def _crowds(e: Effect) -> bool:
    """Whether a people in decline may then have several tokens in a region, or some in hand."""
    return isinstance(e, KeepTokens | ConquerInDecline) or (isinstance(e, NoLoss) and e.in_decline)


def one_race_in_decline(state: State) -> None:
    """Apart from those that do not count, a seat has one people in decline; it has a token somewhere, and mostly one
    in each region."""
    s = _of(state)
    world = s.world
    whoever = any(_crowds(e) for power in world.powers for e in power.effects)
    for slot, able in enumerate(s.able):
        race = s.race[slot]
        assert (able is None) == (race < 0), "an ability without a race"
        if able is None:
            continue
        assert able.declined == (slot % SLOTS != ACTIVE), "active and in decline at once"
        if slot % SLOTS == DECLINED:
            assert not able.exempt, f"{able} do not count as the race in decline"
        if able.declined:
            assert s.held[slot] or s.hand[slot], f"{able} have no token"
            crowds = whoever or any(_crowds(e) for e in world.races[race].effects)
            one = s.hand[slot] == 0 and all(s.tokens[at] == 1 for at in bits(s.held[slot]))
            assert crowds or one, f"{able} have one token in each region"


def coins_are_never_negative(state: State) -> None:
    s = _of(state)
    assert min(s.coins) >= 0, "fewer than no coins"
    assert all(n >= 0 for n in s.col_coins), "fewer than no coins on a combination"


def water_is_dry_of_others(state: State) -> None:
    """Only a race that may, or that could when it was active, stands on water."""
    s = _of(state)
    for slot, held in enumerate(s.held):
        able = s.able[slot]
        if able is not None and slot % SLOTS == ACTIVE:
            assert not held & ~able.may_hold, f"{able} cannot stand on water"


def peace_is_made_by_those_who_can(state: State) -> None:
    s = _of(state)
    for seat, other in enumerate(s.ally):
        able = s.able[seat * SLOTS]
        assert other < 0 or (able is not None and able.peace), f"seat {seat} cannot make peace"
        assert other != seat, f"seat {seat} is at peace with itself"
    assert not s.attacked >> s.turn & 1, "a seat has attacked itself"


def questions_fit(state: State) -> None:
    """What is asked lies on what comes then, is asked of somebody, and is about a people that is there."""
    s = _of(state)
    deepest = -1
    for f in s.stack:
        depth = MOMENTS[repr(f[0])].depth
        assert depth >= deepest, f"{f[0]} cannot lie so high in the stack"
        deepest = depth
        slot = getattr(f, "slot", None)
        if slot is not None:
            assert 0 <= slot < len(s.race), f"{f[0]} is about no people"
            assert s.able[slot] is not None, f"{f[0]} is about a people that is not there"
            assert f[1] in (None, CHANCE, slot // SLOTS), f"{f[0]} asks somebody else"
        assert f[1] is None or CHANCE <= f[1] < s.seats, f"{f[0]} asks nobody"
        rolls = repr(f[0]) in ("TurnBanner", "TurnBadge", "LastRoll", "RollFirst")
        assert (f[1] == CHANCE) == rolls, f"{f[0]} asks somebody else"
        assert 0 <= getattr(f, "at", 0) < s.world.board.size, f"{f[0]} is about no region"
    assert s.stack or s.left or (s.round, s.turn) == (s.rounds, s.seats - 1), "the match is not over yet"
    if s.stack:
        assert MOMENTS[repr(s.stack[0][0])].depth <= 1, "after this turn nothing comes"
        assert s.stack[-1][1] is not None, f"{s.stack[-1][0]} asks nobody"
        assert s.legal_actions(), f"{s.stack[-1][0]} leaves nothing to choose"


LAWS = (
    tokens_are_conserved,
    banners_and_badges_are_conserved,
    regions_have_one_owner,
    defence_is_what_stands_there,
    markers_stand_with_their_people,
    one_race_in_decline,
    coins_are_never_negative,
    water_is_dry_of_others,
    peace_is_made_by_those_who_can,
    questions_fit,
)

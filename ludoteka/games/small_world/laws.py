"""What must be true in every state."""

from __future__ import annotations

from ludoteka.core.bits import bits
from ludoteka.core.game import State
from ludoteka.games.small_world.data import COLUMN, FORTRESSES
from ludoteka.games.small_world.phases.column import Drawn
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
            assert s.held[slot] == s.hand[slot] == 0
            continue
        counts[race] += s.hand[slot] + sum(s.tokens[at] for at in bits(s.held[slot]))
        if slot % SLOTS == ACTIVE:
            counts[race] += s.aside[slot // SLOTS] + s.waiting[slot // SLOTS]
    assert counts == [race.box for race in s.world.races]
    assert min(s.tray) >= 0
    assert min(s.hand) >= 0


def banners_and_badges_are_conserved(state: State) -> None:
    """Each banner and badge is in exactly one place; one banner may be on its way to the column, awaiting its badge."""
    s = _of(state)
    races = [*bits(s.banners), *s.queue, *s.col_race, *[r for r in s.race if r >= 0]]
    powers = [*bits(s.badges), *bits(s.discards), *s.col_power, *[p for p in s.power if p >= 0]]
    drawn = [f.race for f in s.stack if isinstance(f, Drawn)]
    assert sorted(races + drawn) == list(range(len(s.world.races)))
    assert sorted(powers) == list(range(len(s.world.powers)))
    assert len(s.col_race) == len(s.col_power) == len(s.col_coins) <= COLUMN


def regions_have_one_owner(state: State) -> None:
    """Masks by people and owners by region tell the same story; whoever owns a region has a token there."""
    s = _of(state)
    seen = 0
    for slot, held in enumerate(s.held):
        assert not seen & held
        seen |= held
        for at in bits(held):
            assert s.owner[at] == slot
            assert s.tokens[at] >= 1
    for at in range(s.world.board.size):
        if not seen >> at & 1:
            assert s.owner[at] == -1
            assert s.tokens[at] == 0
    assert not seen & s.tribes


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
    assert s.forts.bit_count() <= FORTRESSES
    everyone = active = 0
    for slot, held in enumerate(s.held):
        everyone |= held
        able = s.able[slot]
        if able is None or slot % SLOTS != ACTIVE:
            assert not held & (s.holes | s.heroes | s.dragons)
            assert not any(s.camps[at] for at in bits(held))
            continue
        active |= held
        seat = slot // SLOTS
        assert (held & s.holes).bit_count() + s.holes_left[seat] <= able.holes
        assert (held & s.heroes).bit_count() <= able.heroes
        assert (held & s.dragons).bit_count() <= able.dragon
        assert sum(s.camps[at] for at in bits(held)) + s.camp_hand[seat] == able.camps
    assert not s.forts & ~everyone
    assert not (s.holes | s.heroes | s.dragons) & ~active


def one_race_in_decline(state: State) -> None:
    """Apart from those that do not count, a seat has one people in decline; it has a token somewhere."""
    s = _of(state)
    for slot, able in enumerate(s.able):
        assert (able is None) == (s.race[slot] < 0)
        if able is not None:
            assert able.declined == (slot % SLOTS != ACTIVE)
            if slot % SLOTS == DECLINED:
                assert not able.exempt
            if able.declined:
                assert s.held[slot] or s.hand[slot]


def coins_are_never_negative(state: State) -> None:
    s = _of(state)
    assert min(s.coins) >= 0
    assert all(n >= 0 for n in s.col_coins)


def water_is_dry_of_others(state: State) -> None:
    """Only a race that may, or that could when it was active, stands on water."""
    s = _of(state)
    for slot, held in enumerate(s.held):
        able = s.able[slot]
        if able is not None and slot % SLOTS == ACTIVE:
            assert not held & ~able.may_hold


LAWS = (
    tokens_are_conserved,
    banners_and_badges_are_conserved,
    regions_have_one_owner,
    defence_is_what_stands_there,
    markers_stand_with_their_people,
    one_race_in_decline,
    coins_are_never_negative,
    water_is_dry_of_others,
)

"""What one combination can do on one board: its effects folded into masks, counts and flags.

Turn code asks these fields and never the name of a race or power.
"""

from __future__ import annotations

from typing import Any

from ludoteka.games.small_world.board import Board
from ludoteka.games.small_world.data import Power, Race
from ludoteka.games.small_world.effects import (
    CoinsFlat,
    CoinsPerConquest,
    CoinsPerFortress,
    CoinsPerRegion,
    ConquerInDecline,
    DeclineAfterScoring,
    DieBeforeConquest,
    Discount,
    Dragon,
    Effect,
    Encampments,
    EnterAnywhere,
    ExemptFromLimit,
    ExtraTokens,
    Fly,
    Fortresses,
    Heroes,
    Holes,
    KeepTokens,
    Lairs,
    Linked,
    NewTokens,
    NoLoss,
    Peace,
    Substitute,
    Water,
    lasts,
)


class Ability:
    """A race with its power while active, or what is left of them in decline."""

    def __init__(self, board: Board, race: Race, power: Power | None, declined: bool) -> None:
        given = [(race.id, e) for e in race.effects]
        if power:
            given += [(power.id, e) for e in power.effects]
        kept = [(origin, e) for origin, e in given if not declined or lasts(e)]
        self.race = race.id
        self.power = power.id if power else ""
        self.declined = declined
        self.keeps_badge = power is not None and any(lasts(e) for e in power.effects)

        def total(kind: type[Effect], key: str = "amount") -> int:
            return sum(getattr(e, key) for _, e in kept if type(e) is kind)

        def has(kind: type[Effect]) -> bool:
            return any(type(e) is kind for _, e in kept)

        # coins: (origin, mask, amount) and (origin, amount …), in the order race, power
        self.coins_region = tuple(
            (o, region_mask(board, e.terrain, e.symbol), e.amount) for o, e in kept if isinstance(e, CoinsPerRegion)
        )
        self.coins_conquest = tuple((o, e.amount) for o, e in kept if isinstance(e, CoinsPerConquest))
        self.coins_fortress = tuple((o, e.amount) for o, e in kept if isinstance(e, CoinsPerFortress))
        self.coins_flat = tuple((o, e.amount, e.first_turn_only) for o, e in kept if isinstance(e, CoinsFlat))
        self.earns = bool(self.coins_region or self.coins_conquest or self.coins_fortress or self.coins_flat)

        # price: regions with at least 1, 2, … tokens off; `beside` depends on what is held
        masks: list[int] = []
        self.beside: list[tuple[int, int]] = []
        for _, e in kept:
            if isinstance(e, Discount):
                mask = discount_mask(board, e)
                if e.beside:
                    self.beside.extend([(board.terrain[e.beside], mask)] * e.amount)
                else:
                    masks.extend([mask] * e.amount)
        self.cheap = tuple(fold([], masks))
        self.die_each = has(DieBeforeConquest)
        self.dragon = has(Dragon)
        self.substitute = has(Substitute)

        # reach
        self.anywhere = has(EnterAnywhere)
        self.flies = has(Fly)
        self.water = has(Water)
        self.may_hold = board.all if self.water else board.land
        self.entry = self.may_hold & (board.all if self.anywhere else board.border)
        self.linked = tuple(board.symbol[e.symbol] for _, e in kept if isinstance(e, Linked))

        # tokens and markers
        self.extra = total(ExtraTokens)
        self.growth = tuple((e.conquests, e.tokens) for _, e in kept if isinstance(e, NewTokens))
        self.no_loss = has(NoLoss)
        self.lairs = has(Lairs)
        self.camps = total(Encampments)
        self.fortresses = has(Fortresses)
        self.holes = total(Holes)
        self.heroes = total(Heroes)

        # peace and decline
        self.peace = has(Peace)
        self.keeps_tokens = has(KeepTokens)
        self.conquers = has(ConquerInDecline)
        self.late_decline = has(DeclineAfterScoring)
        self.exempt = has(ExemptFromLimit)

    found_by: tuple[Any, int, int, bool]
    """The world that made it, and for which race and power: so one that travels is found again."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _found, self.found_by

    def __repr__(self) -> str:
        return " ".join(filter(None, (self.power, self.race))) + (" in decline" if self.declined else "")


def _found(world: Any, race: int, power: int, declined: bool) -> Any:
    return world.ability(race, power, declined)


def region_mask(board: Board, terrain: str, symbol: str) -> int:
    mask = board.all
    if terrain:
        mask &= board.terrain[terrain]
    if symbol:
        mask &= board.symbol[symbol]
    return mask


def discount_mask(board: Board, e: Discount) -> int:
    """The regions a discount can apply to, `beside` aside."""
    mask = board.all
    if e.terrain:
        mask = sum(1 << i for i in range(board.size) if any(board.terrain[t] >> i & 1 for t in e.terrain))
    if e.symbol:
        mask &= board.symbol[e.symbol]
    if e.coastal:
        mask &= board.coast & ~board.water  # no discount on water itself, SW-6.17
    return mask


def fold(levels: list[int], masks: list[int]) -> list[int]:
    """Add masks to levels, where levels[k] are the regions covered more than k times."""
    levels = levels[:]
    for mask in masks:
        levels.append(0)
        for k in range(len(levels) - 1, 0, -1):
            levels[k] |= levels[k - 1] & mask
        levels[0] |= mask
    return levels

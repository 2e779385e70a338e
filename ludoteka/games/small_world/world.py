"""A board together with the races and powers of a match: everything that the state only points to."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from ludoteka.games.small_world.ability import Ability
from ludoteka.games.small_world.actions import Badge, Banner, Take, Verbs
from ludoteka.games.small_world.board import Board, printed_board
from ludoteka.games.small_world.custom import read_option
from ludoteka.games.small_world.effects import pays_once

LEVELS: Final = 48
"""Defence stays below this: 20 tokens, 10 encampments, lair, fortress, mountain; so does what a hand can pay."""


class World:
    """Never changes; shared by all states of a match. It exists once: for one that travels `world_of` finds it."""

    def __init__(self, board: Board, option: str) -> None:
        custom = read_option(option)
        self.board = board
        self.option = option
        self.races = custom.races
        self.powers = custom.powers
        self.names = custom.names
        self.race_index = {race.id: i for i, race in enumerate(self.races)}
        self.power_index = {power.id: i for i, power in enumerate(self.powers)}
        effects = {race.id: race.effects for race in self.races} | {power.id: power.effects for power in self.powers}
        payers = [id for id, own in effects.items() if any(pays_once(e) for e in own)]
        self.once = {id: i for i, id in enumerate(payers)}
        """Who pays coins for a first turn, numbered."""
        self.verbs = Verbs(board)
        self.banner = tuple(Banner(race.id) for race in self.races)
        self.badge = tuple(Badge(power.id) for power in self.powers)
        self.take = tuple(Take(race.id) for race in self.races)
        self._abilities: dict[tuple[int, int, bool], Ability] = {}

    def ability(self, race: int, power: int, declined: bool) -> Ability:
        """What race and power (-1: the badge is gone) can do, made when first needed."""
        key = race, power, declined
        found = self._abilities.get(key)
        if found is None:
            badge = self.powers[power] if power >= 0 else None
            found = self._abilities[key] = Ability(self.board, self.races[race], badge, declined)
            found.found_by = (self, race, power, declined)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return world_of, (self.board, self.option)

    def __repr__(self) -> str:
        return f"World({self.board.name})"


@lru_cache(maxsize=256)
def world_of(board: Board, custom: str) -> World:
    """The board with the races and powers that the option `custom` gives."""
    return World(board, custom)


def printed_world(seats: int, custom: str) -> World:
    return world_of(printed_board(seats), custom)

"""Numbers for actions: an index that stays the same as long as the version of the rules does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteka import games
from ludoteka.core.action import Action
from ludoteka.core.folder import module_of
from ludoteka.core.game import Game, State
from ludoteka.core.options import Options

LegalSets = Callable[[State], int | None]
"""A scheme may have it beside a list of actions `SETS`: the legal ones, all of them in that list, as the bits of an
int; None where there is no need, because the list of the legal ones is short."""


class ActionTable:
    """Every action a seat may ever choose, sorted by its notation; the index of one is its place in the table."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        if game.every_action is None:
            raise ValueError(f"{game.name} does not list its actions")
        self._made_for = game.name, seats, options
        self.actions: list[Action] = sorted(set(game.every_action(seats, options)), key=str)
        self.index = {action: i for i, action in enumerate(self.actions)}
        # legal actions come from the same tables, and an id is hashed ten times as fast as an action
        self._by_id = {id(action): i for i, action in enumerate(self.actions)}
        own = module_of(game.package, "scheme")
        sets: Sequence[Action] = getattr(own, "SETS", ())
        self._legal_sets: LegalSets | None = getattr(own, "legal_sets", None)
        self._bytes = len(sets) // 8 + 1  # one bit more than there are: it stays 0, for actions that are in no set
        self._bits = np.full(len(self.actions), len(sets), np.intp)
        self._bits[[self.index[action] for action in sets]] = range(len(sets))

    def __reduce__(self) -> tuple[Any, ...]:
        return _table, self._made_for

    def __len__(self) -> int:
        return len(self.actions)

    def mask_of(self, state: State) -> NDArray[np.int8]:
        """`mask` of what may be chosen now; with the `legal_sets` of a scheme it is made without the list."""
        bits = self._legal_sets(state) if self._legal_sets is not None else None
        if bits is None:
            return self.mask(state.legal_actions())
        flags = np.unpackbits(np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8), bitorder="little")
        return flags.take(self._bits).view(np.int8)

    def write(self, states: Sequence[State], into: NDArray[np.int8]) -> None:
        """`mask_of` several states, a row for each: numpy is called for all of them together."""
        packed, of_sets, marked, of_lists = [], [], [], []
        for row, state in enumerate(states):
            bits = self._legal_sets(state) if self._legal_sets is not None else None
            if bits is None:
                marked.append(self._marked(state.legal_actions()))
                of_lists.append(row)
            else:
                packed.append(bits.to_bytes(self._bytes, "little"))
                of_sets.append(row)
        if of_lists:
            into[of_lists] = np.frombuffer(b"".join(marked), np.int8).reshape(len(of_lists), len(self.actions))
        if of_sets:
            flags = np.frombuffer(b"".join(packed), np.uint8).reshape(len(of_sets), self._bytes)
            into[of_sets] = np.unpackbits(flags, axis=1, bitorder="little").take(self._bits, axis=1)

    def mask(self, legal: Sequence[Action]) -> NDArray[np.int8]:
        """1 for each legal action, 0 for the others."""
        return np.frombuffer(self._marked(legal), np.int8)

    def _marked(self, legal: Sequence[Action]) -> bytearray:
        mask = bytearray(len(self.actions))  # numpy would have to make an array of the indices first
        by_id = self._by_id
        try:
            for action in legal:
                mask[by_id[id(action)]] = 1
        except KeyError:  # made anew, not taken from the tables
            for action in legal:
                mask[self.index[action]] = 1
        return mask


def _table(name: str, seats: int, options: Options) -> ActionTable:
    """In another process: ids are others there."""
    return ActionTable(games.load(name), seats, options)

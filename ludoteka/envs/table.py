"""Numbers for actions: an index that stays the same as long as the version of the rules does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludoteka.core.action import Action
from ludoteka.core.game import Game, Options


class ActionTable:
    """Every action a seat may ever choose, sorted by its notation; the index of one is its place in the table."""

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        if game.every_action is None:
            raise ValueError(f"{game.name} does not list its actions")
        self.actions: list[Action] = sorted(set(game.every_action(seats, options)), key=str)
        self.index = {action: i for i, action in enumerate(self.actions)}
        # legal actions come from the same tables, and an id is hashed ten times as fast as an action
        self._by_id = {id(action): i for i, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def mask(self, legal: Sequence[Action]) -> NDArray[np.int8]:
        """1 for each legal action, 0 for the others."""
        mask = bytearray(len(self.actions))  # numpy would have to make an array of the indices first
        by_id = self._by_id
        try:
            for action in legal:
                mask[by_id[id(action)]] = 1
        except KeyError:  # made anew, not taken from the tables
            for action in legal:
                mask[self.index[action]] = 1
        return np.frombuffer(mask, np.int8)

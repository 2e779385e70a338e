"""The position of a match of Pebbles: what is where, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from ludoteka.core.action import Action
from ludoteka.core.bag import deal
from ludoteka.core.game import State
from ludoteka.core.options import Options, option
from ludoteka.core.position import write_stack
from ludoteka.games.pebbles.actions import COLOURS, DRAW_UNSEEN, STONES, Draw

HAND: Final = 3
PER_COLOUR: Final = 10
EMPTY: Final = -1


@dataclass(frozen=True)
class PebblesOptions(Options):
    stones: int = option(12, 9, 12, 15)


class PebblesState(State):
    __slots__ = ("bag", "hands", "points", "ring", "spent")

    ring: list[int]  # the colour on each stone, or EMPTY
    bag: list[int]  # how many pebbles of each colour
    hands: list[list[int]]  # the same for each seat
    spent: list[int]  # snatched with, out of the match
    points: list[int]

    def clone(self) -> PebblesState:
        c = PebblesState()
        c.stack = self.stack[:]
        c.seats = self.seats
        c.options = self.options
        c.left = self.left
        c.notes = None
        c.ring = self.ring[:]
        c.bag = self.bag[:]
        c.hands = [hand[:] for hand in self.hands]
        c.spent = self.spent[:]
        c.points = self.points[:]
        return c

    def scores(self) -> list[tuple[int, ...]]:
        return [(points,) for points in self.points]

    def view(self, seat: int | None) -> dict[str, Any]:
        return {
            "seat": seat,
            "to_move": self.to_move(),
            "ring": {STONES[i]: COLOURS[c] if c != EMPTY else "" for i, c in enumerate(self.ring)},
            "bag": sum(self.bag),
            "spent": dict(zip(COLOURS, self.spent, strict=True)),
            "points": self.points[:],
            "hand_sizes": [sum(hand) for hand in self.hands],
            "hand": dict(zip(COLOURS, self.hands[seat], strict=True)) if seat is not None else {},
            "question": repr(self.stack[-1][0]) if self.stack else "",
            "left": self.left,
            "stack": write_stack(self.stack),
        }

    def position(self) -> str:
        names = ("ring", "bag", "hands", "spent", "points", "left")
        return json.dumps({name: getattr(self, name) for name in names} | {"stack": write_stack(self.stack)})

    def redact(self, action: Action, seat: int | None) -> Action:
        if isinstance(action, Draw) and action.seat != seat:
            return DRAW_UNSEEN[action.seat]
        return action

    def resample(self, seat: int | None, rng: Random) -> PebblesState:
        """What the seat has not seen, the bag and the other hands, is mixed and dealt again."""
        world = self.clone()
        for other, hand in enumerate(self.hands):
            if other != seat:
                world.bag = [a + b for a, b in zip(world.bag, hand, strict=True)]
        for other, hand in enumerate(self.hands):
            if other != seat:
                world.hands[other] = deal(world.bag, sum(hand), rng)
        return world

    def run_length(self, at: int) -> int:
        """How many neighbouring stones, in both directions round the ring, hold the colour of this one."""
        size = len(self.ring)
        length = 1
        for step in (-1, 1):
            i = (at + step) % size
            while self.ring[i] == self.ring[at] and length < size:
                length += 1
                i = (i + step) % size
        return length

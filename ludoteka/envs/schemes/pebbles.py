"""What a seat of Pebbles sees as numbers."""

from __future__ import annotations

from ludoteka.envs.scheme import Block, from_own_seat, numbers, one_hot, plane
from ludoteka.games.pebbles.actions import COLOURS
from ludoteka.games.pebbles.state import HAND, PebblesOptions


def blocks(seats: int, options: PebblesOptions) -> list[Block]:
    return [
        plane("ring", options.stones, COLOURS, lambda v: list(v["ring"].values()), "colour on each stone, from A"),
        numbers("hand", len(COLOURS), lambda v: [v["hand"].get(c, 0) for c in COLOURS], HAND, "own pebbles by colour"),
        numbers("hands", seats, lambda v: from_own_seat(v["hand_sizes"], v), HAND, "pebbles in hand, own seat first"),
        numbers("points", seats, lambda v: from_own_seat(v["points"], v), 10, "points, own seat first"),
        numbers("bag", 1, lambda v: [v["bag"]], 30, "pebbles in the bag"),
        numbers("spent", len(COLOURS), lambda v: list(v["spent"].values()), 10, "pebbles out of the match by colour"),
        one_hot("question", ("Turn", "Answer"), lambda v: v["question"], "what is asked"),
    ]

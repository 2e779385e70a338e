"""What a seat of Pebbles sees as numbers."""

from __future__ import annotations

from ludoteka.envs.scheme import Bits, Block, Numbers, question, ring
from ludoteka.games.pebbles.actions import COLOURS
from ludoteka.games.pebbles.state import HAND, PebblesOptions, PebblesState


def blocks(seats: int, options: PebblesOptions) -> list[Block]:
    return [
        Bits("ring", options.stones * len(COLOURS), "colour on each stone, from A", stones),
        question(("Turn", "Answer")),
        Numbers("hand", len(COLOURS), "own pebbles by colour", lambda s, me: s.hands[me], HAND),
        Numbers("hands", seats, "pebbles in hand, own seat first", hands, HAND),
        Numbers("points", seats, "points, own seat first", lambda s, me: [s.points[q] for q in ring(s.seats, me)], 10),
        Numbers("bag", 1, "pebbles in the bag", lambda s, me: [sum(s.bag)], 30),
        Numbers("spent", len(COLOURS), "pebbles out of the match by colour", lambda s, me: s.spent, 10),
    ]


def stones(s: PebblesState, me: int) -> int:
    found = 0
    for i, colour in enumerate(s.ring):
        if colour >= 0:
            found |= 1 << (i * len(COLOURS) + colour)
    return found


def hands(s: PebblesState, me: int) -> list[int]:
    return [sum(s.hands[q]) for q in ring(s.seats, me)]

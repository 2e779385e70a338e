"""Positions as one line of JSON, and worlds made from what a seat sees."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludoteka.core.bag import deal
from ludoteka.core.position import bad_position, read_object, read_stack
from ludoteka.games.pebbles.actions import COLOURS
from ludoteka.games.pebbles.phases import start
from ludoteka.games.pebbles.state import EMPTY, PER_COLOUR, PebblesOptions, PebblesState

PACKAGE = __name__.rpartition(".")[0]


def place(seats: int, options: PebblesOptions, text: str) -> PebblesState:
    """What `PebblesState.position` has written. Whatever is not said is as at the start."""
    s = start(seats, options)
    for name, value in read_object(text).items():
        if name == "stack":
            s.stack = read_stack(PACKAGE, value)
        elif name in ("ring", "bag", "hands", "spent", "points", "left"):
            if _shape(value) != _shape(getattr(s, name)):
                raise bad_position(f"{name} is not like {getattr(s, name)}")
            setattr(s, name, value)
        else:
            raise bad_position(f"nothing is called {name}")
    return s


def _shape(value: Any) -> Any:
    return [_shape(v) for v in value] if isinstance(value, list) else type(value)


def from_view(view: Mapping[str, Any], seat: int | None, rng: Random) -> PebblesState:
    """The unseen pebbles are dealt to the other hands and the bag."""
    ring = [COLOURS.index(colour) if colour else EMPTY for colour in view["ring"].values()]
    s = start(len(view["points"]), PebblesOptions(stones=len(ring)))
    s.ring, s.points, s.left = ring, list(view["points"]), view["left"]
    s.spent = [view["spent"][colour] for colour in COLOURS]
    s.bag = [PER_COLOUR - ring.count(c) - s.spent[c] - view["hand"].get(colour, 0) for c, colour in enumerate(COLOURS)]
    for other, size in enumerate(view["hand_sizes"]):
        s.hands[other] = [view["hand"][c] for c in COLOURS] if other == seat else deal(s.bag, size, rng)
    s.stack = read_stack(PACKAGE, view["stack"])
    return s

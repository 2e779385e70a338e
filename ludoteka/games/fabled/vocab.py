"""The words that rules and records share, in the order of their numbers. Those of effects stand in shape.toml."""

from __future__ import annotations

from typing import Final

TERRAINS: Final[tuple[str, ...]] = ("steppe", "mountain", "forest")
TIERS: Final[tuple[str, ...]] = ("steppe", "mountain", "forest", "sun")
HEIGHTS: Final[tuple[str, ...]] = ("upper", "middle", "lower")
STEPPE: Final = 0
MOUNTAIN: Final = 1
FOREST: Final = 2
SUN: Final = 3

TRIGGERS: Final[tuple[str, ...]] = (
    *("static", "start_of_turn", "action_phase", "on_standard_action", "on_add_land", "on_announce"),
    *("on_other_announce", "on_visit", "on_visit_double", "on_pass", "on_replacement"),
    *("before_return", "on_return", "on_forgotten"),
)
"""The moments at which an ally acts."""

# a set of moments is an int: bit i for the i-th trigger
BIT: Final = {name: 1 << i for i, name in enumerate(TRIGGERS)}

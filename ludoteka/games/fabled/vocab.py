"""The words that records of content.toml may use: operations, lasting changes, moments, counts (RULES.md, section 12).

Each word lists the keys a record must have and those it may have; `shape.py` checks records against these tables, and
`effects.py`, `hooks.py` and `board.py` carry them out.
"""

from __future__ import annotations

from typing import Final

TERRAINS: Final[tuple[str, ...]] = ("steppe", "mountain", "forest")
TIERS: Final[tuple[str, ...]] = ("steppe", "mountain", "forest", "sun")
HEIGHTS: Final[tuple[str, ...]] = ("upper", "middle", "lower")
STEPPE: Final = 0
MOUNTAIN: Final = 1
FOREST: Final = 2
SUN: Final = 3

OPS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "gain": (("book", "n"), ()),
    "gain_per": (("book", "per", "max"), ("each",)),
    "pay": (("book", "n", "then"), ()),
    "transform": (("n", "dir"), ()),
    "transform_per": (("per", "max", "dir"), ()),
    "upgrade": (("books", "tiers", "distinct"), ("from",)),
    "steps": (("n", "cap", "among"), ()),
    "steps_per": (("per", "max", "among"), ()),
    "move_land": ((), ()),
    "copy_place": ((), ()),
    "choose": (("options",), ()),
    "when": (("then", "otherwise"), ("condition",)),
    "add_land": ((), ()),
    "extra_standard_action": (("different",), ()),
    "spend_token": (("n", "then"), ()),
    "place_sky_token": ((), ()),
    "second_place": ((), ()),
    "relocate_returned": (("terrain",), ()),
    "discard_ally": ((), ()),
    "give_joint_token": ((), ()),
    "add_land_free": (("terrain",), ()),
    "portal": (("n",), ()),
}

MODS: dict[str, tuple[str, ...]] = {
    "surcharge": ("delta", "terrain"),
    "own_steps": ("delta", "terrain"),
    "other_steps": ("delta", "terrain"),
    "all_connected": (),
    "dead_end_exit": (),
    "cross_unconnected": ("limit",),
    "alt_cost": ("terrain", "book", "n"),
    "split_announce": (),
    "may_skip_announce": ("effects",),
    "first_place_only": (),
    "place_bonus": ("places", "effects"),
    "pass_bonus": ("limit", "effects"),
    "standard_bonus": ("action", "effects"),
    "add_bonus_all": ("terrain", "effects"),
}

TRIGGERS: dict[str, tuple[str, ...]] = {
    "static": ("mods",),
    "start_of_turn": ("effects",),
    "action_phase": ("effects",),
    "on_standard_action": ("action", "effects"),
    "on_add_land": ("effects",),
    "on_announce": ("terrains", "effects"),
    "on_other_announce": ("terrains", "effects"),
    "on_visit": ("places", "effects"),
    "on_visit_double": ("effects",),
    "on_pass": ("effects",),
    "on_replacement": ("effects",),
    "before_return": ("effects",),
    "on_return": ("effects",),
    "on_forgotten": ("effects",),
}

COUNTS: tuple[str, ...] = (
    "own_volkhvs",
    "own_lands",
    "own_in_steppe",
    "opponents_moved",
    "revealed_steppe",
    "revealed_mountain",
    "revealed_forest",
    "your_allies",
    "your_volkhvs",
    "your_lands",
    "human_players",
)
AMONG: tuple[str, ...] = ("row", "announced", "placed", "leftmost")

# a set of moments is an int: bit i for the i-th trigger
BIT: Final = {name: 1 << i for i, name in enumerate(TRIGGERS)}

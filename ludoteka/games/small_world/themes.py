"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.small_world.state import SmallWorld


def tell(state: SmallWorld, intention: Intention, shown: list[str]) -> Iterator[str]:
    yield from shown
    if state.round == state.rounds:
        yield "last_turn"


THEMES = Themes(
    about={
        "combinations": ("SW-1.4", "take"),
        "decline": ("SW-5.1", "decline"),
        "die": ("SW-2.10", "attempt throw"),
        "conquest": ("SW-2.8", "conquer"),
        "powers": ("SW-1.10", "dragon bewitch fortify befriend"),
        "last_turn": ("SW-8.3", ""),
    },
    tell=tell,
    prepares=frozenset({"expand"}),
    dull=frozenset({"done", "stop", "lift", "deploy", "strike", "camp", "abandon"}),
)

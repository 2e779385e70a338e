"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.action import verb_of
from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.small_world.state import SmallWorld

BY_VERB = {
    "take": "combinations",
    "decline": "decline",
    "attempt": "die",
    "throw": "die",
    "conquer": "conquest",
    "dragon": "powers",
    "bewitch": "powers",
    "fortify": "powers",
    "befriend": "powers",
}


def of(state: SmallWorld, intention: Intention) -> Iterator[str]:
    theme = BY_VERB.get(verb_of(intention.wished[-1].action))
    if theme:
        yield theme
    if state.round == state.rounds:
        yield "last_turn"


THEMES = Themes(
    rules={
        "combinations": "SW-1.4",
        "decline": "SW-5.1",
        "die": "SW-2.10",
        "conquest": "SW-2.8",
        "powers": "SW-1.10",
        "last_turn": "SW-8.3",
    },
    of=of,
    prepares=frozenset({"expand"}),
    dull=frozenset({"done", "stop", "lift", "deploy", "strike", "camp", "abandon"}),
)

"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.fabled.state import FabledState


def tell(state: FabledState, intention: Intention, shown: list[str]) -> Iterator[str]:
    yield from shown
    if state.spirits >= 0:
        yield "trial"
    if state.chapter == state.setting.last_chapter:
        yield "last_turn"


THEMES = Themes(
    about={
        "announcements": ("FB-5.1", "announce"),
        "visits": ("FB-6.4", "visit enter"),
        "lands": ("FB-3.1", "add insert shift"),
        "actions": ("FB-4.2", "act"),
        "allies": ("FB-4.5", "use choose"),
        "books": ("FB-2.1", "convert raise upgrade"),
        "movement": ("FB-5.6", "move step"),
        "trial": ("FB-9.1", ""),
        "last_turn": ("FB-4.12", ""),
    },
    tell=tell,
    dull=frozenset({"done", "skip", "halt", "pass", "discard", "pay"}),
)

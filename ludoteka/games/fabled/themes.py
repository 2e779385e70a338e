"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.action import verb_of
from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.fabled.state import FabledState

BY_VERB = {
    "announce": "announcements",
    "visit": "visits",
    "enter": "visits",
    "add": "lands",
    "insert": "lands",
    "shift": "lands",
    "act": "actions",
    "use": "allies",
    "choose": "allies",
    "convert": "books",
    "raise": "books",
    "upgrade": "books",
    "move": "movement",
    "step": "movement",
}


def of(state: FabledState, intention: Intention) -> Iterator[str]:
    theme = BY_VERB.get(verb_of(intention.wished[-1].action))
    if theme:
        yield theme
    if state.spirits >= 0:
        yield "trial"
    if state.chapter == state.setting.last_chapter:
        yield "last_turn"


THEMES = Themes(
    rules={
        "announcements": "FB-5.1",
        "visits": "FB-6.4",
        "lands": "FB-3.1",
        "actions": "FB-4.2",
        "allies": "FB-4.5",
        "books": "FB-2.1",
        "movement": "FB-5.6",
        "trial": "FB-9.1",
        "last_turn": "FB-4.12",
    },
    of=of,
    dull=frozenset({"done", "skip", "halt", "pass", "discard", "pay"}),
)

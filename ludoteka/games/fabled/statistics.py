"""What is counted over many matches: allies that a seat had, and the terrain of its first land."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.statistics import Statistics, note
from ludoteka.core.text import Catalogue
from ludoteka.games.fabled.actions import Add, Keep
from ludoteka.games.fabled.state import FabledState

TERRAIN = {"S": "steppe", "G": "mountain", "F": "forest"}
"""By the letter that the number of a land begins with."""


def see(state: FabledState, action: Action, found: list[dict[str, list[str]]]) -> None:
    seat = state.to_move()
    if not 0 <= seat < len(found):
        return
    if isinstance(action, Keep):
        note(found[seat], "ally", action.what)
    elif isinstance(action, Add):
        note(found[seat], "opening", TERRAIN.get(action.what[:1], action.what), once=True)


def name(kind: str, value: str, words: Catalogue) -> str:
    return words.name("terrain" if kind == "opening" else "what", value)


STATISTICS = Statistics(("ally", "opening"), see, name=name)

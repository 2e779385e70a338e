"""What is counted over many matches: dynasties, and the leader that comes first."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.statistics import Statistics, note
from ludoteka.core.text import Catalogue
from ludoteka.games.tigris_euphrates.actions import Leader
from ludoteka.games.tigris_euphrates.state import TigrisState


def see(state: TigrisState, action: Action, found: list[dict[str, list[str]]]) -> None:
    if isinstance(action, Leader):
        note(found[state.to_move()], "opening", action.what, once=True)


def end(state: TigrisState, found: list[dict[str, list[str]]]) -> None:
    for seat, own in enumerate(found):
        note(own, "dynasty", state.options.dynasty(seat))


def name(kind: str, value: str, words: Catalogue) -> str:
    return words.name("dynasty" if kind == "dynasty" else "what", value)


STATISTICS = Statistics(("dynasty", "opening"), see, end, name)

"""What is counted over many matches: factions, and what they begin round 1 with."""

from __future__ import annotations

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.statistics import Statistics, note
from ludoteka.core.text import Catalogue
from ludoteka.games.terra_mystica.state import TerraState

OPENINGS = frozenset({"build", "upgrade", "dig", "advance", "send", "act", "pass"})
TELLING = frozenset({"upgrade", "advance", "act"})
"""Verbs that are told with what they are about."""


def see(state: TerraState, action: Action, found: list[dict[str, list[str]]]) -> None:
    seat = state.to_move()
    if state.round == 1 and seat >= 0 and state.question().startswith("Turn") and verb_of(action) in OPENINGS:
        verb = verb_of(action)
        what = f" {args_of(action)['what']}" if verb in TELLING else ""
        note(found[seat], "opening", verb + what, once=True)


def end(state: TerraState, found: list[dict[str, list[str]]]) -> None:
    for side, seat in zip(state.sides, found, strict=True):
        if side.faction is not None:
            note(seat, "faction", side.faction.name)


def name(kind: str, value: str, words: Catalogue) -> str:
    if kind == "faction":
        return words.name("faction", value)
    verb, _, what = value.partition(" ")
    said = words.messages.get(f"verb.{verb}", verb)
    return f"{said}: {words.name('what', what)}" if what else said


STATISTICS = Statistics(("faction", "opening"), see, end, name)

"""What is told about an action: a run that pays, points snatched away, the end."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.game import OVER, State
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Told
from ludoteka.games.pebbles.actions import Snatch
from ludoteka.games.pebbles.state import PebblesState


def told(before: State, action: Action, after: State, words: Catalogue) -> list[Told]:
    assert isinstance(after, PebblesState)
    found = []
    if isinstance(action, Snatch):
        found.append(Told(words.tell("told.snatch", before.to_move()), "war", rule="PB-3.1"))
    if after.to_move() == OVER and before.to_move() != OVER:
        found.append(Told(words.say("told.points"), "final", counts=tuple(after.points), rule="PB-4.3"))
    return found

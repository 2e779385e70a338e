"""What a seat played: the races it took, in order."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteka.core.action import Action
from ludoteka.core.game import State
from ludoteka.games.small_world.actions import Take


def plays(state: State, movers: Sequence[int], actions: Sequence[Action]) -> list[list[str]]:
    taken: list[list[str]] = [[] for _ in range(state.seats)]
    for mover, action in zip(movers, actions, strict=True):
        if isinstance(action, Take):
            taken[mover].append(action.what)
    return taken

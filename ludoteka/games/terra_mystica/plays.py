"""What a seat played: its faction, whoever chose it first."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteka.core.action import Action
from ludoteka.core.game import State


def plays(state: State, movers: Sequence[int], actions: Sequence[Action]) -> list[list[str]]:
    return [[side["faction"]] if side["faction"] else [] for side in state.view(None)["sides"]]

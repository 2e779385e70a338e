"""Questions of the setup that wait for their turn."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.action import Action
from ludoteka.core.game import CHANCE, Phase
from ludoteka.games.terra_mystica.actions import LEAVE, SPEAK, Leave
from ludoteka.games.terra_mystica.phases import leaving
from ludoteka.games.terra_mystica.state import TerraState


class Waiting(NamedTuple):
    phase: Phase[Any, Any]
    seat: int | None
    """Nobody or, in edition 1, chance."""
    question: Phase[Any, Any]
    whom: int


class Ask(Phase[TerraState, Waiting]):
    """A question of the setup, skipped for those who left."""

    def run(self, s: TerraState, f: Waiting) -> None:
        if s.sides[f.whom].dropped:
            return
        s.stack.append(f._replace(seat=CHANCE) if s.rules.leaving else f.question.asked[f.whom])

    def outcomes(self, s: TerraState, f: Waiting) -> list[tuple[Action, int]]:
        found: list[tuple[Action, int]] = [(SPEAK[f.whom], leaving.STAY)]
        return found + [(LEAVE[i], 1) for i in leaving.may_leave(s)]

    def apply(self, s: TerraState, f: Waiting, a: Action) -> None:
        if isinstance(a, Leave):
            leaving.leave(s, a.seat)
            s.stack.append(f._replace(seat=None))
        else:
            s.stack.append(f.question.asked[f.whom])


ASK: Final = Ask()

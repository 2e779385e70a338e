"""The state that a match uses: the position with all that looks at it from outside."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from ludoteka.core.action import Action
from ludoteka.games.tigris_euphrates import view, writing
from ludoteka.games.tigris_euphrates.state import TigrisState


class Table(TigrisState):
    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def position(self) -> str:
        return writing.write(self)

    def redact(self, action: Action, seat: int | None) -> Action:
        return view.redact(self, action, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        return view.resample(self, seat, rng)

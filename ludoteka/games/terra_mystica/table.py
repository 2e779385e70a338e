"""The state that a match uses: the position with all that looks at it from outside."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ludoteka.core.position import bad_position
from ludoteka.games.terra_mystica import position, view
from ludoteka.games.terra_mystica.options import TerraOptions
from ludoteka.games.terra_mystica.phases.setup import lay_out
from ludoteka.games.terra_mystica.state import TerraState


class Table(TerraState):
    __slots__ = ()

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def full_view(self, seat: int | None) -> dict[str, Any]:
        return self.view(seat) | {"options": dict(self.options.unusual()), "position": self.position()}

    def position(self) -> str:
        """The position in one line: `place` reads it back."""
        return position.write(self)


def from_view(view: Mapping[str, Any], seat: int | None, rng: Random) -> Table:
    """A world that agrees with a view. Nothing is hidden here, so it is the very position."""
    if "position" not in view:
        raise bad_position("a view from which nobody can play on")
    return place(view["seats"], TerraOptions(**view["options"]), view["position"])


def start(seats: int, options: TerraOptions) -> Table:
    s = Table()
    lay_out(s, seats, options)
    return s


def place(seats: int, options: TerraOptions, text: str) -> Table:
    """The position that a line describes; raises BadOptions with the reason if it cannot be."""
    s = start(seats, options)
    position.read(s, text)
    return s

"""What the questions of a conquest remember: frames that the phases, their refusals and the words for them share."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludoteka.core.game import Phase


class Conquering(NamedTuple):
    phase: Phase[Any, Any]
    seat: int
    slot: int
    opening: bool
    """Regions may be left."""
    roll: int
    """The die that belongs to the next conquest, or -1."""
    start: int
    """Regions before this one can no longer be left, until the next conquest."""
    old: int
    """Regions held since before the conquests: only those can be left."""


class Attempting(NamedTuple):
    phase: Phase[Any, Any]
    seat: int  # CHANCE
    slot: int
    at: int


class Throwing(NamedTuple):
    phase: Phase[Any, Any]
    seat: int  # CHANCE
    thrower: int
    slot: int
    old: int

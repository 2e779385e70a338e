"""Two sides that measure their strength: said once by a game, for the page, drawings and the terminal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    seat: int
    symbol: str
    """The piece that fights."""
    role: str
    strength: int
    made: str
    """What the strength is made of, in words."""
    open: bool
    """More may still be added."""


@dataclass(frozen=True, slots=True)
class Contest:
    title: str
    counted: str
    """The symbol of what decides."""
    sides: tuple[Side, Side]
    need: str
    """What is missing to win, or that nothing is."""
    outcomes: tuple[tuple[str, str], ...]
    """What follows, a sentence each, with `yes` before what the viewer hopes for, `no` before what not."""
    held: int = 0
    """How many the viewer, if asked, could add from the hand."""
    at: tuple[str, ...] = ()
    """Where on the board it is fought."""

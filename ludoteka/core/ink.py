"""Colours for terminals, as `Game.ink` uses them."""

SEATS = ("red", "cyan", "green", "magenta", "yellow")
"""Of the players, in the order of their seats."""


def of_seats(pattern: str) -> dict[str, str]:
    """The ink of what belongs to a seat; `{n}` in the pattern is its number, from 1."""
    return {pattern.format(n=n): f"bold {colour}" for n, colour in enumerate(SEATS, 1)}

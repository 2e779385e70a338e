"""What there is to tell about an action besides the action itself: gains and losses, facts, moments."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Brought:
    """What one seat gained or lost of one kind."""

    seat: int
    n: int
    text: str
    """The word after the number, in the right form: 1 point, 2 points."""
    what: str = field(default="", compare=False)
    """The kind, for programs."""
    more: str = field(default="", compare=False)
    """Where it came from, if from several: "2 scoring tile, 2 favor"."""

    def __str__(self) -> str:
        return f"{'+' if self.n > 0 else '−'}{abs(self.n)} {self.text}" + (f" ({self.more})" if self.more else "")


@dataclass(frozen=True, slots=True)
class Told:
    """A fact for the line in the log or, if it has a kind, a moment that everybody stops for."""

    text: str
    """A headline: "War of the traders 5:4"."""
    kind: str = ""
    """Of a moment: round, income, die, war, town, event, final."""
    more: str = ""
    """One sentence with the numbers."""
    at: tuple[str, ...] = ()
    """The places it is about, as drawings name them."""
    gains: tuple[Brought, ...] = ()
    """Of an income: what each seat receives. Of a step of the final scoring: the points."""
    counts: tuple[int, ...] = ()
    """Of a step of the final scoring: what was counted, by seat,"""
    counted: str = ""
    """and what that is, over their column."""
    symbol: str = ""
    """A drawing of the game that shows it, such as the face of a die."""
    links: tuple[tuple[str, str], ...] = ()
    """Which of those places belong together though they lie apart."""
    rule: str = ""
    """The number of the rule behind it."""

    def __str__(self) -> str:
        return f"{self.text} ({self.more})" if self.more else self.text


@dataclass(frozen=True, slots=True)
class Tally:
    """How the scores at the end of a match are read, where the headings of the game alone do not say it."""

    names: tuple[str, ...]
    """What each number of a score is."""
    lead: int = 0
    """The number that people compare: those before it only say who has won."""
    headline: str = ""
    """How it ended, if "nobody wins" or "you win" would say less."""
    others: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Sides that are no seats, with scores like those of the seats."""


MOMENTS = ("round", "income", "die", "war", "town", "event", "final")

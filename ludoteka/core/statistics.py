"""What a game counts over many matches; `statistics.py` in its folder calls it STATISTICS."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteka.core.folder import module_of

if TYPE_CHECKING:
    from ludoteka.core.game import Game, State
    from ludoteka.core.match import Match
    from ludoteka.core.text import Catalogue

Counts = Mapping[str, Sequence[str]]
"""By kind what a seat had: `{"race": ["elves", "humans"], "opening": ["elves"]}`."""


def _plain(kind: str, value: str, words: Catalogue) -> str:
    return words.name("what", value)


@dataclass(frozen=True, slots=True)
class Statistics:
    kinds: tuple[str, ...] = ()
    """`statistic.<kind>` in the catalogue is its title."""
    see: Callable[[Any, Any, list[dict[str, list[str]]]], None] = lambda state, action, found: None
    """Told of each action with the position before it; adds to what was found, a table for each seat."""
    end: Callable[[Any, list[dict[str, list[str]]]], None] = lambda state, found: None
    """Told of the last position."""
    name: Callable[[str, str, Catalogue], str] = _plain
    """A value of a kind in words."""
    form: int = 1
    """Rises when something else is counted: what was counted before is then counted anew."""


def statistics(game: Game) -> Statistics:
    found = module_of(game.package, "statistics")
    return Statistics() if found is None else found.STATISTICS


def note(found: dict[str, list[str]], kind: str, value: str, once: bool = False) -> None:
    """Add a value, each one a single time; `once`: only the first of its kind."""
    known = found.setdefault(kind, [])
    if value not in known and not (once and known):
        known.append(value)


def counted(match: Match) -> list[dict[str, list[str]]]:
    """What every seat of a match had."""
    own = statistics(match.game)
    found: list[dict[str, list[str]]] = [{} for _ in range(match.seats)]
    state: State = match.at(0)
    for action in match.actions:
        own.see(state, action, found)
        state.happen(action)
    own.end(state, found)
    return found

"""What a game declares about positions for thinking; `themes.py` in its folder calls it THEMES."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteka.core.folder import module_of

if TYPE_CHECKING:
    from ludoteka.core.game import Game
    from ludoteka.core.intentions import Intention


def _none(state: Any, intention: Intention) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Themes:
    rules: Mapping[str, str]
    """Every theme (`theme.<id>` in the catalogue) -> the number of the rule it is about."""
    of: Callable[[Any, Intention], Iterable[str]] = _none
    """The themes of an answer, the most telling first: from the position and what is intended there."""
    prepares: frozenset[str] = frozenset()
    """Verbs that only prepare something else."""
    dull: frozenset[str] = frozenset()
    """Verbs that nobody would want to look for."""


def themes(game: Game) -> Themes:
    found = module_of(game.package, "themes")
    return Themes({}) if found is None else found.THEMES

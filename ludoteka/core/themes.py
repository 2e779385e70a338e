"""What a game declares about positions for thinking; `themes.py` in its folder calls it THEMES."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteka.core.action import verb_of
from ludoteka.core.folder import module_of

if TYPE_CHECKING:
    from ludoteka.core.game import Game
    from ludoteka.core.intentions import Intention


def _nothing_else(state: Any, intention: Intention, shown: list[str]) -> Iterable[str]:
    return shown


@dataclass(frozen=True, slots=True)
class Themes:
    about: Mapping[str, tuple[str, str]]
    """Every theme (`theme.<id>` in the catalogue) -> the number of the rule it is about, and the verbs that show it."""
    tell: Callable[[Any, Intention, list[str]], Iterable[str]] = _nothing_else
    """The themes of an answer, the most telling first: from the position, what is intended there and what its verb
    shows."""
    prepares: frozenset[str] = frozenset()
    """Verbs that only prepare something else."""
    dull: frozenset[str] = frozenset()
    """Verbs that nobody would want to look for."""

    @property
    def rules(self) -> dict[str, str]:
        return {theme: rule for theme, (rule, _) in self.about.items()}

    def of(self, state: Any, intention: Intention) -> Iterable[str]:
        verb = verb_of(intention.wished[-1].action)
        return self.tell(state, intention, [theme for theme, (_, verbs) in self.about.items() if verb in verbs.split()])


def themes(game: Game) -> Themes:
    found = module_of(game.package, "themes")
    return Themes({}) if found is None else found.THEMES

"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.tigris_euphrates.phases.conflict import Conflict
from ludoteka.games.tigris_euphrates.state import TigrisState


def tell(state: TigrisState, intention: Intention, shown: list[str]) -> Iterator[str]:
    after, seat = intention.after, state.to_move()
    assert isinstance(after, TigrisState)
    before, asked = state.stack[-1], after.stack[-1] if after.stack else None
    fight = before if isinstance(before, Conflict) else asked
    if isinstance(fight, Conflict):
        yield "wars" if fight.union else "revolts"
    elif after.union:
        yield "wars"
    else:
        yield from shown
    if after.taken[seat] > state.taken[seat]:
        yield "treasures"


THEMES = Themes(
    about={
        "revolts": ("TE-4.1", ""),
        "wars": ("TE-6.3", "war"),
        "treasures": ("TE-7.1", ""),
        "monuments": ("TE-8.1", "monument wonder"),
        "catastrophes": ("TE-9.1", "catastrophe"),
        "leaders": ("TE-3.1", "leader move"),
        "points": ("TE-5.3", "tile"),
    },
    tell=tell,
    dull=frozenset({"done", "pass", "swap", "decline", "keep", "claim"}),
)

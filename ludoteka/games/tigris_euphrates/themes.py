"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.action import verb_of
from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.tigris_euphrates.phases.conflict import Conflict
from ludoteka.games.tigris_euphrates.state import TigrisState

BY_VERB = {
    "monument": "monuments",
    "wonder": "monuments",
    "catastrophe": "catastrophes",
    "war": "wars",
    "leader": "leaders",
    "move": "leaders",
    "tile": "points",
}


def of(state: TigrisState, intention: Intention) -> Iterator[str]:
    after, seat = intention.after, state.to_move()
    assert isinstance(after, TigrisState)
    before, asked = state.stack[-1], after.stack[-1] if after.stack else None
    fight = before if isinstance(before, Conflict) else asked
    verb = verb_of(intention.wished[-1].action)
    if isinstance(fight, Conflict):
        yield "wars" if fight.union else "revolts"
    elif after.union:
        yield "wars"
    elif verb in BY_VERB:
        yield BY_VERB[verb]
    if after.taken[seat] > state.taken[seat]:
        yield "treasures"


THEMES = Themes(
    rules={
        "revolts": "TE-4.1",
        "wars": "TE-6.3",
        "treasures": "TE-7.1",
        "monuments": "TE-8.1",
        "catastrophes": "TE-9.1",
        "leaders": "TE-3.1",
        "points": "TE-5.3",
    },
    of=of,
    dull=frozenset({"done", "pass", "swap", "decline", "keep", "claim"}),
)

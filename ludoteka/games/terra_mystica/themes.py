"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.action import verb_of
from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.terra_mystica.data import ROUNDS
from ludoteka.games.terra_mystica.state import TerraState

BY_VERB = {
    "town": "towns",
    "send": "cults",
    "step": "cults",
    "act": "actions",
    "favor": "favors",
    "upgrade": "upgrades",
    "transform": "land",
    "build": "land",
    "advance": "tracks",
    "place": "opening",
    "pass": "passing",
}


def of(state: TerraState, intention: Intention) -> Iterator[str]:
    after, seat = intention.after, state.to_move()
    assert isinstance(after, TerraState)
    if after.sides[seat].towned & ~state.sides[seat].towned:
        yield "towns"
    verb = verb_of(intention.wished[-1].action)
    if verb in BY_VERB and not (verb == "town" and after.sides[seat].towned & ~state.sides[seat].towned):
        yield BY_VERB[verb]
    if state.round == ROUNDS:
        yield "last_round"


THEMES = Themes(
    rules={
        "towns": "TM-11.1",
        "cults": "TM-9.3",
        "actions": "TM-10.1",
        "favors": "TM-10.6",
        "upgrades": "TM-5.1",
        "land": "TM-6.1",
        "tracks": "TM-5.1",
        "opening": "TM-7.1",
        "passing": "TM-13.1",
        "last_round": "TM-13.4",
    },
    of=of,
    prepares=frozenset({"convert", "burn", "dig"}),
    dull=frozenset({"done", "leech", "decline", "shed", "discard", "sacrifice", "lower", "bid", "fold"}),
)

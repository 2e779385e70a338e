"""What positions for thinking are about."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteka.core.intentions import Intention
from ludoteka.core.themes import Themes
from ludoteka.games.terra_mystica.data import ROUNDS
from ludoteka.games.terra_mystica.state import TerraState


def tell(state: TerraState, intention: Intention, shown: list[str]) -> Iterator[str]:
    after, seat = intention.after, state.to_move()
    assert isinstance(after, TerraState)
    founded = ["towns"] if after.sides[seat].towned & ~state.sides[seat].towned else []
    yield from dict.fromkeys(founded + shown)
    if state.round == ROUNDS:
        yield "last_round"


THEMES = Themes(
    about={
        "towns": ("TM-11.1", "town"),
        "cults": ("TM-9.3", "send step"),
        "actions": ("TM-10.1", "act"),
        "favors": ("TM-10.6", "favor"),
        "upgrades": ("TM-5.1", "upgrade"),
        "land": ("TM-6.1", "transform build"),
        "tracks": ("TM-5.1", "advance"),
        "opening": ("TM-7.1", "place"),
        "passing": ("TM-13.1", "pass"),
        "last_round": ("TM-13.4", ""),
    },
    tell=tell,
    prepares=frozenset({"convert", "burn", "dig"}),
    dull=frozenset({"done", "leech", "decline", "shed", "discard", "sacrifice", "lower", "bid", "fold"}),
)

"""What is counted over many matches: races and powers that a seat took, and the first race."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.core.statistics import Statistics, note
from ludoteka.games.small_world.actions import Take
from ludoteka.games.small_world.state import SmallWorld


def see(state: SmallWorld, action: Action, found: list[dict[str, list[str]]]) -> None:
    if isinstance(action, Take):
        seat = found[state.to_move()]
        power = state.col_power[state.col_race.index(state.world.race_index[action.what])]
        note(seat, "race", action.what)
        note(seat, "power", state.world.powers[power].id)
        note(seat, "opening", action.what, once=True)


STATISTICS = Statistics(("race", "power", "opening"), see)

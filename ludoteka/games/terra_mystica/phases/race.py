"""The race for the top of a cult on the site: others wait while open offers might bring Cultists there first."""

from __future__ import annotations

from ludoteka.core.action import Action
from ludoteka.games.terra_mystica import due
from ludoteka.games.terra_mystica.actions import Favor, Send, Step, Town
from ludoteka.games.terra_mystica.data import CULT_TOP, CULTS, FAVORS, SH, TOWNS
from ludoteka.games.terra_mystica.phases.dues import FAVOR_INDEX
from ludoteka.games.terra_mystica.phases.towns import TOWN_INDEX
from ludoteka.games.terra_mystica.side import Side
from ludoteka.games.terra_mystica.state import TerraState


def guarded(s: TerraState, seat: int) -> int:
    """Tracks that this seat must not finish yet [TM-20.16]."""
    mask = 0
    for i, side in enumerate(s.sides):
        if i == seat or not side.keys or side.faction is None or not side.faction.steps_for_leech:
            continue
        pending = {o[4] for o in s.offers if o[1] == i and not s.events.get(o[4], (0, 0, True))[2]}
        most = side.owes(due.STEPS) + len(pending)
        for track in range(4):
            if side.cult[track] < CULT_TOP <= side.cult[track] + most:
                mask |= 1 << track
    return mask


def wait_for_others(s: TerraState, seat: int, me: Side, out: list[Action]) -> list[Action]:
    """Without the actions that would enter a guarded top; all of them, if nothing else is left."""
    tracks = guarded(s, seat)
    if not tracks:
        return out
    return [a for a in out if not enters(s, me, a) & tracks] or out


def enters(s: TerraState, me: Side, a: Action) -> int:
    """Tracks whose top this action would reach."""
    keys, steps = me.keys, [0, 0, 0, 0]
    if isinstance(a, Step):
        steps[CULTS.index(a.what)] = 1
    elif isinstance(a, Send):
        steps[CULTS.index(a.what)] = a.n + (me.folk.priest_steps if me.own[SH] else 0)
    elif isinstance(a, Favor):
        tile = FAVORS[FAVOR_INDEX[a.what]]
        steps[tile.cult] = tile.steps
    elif isinstance(a, Town):
        town = TOWNS[TOWN_INDEX[a.what]]
        keys += town.keys
        steps = [max(town.cults, me.owes(due.LIFTS) >> track & 1) for track in range(4)]
    if not keys:
        return 0
    mask = 0
    for track in range(4):
        if me.cult[track] < CULT_TOP <= me.cult[track] + steps[track]:
            mask |= 1 << track
    return mask

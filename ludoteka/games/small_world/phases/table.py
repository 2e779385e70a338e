"""Every moment of the game by name, with the type of its frame and its place in the stack, for written positions."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ludoteka.core.game import Asked, Frame, Phase, Step
from ludoteka.games.small_world.board import LARGEST
from ludoteka.games.small_world.phases import column, conquest, markers, redeploy, turn
from ludoteka.games.small_world.phases.column import Drawn
from ludoteka.games.small_world.phases.frames import Attempting, Conquering, Throwing
from ludoteka.games.small_world.phases.markers import Camping, Posting
from ludoteka.games.small_world.phases.moment import SeatStep, SlotStep
from ludoteka.games.small_world.phases.redeploy import Forgoing, Placing
from ludoteka.games.small_world.phases.turn import Rising


class Entry(NamedTuple):
    phase: Phase[Any, Any]
    frame: Any
    """The type of its frames."""
    depth: int
    """What is asked first lies higher up: depths never fall from the bottom of the stack to its top."""


MOMENTS: Final = {
    repr(entry.phase): entry
    for entry in (
        Entry(turn.NEXT, Step, 0),
        Entry(turn.START, Step, 1),
        Entry(turn.RETURNS, Step, 1),
        Entry(turn.MAIN, Step, 1),
        Entry(turn.RETURN_CAMPS, SeatStep, 2),
        Entry(turn.RETURN_TOKENS, SlotStep, 2),
        Entry(turn.LATE_DECLINE, Asked, 2),
        Entry(turn.SCORE, Step, 3),
        Entry(markers.NEW_PEACE, Step, 4),
        Entry(markers.ALLY, Asked, 4),
        Entry(markers.NEW_HEROES, Step, 5),
        Entry(markers.HEROES, Posting, 5),
        Entry(markers.NEW_FORTRESS, Step, 6),
        Entry(markers.FORTRESS, Asked, 6),
        Entry(markers.CAMPS, Step, 7),
        Entry(turn.ROUSE, Step, 8),
        Entry(column.TAKE, Asked, 8),
        Entry(turn.CHOICE, Asked, 8),
        Entry(turn.UNDEAD, Rising, 9),
        Entry(redeploy.REGROUP, SlotStep, 10),
        Entry(redeploy.FORGO, Forgoing, 11),
        Entry(redeploy.REDEPLOY, Placing, 11),
        Entry(markers.ENCAMP, Camping, 11),
        Entry(conquest.CONQUEST, Conquering, 12),
        Entry(conquest.LAST_ROLL, Attempting, 13),
        Entry(conquest.ROLL_FIRST, Throwing, 13),
        Entry(column.REVEAL, Step, 14),
        Entry(column.BANNER, Asked, 15),
        Entry(column.BADGE, Drawn, 15),
    )
}


def read_frame(words: Any) -> Frame:
    """`["Conquest", 0, 0, true, -1, 0, 5]`; raises ValueError."""
    name = words[0] if isinstance(words, list) and words else ""
    if name not in MOMENTS:
        raise ValueError(f"stack: there is no moment {name!r}; there are: {', '.join(MOMENTS)}")
    phase, frame, _ = MOMENTS[name]
    if len(words) != len(frame._fields):
        raise ValueError(f"stack: {name} has {', '.join(frame._fields[1:])}")
    for field, value in zip(frame._fields[1:], words[1:], strict=True):
        unasked = field == "seat" and frame in (Step, SlotStep, SeatStep)
        wanted = type(None) if unasked else bool if field in ("opening", "lifting") else int
        most = 1 << LARGEST if field == "old" else 64  # a set of regions, or a number of one
        if type(value) is not wanted or (isinstance(value, int) and not -1 <= value < most):
            raise ValueError(f"stack: {field} of {name} cannot be {value!r}")
    made: Frame = frame(phase, *words[1:])
    return made

"""How somebody usually plays: by turns or without long pauses, and at what time of the day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from statistics import median
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import and_, select

from ludoteka.server.house import House
from ludoteka.server.schema import moves, seats, tables

Hours = Literal["", "morning", "afternoon", "evening", "night"]

LATELY = 10
"""Tables over which it is counted."""
TURNS = 5
"""Fewer say nothing of how fast somebody answers."""
HOURS = 20
"""Fewer say nothing of the time of the day."""
PAUSE = 1800.0
"""Seconds: whoever usually takes longer to answer plays by turns."""
DAY: tuple[tuple[int, Hours], ...] = ((5, "morning"), (12, "afternoon"), (17, "evening"), (23, "night"))
"""From which hour on; before the first it is still night."""
NOWHERE = "UTC"
"""The time zone of whoever has not told theirs."""


class Turn(NamedTuple):
    """An answer of one's own to the move of somebody else."""

    took: float
    at: float


class Habits(msgspec.Struct):
    pace: Literal["", "turns", "sitting"]
    """By turns, or at one sitting; empty where there are too few turns."""
    hours: Hours
    """When most turns are taken, by the clock where the person is; empty if that is not known, or at any time."""


async def turns_of(house: House, user_id: str) -> list[Turn]:
    """Those at the last tables."""
    lately = (
        select(seats.c.table_id, seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id, seats.c.kind == "human", tables.c.status.in_(("playing", "finished")))
        .order_by(tables.c.updated.desc())
        .limit(LATELY)
        .subquery()
    )
    before = moves.alias("before")
    own = and_(moves.c.table_id == lately.c.table_id, moves.c.mover == lately.c.seat, moves.c.by == "")
    asked = and_(before.c.table_id == moves.c.table_id, before.c.n == moves.c.n - 1, before.c.mover != moves.c.mover)
    wanted = select((moves.c.at - before.c.at).label("took"), moves.c.at).select_from(lately).join(moves, own)
    return [Turn(row["took"], row["at"]) for row in await house.store.rows(wanted.join(before, asked))]


def answers_in(turns: Sequence[Turn]) -> float | None:
    """Seconds in which somebody usually answers."""
    return median(turn.took for turn in turns) if len(turns) >= TURNS else None


def habits_of(turns: Sequence[Turn], zone: str) -> Habits:
    took = answers_in(turns)
    pace: Literal["", "turns", "sitting"] = "" if took is None else "turns" if took >= PAUSE else "sitting"
    if len(turns) < HOURS or zone == NOWHERE:
        return Habits(pace, "")
    times = Counter(_time_of_day(datetime.fromtimestamp(turn.at, ZoneInfo(zone)).hour) for turn in turns)
    ((hours, many),) = times.most_common(1)
    return Habits(pace, hours if many > len(turns) / 2 else "")


def _time_of_day(hour: int) -> Hours:
    return next((name for start, name in reversed(DAY) if hour >= start), "night")

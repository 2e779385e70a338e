"""Who thinks next. People take turns, whatever the number of their tables; tables where somebody waits come before
those of bots only; and what is quickly decided never waits behind what takes long."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Lane = OrderedDict[str, deque["Ask"]]


@dataclass(eq=False)
class Ask:
    """Something to be thought about."""

    job: Callable[[float], Any]
    """Called where bots think, with the seconds it may take."""
    table: str
    owner: str
    """The person whose turn in the line it takes."""
    people: bool
    """Somebody sits at the table and waits."""
    quick: bool
    wanted: Callable[[], bool] = lambda: True
    """Whether the answer is still of use when its turn has come."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """None if it was no longer wanted."""
    late: int = 0
    """How often the time was not enough."""
    lost: int = 0
    """How often whoever thought about it was lost."""


class Line:
    def __init__(self) -> None:
        self.lanes: dict[tuple[bool, bool], Lane] = {
            (people, quick): OrderedDict() for people in (True, False) for quick in (True, False)
        }

    def put(self, ask: Ask) -> None:
        self.lanes[ask.people, ask.quick].setdefault(ask.owner, deque()).append(ask)

    def put_back(self, ask: Ask) -> None:
        """Before all others of its kind: it had its turn already."""
        lane = self.lanes[ask.people, ask.quick]
        lane.setdefault(ask.owner, deque()).appendleft(ask)
        lane.move_to_end(ask.owner, last=False)

    def take(self, quick: bool) -> Ask | None:
        """The next one for somebody who takes everything, or only what is quickly decided."""
        for (_, is_quick), lane in self.lanes.items():
            while lane and (is_quick or not quick):
                owner, asks = next(iter(lane.items()))
                ask = asks.popleft()
                if asks:
                    lane.move_to_end(owner)
                else:
                    del lane[owner]
                if ask.answer.done():
                    continue  # whoever asked has gone
                if ask.wanted():
                    return ask
                ask.answer.set_result(None)
        return None

    def waiting(self, people: bool) -> int:
        """How many that take long wait at tables with people, or everywhere."""
        lanes = [self.lanes[True, False]] if people else [self.lanes[True, False], self.lanes[False, False]]
        return sum(len(asks) for lane in lanes for asks in lane.values())

    def places(self) -> dict[str, int]:
        """The place of every table in the line; 1 is next."""
        found: dict[str, int] = {}
        for quick in (True, False):
            order = [ask for people in (True, False) for ask in _in_turn(self.lanes[people, quick])]
            for place, ask in enumerate(order, 1):
                found.setdefault(ask.table, place)
        return found


def _in_turn(lane: Lane) -> Iterator[Ask]:
    """One of each person, then the second of each, and so on."""
    for i in range(max(map(len, lane.values()), default=0)):
        yield from (asks[i] for asks in lane.values() if i < len(asks))

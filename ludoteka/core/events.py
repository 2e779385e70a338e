"""What happens though nobody was asked: a seat, or the host, starts it at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason


@dataclass(frozen=True, slots=True)
class Event(Action):
    """What a seat, or the host, starts at any time, outside the stack of questions. It is written `! leave 2`.

    `seat` is whose it is. A game adds events of its own, or its own consequence of a common one, as subclasses in
    `Game.events`."""

    seat: int

    def __str__(self) -> str:
        return "! " + Action.__str__(self)

    @classmethod
    def possible(cls, s: Any) -> list[Event]:
        """All of this kind that could happen now."""
        return [event for seat in range(s.seats) if (event := cls(seat)).why_not(s) is None]

    def why_not(self, s: Any) -> Reason | None:
        """Why it cannot happen now; None if it can. Nothing happens in a match that is over."""
        if not s.stack:
            return Reason("error.match_over")
        return None if 0 <= self.seat < s.seats else Reason("why.no_such_seat", "", {"n": self.seat + 1})

    def happen(self, s: Any) -> None:
        """Change the position. Steps that nobody decides are run afterwards."""
        raise NotImplementedError(f"{type(self).__name__} does nothing")


@dataclass(frozen=True, slots=True)
class Leave(Event):
    """A seat leaves for good and cannot win any more. Its pieces stay in play and somebody else, mostly a bot, answers
    for it. When too few have stayed, the match is over."""

    def why_not(self, s: Any) -> Reason | None:
        why = Event.why_not(self, s)
        if why is None and s.left >> self.seat & 1:
            return Reason("why.has_left", "", {"n": self.seat + 1})
        return why

    def happen(self, s: Any) -> None:
        s.left |= 1 << self.seat
        if s.seats - s.left.bit_count() < s.fewest():
            s.stack.clear()

"""What happens without a question: a seat leaves, or takes the word to answer what is open to it."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteka.core import events as core
from ludoteka.core.errors import Kind, Reason, reason
from ludoteka.core.events import Event
from ludoteka.games.terra_mystica.phases import flow, leaving
from ludoteka.games.terra_mystica.phases.turn import ANSWER
from ludoteka.games.terra_mystica.state import TerraState


@dataclass(frozen=True, slots=True)
class Leave(core.Leave):
    """The match goes on without the seat's decisions, as long as enough players stay [TM-15.9]."""

    def happen(self, s: TerraState) -> None:
        core.Leave.happen(self, s)
        if s.stack:
            at_once = s.active == self.seat and s.rules.clean_leave and not s.rules.open_leech
            leaving.leave(s, self.seat)
            leaving.take_questions_away(s, self.seat)
            if at_once and not any(f[0] is ANSWER for f in s.stack):
                s.stack += [ANSWER.asked[offer[0]] for offer in reversed(s.offers)]


@dataclass(frozen=True, slots=True)
class Speak(Event):
    """Where offers stay open: this seat wants to answer now, whoever else is asked [TM-20.1]."""

    def why_not(self, s: TerraState) -> Reason | None:
        why = Event.why_not(self, s)
        if why is not None:
            return why
        if not s.rules.open_leech or s.rules.chance_speaks:
            return reason("why.one_at_a_time", "TM-8.4", Kind.OPTION_OFF)
        if s.to_move() == self.seat:
            return reason("why.asked_already", "TM-20.1", Kind.USED)
        return None if self.seat in waiting(s) else reason("why.nothing_open", "TM-20.1", Kind.NEEDS)

    def happen(self, s: TerraState) -> None:
        """The question that waits is asked again afterwards: what stands below it finds whom to ask."""
        choosing = s.stack.pop()[0] is flow.CHOICE
        if choosing:
            s.stack.append(flow.CHOICE.asked[self.seat])
        else:
            flow.speak(s, self.seat)


def waiting(s: TerraState) -> list[int]:
    """Seats that have something to say."""
    if len(s.stack) < 2:
        return []
    below = s.stack[-2]
    if below[0] is flow.ROUND:
        return s.rules.speakers(s)
    if below[0] is flow.CHOICES:
        return [i for i in below[2] if flow.has_choice(s.sides[i])]
    return []


EVENTS: tuple[type[Event], ...] = (Leave, Speak)

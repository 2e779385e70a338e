"""Moves planned while others move: the seat's next turn as it looks from here, and what was planned for it.

All of it is made from what the seat sees. A plan is the text of its actions, joined by "; ".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from ludoteka.core.action import Action
from ludoteka.core.errors import Reason
from ludoteka.core.game import OVER, Game, State
from ludoteka.core.intentions import Intention, Step, intend, intentions
from ludoteka.core.intentions_check import things_of
from ludoteka.core.manner import manner

JOINED = "; "


@dataclass(frozen=True, slots=True)
class Planned:
    """A move in the turn it is meant for, as far as that can be foreseen."""

    text: str
    intention: Intention
    why: Reason | None = None
    """Why it does not fit any more."""
    before: State | None = field(default=None, compare=False, repr=False)


def next_turn(game: Game, state: State, seat: int) -> State | None:
    """The seat's next turn as it would be if it came at once, in a world that agrees with what the seat sees."""
    own = manner(game)
    if own.next_turn is None or state.to_move() == OVER:
        return None
    rng, view = Random(0), state.full_view(seat)
    world = game.from_view(view, seat, rng) if game.from_view is not None else state.resample(seat, rng)
    return turn_of(game, world, seat)


def turn_of(game: Game, state: State, seat: int) -> State | None:
    """The position itself if it is the seat's turn, else its next one."""
    own = manner(game)
    if state.to_move() == seat and state.question() in own.turns:
        return state
    found: State | None = own.next_turn(state, seat) if own.next_turn is not None and state.to_move() != OVER else None
    return found


def foresee(game: Game, state: State, seat: int, texts: Sequence[str]) -> tuple[list[Planned], State | None]:
    """Moves planned for the next turns, one after the other, and the position in which one more would come. One that
    does not fit is left out of it."""
    here, found = next_turn(game, state, seat), []
    for text in texts:
        actions = read(game, text)
        if here is None:
            found.append(Planned(text, unfounded(state, actions)))
            continue
        made = _try(game, here, seat, actions)
        planned = (
            Planned(text, unfounded(here, actions), made)
            if isinstance(made, Reason)
            else Planned(text, made, None, here)
        )
        found.append(planned)
        if planned.why is None:
            here = turn_of(game, planned.intention.after, seat)
    return found, here


def read(game: Game, text: str) -> list[Action]:
    return [game.parse(part) for part in text.split(JOINED)]


def unfounded(state: State, actions: Sequence[Action]) -> Intention:
    """Actions for which there is no position: only good for a title."""
    ends = {d.answer for d in manner(state.game()).defaults.values() if d.ends}
    steps = tuple(Step(a, state, given=i == 0 or str(a) not in ends) for i, a in enumerate(actions))
    return Intention(steps, state, 0)


def _try(game: Game, state: State, seat: int, actions: Sequence[Action]) -> Intention | Reason:
    """As far as nobody else is asked."""
    here, done = state.clone(), 0
    for action in actions:
        if here.to_move() != seat:
            break
        why = here.why_not(action)
        if why is not None:
            return why
        here.apply(action)
        done += 1
    return recognised(game, state, tuple(actions[:done]))


def recognised(game: Game, state: State, actions: tuple[Action, ...]) -> Intention:
    """The intention that somebody chose: which of its actions were wished and which only pay for that."""
    for action in reversed(actions):
        for things in things_of(action):
            for intention in intentions(game, state, things).found:
                if intention.actions == actions:
                    return intention
    return intend(game, state, actions, follow=False)

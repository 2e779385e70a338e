"""Refusals are proved: what a reason claims by its kind is tried out in the position where it is given.

A game's test walks through random positions, wishes for every action there is, and hands each refusal to `disproof`
together with a `Mend`: a function that undoes exactly the fact a reason names (gives what is short, clears what is
occupied, turns the option on). A fact that it cannot undo (None) counts as unproved, and that is a fault, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import CHANCE, OVER, State

Mend = Callable[[State, Action, Reason, int], State | None]
"""(position, wish, reason, n) -> a copy in which the named fact is undone; of what is short `n` are given."""

TurnStep = Callable[[State, Action], bool]
"""Applies an action and says whether it is still the same turn. Without one, a turn lasts until others are asked."""
FACTS = {
    *(Kind.REACH, Kind.TERRAIN, Kind.OCCUPIED, Kind.USED, Kind.LIMIT, Kind.NEEDS, Kind.OPTION_OFF),
}
"""Kinds that name a fact: without it the wish is legal or refused for another reason."""
TRIES = 12
"""How many ways a turn goes on are looked at before nothing is taken to come."""


def refusals(state: State, wishes: Iterable[Action]) -> Iterator[tuple[Action, Reason]]:
    """Every wish that is refused, with the reason."""
    legal = set(state.legal_actions())
    for wish in wishes:
        if wish not in legal and (why := state.why_not(wish)) is not None:
            yield wish, why


def disproof(
    state: State, wish: Action, why: Reason, mend: Mend, rng: Random, step: TurnStep | None = None, tries: int = TRIES
) -> str:
    """What is false about a refusal, or nothing."""
    if why.kind is Kind.UNSAID:
        return "it claims nothing"
    if why.kind is Kind.SHORT:
        return _short(state, wish, why, mend)
    if why.kind in (Kind.FIRST, Kind.NOT_ASKED) and any(type(a) is type(wish) for a in state.legal_actions()):
        return "it is said not to be asked now, but it is"
    if why.kind in FACTS:
        return _fact(state, wish, why, mend)
    if why.kind is Kind.FORM:
        return "" if _said_otherwise(state, wish, why) else "no other words help"
    if why.kind in (Kind.NEVER, Kind.NOT_THIS_TURN, Kind.LATER):
        comes = any(offered(state, wish, rng, step, whole_match=why.kind is Kind.NEVER) for _ in range(tries))
        if comes != (why.kind is Kind.LATER):
            return "it never came" if why.kind is Kind.LATER else "it was offered all the same"
    return ""


def _fact(state: State, wish: Action, why: Reason, mend: Mend) -> str:
    mended = mend(state, wish, why, 0)
    if mended is None:
        return "unproved: nobody says how to undo it"
    still = mended.why_not(wish)
    return "it is refused for the same reason without it" if still is not None and still.id == why.id else ""


def _said_otherwise(state: State, wish: Action, why: Reason) -> bool:
    """Whether the same verb with other words is legal or refused for another reason."""
    every = state.game().every_action
    alike = every(state.seats, state.options) if every is not None else ()
    found = (state.why_not(other) for other in alike if type(other) is type(wish))
    return any(other is None or other.id != why.id for other in found)


def _short(state: State, wish: Action, why: Reason, mend: Mend) -> str:
    n = why.args.get("n")
    if not isinstance(n, int) or n < 1:
        return f"short of {n!r}"
    enough, nearly = mend(state, wish, why, n), mend(state, wish, why, n - 1)
    if enough is None or nearly is None:
        return "unproved: nobody says how to give more"
    if (still := enough.why_not(wish)) is not None and still.id == why.id:
        return f"{n} more are not enough"
    if (other := nearly.why_not(wish)) is None or other.id != why.id:
        return f"fewer than {n} are enough"
    return ""


def offered(state: State, wish: Action, rng: Random, step: TurnStep | None = None, whole_match: bool = False) -> bool:
    """Whether one random continuation of the turn, or of the match, offers the wish to the seat that is asked now."""
    seat, world = state.to_move(), state.clone()
    while world.to_move() != OVER:
        if world.to_move() == seat and wish in world.legal_actions():
            return True
        action = world.sample(rng)
        if step is not None:
            same_turn = step(world, action)
        else:
            world.apply(action)
            same_turn = world.to_move() in (seat, CHANCE)
        if not same_turn and not whole_match:
            return False
    return False

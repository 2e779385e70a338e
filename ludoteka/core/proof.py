"""Refusals are proved: what a reason claims by its kind is tried out in the position where it is given.

A game's test walks through random positions, wishes for every action there is, and hands each refusal to `disproof`
together with a `Mend`: a function that undoes exactly the fact a reason names (gives what is short, clears what is
occupied, turns the option on), or returns None where it does not know how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from ludoteka.core.action import Action
from ludoteka.core.errors import Kind, Reason
from ludoteka.core.game import CHANCE, OVER, State

Mend = Callable[[State, Action, Reason, int], State | None]
"""(position, wish, reason, n) -> a copy in which the named fact is undone; of what is short `n` are given."""

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


def disproof(state: State, wish: Action, why: Reason, mend: Mend, rng: Random) -> str:
    """What is false about a refusal, or nothing. What a game cannot mend and what claims nothing passes."""
    if why.kind is Kind.SHORT:
        return _short(state, wish, why, mend)
    if why.kind is Kind.FIRST and any(type(a) is type(wish) for a in state.legal_actions()):
        return "another question is said to come first, but this one is asked"
    if why.kind in FACTS:
        mended = mend(state, wish, why, 0)
        return "it is refused for the same reason without it" if mended and mended.why_not(wish) == why else ""
    if why.kind in (Kind.NEVER, Kind.NOT_THIS_TURN, Kind.LATER):
        comes = any(offered(state, wish, rng, whole_match=why.kind is Kind.NEVER) for _ in range(TRIES))
        if comes != (why.kind is Kind.LATER):
            return "it never came" if why.kind is Kind.LATER else "it was offered all the same"
    return ""


def _short(state: State, wish: Action, why: Reason, mend: Mend) -> str:
    n = why.args.get("n")
    if not isinstance(n, int) or n < 1:
        return f"short of {n!r}"
    enough, nearly = mend(state, wish, why, n), mend(state, wish, why, n - 1)
    if enough is not None and (still := enough.why_not(wish)) is not None and still.id == why.id:
        return f"{n} more are not enough"
    if nearly is not None and ((other := nearly.why_not(wish)) is None or other.id != why.id):
        return f"fewer than {n} are enough"
    return ""


def offered(state: State, wish: Action, rng: Random, whole_match: bool = False) -> bool:
    """Whether one random continuation offers the wish to the seat that is asked now, before others have their turn."""
    seat, world = state.to_move(), state.clone()
    while world.to_move() != OVER:
        if world.to_move() == seat and wish in world.legal_actions():
            return True
        if world.to_move() not in (seat, CHANCE) and not whole_match:
            return False
        world.apply(world.sample(rng))
    return False

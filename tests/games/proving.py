"""Help for proving refusals: what somebody could wish for, and shared things that are a little different."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, TypeVar

from ludoteka.core.action import Action, verb_of
from ludoteka.core.game import State

T = TypeVar("T")


class Wishes:
    """Everything that can be said, drawn so that every verb has its turn, however many things it can name."""

    def __init__(self, every: Iterable[Action]) -> None:
        self.by_verb: dict[str, list[Action]] = {}
        for action in every:
            self.by_verb.setdefault(verb_of(action), []).append(action)

    def some(self, state: State, rng: Random, each: int = 1, asked: int = 8) -> list[Action]:
        """A few with each verb, more of those with a verb that is asked for now."""
        now = {verb_of(action) for action in state.legal_actions()}
        found: list[Action] = []
        for verb, of_verb in self.by_verb.items():
            found += rng.sample(of_verb, min(asked if verb in now else each, len(of_verb)))
        return found


def altered(thing: T, **fields: Any) -> T:
    """A copy with other fields, also of what exists only once and so is not copied."""
    other = object.__new__(type(thing))
    vars(other).update(vars(thing) | fields)
    return other

"""Why nothing can be done with a thing somebody points at."""

from __future__ import annotations

from dataclasses import replace

from ludoteka.core.action import Action, args_of
from ludoteka.core.errors import Reason
from ludoteka.core.game import State

THINGS = ("at", "to", "what", "seat")
"""The fields of actions that name something to point at."""
KINDS = {"at": ("at", "to"), "what": ("what",), "seat": ("seat",)}
"""Which of them a thing on a drawing can be, by its `data-…`."""


def reasons_against(state: State, thing: str, kinds: tuple[str, ...] = THINGS) -> list[tuple[Action, Reason]]:
    """Each action that becomes illegal when `thing` takes the place of the thing it names, with the reason.

    Empty if something legal names it. The same reason is given once.
    """
    legal = state.legal_actions()
    found: list[tuple[Action, Reason]] = []
    tried: set[Action] = set()
    for action in legal:
        for kind, value in args_of(action).items():
            if kind not in kinds:
                continue
            if str(value) == thing:
                return []
            if isinstance(value, int) and not thing.isdecimal():
                continue
            wish = replace(action, **{kind: type(value)(thing)})
            if wish in tried:
                continue
            tried.add(wish)
            why = state.why_not(wish)
            if why is not None and all(why != other for _, other in found):
                found.append((wish, why))
    return found

"""Why nothing can be done with a thing somebody points at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludoteka.core.action import Action, args_of
from ludoteka.core.errors import Reason
from ludoteka.core.game import State

THINGS = ("at", "to", "what", "seat")
"""The fields of actions that name something to point at."""
KINDS = {"at": ("at", "to"), "what": ("what",), "seat": ("seat",)}
"""Which of them a thing on a drawing can be, by its `data-…`."""


def reasons_against(state: State, thing: str, kinds: tuple[str, ...] = THINGS) -> list[tuple[Action, Reason]]:
    """Each action that becomes illegal when `thing` takes the place of the thing it names, with the reason. If no such
    action can ever be meant, everything that somebody could wish to do with the thing.

    Empty if something legal names it. The same reason is given once.
    """
    legal = state.legal_actions()
    wishes: dict[Action, None] = {}
    known = every_wish(state)
    for action in legal:
        for kind, value in args_of(action).items():
            if kind not in kinds:
                continue
            if str(value) == thing:
                return []
            if isinstance(value, int) and not thing.isdecimal():
                continue
            wish = replace(action, **{kind: type(value)(thing)})
            if not known or wish in known:
                wishes[wish] = None
    if not wishes:
        named = ((a, args_of(a)) for a in known)
        wishes = {a: None for a, args in named if any(str(args[k]) == thing for k in kinds if k in args)}
    found: list[tuple[Action, Reason]] = []
    for wish in wishes:
        why = state.why_not(wish)
        if why is not None and all(why != other for _, other in found):
            found.append((wish, why))
    return found


_wishes: dict[tuple[str, int, Any], dict[Action, None]] = {}


def every_wish(state: State) -> dict[Action, None]:
    """Every action that a seat may ever choose, in a stable order; none where the game does not list them."""
    game = state.game()
    if game.every_action is None:
        return {}
    key = (game.name, state.seats, state.options)
    if key not in _wishes:
        _wishes[key] = dict.fromkeys(game.every_action(state.seats, state.options))
    return _wishes[key]

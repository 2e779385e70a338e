"""What the contract asks of intentions: they are legal, their prices happen, and nothing becomes unreachable."""

from __future__ import annotations

import re
from random import Random

from ludoteka.core.action import Action, args_of
from ludoteka.core.arrange import arrange
from ludoteka.core.game import Game, State
from ludoteka.core.intentions import Intention, Note, Planner
from ludoteka.core.manner import manner

EVERYTHING = 10_000


def things_of(action: Action) -> list[dict[str, str]]:
    """Each thing that an action names, as somebody would point at it."""
    kinds = {"at": "at", "to": "at", "what": "what", "seat": "seat"}
    return [{kinds[name]: str(value)} for name, value in args_of(action).items() if name in kinds]


def things_on(game: Game, state: State) -> list[tuple[str, str]]:
    """Everything on the table that can be clicked, as kind and name."""
    view = state.view(state.to_move())
    drawn = str(game.draw(view, "en")) + "".join(str(p.svg) for p in game.panels(view, "en"))
    return sorted(set(re.findall(r'data-(at|what|seat)="([^"]*)"', drawn)))


def problem(game: Game, state: State, rng: Random, tried: int = 3) -> str:
    """What is wrong with the intentions of the seat that is asked; empty if nothing is."""
    seat = state.to_move()
    if seat < 0:
        return ""
    legal = state.legal_actions()
    for action in rng.sample(legal, min(tried, len(legal))):
        for things in things_of(action) or [{}]:
            plan = Planner(game, state).plan(things, EVERYTHING)
            if not any(action in i.actions for i in plan.found) and not _same_end(state, action, plan.found):
                return f"{action} is legal, but no intention with {things} has it"
            for intention in plan.found:
                if wrong := _wrong(state, intention, seat):
                    return wrong
    return _unarranged(game, state)


def _wrong(state: State, intention: Intention, seat: int) -> str:
    real = state.clone()
    for step in intention.steps:
        if real.to_move() != seat or step.action not in real.legal_actions():
            return f"{[str(a) for a in intention.actions]}: {step.action} is not legal when it comes"
        happened: list[Note] = []
        real.notes = happened
        real.apply(step.action)
        real.notes = None
        if tuple(happened) != step.notes:
            return f"{step.action} was said to bring {step.notes}, but brought {happened}"
    return ""


def _same_end(state: State, action: Action, found: list[Intention]) -> bool:
    """Two actions that lead to one position are one intention."""
    after = state.clone()
    after.apply(action)
    return any(i.after.snapshot() == after.snapshot() for i in found)


def _unarranged(game: Game, state: State) -> str:
    """Each preset of an arrangement that leaves nothing in hand can be made."""
    arranger = manner(game).arrangements.get(state.question())
    shape = arranger.read(state, state.to_move()) if arranger else None
    if arranger is None or shape is None:
        return ""
    for name, plan in shape.presets.items():
        if sum(plan.values()) != shape.total:
            continue
        real = state.clone()
        for action in arrange(arranger, state, plan):
            if action not in real.legal_actions():
                return f"arranging {name}: {action} is not legal when it comes"
            real.apply(action)
    return ""

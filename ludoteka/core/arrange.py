"""Choices without an order: the engine asks for piece after piece, people put them all down and say yes once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.errors import IllegalAction, Reason, reason
from ludoteka.core.game import State
from ludoteka.core.text import Catalogue

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that can hold pieces, or can be chosen (at most 1)."""

    thing: str
    now: int = 0
    least: int = 0
    most: int = 1
    worth: int | None = None
    """Added to its pieces it is the number of `arrange.<id>.worth`, such as what an attack would take."""
    beside: tuple[int, ...] = ()
    """The seats that could reach it."""
    stock: int = 0
    """What there is of it to pay with, where there is a `rate`."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What there is to arrange; its words are `arrange.<id>`."""

    id: str
    by: str
    """`at` or `what`: how things on the board name the items."""
    items: tuple[Item, ...]
    total: int | None = None
    """All pieces together, which must lie somewhere in the end; None: any number, up to `limit`."""
    limit: int | None = None
    least: int = 0
    """So many at least, where there is no total."""
    rate: int = 0
    """Each piece uses up so many of its thing's stock and adds one to that of the next thing."""
    presets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Whole arrangements by name, `arrange.to.<name>`."""
    optional: bool = False
    """The question offers other things, too: it opens by a button."""


@dataclass(frozen=True, slots=True)
class Arranger:
    """Which verbs make an arrangement: `put` one or several pieces, `take` them up before, `end` it."""

    read: Callable[[Any, int], Arrangement | None]
    put: str
    take: str = ""
    stays: int = 0
    """Of the pieces of a thing, after `take`."""
    end: str = ""
    name: Callable[[Any, str, Catalogue], str] | None = None
    """A thing in words, where the catalogue alone does not know it."""


def arrange(arranger: Arranger, state: State, plan: Mapping[str, int]) -> list[Action]:
    """The actions, in the order that the rules ask for, or IllegalAction."""
    seat = state.to_move()
    shape = arranger.read(state, seat)
    why = _problem(shape, plan) if shape is not None else reason("why.nothing_to_arrange")
    if shape is None or why is not None:
        raise IllegalAction(" ".join(f"{k}={n}" for k, n in plan.items()), why or reason("why.nothing_to_arrange"))
    need = {i.thing: plan.get(i.thing, i.now) - i.now for i in shape.items}
    now = {i.thing: i.now for i in shape.items}
    done: list[Action] = []
    asked, state = state.question(), state.clone()
    while state.to_move() == seat and len(done) < LONGEST:
        over = not any(need.values()) and sum(plan.values()) == shape.limit  # the last piece has ended it
        ends = not over and (shape.optional or state.question() == asked)
        action = _next(arranger, shape, state.legal_actions(), need, ends)
        if action is None:
            break
        _count(arranger, shape, action, need, now)
        done.append(action)
        state.apply(action)
        if verb_of(action) == arranger.end:
            break
    if any(need.values()) or not done:
        left = next((thing for thing, n in need.items() if n), "")
        raise IllegalAction(left, Reason("why.cannot_arrange", "", {shape.by: left}))
    return done


def _problem(shape: Arrangement, plan: Mapping[str, int]) -> Reason | None:
    items = {i.thing: i for i in shape.items}
    for thing, n in plan.items():
        item = items.get(thing)
        if item is None:
            return Reason("why.cannot_arrange", "", {shape.by: thing})
        if not item.least <= n <= item.most:
            return reason("why.arranged_between", n=n, least=item.least, most=item.most)
    total = sum(plan.get(i.thing, i.now) for i in shape.items)
    if shape.total is not None and total != shape.total:
        return reason("why.arranged_total", n=total, total=shape.total)
    if shape.limit is not None and total > shape.limit:
        return reason("why.arranged_limit", n=total, limit=shape.limit)
    if total < shape.least:
        return reason("why.arranged_least", n=total, least=shape.least)
    return _unpaid(shape, plan) if shape.rate else None


def _unpaid(shape: Arrangement, plan: Mapping[str, int]) -> Reason | None:
    """The first thing of which there is too little, with what comes to it from the one before."""
    comes = 0
    for item in shape.items:
        n = plan.get(item.thing, item.now)
        if n * shape.rate > item.stock + comes:
            return Reason("why.cannot_arrange", "", {shape.by: item.thing})
        comes = n
    return None


def _next(
    arranger: Arranger, shape: Arrangement, legal: Sequence[Action], need: Mapping[str, int], ends: bool
) -> Action | None:
    best: Action | None = None
    for action in legal:
        verb, args = verb_of(action), args_of(action)
        short = need.get(str(args.get(shape.by, "")), 0)
        if verb == arranger.take:
            over = short < 0 if shape.by in args else min(need.values()) < 0
            if over:
                return action
        elif verb == arranger.put and _number(action) <= short and _better(action, best, shape.by):
            best = action
    if best is None and arranger.end and ends:
        best = next((a for a in legal if verb_of(a) == arranger.end), None)
    return best


def _better(action: Action, best: Action | None, by: str) -> bool:
    """The first thing that needs pieces, as many at once as may be."""
    if best is None:
        return True
    return args_of(action).get(by) == args_of(best).get(by) and _number(action) > _number(best)


def _number(action: Action) -> int:
    return int(args_of(action).get("n", 1))


def _count(arranger: Arranger, shape: Arrangement, action: Action, need: dict[str, int], now: dict[str, int]) -> None:
    thing = str(args_of(action).get(shape.by, ""))
    if verb_of(action) == arranger.put:
        need[thing] -= _number(action)
    elif verb_of(action) == arranger.take:
        for taken in [thing] if thing else list(need):
            need[taken] += now[taken] - arranger.stays

"""Arrangements as they leave the server: what can be put where, and whole proposals by name."""

from __future__ import annotations

import msgspec

from ludoteka.core.game import Game, State
from ludoteka.core.manner import manner


class ItemOut(msgspec.Struct):
    thing: str
    label: str
    now: int
    least: int
    most: int
    worth: int | None
    beside: list[int]
    stock: int
    """What there is of it to pay with, where there is a `rate`."""


class PresetOut(msgspec.Struct):
    id: str
    label: str
    plan: dict[str, int]


class ArrangementOut(msgspec.Struct):
    id: str
    ask: str
    worth: str
    """The words of `worth`, with `{n}`."""
    safe: str
    """What is said of a thing that has no `worth`."""
    by: str
    items: list[ItemOut]
    total: int | None
    limit: int | None
    least: int
    rate: int
    """Each piece uses up so many of its thing's stock and adds one to that of the next thing; 0: nothing is paid."""
    optional: bool
    presets: list[PresetOut]
    verbs: list[str]
    """Actions with these are made by it and need no button."""


def arrangement_out(game: Game, state: State, lang: str) -> ArrangementOut | None:
    arranger = manner(game).arrangements.get(state.question())
    shape = arranger.read(state, state.to_move()) if arranger else None
    if arranger is None or shape is None:
        return None
    say = game.catalogue(lang)

    def name(thing: str) -> str:
        return arranger.name(state, thing, say) if arranger.name else say.name(shape.by, thing)

    return ArrangementOut(
        id=shape.id,
        ask=say.say(f"arrange.{shape.id}", n=shape.limit or 0),
        worth=say.messages.get(f"arrange.{shape.id}.worth", ""),
        safe=say.messages.get(f"arrange.{shape.id}.safe", ""),
        by=shape.by,
        items=[
            ItemOut(
                i.thing,
                name(i.thing),
                i.now,
                i.least,
                i.most,
                i.worth,
                list(i.beside),
                i.stock,
            )
            for i in shape.items
        ],
        total=shape.total,
        limit=shape.limit,
        least=shape.least,
        rate=shape.rate,
        optional=shape.optional,
        presets=[PresetOut(id, say.say(f"arrange.to.{id}"), dict(plan)) for id, plan in shape.presets.items()],
        verbs=[verb for verb in (arranger.put, arranger.take, arranger.end) if verb],
    )

"""A position as one line of text, and back.

    part=2 chapter=3 row=["S01","G04"] at=["S01.2","-",…] books=[4,1,1,0] … stack=[["ForSide","Turn",null,0]]

`field=value` pairs, values as JSON without spaces. Lands, cells, places, allies, events and tricks go by their names,
`-` is none (a sage at home, a token on its card), `x` what does not exist. What is as in an empty position is left out;
decks are what lies nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from ludoteka.core.action import parse, verbs
from ludoteka.core.errors import NotAnAction
from ludoteka.core.game import Frame
from ludoteka.core.native import slot_names
from ludoteka.core.position import as_tuple, bad_position, read_stack, write_stack
from ludoteka.games.fabled.actions import VERBS
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.effects import Source
from ludoteka.games.fabled.phases.allies import DealFrame
from ludoteka.games.fabled.state import FabledState

PACKAGE = __name__.rpartition(".")[0]
FIELDS = slot_names(FabledState)
DERIVED = {"seats", "options", "setting", "content", "notes", "decks", "ally_deck", "event_deck"}
GROWING = {"row", "discard", "visited", "ally_bottom", "past_events", "taken", "piles", "revealed", "told", "result"}
FLAGS = {"trick_failed", "escalated"}
in_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@cache
def names_of(c: Content) -> dict[str, tuple[Sequence[str], int]]:
    """By field: the names its numbers stand for, and how deep they lie in it."""
    ally = [a.id for a in c.allies]
    event = [e.id for e in c.events]
    trick = [t.id for t in c.tricks]
    return {
        **dict.fromkeys(("row", "open", "discard"), (c.land_id, 1)),
        **dict.fromkeys(("at", "token_at"), (c.cell_name, 1)),
        "wait": (c.place_id, 1),
        "allies": (ally, 2),
        **dict.fromkeys(("ally_bottom", "revealed"), (ally, 1)),
        "event": (event, 0),
        "past_events": (event, 1),
        "back": (c.deck_id, 0),
        "trick_now": (trick, 0),
    }


def written(value: Any, names: Sequence[str], depth: int) -> Any:
    if depth:
        return [written(v, names, depth - 1) for v in value]
    return names[value] if value >= 0 else "-x"[-value - 1]


def numbered(value: Any, names: Sequence[str], depth: int) -> Any:
    if depth:
        return [numbered(v, names, depth - 1) for v in value]
    return -1 - "-x".index(value) if value in ("-", "x") else names.index(value)


def write(s: FabledState, empty: FabledState) -> str:
    named = names_of(s.content)
    found = []
    for name in FIELDS:
        value = getattr(s, name)
        if name in DERIVED or (value == getattr(empty, name) and name != "stack"):
            continue
        if name == "stack":
            value = write_stack(value)
        elif name == "last":
            value = str(value).split()
        elif name in named:
            value = written(value, *named[name])
        found.append(f"{name}={in_json(value)}")
    return " ".join(found)


def fill(s: FabledState, text: str) -> None:
    """Make an empty position the written one; raises BadOptions where it cannot be read."""
    try:
        named = names_of(s.content)
        left = set(FIELDS) - DERIVED
        for pair in text.split():
            name, _, value = pair.partition("=")
            if name not in left:
                raise ValueError(f"unknown field {name}, or said twice")
            left.remove(name)
            _set(s, name, json.loads(value), named)
        _fill_decks(s)
    except (ValueError, TypeError, LookupError, AttributeError, NotAnAction) as error:
        raise bad_position(f"unknown name {error}" if isinstance(error, KeyError) else str(error)) from error


def _set(s: FabledState, name: str, value: Any, named: dict[str, tuple[Sequence[str], int]]) -> None:
    old = getattr(s, name)
    if name == "stack":
        s.stack = [_with_source(f) for f in read_stack(PACKAGE, value)]
        return
    if name == "last":
        s.last = parse(verbs(VERBS), " ".join(value))
        return
    if name in named:
        value = numbered(value, *named[name])
    if type(old) is tuple:
        value = as_tuple(value)
    fixed = isinstance(old, list | tuple) and name not in GROWING
    if type(value) is not type(old) or (fixed and len(value) != len(old)) or not _plain(value, name):
        raise ValueError(f"{name} cannot be {in_json(value)}")
    setattr(s, name, value)


def _plain(value: Any, name: str) -> bool:
    """Numbers all the way down; what was told is words, too."""
    if isinstance(value, list | tuple):
        return all(_plain(v, name) for v in value)
    return type(value) is int or (type(value) is bool and name in FLAGS) or (type(value) is str and name == "told")


def _with_source(f: Frame) -> Frame:
    return f._replace(source=Source(*f.source)) if hasattr(f, "source") else f  # type: ignore[attr-defined]


def _fill_decks(s: FabledState) -> None:
    away = {*s.row, *s.open, *s.discard}
    s.decks = tuple(sum(1 << x for x in range(len(s.content.land_id)) if m >> x & 1 and x not in away) for m in s.decks)
    dealt = {a for mine in (*s.allies, s.revealed, s.ally_bottom) for a in mine}
    dealt |= {a for f in s.stack if isinstance(f, DealFrame) for a in (*f.offered, *f.skipped)}
    s.ally_deck &= ~sum(1 << a for a in dealt)
    s.event_deck &= ~sum(1 << e for e in {s.event, *s.past_events} if e >= 0)

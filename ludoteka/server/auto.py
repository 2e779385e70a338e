"""Answers given in advance: standing ones that stay, and premoves for the next own turns.

A standing answer is written in the notation of actions, so it serves every game: `{"answer": "decline * >3"}`
declines whenever more than 3 power is offered. A word may be `*`, or for a number `>3`,
`>=3`, `<3`, `<=3`. `{"answer": "*", "only": true}` plays whatever is the only thing that can be done.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludoteka.core.action import Action
from ludoteka.core.ahead import read
from ludoteka.core.errors import NotAnAction
from ludoteka.core.game import Game, State
from ludoteka.core.manner import manner
from ludoteka.core.wish import every_wish

Pattern = Annotated[str, Meta(max_length=120, pattern=r"^[^\n\r]*$")]
_COMPARE = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_NUMBER = re.compile(r"(>=|<=|>|<)(-?\d{1,9})$")


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    answer: Pattern
    when: Pattern = ""
    only: bool = False
    asked: Annotated[str, Meta(max_length=40)] = ""
    """Only for the question of this name."""
    last: bool = False
    """The last action that fits, not the first: as many as there are."""

    def find(self, state: State) -> Action | None:
        """The legal action that answers, if the moment is the one meant."""
        legal = state.legal_actions()
        if (self.only and len(legal) != 1) or (self.asked and state.question() != self.asked):
            return None
        if self.when and not any(matches(self.when, a) for a in legal):
            return None
        return next((a for a in (reversed(legal) if self.last else legal) if matches(self.answer, a)), None)

    def check(self, state: State) -> None:
        """Raise if it could never answer anything at this table, or would answer everything."""
        game, every = state.game(), every_wish(state)
        for pattern in {self.answer, self.when} - {"", "*"}:
            game.parse(" ".join(_NUMBER.sub(r"\2", word) for word in _sample(game, pattern)))
            if every and not any(matches(pattern, a) for a in every):
                raise NotAnAction("error.never_fits", text=pattern)
        if not self.answer or (self.answer == "*" and not self.only):
            raise NotAnAction("error.never_fits", text=self.answer)
        if self.asked and f"ask.{self.asked}" not in game.catalogue("en"):
            raise NotAnAction("error.never_fits", text=self.asked)


def check_premove(state: State, text: str) -> None:
    """Raise if an action of it does not exist at this table."""
    every = every_wish(state)
    for action in read(state.game(), text):
        if every and action not in every:
            raise NotAnAction("error.never_fits", text=str(action))


class Dropped(msgspec.Struct, frozen=True):
    """A premove that no longer fitted when its turn came, and the reason; kept until its owner plans anew."""

    text: str
    why: str
    rule: str
    args: dict[str, Any]


class Orders(msgspec.Struct):
    standing: list[Standing]
    premoves: list[str]
    """For the next turns of the seat; each is one move of one or several actions, joined by "; "."""
    rest: list[str] = []
    """Of a move that others interrupted: done when they have answered, dropped without a word if it does not fit."""
    ask_all: bool = False
    """Nothing is answered by itself."""
    dropped: Dropped | None = None

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Orders:
        return cls(
            msgspec.json.decode(row["standing"], type=list[Standing]),
            msgspec.json.decode(row["premoves"], type=list[str]),
            msgspec.json.decode(row["rest"], type=list[str]),
            row["ask_all"],
            msgspec.json.decode(row["dropped"], type=Dropped | None),
        )

    def columns(self) -> dict[str, str | bool]:
        """As they are stored."""
        told = {"standing": self.standing, "premoves": self.premoves, "rest": self.rest, "dropped": self.dropped}
        return {name: msgspec.json.encode(value).decode() for name, value in told.items()} | {"ask_all": self.ask_all}

    def due(self, state: State) -> bool:
        """Whether the first premove is to be made now: in the own turn, not while a neighbour wants an answer."""
        turns = manner(state.game()).turns
        return bool(self.premoves) and (not turns or state.question() in turns)

    def speaks(self, state: State) -> bool:
        """Whether they answer what is asked now, or want to be asked."""
        return self.ask_all or bool(self.rest) or self.due(state) or any(s.find(state) for s in self.standing)

    def __bool__(self) -> bool:
        return bool(self.standing or self.premoves or self.rest or self.ask_all or self.dropped)


def _sample(game: Game, pattern: str) -> list[str]:
    """The pattern with a number for each `*` that stands for one."""
    verb, *words = pattern.split() or [""]
    cls = game.known_verbs.get(verb)
    kinds = [f.type in (int, "int") for f in fields(cls)] if cls is not None else []
    return [verb, *("0" if w == "*" and i < len(kinds) and kinds[i] else w for i, w in enumerate(words))]


def matches(pattern: str, action: Action) -> bool:
    wanted, words = pattern.split(), str(action).split()
    if wanted == ["*"]:
        return True
    return len(wanted) == len(words) and all(_fits(w, word) for w, word in zip(wanted, words, strict=True))


def _fits(wanted: str, word: str) -> bool:
    if wanted in ("*", word):
        return True
    found = _NUMBER.match(wanted)
    return bool(found and re.fullmatch(r"-?\d{1,9}", word) and _COMPARE[found[1]](int(word), int(found[2])))

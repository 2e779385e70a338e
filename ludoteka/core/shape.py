"""Texts that people write in TOML: what may stand in them, and in which line something stands that may not.

What a value may be is a `Kind`, put together from those below or read from a table of fields, as a game's own file of
shapes has it (`Shapes`):

    name = "text?"                    may be left out
    height = "upper|middle|lower"     one of these words
    cells = "1..9"                    a whole number, in these bounds
    entries = "[height]"              a list of such
    ally = "@ally?"                   the id of a record
    price = { book = "tier", n = "count" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludoteka.core.errors import BadOptions

Place = tuple[str | int, ...]
"""The way to something in a text: keys, and numbers in lists."""
LONGEST = 60
"""Letters of a wrong value that are repeated."""
_HEAD = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w.-]+)\s*=")


class Fault(BadOptions):
    """What cannot be used of a text, with its line. A game has a class of its own, for its own messages."""

    def __init__(self, id: str, line: int, spot: str, **args: Any) -> None:
        super().__init__(id, line=line, spot=spot, **args)
        self.line, self.spot = line, spot


class Text:
    """A text that was read. `known`: the ids of records that others may name, by table."""

    def __init__(self, text: str, fault: type[Fault] = Fault) -> None:
        self.text, self.fault = text, fault
        self.known: Mapping[str, Collection[Any]] = {}
        try:
            self.tables: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found[1]) if found else len(text.splitlines())
            raise fault("shape.not_toml", line, "", detail=str(error)) from None

    def line(self, place: Place) -> int:
        """Where it stands, or the nearest thing around it that has a line of its own."""
        while place not in self._lines:
            place = place[:-1]
        return self._lines[place]

    @cached_property
    def _lines(self) -> dict[Place, int]:
        found: dict[Place, int] = {(): 1}
        last: dict[Place, int] = {}  # of the tables written as [[name]] the number of the last one
        inside: Place = ()
        for number, line in enumerate(self.text.splitlines(), 1):
            place: Place = ()
            if head := _HEAD.match(line):
                *around, name = head[2].split(".")
                for outer in around:
                    place += (outer, last[place + (outer,)]) if place + (outer,) in last else (outer,)
                place += (name,)
                if head[1] == "[[":
                    last[place] = last.get(place, -1) + 1
                    place += (last[place],)
                inside = place
            elif key := _KEY.match(line):
                place = (*inside, *key[1].split("."))
            for n in range(1, len(place) + 1):
                found.setdefault(place[:n], number)
        return found


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text, and what people call it."""

    text: Text
    place: Place = ()
    name: str = ""

    def at(self, step: str | int) -> Spot:
        """Something in it. What stands in a list has the name of the list."""
        name = f"{self.name}.{step}".lstrip(".") if isinstance(step, str) else self.name
        return Spot(self.text, (*self.place, step), name)

    def fault(self, problem: str, **args: Any) -> Fault:
        if "value" in args:
            args["value"] = str(args["value"])[:LONGEST]
        return self.text.fault(problem, self.text.line(self.place), self.name, **args)


Kind = Callable[[Spot, Any], None]
"""Raises a Fault if the value may not stand there."""
Fields = Mapping[str, Kind]


def number(low: int | None = None, high: int | None = None) -> Kind:
    def check(spot: Spot, value: Any) -> None:
        if low is not None and high is not None and (type(value) is not int or not low <= value <= high):
            raise spot.fault("shape.range", value=value, low=low, high=high)
        if type(value) is not int:
            raise spot.fault("shape.number", value=value)

    return check


def flag(spot: Spot, value: Any) -> None:
    if type(value) is not bool:
        raise spot.fault("shape.flag", value=value)


def word(spot: Spot, value: Any) -> None:
    if type(value) is not str or not value or any(c.isspace() for c in value):
        raise spot.fault("shape.word", value=value)


def text(spot: Spot, value: Any) -> None:
    if type(value) is not str:
        raise spot.fault("shape.text", value=value)


def one_of(*choices: str) -> Kind:
    def check(spot: Spot, value: Any) -> None:
        if type(value) is not str or value not in choices:
            raise spot.fault("shape.one_of", value=value, known=", ".join(choices))

    return check


def refers_to(table: str) -> Kind:
    """The id of a record of that table."""

    def check(spot: Spot, value: Any) -> None:
        if type(value) not in (str, int) or value not in spot.text.known[table]:
            raise spot.fault("shape.reference", value=value, table=table)

    return check


def many(kind: Kind) -> Kind:
    def check(spot: Spot, value: Any) -> None:
        if type(value) is not list:
            raise spot.fault("shape.list", value=value)
        for i, item in enumerate(value):
            kind(spot.at(i), item)

    return check


def one_or_many(kind: Kind) -> Kind:
    return lambda spot, value: many(kind)(spot, value if type(value) is list else [value])


def table(must: Fields, may: Fields | None = None, of: str = "") -> Kind:
    """With these keys; `of`: the word that asks for them, for the message."""
    fields = {**must, **(may or {})}

    def check(spot: Spot, value: Any) -> None:
        if type(value) is not dict:
            raise spot.fault("shape.table", value=value)
        for key, item in value.items():
            if key not in fields:
                known = ", ".join(fields) or "–"
                raise spot.at(key).fault("shape.key_of" if of else "shape.key", of=of, known=known)
            fields[key](spot.at(key), item)
        for key in must:
            if key not in value:
                raise spot.at(key).fault("shape.missing_of" if of else "shape.missing", of=of)

    return check


def spoken(head: str, words: Mapping[str, Kind]) -> Kind:
    """A table whose key `head` holds a word that says what the rest of it must be."""

    def check(spot: Spot, value: Any) -> None:
        if type(value) is not dict:
            raise spot.fault("shape.table", value=value)
        rest = dict(value)
        name = rest.pop(head, "")
        one_of(*words)(spot.at(head), name)
        words[name](spot, rest)

    return check


class Shapes:
    """Kinds by name; the table of a file that makes them may name them before they are made."""

    def __init__(self, **kinds: Kind) -> None:
        self.kinds: dict[str, Kind] = {"whole": number(), "flag": flag, "word": word, "text": text, **kinds}

    def add(self, specs: Mapping[str, Any]) -> None:
        self.kinds |= {name: self.kind(spec) for name, spec in specs.items()}

    def kind(self, spec: str | list[str] | Mapping[str, Any]) -> Kind:
        if isinstance(spec, list):
            return one_of(*spec)
        if not isinstance(spec, str):
            return table(*self.fields(spec))
        if spec.startswith("["):
            return many(self.kind(spec[1:-1]))
        if spec.startswith("@"):
            return refers_to(spec[1:])
        low, between, high = spec.partition("..")
        if between:
            return number(int(low), int(high))
        return one_of(*spec.split("|")) if "|" in spec else lambda spot, value: self.kinds[spec](spot, value)

    def fields(self, specs: Mapping[str, Any]) -> tuple[Fields, Fields]:
        """The keys that a table must have and those it may have."""
        found: tuple[dict[str, Kind], dict[str, Kind]] = {}, {}
        for key, spec in specs.items():
            optional = isinstance(spec, str) and spec.endswith("?")
            found[optional][key] = self.kind(spec[:-1] if optional else spec)
        return found


def parts(spot: Spot, tables: Mapping[str, Any], name: str) -> Iterator[tuple[Spot, dict[str, Any]]]:
    """The tables of that name, written once as `[name]` or several times as `[[name]]`."""
    found, here = tables.get(name, []), spot.at(name)
    several = type(found) is list
    for n, part in enumerate(found if several else [found]):
        if type(part) is not dict:
            raise here.fault("shape.tables")
        yield here.at(n) if several else here, part

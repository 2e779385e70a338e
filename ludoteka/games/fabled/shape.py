"""The shape of a content file: which tables there are, which keys they have, what a value may be (shape.toml).

Every check knows where it is (table, id, key), so that the owner of a hand-written file learns what to mend.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteka.core.errors import BadOptions, Reason, reason


class BadData(BadOptions):
    """A content file that cannot be used; the reason names table, id and key."""

    folder = Path(__file__).parent

    def __init__(self, why: Reason) -> None:
        super().__init__(why.id, **why.args)


@dataclass(frozen=True, slots=True)
class Where:
    """A spot in a content file."""

    table: str
    id: str = "-"
    key: str = "-"

    def fault(self, problem: str, **args: Any) -> BadData:
        return BadData(reason(f"error.data_{problem}", "", table=self.table, record=self.id, field=self.key, **args))

    def at(self, key: str) -> Where:
        return Where(self.table, self.id, key)


Kind = Callable[[Where, Any], None]


def whole(where: Where, value: Any) -> None:
    if type(value) is not int:
        raise where.fault("kind", wanted="int", value=str(value))


def count(where: Where, value: Any) -> None:
    whole(where, value)
    if not 0 <= value <= 99:
        raise where.fault("value", value=str(value), choices="0…99")


def flag(where: Where, value: Any) -> None:
    if type(value) is not bool:
        raise where.fault("kind", wanted="bool", value=str(value))


def word(where: Where, value: Any) -> None:
    if type(value) is not str or not value or any(c.isspace() for c in value):
        raise where.fault("kind", wanted="word", value=str(value))


def text(where: Where, value: Any) -> None:
    if type(value) is not str:
        raise where.fault("kind", wanted="str", value=str(value))


def one_of(*choices: str) -> Kind:
    def check(where: Where, value: Any) -> None:
        if value not in choices or type(value) is not str:
            raise where.fault("value", value=str(value), choices=", ".join(choices))

    return check


def many(kind: Kind) -> Kind:
    def check(where: Where, value: Any) -> None:
        if type(value) is not list:
            raise where.fault("kind", wanted="list", value=str(value))
        for item in value:
            kind(where, item)

    return check


def table(required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Kind:
    def check(where: Where, value: Any) -> None:
        if type(value) is not dict:
            raise where.fault("kind", wanted="table", value=str(value))
        for key in required:
            if key not in value:
                raise where.at(key).fault("missing")
        for key, item in value.items():
            kind = required.get(key) or (optional or {}).get(key)
            if kind is None:
                raise where.at(key).fault("unknown_key")
            kind(where.at(key), item)

    return check


Words = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]


def spoken(head: str, words: Words) -> Kind:
    """A record that begins with a word of the vocabulary and has exactly the keys of that word: those it must have, and
    perhaps those it may have."""

    def check(where: Where, value: Any) -> None:
        if type(value) is not dict:
            raise where.fault("kind", wanted="table", value=str(value))
        name = str(value.get(head))
        if name not in words:
            raise where.fault("value", value=f"{head} {name}", choices=", ".join(words))
        must, may = words[name]
        for key in must:
            if key not in value:
                raise where.fault("missing_in", part=name, inner=key)
        for key, item in value.items():
            if key != head:
                if key not in must and key not in may:
                    raise where.fault("unknown_in", part=name, inner=key)
                PARTS[key](where, item)

    return check


def condition(where: Where, value: Any) -> None:
    given = value if type(value) is dict else {}
    KINDS["fewest" if "fewest" in given else "poorest" if "poorest" in given else "enough"](where, value)


# -- shape.toml

KINDS: dict[str, Kind] = {
    "whole": whole,
    "count": count,
    "flag": flag,
    "word": word,
    "text": text,
    "condition": condition,
}


def kind_of(spec: str | list[str] | Mapping[str, Any]) -> Kind:
    """What a line of the file says: a kind by its name, a list of such, one of some words, or a table."""
    if isinstance(spec, list):
        return one_of(*spec)
    if not isinstance(spec, str):
        return table(*parts_of(spec))
    if spec.startswith("["):
        return many(kind_of(spec[1:-1]))
    return KINDS[spec] if spec in KINDS else one_of(*spec.split("|"))


def parts_of(spec: Mapping[str, Any]) -> tuple[dict[str, Kind], dict[str, Kind]]:
    """The keys that a table must have and those it may have."""
    must = {key: kind_of(value) for key, value in spec.items() if not str(value).endswith("?")}
    may = {key: kind_of(value[:-1]) for key, value in spec.items() if str(value).endswith("?")}
    return must, may


def keys_of(words: Mapping[str, str], more: str = "") -> Words:
    """By word: the keys it must have and those it may have."""
    found = {word: f"{keys} {more}".split() for word, keys in words.items()}
    return {
        word: (tuple(k for k in keys if k[-1] != "?"), tuple(k[:-1] for k in keys if k[-1] == "?"))
        for word, keys in found.items()
    }


_FILE = tomllib.loads(Path(__file__).with_name("shape.toml").read_text("utf-8"))
OPS, MODS = keys_of(_FILE["words"]["op"]), keys_of(_FILE["words"]["mod"])
COUNTS: list[str] = _FILE["kinds"]["counts"]
KINDS["effects"], KINDS["mods"] = many(spoken("op", OPS)), many(spoken("mod", MODS))
KINDS["ability"] = spoken("trigger", keys_of(_FILE["words"]["trigger"], "limit? condition?"))
for _name, _spec in _FILE["kinds"].items():
    KINDS[_name] = kind_of(_spec)
_COMMON = parts_of(_FILE["kinds"]["common"])[1]

PARTS, _ = parts_of(_FILE["parts"])
"""By key: what it is in effects, lasting changes and abilities."""
TABLES: dict[str, Kind] = {name: kind_of(spec) for name, spec in _FILE["tables"].items()}


def _record(spec: Mapping[str, Any]) -> tuple[str, Kind]:
    must, may = parts_of(spec)
    return next(iter(must)), table(must, may | _COMMON)


RECORDS: dict[str, tuple[str, Kind]] = {name: _record(spec) for name, spec in _FILE["records"].items()}
"""Tables of records: the key that names a record, and its shape."""

"""Player-made races and powers: the blank banner and the blank badge, as a TOML file.

    [race]
    id = "gnomes"
    tokens = 6
    borrows = "giants"          # whose tokens it uses; that banner leaves the game
    name.en = "Gnomes"
    name.ru = "Гномы"

    [[race.effects]]
    kind = "coins_per_region"
    symbol = "mine"

    [power]                     # either of the two may be missing
    …

Several are written as `[[race]]` and `[[power]]`, so files can be put together one after the other.

The option `custom` of a match is the name of a file in `customs/` or a text of people's own (`core.content`), which a
record holds whole, packed by `pack(text)`. Files in records of version 1 were read less strictly: `toml1:…` still is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core import content
from ludoteka.core.errors import LudotekaError, Reason
from ludoteka.core.text import LANGS
from ludoteka.games.small_world.data import (
    POWER_INDEX,
    POWER_LIMIT,
    POWERS,
    RACE_INDEX,
    RACE_LIMIT,
    RACES,
    Power,
    Race,
)
from ludoteka.games.small_world.effects import (
    BadEffect,
    CoinsFlat,
    CoinsPerConquest,
    CoinsPerRegion,
    ConquerInDecline,
    Discount,
    Effect,
    ExtraTokens,
    Linked,
    idle_in_decline,
    read_effect,
)

PACKED, PACKED_1 = content.PACKED, "toml1:"
DISCOUNTS = 5  # tokens off by one race or power, at most
FOLDER = Path(__file__).parent / "customs"
_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")


class BadCustom(LudotekaError):
    """A file that cannot be used; names the line and the key."""

    folder = Path(__file__).parent

    def __init__(self, problem: str, line: int, spot: str, **args: str | int) -> None:
        super().__init__(f"custom.{problem}", line=line, spot=spot, **args)
        self.line = line
        self.spot = spot


@dataclass(frozen=True)
class Custom:
    """What a file adds: a race in the place of another, a power, and their names by language."""

    races: tuple[Race, ...] = RACES
    powers: tuple[Power, ...] = POWERS
    names: dict[str, dict[str, str]] = field(default_factory=dict)


def pack(text: str) -> str:
    """A file as the value of the option `custom`: one word that holds everything."""
    read_text(text)
    return content.pack(text)


@lru_cache(maxsize=64)
def read_option(value: str) -> Custom:
    """What the option `custom` stands for; raises BadCustom or BadContent."""
    if not value:
        return Custom()
    if value.startswith(PACKED_1):
        return read_text(content.text_of(PACKED + value.removeprefix(PACKED_1)), strict=False)
    if content.is_content(value):
        return read_text(content.text_of(value))
    path = FOLDER / f"{value}.toml"
    if not _WORD.match(value) or not path.exists():
        known = ", ".join(sorted(p.stem for p in FOLDER.glob("*.toml")))
        raise BadCustom("no_file", 0, "custom", file=value, known=known)
    return read_text(path.read_text("utf-8"))


def problem_with(value: str) -> Reason | None:
    try:
        read_option(value)
    except (BadCustom, content.BadContent) as error:
        return error.reason
    return None


def read_text(text: str, strict: bool = True) -> Custom:
    """Read a file; raises BadCustom, which names the line and the key. Only a strict reader minds effects that are to
    go on in decline and cannot."""
    return _Reader(text).read(strict)


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        try:
            self.tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            line = int(found[1]) if found else len(self.lines)
            raise BadCustom("not_toml", line, "", detail=str(error)) from None

    def line_of(self, key: str, table: str, nth: int = 0) -> int:
        """Where a key of the nth table of that name stands; its header if the key is missing."""
        inside, seen, header = False, -1, 1
        for number, line in enumerate(self.lines, 1):
            head = re.match(r"\s*\[\[?\s*([\w.]+)\s*\]?\]", line)
            if head:
                inside = head[1] == table
                seen += inside
                if inside and seen == nth:
                    header = number
            elif inside and seen == nth and re.match(rf"\s*{re.escape(key)}\s*[.=]", line):
                return number
        return header

    def read(self, strict: bool) -> Custom:
        for name in self.tables:
            if name not in ("race", "power"):
                raise BadCustom("table", self.line_of("", name), name)
        if not self.tables:
            raise BadCustom("empty", 1, "race")
        races, powers, names = list(RACES), list(POWERS), dict[str, dict[str, str]]()
        made: list[tuple[_Part, tuple[Effect, ...]]] = []
        for part in self.parts("race"):
            id, names_of_it = part.read_names(names)
            race, place = part.read_race(id)
            if races[place] is not RACES[place]:
                raise part.bad("borrows", "borrowed_twice", race=RACES[place].id)
            races[place], names[id] = race, names_of_it
            made.append((part, race.effects))
        for part in self.parts("power"):
            id, names_of_it = part.read_names(names)
            power = part.read_power(id)
            powers.append(power)
            names[id] = names_of_it
            made.append((part, power.effects))
        if strict:
            _check_decline(made, races)
        return Custom(tuple(races), tuple(powers), names)

    def parts(self, name: str) -> list[_Part]:
        """Every table of that name, written once as `[race]` or several times as `[[race]]`."""
        found, effects = self.tables.get(name, []), 0
        if not isinstance(found, dict | list) or not all(isinstance(t, dict) for t in found if isinstance(found, list)):
            raise BadCustom("not_a_table", self.line_of("", name), name)
        parts = []
        for nth, table in enumerate([found] if isinstance(found, dict) else found):
            parts.append(_Part(self, name, table, nth, effects))
            effects += len(table["effects"]) if isinstance(table.get("effects"), list) else 0
        return parts


@dataclass(frozen=True)
class _Part:
    """One race or power of a file: where it stands and what it says."""

    file: _Reader
    name: str
    table: dict[str, Any]
    nth: int
    earlier: int
    """Effects of those before it."""

    def bad(self, key: str, problem: str, **args: str | int) -> BadCustom:
        spot = f"{self.name}.{key}" if key else self.name
        return BadCustom(problem, self.file.line_of(key, self.name, self.nth), spot, **args)

    def bad_effect(self, i: int, key: str, problem: str, **args: str | int) -> BadCustom:
        table = f"{self.name}.effects"
        return BadCustom(problem, self.file.line_of(key, table, self.earlier + i), f"{table}.{key}", **args)

    def read_race(self, id: str) -> tuple[Race, int]:
        """The race and whose place it takes."""
        self.check_keys({"id", "tokens", "borrows", "name", "effects"})
        tokens = self.read_number(RACE_LIMIT)
        borrows = self.table.get("borrows")
        if borrows not in RACE_INDEX:
            raise self.bad("borrows", "borrows", known=", ".join(RACE_INDEX))
        effects = self.read_effects()
        box = RACES[RACE_INDEX[borrows]].box
        extra = sum(e.amount for e in effects if isinstance(e, ExtraTokens))
        need = tokens + POWER_LIMIT + extra
        # those who grow from the tray stop when it is empty, the others must always get what they are due
        if box < need:
            raise self.bad(
                "borrows", "box", race=borrows, box=box, own=tokens, badge=POWER_LIMIT, extra=extra, need=need
            )
        return Race(id, tokens, box, effects), RACE_INDEX[borrows]

    def read_power(self, id: str) -> Power:
        self.check_keys({"id", "tokens", "name", "effects"})
        tokens = self.read_number(POWER_LIMIT)
        effects = self.read_effects()
        for i, e in enumerate(effects):
            if isinstance(e, ExtraTokens):  # a badge must fit every race's box, SW-9.3
                raise self.bad_effect(i, "kind", "extra_tokens", most=POWER_LIMIT)
        return Power(id, tokens, effects)

    def check_keys(self, known: set[str]) -> None:
        for key in self.table:
            if key not in known:
                raise self.bad(key, "key", known=", ".join(sorted(known)))

    def read_names(self, taken: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        id = self.table.get("id")
        if not isinstance(id, str) or not _WORD.match(id):
            raise self.bad("id", "id")
        if id in RACE_INDEX or id in POWER_INDEX:
            raise self.bad("id", "official", word=id)
        if id in taken:
            raise self.bad("id", "same_id", word=id)
        names = self.table.get("name")
        given = names if isinstance(names, dict) else {}
        for lang in LANGS:
            if not isinstance(given.get(lang), str) or not given[lang].strip():
                raise self.bad("name", "name", lang=lang)
        return id, {lang: given[lang] for lang in LANGS}

    def read_number(self, limit: int) -> int:
        tokens = self.table.get("tokens")
        if type(tokens) is not int or not 1 <= tokens <= limit:
            raise self.bad("tokens", "range", low=1, high=limit)
        return tokens

    def read_effects(self) -> tuple[Effect, ...]:
        effects = self.table.get("effects", [])
        if not isinstance(effects, list) or not all(isinstance(e, dict) for e in effects):
            raise self.bad("effects", "effects", table=f"{self.name}.effects")
        result: list[Effect] = []
        for i, entry in enumerate(effects):
            try:
                result.append(read_effect(entry))
            except BadEffect as error:
                raise self.bad_effect(i, error.key, error.problem, **error.args_of_it) from None
            self.check_together(result, i)
        return tuple(result)

    def check_together(self, effects: list[Effect], last: int) -> None:
        """Coins and discounts may come several times, the rest once; discounts end at 5."""
        new = effects[-1]
        if sum(e.amount for e in effects if isinstance(e, Discount)) > DISCOUNTS:
            raise self.bad_effect(last, "kind", "discounts", most=DISCOUNTS)
        several = isinstance(new, Discount | CoinsPerRegion | CoinsPerConquest | CoinsFlat | Linked)
        if not several and any(type(e) is type(new) for e in effects[:-1]):
            raise self.bad_effect(last, "kind", "twice")


def _check_decline(made: list[tuple[_Part, tuple[Effect, ...]]], races: list[Race]) -> None:
    """What is said to go on in decline must be able to, with some partner at least. [SW-9.9]"""
    powers = [e for part, effects in made if part.name == "power" for e in effects]
    others = {"race": powers, "power": [e for race in races for e in race.effects]}
    for part, effects in made:
        marches = any(isinstance(e, ConquerInDecline) for e in (*effects, *others[part.name]))
        for i, e in enumerate(effects):
            if problem := idle_in_decline(e, marches):
                raise part.bad_effect(i, "in_decline", problem)

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

The option `custom` of a match is the name of a file in `customs/` or a text of people's own (`core.content`), which a
record holds whole, packed by `pack(text)`. Files in records of version 1 were read less strictly: `toml1:…` still is.
"""

from __future__ import annotations

import re
import tomllib
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
    NewTokens,
    Substitute,
    idle_in_decline,
    read_effect,
)

PACKED, PACKED_1 = content.PACKED, "toml1:"
DISCOUNTS = 5  # tokens off by one race or power, at most
FOLDER = Path(__file__).parent / "customs"
_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")


class BadCustom(LudotekaError):
    """A file that cannot be used; names the line and the key."""

    def __init__(self, line: int, key: str, problem: str) -> None:
        where = f"line {line}, {key}: " if key else f"line {line}: "
        super().__init__("error.bad_file", problem=where + problem)
        self.line = line
        self.key = key
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}, {self.key}: {self.problem}" if self.key else f"line {self.line}: {self.problem}"


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
        raise BadCustom(0, "custom", f"there is no file called {value!r}; there are: {known}")
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
            raise BadCustom(int(found[1]) if found else len(self.lines), "", str(error)) from None

    def bad(self, key: str, problem: str, table: str, nth: int = 0) -> BadCustom:
        return BadCustom(self.line_of(key, table, nth), f"{table}.{key}" if key else table, problem)

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
            elif inside and seen == nth and key and re.match(rf"\s*{re.escape(key)}\s*[.=]", line):
                return number
        return header

    def read(self, strict: bool) -> Custom:
        for name in self.tables:
            if name not in ("race", "power"):
                raise BadCustom(self.line_of("", name), name, "a file has the tables race and power, nothing else")
        if not self.tables:
            raise BadCustom(1, "race", "the file declares neither a race nor a power")
        races, powers, names = list(RACES), list(POWERS), {}
        made: dict[str, tuple[Effect, ...]] = {}
        if "race" in self.tables:
            race, place, names_of_race = self.read_race(self.tables["race"])
            races[place] = race
            names[race.id] = names_of_race
            made["race"] = race.effects
        if "power" in self.tables:
            power, names_of_power = self.read_power(self.tables["power"])
            powers.append(power)
            if power.id in names:
                raise self.bad("id", "race and power need different ids", "power")
            names[power.id] = names_of_power
            made["power"] = power.effects
        if strict:
            self.check_decline(made, races)
        return Custom(tuple(races), tuple(powers), names)

    def read_race(self, table: Any) -> tuple[Race, int, dict[str, str]]:
        self.check_keys(table, "race", {"id", "tokens", "borrows", "name", "effects"})
        id, names = self.read_names(table, "race")
        tokens = self.read_number(table, "race", RACE_LIMIT)
        borrows = table.get("borrows")
        if borrows not in RACE_INDEX:
            raise self.bad("borrows", f"must be an official race: {', '.join(RACE_INDEX)}", "race")
        effects = self.read_effects(table, "race")
        box = RACES[RACE_INDEX[borrows]].box
        extra = sum(e.amount for e in effects if isinstance(e, ExtraTokens))
        need = tokens + POWER_LIMIT + extra
        # those who grow from the tray stop when it is empty, the others must always get what they are due
        if box < need:
            grows = " and grow" if any(isinstance(e, NewTokens | Substitute) for e in effects) else ""
            problem = f"{borrows} have {box} tokens; {tokens} on the banner, {POWER_LIMIT} on a badge"
            raise self.bad("borrows", f"{problem} and {extra} extra{grows} need {need}", "race")
        return Race(id, tokens, box, effects), RACE_INDEX[borrows], names

    def read_power(self, table: Any) -> tuple[Power, dict[str, str]]:
        self.check_keys(table, "power", {"id", "tokens", "name", "effects"})
        id, names = self.read_names(table, "power")
        tokens = self.read_number(table, "power", POWER_LIMIT)
        effects = self.read_effects(table, "power")
        for i, e in enumerate(effects):
            if isinstance(e, ExtraTokens):  # a badge must fit every race's box, SW-9.3
                raise self.bad(
                    "kind", "a power cannot bring extra tokens: the races' boxes end at 5", "power.effects", i
                )
        return Power(id, tokens, effects), names

    def check_keys(self, table: Any, name: str, known: set[str]) -> None:
        if not isinstance(table, dict):
            raise self.bad("", "must be a table", name)
        for key in table:
            if key not in known:
                raise self.bad(key, f"unknown key; there are: {', '.join(sorted(known))}", name)

    def read_names(self, table: dict[str, Any], name: str) -> tuple[str, dict[str, str]]:
        id = table.get("id")
        if not isinstance(id, str) or not _WORD.match(id):
            raise self.bad("id", "must be a word of small Latin letters, digits and _", name)
        if id in RACE_INDEX or id in POWER_INDEX:
            raise self.bad("id", f"{id} is official already", name)
        names = table.get("name")
        if not isinstance(names, dict):
            raise self.bad("name", f"needs a name per language: {', '.join(f'name.{x}' for x in LANGS)}", name)
        for lang in LANGS:
            if not isinstance(names.get(lang), str) or not names[lang].strip():
                raise self.bad("name", f"name.{lang} is missing", name)
        return id, {lang: names[lang] for lang in LANGS}

    def read_number(self, table: dict[str, Any], name: str, limit: int) -> int:
        tokens = table.get("tokens")
        if type(tokens) is not int or not 1 <= tokens <= limit:
            raise self.bad("tokens", f"must be a number from 1 to {limit}", name)
        return tokens

    def read_effects(self, table: dict[str, Any], name: str) -> tuple[Effect, ...]:
        effects = table.get("effects", [])
        if not isinstance(effects, list) or not all(isinstance(e, dict) for e in effects):
            raise self.bad("effects", f"must be written as [[{name}.effects]] tables", name)
        result = []
        for i, entry in enumerate(effects):
            try:
                result.append(read_effect(entry))
            except BadEffect as error:
                raise self.bad(error.key, str(error), f"{name}.effects", i) from None
            self.check_together(result, name, i)
        return tuple(result)

    def check_decline(self, made: dict[str, tuple[Effect, ...]], races: list[Race]) -> None:
        """What is said to go on in decline must be able to, with some partner at least. [SW-9.9]"""
        others = {"race": made.get("power", ()), "power": tuple(e for race in races for e in race.effects)}
        for name, effects in made.items():
            marches = any(isinstance(e, ConquerInDecline) for e in (*effects, *others[name]))
            for i, e in enumerate(effects):
                if problem := idle_in_decline(e, marches):
                    raise self.bad("in_decline", problem, f"{name}.effects", i)

    def check_together(self, effects: list[Effect], name: str, last: int) -> None:
        """Coins and discounts may come several times, the rest once; discounts end at 5."""
        new = effects[-1]
        if sum(e.amount for e in effects if isinstance(e, Discount)) > DISCOUNTS:
            raise self.bad("kind", f"all discounts together are at most {DISCOUNTS}", f"{name}.effects", last)
        several = isinstance(new, Discount | CoinsPerRegion | CoinsPerConquest | CoinsFlat | Linked)
        if not several and any(type(e) is type(new) for e in effects[:-1]):
            raise self.bad("kind", "stands twice", f"{name}.effects", last)

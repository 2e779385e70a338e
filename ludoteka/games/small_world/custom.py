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
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core import content
from ludoteka.core.errors import Reason
from ludoteka.core.shape import Fault, Kind, Spot, Text, many, number, one_of, parts, table
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
    SHAPE,
    CoinsFlat,
    CoinsPerConquest,
    CoinsPerRegion,
    ConquerInDecline,
    Discount,
    Effect,
    ExtraTokens,
    Linked,
    effect_of,
    idle_in_decline,
)

PACKED, PACKED_1 = content.PACKED, "toml1:"
DISCOUNTS = 5  # tokens off by one race or power, at most
FOLDER = Path(__file__).parent / "customs"
_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")


class BadCustom(Fault):
    """A file that cannot be used; names the line and the key."""

    folder = Path(__file__).parent


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
        raise BadCustom("custom.no_file", 0, "custom", file=value, known=known)
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
    file = Spot(Text(text, BadCustom))
    for name in file.text.tables:
        one_of("race", "power")(file.at(name), name)
    if not file.text.tables:
        raise file.at("race").fault("custom.empty")
    races, powers, names = list(RACES), list(POWERS), dict[str, dict[str, str]]()
    made: list[Made] = []
    for spot, race in parts(file, file.text.tables, "race"):
        _RACE(spot, race)
        place, effects = RACE_INDEX[race["borrows"]], _effects(spot, race)
        if races[place] is not RACES[place]:
            raise spot.at("borrows").fault("custom.borrowed_twice")
        _check_box(spot.at("borrows"), race, RACES[place], effects)
        races[place] = Race(_id(spot, race, names), race["tokens"], RACES[place].box, effects)
        made.append((spot, "race", effects))
    for spot, power in parts(file, file.text.tables, "power"):
        _POWER(spot, power)
        effects = _effects(spot, power)
        for i, e in enumerate(effects):
            if isinstance(e, ExtraTokens):  # a badge must fit every race's box, SW-9.3
                raise spot.at("effects").at(i).at("kind").fault("custom.extra_tokens", most=POWER_LIMIT)
        powers.append(Power(_id(spot, power, names), power["tokens"], effects))
        made.append((spot, "power", effects))
    if strict:
        _check_decline(made, races)
    return Custom(tuple(races), tuple(powers), names)


Made = tuple[Spot, str, tuple[Effect, ...]]
"""A race or power of a file: where it stands, which of the two, what it can do."""


def _id_word(spot: Spot, value: Any) -> None:
    if type(value) is not str or not _WORD.match(value):
        raise spot.fault("custom.id")
    if value in RACE_INDEX or value in POWER_INDEX:
        raise spot.fault("custom.official", word=value)


def _name(spot: Spot, value: Any) -> None:
    for lang in LANGS:
        if type(value) is not dict or type(value.get(lang)) is not str or not value[lang].strip():
            raise spot.fault("custom.name", lang=lang)


def _shape(most: int, **more: Kind) -> Kind:
    must = {"id": _id_word, "tokens": number(1, most), **more, "name": _name}
    return table(must, {"effects": many(SHAPE)})


_RACE, _POWER = _shape(RACE_LIMIT, borrows=one_of(*RACE_INDEX)), _shape(POWER_LIMIT)


def _id(spot: Spot, part: dict[str, Any], names: dict[str, dict[str, str]]) -> str:
    """The id, which no other part of the file has; its names are noted."""
    id: str = part["id"]
    if id in names:
        raise spot.at("id").fault("custom.same_id", word=id)
    names[id] = {lang: part["name"][lang] for lang in LANGS}
    return id


def _check_box(spot: Spot, race: dict[str, Any], lender: Race, effects: tuple[Effect, ...]) -> None:
    """Those who grow from the tray stop when it is empty, the others must always get what they are due."""
    own, extra = race["tokens"], sum(e.amount for e in effects if isinstance(e, ExtraTokens))
    need = own + POWER_LIMIT + extra
    if lender.box < need:
        args = {"box": lender.box, "own": own, "badge": POWER_LIMIT, "extra": extra, "need": need}
        raise spot.fault("custom.box", race=lender.id, **args)


def _effects(spot: Spot, part: dict[str, Any]) -> tuple[Effect, ...]:
    """Coins and discounts may come several times, the rest once; discounts end at 5."""
    effects: list[Effect] = []
    for i, given in enumerate(part.get("effects", ())):
        new, here = effect_of(given), spot.at("effects").at(i).at("kind")
        several = isinstance(new, Discount | CoinsPerRegion | CoinsPerConquest | CoinsFlat | Linked)
        if not several and any(type(e) is type(new) for e in effects):
            raise here.fault("custom.twice")
        effects.append(new)
        if sum(e.amount for e in effects if isinstance(e, Discount)) > DISCOUNTS:
            raise here.fault("custom.discounts", most=DISCOUNTS)
    return tuple(effects)


def _check_decline(made: list[Made], races: list[Race]) -> None:
    """What is said to go on in decline must be able to, with some partner at least. [SW-9.9]"""
    powers = [e for _, kind, effects in made if kind == "power" for e in effects]
    others = {"race": powers, "power": [e for race in races for e in race.effects]}
    for spot, kind, effects in made:
        marches = any(isinstance(e, ConquerInDecline) for e in (*effects, *others[kind]))
        for i, e in enumerate(effects):
            if problem := idle_in_decline(e, marches):
                raise spot.at("effects").at(i).at("in_decline").fault(f"custom.{problem}")

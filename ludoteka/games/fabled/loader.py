"""Reads our content and, if asked, the text of an owner of the box over it; checks both; makes a `Content`.

Ours is content.toml; each later edition lays a file of its own over those before, what measurements taught us. A match
keeps the edition it was begun with.
"""

from __future__ import annotations

import copyreg
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.content import is_content, text_of
from ludoteka.core.shape import Spot, Text, number, parts, word
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.parts import Raw
from ludoteka.games.fabled.shape import RECORDS, TABLES, BadData

FOLDER = Path(__file__).parent
EDITION = 10
FILES = ("content.toml", *(f"content_{n}.toml" for n in range(2, EDITION + 1)))
Spots = dict[tuple[str, Any], Spot]
"""By table and id: where a record stands in a text."""


def load(edition: int = EDITION, word: str = "") -> Content:
    """The content of an edition, with the records of a text of somebody's own in their place (FB-14.2). `word` stands
    for that text as in `core.content`."""
    if word and not is_content(word):
        raise BadData("error.data_file", 1, "", value=word[:60])
    return made(edition, text_of(word) if word else "")


@lru_cache(maxsize=64)
def made(edition: int, text: str) -> Content:
    raw = Raw({}, {name: {} for name in RECORDS})
    ours = [(FOLDER / file).read_text("utf-8") for file in FILES[:edition]]
    for part in [*ours, text] if text else ours:
        last = Text(part, BadData)
        theirs, spots = split(last)
        merge(raw, theirs, spots)
    check(raw, last, spots)
    return Content(raw, edition, text)


copyreg.pickle(Content, lambda content: (made, content.made_of))  # a copy is the thing itself, in any process


def read_own(text: str) -> Content:
    """What a text of somebody's own comes to; raises BadData, which says what to mend."""
    return made(EDITION, text)


def split(text: Text) -> tuple[Raw, Spots]:
    """Tables without records on one side, records by id on the other; nested lists of records are lifted out."""
    raw, spots = Raw(dict(text.tables), {name: {} for name in RECORDS}), Spots()
    for name, (key, _) in RECORDS.items():
        tables, spot = raw.tables, Spot(text)
        outer, _, inner = name.rpartition(".")
        if outer:
            tables, spot = tables.get(outer, {}), spot.at(outer)
            if type(tables) is not dict:
                raise spot.fault("shape.table", value=str(tables))
        for here, record in parts(spot, tables, inner):
            if key not in record:
                raise here.at(key).fault("shape.missing")
            id = record[key]
            if type(id) is not int:
                word(here.at(key), id)
            if id in raw.records[name]:
                raise here.at(key).fault("shape.twice", value=id)
            raw.records[name][id] = record
            spots[name, id] = Spot(text, here.place, f"{name}.{id}")
        tables.pop(inner, None)
    return raw, spots


def merge(raw: Raw, other: Raw, spots: Spots) -> None:
    _merge_table(raw.tables, other.tables)
    for name, records in other.records.items():
        for key, record in records.items():
            if record.get("disabled") is True:
                if key not in raw.records[name]:
                    raise spots[name, key].at("disabled").fault("shape.reference", value=str(key), table=name)
                del raw.records[name][key]
            else:
                raw.records[name][key] = record


def _merge_table(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key, value in theirs.items():
        if type(value) is dict and type(mine.get(key)) is dict:
            _merge_table(mine[key], value)
        else:
            mine[key] = value


def check(raw: Raw, last: Text, spots: Spots) -> None:
    """What does not fit is the fault of the text laid over the others last."""

    def spot(table: str, id: Any) -> Spot:
        return spots.get((table, id)) or Spot(last, (), f"{table}.{id}")

    last.known = raw.records
    for name, value in raw.tables.items():
        here = Spot(last).at(name)
        if name not in TABLES:
            raise here.fault("shape.key", known=", ".join((*TABLES, *RECORDS)))
        TABLES[name](here, value)
    for name, records in raw.records.items():
        for key, record in records.items():
            RECORDS[name][1](spot(name, key), record)
    for key, land in raw.records["land"].items():
        _check_paths(spot("land", key).at("paths"), land["paths"])
    for key, ally in raw.records["ally"].items():  # a place token belongs to one ally, and the place says to which
        for place in ally.get("place_tokens", ()):
            if (there := raw.records["place"][place].get("ally", "–")) != key:
                raise spot("place", place).at("ally").fault("shape.one_of", value=there, known=key)


def _check_paths(spot: Spot, paths: list[dict[str, Any]]) -> None:
    kinds = [path["kind"] for path in paths]
    if kinds not in (["normal"], ["normal", "dead_end"]):
        raise spot.fault("shape.one_of", value=", ".join(kinds) or "-", known="normal; normal, dead_end")
    for path in paths:
        for vortex in path["vortices"]:
            for what, n, most in (("cell", vortex["cell"], path["cells"]), ("places", len(vortex["places"]), 2)):
                number(1, most)(spot.at("vortices").at(what), n)

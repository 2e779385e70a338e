"""Reads our content and, if asked, the text of an owner of the box over it; checks both; makes a `Content`.

Ours is content.toml; each later edition lays a file of its own over those before, what measurements taught us. A match
keeps the edition it was begun with.
"""

from __future__ import annotations

import copyreg
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.content import is_content, text_of
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.parts import Raw
from ludoteka.games.fabled.shape import RECORDS, TABLES, BadData, Where

FOLDER = Path(__file__).parent
EDITION = 10
FILES = ("content.toml", *(f"content_{n}.toml" for n in range(2, EDITION + 1)))


def load(edition: int = EDITION, word: str = "") -> Content:
    """The content of an edition, with the records of a text of somebody's own in their place (FB-14.2). `word` stands
    for that text as in `core.content`."""
    if word and not is_content(word):
        raise Where("-").fault("file", value=word[:60])
    return made(edition, text_of(word) if word else "")


@lru_cache(maxsize=64)
def made(edition: int, text: str) -> Content:
    raw = Raw({}, {name: {} for name in RECORDS})
    for file in FILES[:edition]:
        merge(raw, read((FOLDER / file).read_text("utf-8")))
    if text:
        merge(raw, read(text))
    check(raw)
    return Content(raw, edition, text)


copyreg.pickle(Content, lambda content: (made, content.made_of))  # a copy is the thing itself, in any process


def read_own(text: str) -> Content:
    """What a text of somebody's own comes to; raises BadData, which says what to mend."""
    return made(EDITION, text)


def read(text: str) -> Raw:
    try:
        return split(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise Where("-").fault("toml", why=str(error)) from error


def split(data: dict[str, Any]) -> Raw:
    """Tables without records on one side, records by id on the other; nested lists of records are lifted out."""
    raw = Raw({}, {name: {} for name in RECORDS})
    for name in RECORDS:
        outer, _, inner = name.partition(".")
        if inner:
            if type(data.get(outer, {})) is not dict:
                raise Where(outer).fault("kind", wanted="table", value=str(data[outer]))
            found = data.get(outer, {}).pop(inner, [])
        else:
            found = data.pop(outer, [])
        if type(found) is not list:
            raise Where(name).fault("kind", wanted="list", value=str(found))
        key = RECORDS[name][0]
        for record in found:
            if type(record) is not dict or key not in record:
                raise Where(name, "?", key).fault("missing")
            if record[key] in raw.records[name]:
                raise Where(name, str(record[key]), key).fault("twice")
            raw.records[name][record[key]] = record
    raw.tables.update(data)
    return raw


def merge(raw: Raw, other: Raw) -> None:
    _merge_table(raw.tables, other.tables)
    for name, records in other.records.items():
        for key, record in records.items():
            if record.get("disabled") is True:
                if key not in raw.records[name]:
                    raise Where(name, str(key), "disabled").fault("reference", value=str(key))
                del raw.records[name][key]
            else:
                raw.records[name][key] = record


def _merge_table(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key, value in theirs.items():
        if type(value) is dict and type(mine.get(key)) is dict:
            _merge_table(mine[key], value)
        else:
            mine[key] = value


def check(raw: Raw) -> None:
    for name, value in raw.tables.items():
        if name not in TABLES:
            raise Where(name).fault("unknown_table", value=name)
        TABLES[name](Where(name), value)
    for name, records in raw.records.items():
        for key, record in records.items():
            RECORDS[name][1](Where(name, str(key)), record)
    for where, value, table in references(raw):
        if value not in raw.records[table]:
            raise where.fault("reference", value=str(value))
    _check_lands(raw)
    _check_tokens(raw)


def references(raw: Raw) -> Iterator[tuple[Where, Any, str]]:
    """(where, name, table it must be found in) of everything that refers to a record."""
    records = raw.records
    for key, land in records["land"].items():
        for path in land["paths"]:
            for vortex in path["vortices"]:
                for place in vortex["places"]:
                    yield Where("land", key, "paths"), place, "place"
    for key, place in records["place"].items():
        if "ally" in place:
            yield Where("place", key, "ally"), place["ally"], "ally"
    for key, ally in records["ally"].items():
        for place in ally.get("place_tokens", ()):
            yield Where("ally", key, "place_tokens"), place, "place"
        for text in ("ability", "empowered"):
            for part in (ally[text], *ally[text].get("mods", ())):
                yield from _places_of(Where("ally", key, text), part)
    for key, event in records["event"].items():
        yield Where("event", key, "deck"), event["deck"], "event_deck"
        for mod in event.get("mods", ()):
            yield from _places_of(Where("event", key, "mods"), mod)
    for name in ("priorities", "priorities_alone"):
        for place in raw.tables["trial"][name]:
            yield Where("trial", "-", name), place, "place"
    for key, scenario in records["scenario"].items():
        for name, table in (
            ("events", "event_deck"),
            ("event_cards", "event"),
            ("no_pass_no_replace", "place"),
            ("combines_with", "scenario"),
        ):
            for value in scenario.get(name, ()):
                yield Where("scenario", str(key), name), value, table
        if "remove_ally" in scenario:
            yield Where("scenario", str(key), "remove_ally"), scenario["remove_ally"], "ally"


def _places_of(where: Where, part: dict[str, Any]) -> Iterator[tuple[Where, Any, str]]:
    for place in part.get("places", ()):
        yield where, place, "place"
    if "action" in part:
        yield where, part["action"], "standard_action"


def _check_lands(raw: Raw) -> None:
    for key, land in raw.records["land"].items():
        where = Where("land", key, "paths")
        kinds = [path["kind"] for path in land["paths"]]
        if kinds not in (["normal"], ["normal", "dead_end"]):
            raise where.fault("value", value=", ".join(kinds) or "-", choices="normal; normal, dead_end")
        for path in land["paths"]:
            if not 1 <= path["cells"] <= 9:
                raise where.fault("value", value=f"cells {path['cells']}", choices="1…9")
            for vortex in path["vortices"]:
                if not 1 <= vortex["cell"] <= path["cells"]:
                    raise where.fault("value", value=f"cell {vortex['cell']}", choices=f"1…{path['cells']}")
                if not 1 <= len(vortex["places"]) <= 2:
                    raise where.fault("value", value=f"places {len(vortex['places'])}", choices="1…2")


def _check_tokens(raw: Raw) -> None:
    """A place token belongs to one ally, and the place says to which."""
    for key, ally in raw.records["ally"].items():
        for place in ally.get("place_tokens", ()):
            if raw.records["place"][place].get("ally") != key:
                raise Where("place", place, "ally").fault("reference", value=key)


__all__ = ["BadData", "load"]

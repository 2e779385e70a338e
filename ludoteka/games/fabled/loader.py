"""Reads our content and, if asked, the text of an owner of the box over it; checks both by shape.toml, which says what
tables there are, which keys they have and what a value may be; makes a `Content`.

Ours is content.toml; each later edition lays a file of its own over those before, what measurements taught us. A match
keeps the edition it was begun with.
"""

from __future__ import annotations

import copyreg
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteka.core.content import is_content, text_of
from ludoteka.core.layers import Layers
from ludoteka.core.shape import Fault, Kind, Shapes, Spot, Text, many, number, spoken, table
from ludoteka.games.fabled.content import Content

FOLDER = Path(__file__).parent
EDITION = 12
FILES = ("content.toml", *(f"content_{n}.toml" for n in range(2, EDITION + 1)))


class BadData(Fault):
    """A content file that cannot be used."""

    folder = FOLDER


def condition(spot: Spot, value: Any) -> None:
    given = value if type(value) is dict else {}
    SHAPES.kinds["fewest" if "fewest" in given else "poorest" if "poorest" in given else "enough"](spot, value)


def vocabulary(head: str, more: str = "") -> Kind:
    """A record that begins with a word of the vocabulary and has the keys of that word, and perhaps `more` of them."""
    parts, words = _FILE["parts"], {}
    for name, keys in _FILE["words"][head].items():
        fields = {key.rstrip("?"): parts[key.rstrip("?")] + "?" * key.endswith("?") for key in f"{keys} {more}".split()}
        words[name] = table(*SHAPES.fields(fields), of=name)
    return spoken(head, words)


_FILE = tomllib.loads((FOLDER / "shape.toml").read_text("utf-8"))
OPS, MODS = _FILE["words"]["op"], _FILE["words"]["mod"]
COUNTS: list[str] = _FILE["kinds"]["counts"]
SHAPES = Shapes(condition=condition)
SHAPES.add(_FILE["kinds"])
SHAPES.kinds |= {"effects": many(vocabulary("op")), "mods": many(vocabulary("mod"))}
SHAPES.kinds["ability"] = vocabulary("trigger", "limit? condition?")

TABLES = {name: SHAPES.kind(spec) for name, spec in _FILE["tables"].items()}
RECORDS = {name: SHAPES.kind(spec | _FILE["kinds"]["common"]) for name, spec in _FILE["records"].items()}
IDS: dict[str, str] = {name: next(iter(spec)) for name, spec in _FILE["records"].items()}
"""By table of records the key that names one."""


def load(edition: int = EDITION, word: str = "") -> Content:
    """The content of an edition, with the records of a text of somebody's own in their place (FB-14.2). `word` stands
    for that text as in `core.content`."""
    if word and not is_content(word):
        raise BadData("error.data_file", 1, "", value=word[:60])
    return made(edition, text_of(word) if word else "")


@lru_cache(maxsize=64)
def made(edition: int, text: str) -> Content:
    layers = Layers(IDS)
    for file in FILES[:edition]:
        layers.lay(Text((FOLDER / file).read_text("utf-8"), BadData))
    if text:
        layers.lay(Text(text, BadData))
    layers.check(TABLES, RECORDS)
    check_together(layers)
    return Content(layers, edition, text)


copyreg.pickle(Content, lambda content: (made, content.made_of))  # a copy is the thing itself, in any process


def read_own(text: str) -> Content:
    """What a text of somebody's own comes to; raises BadData, which says what to mend."""
    return made(EDITION, text)


def check_together(layers: Layers) -> None:
    """What keys of one record or of two say together."""
    lands, places, allies = (layers.records[name] for name in ("land", "place", "ally"))
    for id, land in lands.items():
        _check_paths(layers.spot("land", id).at("paths"), land["paths"])
    for id, ally in allies.items():  # a place token belongs to one ally, and the place says to which
        for place in ally.get("place_tokens", ()):
            if (owner := places[place].get("ally", "–")) != id:
                raise layers.spot("place", place).at("ally").fault("shape.one_of", value=owner, known=id)


def _check_paths(spot: Spot, paths: list[dict[str, Any]]) -> None:
    kinds = [path["kind"] for path in paths]
    if kinds not in (["normal"], ["normal", "dead_end"]):
        raise spot.fault("shape.one_of", value=", ".join(kinds) or "-", known="normal; normal, dead_end")
    for path in paths:
        for vortex in path["vortices"]:
            for what, n, most in (("cell", vortex["cell"], path["cells"]), ("places", len(vortex["places"]), 2)):
                number(1, most)(spot.at("vortices").at(what), n)

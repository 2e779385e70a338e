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
from ludoteka.core.layers import Layers
from ludoteka.core.shape import Spot, Text, number
from ludoteka.games.fabled.content import Content
from ludoteka.games.fabled.shape import IDS, RECORDS, TABLES, BadData

FOLDER = Path(__file__).parent
EDITION = 11
FILES = ("content.toml", *(f"content_{n}.toml" for n in range(2, EDITION + 1)))


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

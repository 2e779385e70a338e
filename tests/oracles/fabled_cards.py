"""The cards and numbers of Fabled for the second engine: the content files of the first one, read plainly."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

TERRAINS = ("steppe", "mountain", "forest")
TIERS = (*TERRAINS, "sun")
CHANCE, OVER = -1, -2

Record = dict[str, Any]
FILES = ("content.toml", *(f"content_{n}.toml" for n in range(2, 13)))


def read(edition: int) -> Record:
    """The content of an edition: each later one is laid over those before, key by key and card by card."""
    folder = files("ludoteka.games.fabled")
    texts = [(folder / name).read_text("utf-8") for name in FILES[:edition]]
    content: Record = {}
    for text in texts:
        lay_over(content, tomllib.loads(text))
    return content


def lay_over(below: Record, above: Record) -> None:
    for key, value in above.items():
        if isinstance(value, dict) and isinstance(below.get(key), dict):
            lay_over(below[key], value)
        elif key in ("trick", "scenario", "land") and key in below:
            below[key] = list((by_id(below[key]) | by_id(value)).values())
        else:
            below[key] = value


def by_id(records: list[Record]) -> dict[Any, Record]:
    return {r["id"]: r for r in records}


EDITIONS = {edition: read(edition) for edition in range(1, len(FILES) + 1)}
LANDS = by_id(EDITIONS[1]["land"])
"""Their places are those of an edition, everything else is the same in all."""
PLACES = by_id(EDITIONS[1]["place"])
ALLIES = by_id(EDITIONS[1]["ally"])
EVENTS = by_id(EDITIONS[1]["event"])
TRICKS = {edition: by_id(content["trick"]) for edition, content in EDITIONS.items()}
PRINTED = {edition: by_id(content["land"]) for edition, content in EDITIONS.items()}
SCENARIOS = {edition: by_id(content["scenario"]) for edition, content in EDITIONS.items()}
TRIAL = EDITIONS[1]["trial"]


def terrain(land: str) -> str:
    return str(LANDS[land]["terrain"])


@cache
def land_of(cell: str) -> str:
    return cell.split(".")[0]


@cache
def is_dead_end(cell: str) -> bool:
    return cell.split(".")[1].startswith("d")


@cache
def number(cell: str) -> int:
    return int(cell.split(".")[1].lstrip("d"))


@cache
def path_of(cell: str, edition: int = 1) -> Record:
    kind = "dead_end" if is_dead_end(cell) else "normal"
    return next(p for p in PRINTED[edition][land_of(cell)]["paths"] if p["kind"] == kind)


@cache
def next_cell(cell: str) -> str:
    """The next cell of the path, nothing after the last one."""
    if number(cell) == path_of(cell)["cells"]:
        return ""
    return f"{land_of(cell)}.{'d' if is_dead_end(cell) else ''}{number(cell) + 1}"


@cache
def cells_of(land: str) -> list[str]:
    return [
        f"{land}.{'d' if path['kind'] == 'dead_end' else ''}{i + 1}"
        for path in LANDS[land]["paths"]
        for i in range(path["cells"])
    ]


@cache
def printed_places(cell: str, edition: int) -> list[str]:
    return next((list(v["places"]) for v in path_of(cell, edition)["vortices"] if v["cell"] == number(cell)), [])


def joined(left: str, right: str) -> bool:
    """Whether one can walk from the left land into the right one, as printed."""
    return LANDS[left]["exit"] in LANDS[right]["entries"]

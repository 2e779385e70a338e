"""The shape of a content file: which tables there are, which keys they have, what a value may be (shape.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from ludoteka.core.shape import Fault, Kind, Shapes, Spot, many, spoken, table


class BadData(Fault):
    """A content file that cannot be used."""

    folder = Path(__file__).parent


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


_FILE = tomllib.loads(Path(__file__).with_name("shape.toml").read_text("utf-8"))
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

"""Texts laid over each other."""

from __future__ import annotations

import pytest

from ludoteka.core.layers import Layers
from ludoteka.core.shape import Fault, Text, number, table, word

BASE = """
[rules]
steps = 2
[rules.price]
n = 1
[[race]]
id = "elves"
tokens = 6
[[race]]
id = "orcs"
tokens = 5
[[board.region]]
id = 1
"""
TABLES = {"rules": table({"steps": number(), "price": table({"n": number()})}), "board": table({}, {"wide": number()})}
RECORDS = {"race": table({"id": word, "tokens": number(1, 9)}), "board.region": table({"id": number()})}


def laid(*texts: str) -> Layers:
    layers = Layers({"race": "id", "board.region": "id"})
    for text in (BASE, *texts):
        layers.lay(Text(text))
    layers.check(TABLES, RECORDS)
    return layers


def test_a_later_text_merges_tables_and_replaces_adds_and_removes_records() -> None:
    layers = laid(
        '[rules.price]\nn = 3\n[board]\nwide = 1\n[[board.region]]\nid = 2\n[[race]]\nid = "orcs"\ntokens = 7\n',
        '[[race]]\nid = "elves"\ndisabled = true\n',
    )
    assert layers.tables == {"rules": {"steps": 2, "price": {"n": 3}}, "board": {"wide": 1}}
    assert layers.records == {
        "race": {"orcs": {"id": "orcs", "tokens": 7}},
        "board.region": {1: {"id": 1}, 2: {"id": 2}},
    }


@pytest.mark.parametrize(
    ("text", "problem", "line", "spot"),
    [
        ("board = 1\n", "table", 1, "board"),
        ("race = 1\n", "tables", 1, "race"),
        ("[magic]\n", "key", 1, "magic"),
        ("[rules]\nsteps = true\n", "number", 2, "rules.steps"),
        ("[[race]]\ntokens = 1\n", "missing", 1, "race.id"),
        ("[[race]]\nid = []\n", "word", 2, "race.id"),
        ('[[race]]\nid = "x"\ntokens = 1\n[[race]]\nid = "x"\n', "twice", 5, "race.id"),
        ('[[race]]\nid = "x"\ntokens = 10\n', "range", 3, "race.x.tokens"),
        ('\n[[race]]\nid = "x"\ndisabled = true\n', "reference", 4, "race.x.disabled"),
        ("[[board.region]]\nid = 3\nname = 1\n", "key", 3, "board.region.3.name"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(text: str, problem: str, line: int, spot: str) -> None:
    with pytest.raises(Fault) as caught:
        laid(text)
    assert (caught.value.reason.id, caught.value.line, caught.value.spot) == (f"shape.{problem}", line, spot)

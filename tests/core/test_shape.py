"""Texts that people write: what may stand in them, and the line of what may not."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ludoteka.core.shape import Fault, Kind, Shapes, Spot, Text, many, number, parts, spoken, table, word
from ludoteka.core.text import core_catalogue

TEXT = """
name = "x"
hut = { at = 1 }
many = [
  { at = 1 },
  { at = 100 },
]

[town]
size.wide = 3

[town.gate]
open = true

[[race]]
id = "a"
[[race.effects]]
kind = "fly"
[[race.effects]]
kind = "swim"

[[race]]
id = "b"
[[race.effects]]
kind = "sing"
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("name",), 2),
        (("hut", "at"), 3),
        (("many", 1, "at"), 4),
        (("town",), 9),
        (("town", "size", "wide"), 10),
        (("town", "size", "high"), 10),
        (("town", "gate", "open"), 13),
        (("race", 0, "id"), 16),
        (("race", 0, "effects", 1, "kind"), 20),
        (("race", 1, "effects", 0, "kind"), 25),
        (("race", 1, "name"), 22),
        (("nothing",), 1),
    ],
)
def test_where_a_thing_stands(place: tuple[str | int, ...], line: int) -> None:
    assert Text(TEXT).line(place) == line


def fault_of(kind: Kind, text: str, **known: list[str]) -> tuple[str, int, str]:
    """The first thing that is wrong: its message, line and spot."""
    read = Text(text)
    read.known = known
    with pytest.raises(Fault) as caught:
        kind(Spot(read), read.tables)
    for lang in ("en", "ru"):
        assert str(caught.value.line) in core_catalogue(lang).why(caught.value.reason)
    return caught.value.reason.id.removeprefix("shape."), caught.value.line, caught.value.spot


SHAPES = Shapes()
SHAPES.add(tomllib.loads('height = "high|low"\nlength = "1..9"\nspot = { at = "length", by = "@race?" }\n'))


@pytest.mark.parametrize(
    ("spec", "fine", "wrong", "problem"),
    [
        ("whole", ["-3", "1000"], ['"3"', "true", "1.5"], "number"),
        ("1..9", ["1", "9"], ["0", "10", "true", '"1"'], "range"),
        ("flag", ["true", "false"], ["1", '"true"'], "flag"),
        ("word", ['"x"'], ['""', '"two words"', "3"], "word"),
        ("text", ['"two words"', '""'], ["3", "[]"], "text"),
        ("high|low", ['"low"'], ['"middle"', "3", "[]"], "one_of"),
        ("height", ['"low"'], ['"middle"'], "one_of"),
        ("[height]", ["[]", '["low", "high"]'], ['["low", 3]'], "one_of"),
        ("[height]", [], ['"low"', "{}"], "list"),
        ("@race", ['"elves"'], ['"orcs"', "1", "[]"], "reference"),
        ("spot", ["{ at = 1 }", '{ at = 1, by = "elves" }'], ["{}", '{ by = "elves" }'], "missing"),
        ("spot", [], ["3", "[]"], "table"),
        ("spot", [], ["{ at = 1, x = 1 }"], "key"),
        ("spot", [], ["{ at = 0 }"], "range"),
    ],
)
def test_what_a_value_may_be(spec: str, fine: list[str], wrong: list[str], problem: str) -> None:
    kind = table(*SHAPES.fields({"it": spec, "free": "whole?"}))
    for value in fine:
        text = Text(f"free = 1\nit = {value}")
        text.known = {"race": ["elves"]}
        kind(Spot(text), text.tables)
    for value in wrong:
        found, line, spot = fault_of(kind, f"free = 1\nit = {value}", race=["elves"])
        assert (found, line, spot.split(".")[0]) == (problem, 2, "it")


def test_a_word_says_what_the_rest_must_be() -> None:
    kind = table({"do": many(spoken("op", {"go": table({"n": number(1, 3)}, of="go"), "stay": table({}, of="stay")}))})
    Text("do = [{ op = 'go', n = 1 }, { op = 'stay' }]")
    assert fault_of(kind, "do = [{ op = 'run' }]") == ("one_of", 1, "do.op")
    assert fault_of(kind, "do = [{ n = 1 }]") == ("one_of", 1, "do.op")
    assert fault_of(kind, "do = [{ op = 'go' }]") == ("missing_of", 1, "do.n")
    assert fault_of(kind, "[[do]]\nop = 'stay'\n[[do]]\nop = 'stay'\nn = 1") == ("key_of", 5, "do.n")
    assert fault_of(kind, "do = [3]") == ("table", 1, "do")


@pytest.mark.parametrize(("text", "lines"), [("[a]\nx = 1", [1]), ("[[a]]\n[[a]]\n", [1, 2]), ("b = 1", [])])
def test_tables_written_once_or_several_times(text: str, lines: list[int]) -> None:
    read = Text(text)
    assert [read.line(spot.place) for spot, _ in parts(Spot(read), read.tables, "a")] == lines


@pytest.mark.parametrize("value", ["3", "[3]", '"x"'])
def test_what_is_no_table(value: str) -> None:
    def kind(spot: Spot, tables: dict[str, Any]) -> None:
        list(parts(spot, tables, "a"))

    assert fault_of(kind, f"a = {value}") == ("tables", 1, "a")


@pytest.mark.parametrize(("text", "line"), [("x = 1\ny =\n", 2), ('x = 1\ny = "', 2)])
def test_what_is_no_toml(text: str, line: int) -> None:
    with pytest.raises(Fault) as caught:
        Text(text)
    assert (caught.value.reason.id, caught.value.line) == ("shape.not_toml", line)


def test_a_word_is_named_by_its_kind() -> None:
    with pytest.raises(Fault, match=r"Line 1, id: must be one word in quotes, not a b\."):
        word(Spot(Text("id = 'a b'")).at("id"), "a b")

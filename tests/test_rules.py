"""Every rule of every RULES.md has a test that carries its number, and both languages have the same rules."""

from __future__ import annotations

import ast

import pytest

from ludoteka import games
from ludoteka.core.rules import read_rules
from scripts.rules import rules_with_tests
from scripts.spoil import rule_files, tells


@pytest.mark.parametrize("name", games.names())
def test_every_rule_has_a_test(name: str) -> None:
    rules = read_rules(games.load(name).folder)
    tested = rules_with_tests(name)
    assert rules
    assert not [id for id in rules if id not in tested], "rules without a test"
    assert not [id for id in tested if id not in rules], "tests of rules that do not exist"


@pytest.mark.parametrize("name", games.names())
def test_both_languages_have_the_same_rules(name: str) -> None:
    folder = games.load(name).folder
    assert list(read_rules(folder, "ru")) == list(read_rules(folder))


@pytest.mark.parametrize("name", games.names())
def test_what_only_tells_decides_nothing(name: str) -> None:
    """No rule asks a function that `make mutants` leaves alone because it only says why."""
    asked = []
    for path in rule_files(name):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and not tells(function.name):
                calls = [ast.unparse(c.func).split(".")[-1] for c in ast.walk(function) if isinstance(c, ast.Call)]
                asked += [f"{path.name}: {function.name} asks {c}" for c in calls if c.lstrip("_").startswith("why_")]
    assert asked == []

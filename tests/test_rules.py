"""Every rule of every RULES.md has a test that carries its number, and both languages have the same rules."""

from __future__ import annotations

import pytest

from ludoteka import games
from ludoteka.core.rules import read_rules
from scripts.rules import rules_with_tests


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

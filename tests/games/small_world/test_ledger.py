"""The ledger itself: every ruling is cited, every option explained, every place in the code exists."""

from __future__ import annotations

import re
from pathlib import Path

from ludoteka import core
from ludoteka.core.rules import read_rules
from ludoteka.games.small_world import GAME

RULES = read_rules(GAME.folder)


def cited() -> set[str]:
    """Numbers of rulings (behind the semicolon of the source column), interactions and open points."""
    found = set()
    for rule in RULES.values():
        source = rule.notes[0]
        behind = source.partition(";")[2] if source.startswith("p.") else source
        found |= set(re.findall(r"\b(?:[IQ]?\d+)\b", behind))
    return found


def test_every_ruling_is_cited() -> None:
    wanted = {str(i) for i in range(1, 72)} | {f"I{i}" for i in range(1, 37)} | {f"Q{i}" for i in range(1, 23)}
    assert wanted - cited() == set()


def test_every_option_is_explained() -> None:
    text = " ".join(rule.text for rule in RULES.values())
    assert [name for name in GAME.options.choices() if f"`{name}`" not in text] == []


def test_interpretations_name_their_option() -> None:
    for rule in RULES.values():
        if "Open point" in rule.text or "Interpretation" in rule.text:
            assert "option" in rule.text, rule.id


def test_every_place_in_the_code_exists() -> None:
    folders = (GAME.folder, Path(core.__path__[0]))
    source = "".join(path.read_text("utf-8") for folder in folders for path in sorted(folder.rglob("*.py")))
    for rule in RULES.values():
        places = re.findall(r"`([^`]+)`", rule.notes[1])
        assert places, rule.id
        for place in places:
            if place.endswith(".json"):
                assert (GAME.folder / place).exists()
                continue
            name = place.split(".")[-1]
            assert re.search(rf"\b(class|def|self\.)\s*{name}\b|^{name}\b|self\.{name}\b", source, re.M), place

"""One word for one thing: docs/glossary.md against every catalogue, card, lesson and list of rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.cards import deck
from ludoteka.core.text import LANGS

ROOT = Path(__file__).parent.parent
TITLES = {
    "Terra Mystica": "terra_mystica",
    "Small World": "small_world",
    "Tigris & Euphrates": "tigris_euphrates",
    "Fabled": "fabled",
    "Pebbles": "pebbles",
}
OWN_WAY = {("fabled", "act"), ("fabled", "choose")}
"""The button says the whole effect."""


def rows() -> Iterator[tuple[str, list[str]]]:
    """Heading and cells of each row of the glossary."""
    section = ""
    for line in (ROOT / "docs" / "glossary.md").read_text("utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "thing":
            yield section, cells


def sentences(name: str, lang: str) -> dict[str, str]:
    """Every text of a game: catalogue and cards."""
    game = games.load(name)
    found = dict(json.loads((game.folder / "locale" / f"{lang}.json").read_text("utf-8")))
    cards = deck(game.package, lang)
    return found | {f"card {id}": f"{cards.name(id)} {cards.words.messages[f'card.{id}']}" for id in cards}


def prose(name: str, lang: str) -> dict[str, str]:
    """The lesson and the rules of a game, line by line."""
    folder = games.load(name).folder
    files = [folder / "learn.toml", folder / ("RULES.md" if lang == "en" else "RULES.ru.md")]
    return {
        f"{file.name} {n}": line
        for file in files
        if file.exists()
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)
    }


def everywhere(lang: str) -> dict[str, str]:
    files = [p for p in (ROOT / "ludoteka").rglob(f"locale/{lang}.json") if "games" not in p.parts]
    return {f"{p.parent.parent.name} {k}": t for p in files for k, t in json.loads(p.read_text("utf-8")).items()}


def pattern(word: str) -> re.Pattern[str]:
    """A forbidden word as written; a star stands for any ending."""
    return re.compile(r"(?<!\w)" + re.escape(word).replace(r"\*", r"\w*") + r"(?!\w)")


def test_no_text_uses_another_word_for_a_thing() -> None:
    wrong = []
    for section, cells in rows():
        for word in (w.strip() for w in cells[3].split(",")):
            if not word:
                continue
            lang = "ru" if re.search("[а-яёА-ЯЁ]", word) else "en"
            name = TITLES.get(section, "")
            texts = sentences(name, lang) | prose(name, lang) if name else everywhere(lang)
            wrong += [
                f"{section}: “{word}” in {key}: {text}" for key, text in texts.items() if pattern(word).search(text)
            ]
    assert not wrong, "\n".join(wrong)


def test_the_glossary_speaks_of_things_that_are_there() -> None:
    for section, cells in rows():
        if section not in TITLES:
            continue
        for lang, said in zip(LANGS, cells[1:3], strict=True):
            texts = " ".join(sentences(TITLES[section], lang).values()).lower()
            for word in said.split(","):
                stems = [part[: max(3, len(part) - 3)] for part in word.lower().replace("кратко ", "").split()]
                assert all(stem in texts for stem in stems), f"{section}: nothing is called {word}"


@pytest.mark.parametrize("name", list(TITLES.values()))
@pytest.mark.parametrize("lang", LANGS)
def test_heading_and_button_begin_with_the_same_word(name: str, lang: str) -> None:
    said = sentences(name, lang)
    for key, heading in said.items():
        verb = key.removeprefix("verb.")
        button = said.get(f"do.{verb}", "")
        if verb == key or not button or (name, verb) in OWN_WAY:
            continue
        first = [re.split(r"[\s:,.]", text.lower())[0] for text in (heading, button)]
        assert first[0] == first[1], f"{key}: {heading} / {button}"

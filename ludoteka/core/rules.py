"""Reads the rules ledger of a game: RULES.md, one table row per rule, the first column its number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_ROW = re.compile(r"^\|\s*([A-Z]{2}-\d+(?:\.\d+)*[a-z]?)\s*\|(.*)\|\s*$")


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    text: str
    section: str
    notes: tuple[str, ...]
    """Further columns: where it comes from, where it is in the code."""


def rules_file(folder: Path, lang: str = "en") -> Path:
    """The ledger in that language, or else the English one, which may be missing too."""
    own = folder / f"RULES.{lang}.md"
    return own if own.exists() else folder / "RULES.md"


def read_rules(folder: Path, lang: str = "en") -> dict[str, Rule]:
    """Number -> rule, in the order of the file; none without a file. A number that stands twice is an error."""
    rules: dict[str, Rule] = {}
    section = ""
    file = rules_file(folder, lang)
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if line.startswith("#"):
            section = line.lstrip("# ")
        row = _ROW.match(line)
        if row:
            text, *notes = [cell.strip() for cell in re.split(r"(?<!\\)\|", row[2])]
            if row[1] in rules:
                raise ValueError(f"{row[1]} stands twice in {file.name}")
            rules[row[1]] = Rule(row[1], text.replace("\\|", "|"), section, tuple(notes))
    return rules

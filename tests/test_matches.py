"""Every recorded match still replays to its result, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteka import games
from ludoteka.core.match import Match

MATCHES = Path(__file__).parent.parent / "matches"


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_recorded_match(path: Path) -> None:
    text = path.read_text("utf-8")
    match = Match.load(text, games.load, check=path.stat().st_size < 60_000)
    assert match.game.name == path.parent.name
    assert match.save() == "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))

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
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    saved = match.save().splitlines(keepends=True)
    assert saved[2:] == lines[2:]
    if lines[1].split()[2] == str(match.game.version):  # an older one names its version and options anew
        assert saved[1] == lines[1]
    assert Match.load("".join(saved), games.load, check=False).save() == "".join(saved)

"""Draws the pictures of README and docs from recorded matches: `python -m scripts.pictures`."""

from __future__ import annotations

from pathlib import Path

from ludoteka import games
from ludoteka.core.match import Match
from ludoteka.core.svg import sheet

ROOT = Path(__file__).parent.parent
PICTURES = {"pebbles": ("pebbles/a-snatch.txt", 22, 0)}
"""Name of the picture -> record, after how many actions, through whose eyes."""


def main() -> None:
    for name, (record, at, seat) in PICTURES.items():
        match = Match.load((ROOT / "matches" / record).read_text("utf-8"), games.load)
        view = match.at(at).view(seat)
        drawing = sheet(match.game.draw(view, "en"), match.game.panels(view, "en"))
        (ROOT / "docs" / "pictures" / f"{name}.svg").write_text(str(drawing), "utf-8")


if __name__ == "__main__":
    main()

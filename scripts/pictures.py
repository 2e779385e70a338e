"""Draws the pictures of README and docs from recorded matches: `python -m scripts.pictures`."""

from __future__ import annotations

from pathlib import Path

from ludoteka import games
from ludoteka.core.match import Match

ROOT = Path(__file__).parent.parent
PICTURES = {
    "terra_mystica": ("terra_mystica/league_s2_g1.txt", 640, 0),
    "small_world": ("small_world/dragon-heroes-and-encampments.txt", 200, 0),
    "tigris_euphrates": ("tigris_euphrates/ends-by-treasures.txt", 250, 0),
    "fabled": ("fabled/interwoven_worlds_with_paid_actions.txt", 120, 0),
    "pebbles": ("pebbles/a-snatch.txt", 22, 0),
}
"""Name of the picture -> record, after how many actions, through whose eyes."""


def main() -> None:
    for name, (record, at, seat) in PICTURES.items():
        match = Match.load((ROOT / "matches" / record).read_text("utf-8"), games.load)
        view = match.at(at).view(seat)
        drawing = match.game.draw(view, "en")
        (ROOT / "docs" / "pictures" / f"{name}.svg").write_text(str(drawing), "utf-8")


if __name__ == "__main__":
    main()

"""Writes `league.json` into the folder of a game: what statistics count in the league matches of `matches/`.

python -m scripts.league terra_mystica
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from ludoteka import games
from ludoteka.core.folder import file_of
from ludoteka.core.match import Match
from ludoteka.server.figures import Seat, seats_of

MATCHES = Path(__file__).parent.parent / "matches"


def figures(record: Path) -> list[Seat]:
    return seats_of(Match.load(record.read_text("utf-8"), games.load, check=False))


def main(name: str) -> None:
    rows = [msgspec.json.encode(figures(record)).decode() for record in sorted((MATCHES / name).glob("league_*.txt"))]
    file_of(games.load(name).package, "league.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])

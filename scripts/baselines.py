"""How well random, greedy, level 5 and a trained example play, for every game and number of seats.

    python -m scripts.baselines --matches 24 --markdown docs/baselines.md
    python -m scripts.baselines --games pebbles small_world --seats 2

One seat is the entrant's, all others are played by one kind of rival; seats are rotated. The trained example is the net
of `examples/learn.py`, taught here first. Every match is a line of a file, so a run that was stopped goes on where it
stood, and `--matches 0` only shows what was measured.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.progress import track

from examples.learn import train
from ludoteka import games
from ludoteka.bots.arena import Task, play
from ludoteka.bots.standings import wilson

RIVALS = ("random", "greedy")
ENTRANTS = ("random", "greedy", "trained", "level5")
SLOW = ("level5",)
MARK = "<!-- the tables begin -->\n"
Line = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """Who plays one seat of what, against whom."""

    game: str
    seats: int
    entrant: str
    rival: str

    def lineup(self, number: int, bot: str) -> tuple[str, ...]:
        """The entrant goes round the table."""
        mine = number % self.seats
        return tuple(bot if seat == mine else self.rival for seat in range(self.seats))

    def key(self, number: int) -> list[Any]:
        return [self.game, self.seats, self.entrant, self.rival, number]


def cells(names: Sequence[str], seats: int) -> Iterator[Cell]:
    """Nobody plays against its own kind, and who plays alone has no rivals to choose from."""
    for name in names:
        for n in games.load(name).seats:
            if seats in (0, n):
                for rival in RIVALS if n > 1 else ("nobody",):
                    yield from (Cell(name, n, entrant, rival) for entrant in ENTRANTS if entrant != rival)


def measure(cell: Cell, number: int, weights: Path) -> Line:
    trained = f"examples.learn:Learned:weights={weights / f'{cell.game}-{cell.seats}.npz'}"
    lineup = cell.lineup(number, trained if cell.entrant == "trained" else cell.entrant)
    played = play(Task(number, cell.game, {}, lineup, number // cell.seats, seed=0))
    mine = number % cell.seats
    return {"of": cell.key(number), "share": played.shares[mine], "points": played.scores[mine][0]}


def shown(lines: Sequence[Line], cell: Cell) -> str:
    """ "63 % [41, 81] of 20, 27.4 points"; a dash for what was not played."""
    mine = [line for line in lines if line["of"][:4] == cell.key(0)[:4]]
    if not mine:
        return "–"
    won = [line["share"] for line in mine]
    low, high = wilson(sum(won), len(won))
    points = fmean(line["points"] for line in mine)
    return f"{fmean(won):.0%} [{low * 100:.0f}, {high * 100:.0f}] of {len(won)}, {points:.1f}".replace("%", " %")


def tables(lines: Sequence[Line]) -> str:
    """Markdown: a table for each kind of rival, a row for each game and number of seats."""
    parts = []
    for rival in (*RIVALS, "nobody"):
        entrants = [entrant for entrant in ENTRANTS if entrant != rival]
        rows = []
        for game, seats in dict.fromkeys((line["of"][0], line["of"][1]) for line in sorted(lines, key=_shelf)):
            row = [shown(lines, Cell(game, seats, entrant, rival)) for entrant in entrants]
            if set(row) != {"–"}:
                rows.append(f"| {game} | {seats} | " + " | ".join(row) + " |")
        if rows:
            title = "Alone" if rival == "nobody" else f"Against `{rival}` on all other seats"
            head = f"| game | seats | {' | '.join(entrants)} |\n|---|---:|{'---:|' * len(entrants)}"
            parts.append(f"### {title}\n\n{head}\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"


def _shelf(line: Line) -> tuple[int, int]:
    return games.names().index(line["of"][0]), line["of"][1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=games.names())
    parser.add_argument("--seats", type=int, default=0, help="0: every number of seats")
    parser.add_argument("--matches", type=int, default=24, help="of each entrant against each kind of rival")
    parser.add_argument("--slow", type=int, default=6, help="matches of entrants that think for seconds")
    parser.add_argument("--train", type=int, default=200, help="matches of self-play for the trained example")
    parser.add_argument("--out", type=Path, default=Path("build/baselines"))
    parser.add_argument("--markdown", type=Path, help="write the tables into this page, too")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    file = args.out / "matches.jsonl"
    lines: list[Line] = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known = {json.dumps(line["of"]) for line in lines}
    todo = [
        (cell, number)
        for cell in cells(args.games, args.seats)
        for number in range(min(args.slow, args.matches) if cell.entrant in SLOW else args.matches)
        if json.dumps(cell.key(number)) not in known
    ]
    # a few of everything first, the slow ones last
    todo.sort(key=lambda job: (job[0].entrant in SLOW, job[1] // 6))
    with file.open("a") as journal:
        for cell, number in track(todo, "playing", transient=True):
            if cell.entrant == "trained" and not (args.out / f"{cell.game}-{cell.seats}.npz").exists():
                train(cell.game, cell.seats, args.train, args.out, tests=0)
            lines.append(measure(cell, number, args.out))
            journal.write(json.dumps(lines[-1]) + "\n")
            journal.flush()
    text = tables(lines)
    print(text)
    if args.markdown:
        head, mark, _ = args.markdown.read_text("utf-8").partition(MARK)
        when = f"{date.today()}, trained on {args.train} matches of self-play, nets and draws from seed 0.\n"
        args.markdown.write_text(f"{head}{mark}\n{when}\n{text}", "utf-8")


if __name__ == "__main__":
    main()

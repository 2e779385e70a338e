"""`make bench-compare`: is this checkout slower than another commit? Fails if a figure lost more than 20 %.

The other commit is checked out beside this one, and the two are measured in turn in the same run.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.speed import ROOT, Worker, median

WATCHED = (
    *("steps, list", "steps, sample", "copies", "legal lists, middle game", "search simulations"),
    *("PettingZoo steps", "BatchEnv steps, 64 matches"),
    *("replays of the longest record", "checked replays of the longest record"),
    *("views, middle game", "views with drawings, middle game"),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", default="main")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--most", type=float, default=20, help="per cent of speed that may be lost")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "worktree", "add", "--detach", "--quiet", folder, args.base], cwd=ROOT, check=True)
        try:
            return compare(Path(folder), args.rounds, args.seconds, args.most)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def compare(other: Path, rounds: int, seconds: float, most: float) -> int:
    here, there = Worker(ROOT), Worker(other)
    slower = 0
    for key in (key for key in here.known if key in there.known and key[1] in WATCHED):
        figures = [(here.measure(key, k, seconds), there.measure(key, k, seconds)) for k in range(rounds)]
        change = 100 * (median([a / b for a, b in figures]) - 1)
        mark = "  SLOWER" if change < -most else ""
        print(f"{key[0]:18} {key[1]:32} {change:+6.1f} %{mark}")
        slower += bool(mark)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())

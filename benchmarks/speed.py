"""`make bench`: how fast the games are, pure and native, beside their peers, as ratios in one run.

Every figure is per CPU-second. The runs are interleaved in rounds, so that a machine that slows down slows all of them
alike, and the median of the rounds counts. Absolute numbers belong to the machine; the ratios travel.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import warnings
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.peers import peers

ROOT = Path(__file__).parent.parent
NATIVE = ROOT / "build" / "native"
Key = tuple[str, str]


class Worker:
    """A process that measures with the ludoteka of one folder."""

    def __init__(self, folder: Path) -> None:
        # ludoteka comes from that folder, what is measured always from this one
        code = f"import sys; sys.path.insert(0, {str(folder)!r}); import ludoteka; sys.path.insert(0, {str(ROOT)!r})"
        code += "; from benchmarks.measures import serve; serve()"
        command = [sys.executable, "-P", "-W", "ignore", "-c", code]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")
        self.known: list[Key] = [(name, what) for name, what in self._answer()]

    def _answer(self) -> list[list[str]]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit("a worker has died")
        return json.loads(line)  # type: ignore[no-any-return]

    def measure(self, key: Key, seed: int, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([*key, seed, seconds]) + "\n")
        self.process.stdin.flush()
        return float(self._answer())  # type: ignore[arg-type]


def median(figures: list[float]) -> float:
    return statistics.median(figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU-seconds per figure and round")
    parser.add_argument("--game", action="append", help="only these games")
    parser.add_argument("--markdown", type=Path, help="write the table into this page too: docs/benchmarks.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    workers = {"pure": Worker(ROOT)}
    if NATIVE.exists():
        workers["native"] = Worker(NATIVE)
    wanted = [key for key in workers["pure"].known if not args.game or key[0] in args.game]
    found: dict[tuple[str, Key], list[float]] = {}
    others = list(peers())
    for k in track(range(args.rounds), description="rounds", transient=True):
        for name, what, measure in others:
            found.setdefault(("peer", (name, what)), []).append(measure(k, args.seconds))
        for key in wanted:
            for build, worker in workers.items():
                found.setdefault((build, key), []).append(worker.measure(key, k, args.seconds))
    rows = table(found, wanted)
    show(rows)
    if args.markdown:
        write(rows, args.markdown)


Row = tuple[str, ...]
TITLES: Row = ("game", "per CPU-second", "pure", "native", "native ÷ pure", "pure ÷ peer", "the peer")


def table(found: dict[tuple[str, Key], list[float]], wanted: list[Key]) -> list[Row]:
    """The peers first, then our games, each beside the first peer that has the same figure."""
    peer: dict[str, tuple[str, float]] = {}
    rows: list[Row] = []
    for (kind, (name, what)), figures in found.items():
        if kind == "peer":
            peer.setdefault(what, (name, median(figures)))
            rows.append((name, what, f"{median(figures):,.0f}", "", "", "", ""))
    for key in wanted:
        name, what = key
        pure = median(found["pure", key])
        native = median(found["native", key]) if ("native", key) in found else 0.0
        other = peer.get("steps, list" if what == "steps, sample" else what)
        rows.append(
            (
                name,
                what,
                f"{pure:,.0f}",
                f"{native:,.0f}" if native else "–",
                f"{native / pure:.2f}" if native else "–",
                f"{pure / other[1]:.1f}" if other else "–",
                other[0] if other else "–",
            )
        )
    return rows


def machine() -> str:
    info = Path("/proc/cpuinfo")
    models = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    return f"{models[0] if models else platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def show(rows: list[Row]) -> None:
    shown = Table(*TITLES)
    for row in rows:
        shown.add_row(*row)
    console = Console(width=140)
    console.print(shown)
    console.print(f"{machine()}; median of the rounds")


def write(rows: list[Row], page: Path) -> None:
    """Put the table into a page."""
    lines = [
        f"{datetime.date.today()}, {machine()}: `{' '.join(['python -m benchmarks.speed', *sys.argv[1:]])}`",
        "",
        "| " + " | ".join(TITLES) + " |",
        "|---|---|---:|---:|---:|---:|---|",
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    put_between(page, FIRST, LAST, lines)


def put_between(page: Path, first: str, last: str, lines: list[str]) -> None:
    """Write lines into a page between two marks, instead of those that are there."""
    before, _, rest = page.read_text("utf-8").partition(first)
    _, _, after = rest.partition(last)
    page.write_text(before + first + "\n\n" + "\n".join(lines) + "\n\n" + last + after, "utf-8")


FIRST, LAST = "<!-- the table begins -->", "<!-- the table ends -->"


if __name__ == "__main__":
    main()

"""Do the tests of each package come by enough of it? `python -m scripts.coverage [PACKAGE…]` runs them and says so.

Slower than the tests alone: it runs every night, not every day. What no test came by is in `build/coverage/PACKAGE`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from coverage import Coverage

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "coverage"


class Package(NamedTuple):
    floor: int
    """Of a hundred lines and branches, so many at least."""
    tests: tuple[str, ...]


PACKAGES = {
    "core": Package(90, ("tests/core", "tests/games/pebbles")),
    "client": Package(88, ("tests/server/test_client.py",)),
    "games": Package(84, ("tests/games",)),
    "bots": Package(91, ("tests/bots",)),
    "envs": Package(91, ("tests/envs",)),
    "cli": Package(69, ("tests/cli",)),
    "server": Package(92, ("tests/server",)),
}


def measure(name: str) -> float:
    """Run the tests of a package and return the share that they came by."""
    data = OUT / f".{name}"
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob(f".{name}*"):
        old.unlink()
    run = (sys.executable, "-m", "coverage", "run", f"--data-file={data}", f"--source=ludoteka.{name}")
    subprocess.run([*run, "-m", "pytest", "-q", *PACKAGES[name].tests], cwd=ROOT, check=True)
    found = Coverage(data_file=str(data))
    found.combine(keep=True)
    found.html_report(directory=str(OUT / name))
    return found.report(file=sys.stderr, skip_covered=True)


def main(names: Iterable[str]) -> int:
    shares = {name: measure(name) for name in names or PACKAGES}
    for name, share in shares.items():
        print(f"{name}: {share:.1f} %, at least {PACKAGES[name].floor}")
    return any(share < PACKAGES[name].floor for name, share in shares.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

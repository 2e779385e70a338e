"""Is everything ready for a release of this version? `python -m scripts.release 1.2.3` says what is not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import ludoteka

ROOT = Path(__file__).parents[1]


def problems(version: str) -> list[str]:
    """What stands in the way of releasing this version."""
    found = []
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.append(f"{version} is not MAJOR.MINOR.PATCH")
    if version != ludoteka.__version__:
        found.append(f"ludoteka.__version__ is {ludoteka.__version__}")
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        found.append(f"CHANGELOG.md has no heading {version}")
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text("utf-8"):
        found.append("CITATION.cff names another version")
    return found


if __name__ == "__main__":
    found = problems(sys.argv[1])
    print("\n".join(found) or f"{sys.argv[1]} can be released")
    sys.exit(bool(found))

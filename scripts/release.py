"""Is everything ready for a release of this version? `python -m scripts.release 1.2.3` says what is not.

`python -m scripts.release 1.2.3 https://example.org/owner/ludoteka` also writes where the project lives into
pyproject.toml and CITATION.cff: whoever releases it, a fork as well, names their own address.
"""

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


def addresses(repository: str) -> dict[str, str]:
    return {
        "Source": repository,
        "Documentation": f"{repository}/blob/main/docs/index.md",
        "Changes": f"{repository}/blob/main/CHANGELOG.md",
        "Faults": f"{repository}/issues",
    }


def settle(root: Path, repository: str) -> None:
    """Write the addresses of the project into its papers, in place of earlier ones."""
    lines = "".join(f'{name} = "{url}"\n' for name, url in addresses(repository).items())
    project = root / "pyproject.toml"
    text = re.sub(r"\[project\.urls\]\n.*?\n\n", "", project.read_text("utf-8"), flags=re.S)
    head, mark, rest = text.partition("[project.scripts]")
    project.write_text(f"{head}[project.urls]\n{lines}\n{mark}{rest}", "utf-8")
    citation = root / "CITATION.cff"
    text = re.sub(r"^repository-code: .*\n", "", citation.read_text("utf-8"), flags=re.M)
    citation.write_text(f"{text}repository-code: {repository}\n", "utf-8")


if __name__ == "__main__":
    found = problems(sys.argv[1])
    print("\n".join(found) or f"{sys.argv[1]} can be released")
    if not found and len(sys.argv) > 2:
        settle(ROOT, sys.argv[2])
    sys.exit(bool(found))

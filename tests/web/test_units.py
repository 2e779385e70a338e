"""Parts of the page by themselves, in the Node.js that comes with Playwright."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.browser import NO_NODE, node

UNITS = Path(__file__).parent / "units"
WEB = Path(__file__).parents[2] / "ludoteka" / "server" / "web"
LONGEST = 160


def test_the_parts_of_the_page() -> None:
    path = node()
    if not path:
        pytest.skip(NO_NODE)
    files = sorted(map(str, UNITS.glob("*.test.mjs")))
    ran = subprocess.run([path, "--test", *files], capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(files) >= 4


def test_lines_of_pages_fit_a_screen() -> None:
    files = [f for f in WEB.rglob("*.*") if f.suffix in (".css", ".html", ".js", ".svg")]
    long = [
        f"{f.name}:{n}"
        for f in files
        for n, line in enumerate(f.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert len(files) > 100
    assert not long

"""Parts of the page by themselves, in the Node.js that comes with Playwright."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.browser import NO_NODE, node

UNITS = Path(__file__).parent / "units"


def test_the_parts_of_the_page() -> None:
    path = node()
    if not path:
        pytest.skip(NO_NODE)
    files = sorted(map(str, UNITS.glob("*.test.mjs")))
    ran = subprocess.run([path, "--test", *files], capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert len(files) >= 4

"""The scan for assertions that cannot fail finds each kind, and our own tests have none that can be seen by reading."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.vacuous import ROOT, read, sources

EMPTY = """
def test_constant():
    assert "words"

def test_number():
    assert 2

def test_itself(tmp_path):
    assert tmp_path == tmp_path

def test_nothing(tmp_path):
    tmp_path.exists()

def test_loop():
    for n in []:
        assert n

def test_all():
    assert all(n for n in ())

def test_sound():
    for n in (1, 2):
        assert n
    assert all(n for n in (1, 2))
"""


def test_each_kind_is_found(tmp_path: Path) -> None:
    (tmp_path / "test_empty.py").write_text(EMPTY, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scripts.vacuous", str(tmp_path)], cwd=ROOT, capture_output=True, text=True
    )
    found = {
        tuple(line.split("test_empty.py:")[1].split(": ", 1)) for line in done.stdout.splitlines() if "y.py:" in line
    }
    assert done.returncode == 1
    assert found == {
        ("3", "cannot fail"),
        ("6", "cannot fail"),
        ("9", "cannot fail"),
        ("11", "test_nothing claims nothing"),
        ("15", "a loop that is never entered"),
        ("16", "nobody comes by"),
        ("19", "all or any of nothing"),
    }


def test_every_test_claims_something() -> None:
    tests = list(sources([str(ROOT / "tests")]))
    assert list(read(tests, sources([str(ROOT / "ludoteka/core"), str(ROOT / "scripts")]))) == []

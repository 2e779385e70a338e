"""What people install is what the repository holds: words, pages, pictures and rules included."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent


def tracked(*folders: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout")
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def test_a_wheel_is_pure_and_has_every_file_of_the_package(tmp_path: Path) -> None:
    for name in tracked("ludoteka", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    inside = set(ZipFile(wheel).namelist())
    assert [name for name in tracked("ludoteka") if name not in inside] == []

"""The pages are true: the tutorial is followed literally, and every link leads somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from ludoteka import games
from scripts import reference

ROOT = Path(__file__).parent.parent
WRITTEN = "reference.md"
"""Made anew by `make docs`, and not kept."""
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if page.name != WRITTEN]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
        if target.startswith("http"):
            continue
        there = page.parent / target if target else page
        assert there.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(there), f"{page.name}: {target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("folder", ["games", "ru/games"])
def test_the_page_of_a_game_has_every_option(folder: str) -> None:
    for name in games.names():
        text = (ROOT / "docs" / folder / f"{name}.md").read_text("utf-8")
        assert [f.name for f in fields(games.load(name).options) if f"`{f.name}`" not in text] == [], name


def test_the_reference_has_what_people_import() -> None:
    text = reference.page()
    for name in ("`Client(", "`Match(", "`Game(", "`State(", "check_game(", "- `legal_actions()`", "`IllegalAction("):
        assert name in text, name


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("hosting.md", r"LUDOTEKA_[A-Z_]+[A-Z]|FORWARDED_ALLOW_IPS|LimitNOFILE|max_connections"),
        ("hosting.md", r"ludoteka admin [a-z]+|ludoteka puzzles house|(?<!/)deploy/\w[\w.]+|/metrics|/health"),
        ("page.md", r"\b(?:Tab|Enter|Esc|Space|Home|End|PageUp|PageDown|Shift)\b|← →|\+ − 0"),
        ("page.md", r"`/[a-z]+"),
        ("tournaments.md", r"`/tournaments`|`\w+ /api[^`]*`"),
        ("quickstart.md", r"ludoteka (?!import\b)[a-z][a-z-]+"),
    ],
)
def test_players_and_hosts_are_told_as_much_in_russian(page: str, names: str) -> None:
    """Settings, commands, keys, addresses: whatever has a name stands on both pages."""
    english, russian = ((ROOT / "docs" / folder / page).read_text("utf-8") for folder in (".", "ru"))
    told = set(re.findall(names, english))
    assert told
    assert [name for name in sorted(told) if name not in russian] == []


def test_every_extra_that_is_named_can_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told: list[tuple[str, str]] = []
    for folder in ("docs", "examples", "ludoteka", "deploy", "README.md", "Dockerfile"):
        files = (ROOT / folder).rglob("*.*") if (ROOT / folder).is_dir() else [ROOT / folder]
        for file in files:
            if file.suffix in (".md", ".py", ".ipynb", ".sh", ""):
                named = re.findall(r"ludoteka\[([a-z, ]+)\]", file.read_text("utf-8"))
                told += [(file.name, extra) for names in named for extra in re.split(", ?", names)]
    assert len(told) > 10
    assert [one for one in told if one[1] not in project["optional-dependencies"]] == []


PIP = """#!/usr/bin/env python
# `pip install -e FOLDER` without the network: what the backend builds goes where `sitecustomize` looks
import os, sys, zipfile
from pathlib import Path
from setuptools import build_meta
site = Path(os.environ["SITE"])
os.chdir(sys.argv[3])
zipfile.ZipFile(site / build_meta.build_editable(str(site))).extractall(site)
"""
LOOK = "import os, site; site.addsitedir(os.environ['SITE'])"


@pytest.mark.thorough
def test_the_tutorial_can_be_followed_word_for_word(tmp_path: Path) -> None:
    for name in ("ludoteka", "tests", "scripts", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.egg-info"))
        else:
            shutil.copy(source, tmp_path / name)
    page = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.S)
    assert len(blocks) >= 7
    pip = tmp_path / "bin" / "pip"
    pip.parent.mkdir()
    pip.write_text(PIP)
    pip.chmod(0o755)
    site = tmp_path / "site"
    site.mkdir()
    (pip.parent / "sitecustomize.py").write_text(LOOK)
    path = os.pathsep.join([str(pip.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "PYTHONPATH": f"{tmp_path}{os.pathsep}{pip.parent}", "SITE": str(site)}
    for block in blocks:
        done = subprocess.run(["bash", "-euc", block], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
    assert (tmp_path / "marbles.svg").stat().st_size > 1000
    # the page says that exactly the tests of the changed rules fail now
    tests = [
        sys.executable,
        "-m",
        "pytest",
        "tests/games/marbles",
        "-p",
        "no:cacheprovider",
        "-rf",
        "-k",
        "not contract",
    ]
    done = subprocess.run(tests, cwd=tmp_path, env=environment, capture_output=True, text=True)
    failed = set(re.findall(r"FAILED .*::(\w+)", done.stdout))
    assert {
        "test_hands_are_hidden_and_their_size_is_not",
        "test_all_hands_are_refilled_the_active_seat_first",
    } <= failed

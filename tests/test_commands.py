"""Every command that the pages show works. `ludoteka …` is run as it stands; what is not run says why in a remark
before it, `<!-- not run: … -->`. Its options are still read by the command itself, and `make …` is asked for a plan."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from typing import NamedTuple

import pytest
import rich_click as click
from click.testing import CliRunner

from ludoteka import games
from ludoteka.cli import main
from tests.conftest import played
from tests.server.conftest import known_deals, running
from tests.test_docs import PAGES, ROOT

__all__ = ["known_deals"]

FENCE = re.compile(r"(?:<!-- not run: (?P<why>[^>]+) -->\n)?^ *```(?P<lang>\w*)\n(?P<text>.*?)^ *```$", re.M | re.S)
LANGS = {"sh", "python", "pycon", "json", "toml", "text"}
FOLLOWED = "add-a-game.md"
"""tests/test_docs.py follows it from the first line to the last."""


class Shown(NamedTuple):
    page: Path
    line: str
    why: str
    """Why it is not run; empty if it is."""

    def __str__(self) -> str:
        return f"{self.page.name}: {self.line}"


def shown() -> Iterator[Shown]:
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text("utf-8")):
            if fence["lang"] == "sh" and page.name != FOLLOWED:
                for line in fence["text"].replace("\\\n", " ").splitlines():
                    if line.partition("#")[0].strip():
                        yield Shown(page, line.strip(), fence["why"] or "")


COMMANDS = list(shown())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_says_what_it_holds(page: Path) -> None:
    """So that no command hides in one without a language; Python that is no dialogue is at least Python."""
    for fence in FENCE.finditer(page.read_text("utf-8")):
        assert fence["lang"] in LANGS, fence["text"].partition("\n")[0]
        if fence["lang"] == "python" and ">>>" not in fence["text"]:
            compile(fence["text"], page.name, "exec")


def test_every_command_is_run_or_says_why_not() -> None:
    unknown = [str(c) for c in COMMANDS if not c.why and c not in RUN]
    assert not unknown
    assert len(COMMANDS) > 25


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as the pages take it for granted: a record, a ledger, a house with two people."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "match.txt").write_text(played(games.load("pebbles"), 2, seed=4).save(), "utf-8")
    (folder / "game.txt").write_text("", "utf-8")
    (folder / "game.cmds.txt").write_text("", "utf-8")
    (folder / "matches").mkdir()
    with running(str(folder / "house.db")) as server:
        for name in ("Anna", "Spammer"):
            server.member(name)
    return folder


@pytest.fixture
def at_desk(desk: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(desk)
    monkeypatch.setenv("LUDOTEKA_DATABASE", str(desk / "house.db"))
    monkeypatch.setenv("LUDOTEKA_SECRET", "a secret for the pages, long enough for the doctor")
    return desk


def words_of(line: str) -> list[str]:
    """As a shell would pass them."""
    words = shlex.split(line, comments=True)[1:]
    return [found for word in words for found in (sorted(glob(word)) if "*" in word else [word])]


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.why and c.line.startswith("ludoteka ")], ids=str)
def test_its_options_are_known(command: Shown, at_desk: Path) -> None:
    (at_desk / "today.gz").touch()
    read(main, words_of(command.line), None)


def read(command: click.Command, words: list[str], parent: click.Context | None) -> None:
    """Let a command and its own commands read their words; a wrong one raises."""
    ctx = command.make_context(command.name, words, parent=parent)
    if isinstance(command, click.Group):
        _, inner, rest = command.resolve_command(ctx, [*ctx._protected_args, *ctx.args])
        assert inner is not None
        read(inner, rest, ctx)


RUN = [c for c in COMMANDS if c.line.startswith("ludoteka ") and not c.why]


def test_commands_do_what_the_pages_say(at_desk: Path) -> None:
    """In the order in which they stand: a restore follows its backup."""
    (at_desk / "today.gz").unlink(missing_ok=True)
    for command in RUN:
        done = CliRunner().invoke(main, words_of(command.line), input="correct horse\n" * 2, env={"COLUMNS": "120"})
        assert done.exit_code == 0, f"{command}\n{done.output}\n{done.exception!r}"


@pytest.mark.skipif(sys.platform == "win32", reason="make is not at home there")
def test_make_knows_how() -> None:
    targets = dict.fromkeys(" ".join(words_of(c.line)) for c in COMMANDS if c.line.startswith("make "))
    for target in targets:
        done = subprocess.run(
            ["make", "--dry-run", *shlex.split(target)], cwd=ROOT, env=os.environ, capture_output=True, text=True
        )
        assert done.returncode == 0, f"make {target}: {done.stderr}"

"""`make check` reads the scripts as TypeScript would: it must notice what a page or a worker does not have."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts.dev import ENVIRON, types
from scripts.page_types import HOME, page_types


def said(config: str, path: Path, script: str) -> str:
    path.write_text(script, "utf-8")
    ran = subprocess.run(types(config, str(path)), env=ENVIRON, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode == 0) == (ran.stderr == ""), ran.stderr
    return ran.stderr


@pytest.mark.parametrize(
    ("config", "right", "wrong", "what"),
    [
        (".deno.json", "document.body.focus();", "document.body.foo();", "'foo' does not exist on type 'HTMLElement'"),
        (
            *(".deno.json", "/** @param {Told.TableOut} t */ (t) => t.seats;"),
            *("/** @param {Told.TableOut} t */ (t) => t.seat;", "'seat' does not exist on type 'TableOut'"),
        ),
        (".deno-workers.json", "self.fetch('/');", "self.document;", "'document' does not exist on type 'Worker"),
    ],
)
def test_a_wrong_type_is_noticed(tmp_path: Path, config: str, right: str, wrong: str, what: str) -> None:
    assert said(config, tmp_path / "right.js", right) == ""
    assert what in said(config, tmp_path / "wrong.js", wrong)


def test_pages_are_told_what_the_server_says() -> None:
    """`make format` writes the file anew."""
    assert HOME.read_text("utf-8") == page_types()

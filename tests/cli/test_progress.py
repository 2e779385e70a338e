"""Long work says how far it is, also where no bar can be drawn."""

from __future__ import annotations

import pytest
from rich.console import Console

from ludoteka.cli import progress


def test_in_a_log_a_line_stands_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([0.0, 4.0, 9.0, 10.5, 12.0, 20.0, 21.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    step = progress.in_lines("arena", 9)
    for _ in range(4):
        step()
    step_said = capsys.readouterr()
    assert step_said.err == "arena: 3 of 9\n"
    assert step_said.out == ""


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "Console", lambda stderr: Console(stderr=stderr, force_terminal=True, width=80))
    with progress.progress() as begin:
        step = begin("fit", 3)
        step()
        step()
    said = capsys.readouterr()
    assert "fit" in said.err
    assert "2/3" in said.err
    assert said.out == ""

"""What the native build takes differently from Python is not in the source that goes through it. No test builds it: the
release does, and plays."""

from __future__ import annotations

import ast
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludoteka
from ludoteka.core import contract, position

ROOT = Path(__file__).parents[2]


def compiled() -> list[Path]:
    """What setup.py hands to mypyc."""
    tree = ast.parse((ROOT / "setup.py").read_text("utf-8"))
    kept = [n for n in tree.body if not (isinstance(n, ast.ImportFrom) and n.module == "setuptools")][:-3]
    known: dict[str, Any] = {}
    exec(compile(ast.Module(kept, []), "setup.py", "exec"), known)
    return [ROOT / name for name in known["sources"]()]


def test_no_property_is_called_in_one_breath(monkeypatch: pytest.MonkeyPatch) -> None:
    """`self.reader(text)`, where `reader` is a property that returns a function: mypyc 2.4 returns the function."""
    monkeypatch.chdir(ROOT)
    trees = {path: ast.parse(path.read_text("utf-8")) for path in compiled()}
    assert len(trees) > 100
    nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree)]
    known = {
        f.name
        for _, node in nodes
        if isinstance(node, ast.ClassDef)
        for f in node.body
        if isinstance(f, ast.FunctionDef) and any(ast.unparse(d).endswith("property") for d in f.decorator_list)
    }
    assert "read_action" in known
    assert [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path, node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in known
    ] == []


class Compiled:
    """As mypyc makes a class without slots."""

    __mypyc_attrs__ = ("cells",)

    def __init__(self) -> None:
        self.cells = [1]


class CompiledPart(Compiled):
    def clone(self) -> CompiledPart:
        return CompiledPart()


def test_a_compiled_constant_is_no_part_of_a_state() -> None:
    """All compiled classes name their fields; what belongs to a position can be cloned."""
    assert contract._mutables((Compiled(),)) == set()
    part = CompiledPart()
    assert contract._mutables((part,)) == {id(part), id(part.cells)}


def test_what_a_native_build_says_instead_of_none_fits() -> None:
    """mypyc 2.4 writes `type` where a frame is annotated with None or a union, and a bare tuple for one of numbers."""
    assert position._fits(None, type)
    assert position._fits((1, 2), tuple)
    assert not position._fits(None, int)
    assert not position._fits(1, tuple)


def test_a_native_wheel_is_tried_with_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command by which cibuildwheel tries one is a line of Python that no other test would read."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    python, option, code = shlex.split(config["test-command"])
    assert (python, option, config["environment"]) == ("python", "-c", {"LUDOTEKA_NATIVE": "1"})
    tried: list[str] = []
    monkeypatch.setattr(ludoteka, "is_native", lambda: True)
    monkeypatch.setattr(contract, "check_match", lambda game, seats, options, every: tried.append(game.name))
    exec(code, {})
    assert tried == ludoteka.games.names()
    monkeypatch.setattr(ludoteka, "is_native", lambda: False)
    with pytest.raises(AssertionError):
        exec(code, {})

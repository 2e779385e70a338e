"""The arrows between packages only point left; core and games use the standard library only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import ludoteka

ROOT = Path(ludoteka.__file__).parent
MAY_IMPORT = {
    "core": set[str](),
    "games": {"core"},
    "bots": {"core", "games"},
    "envs": {"core", "games", "bots"},
    "client": {"core", "games", "bots"},
    "server": {"core", "games", "bots"},
    "cli": {"core", "games", "bots", "envs", "server", "client"},
    "__main__": {"cli"},
}
PURE = ("core", "games")
TYPES_ONLY = {"mypy_extensions"}
"""Named under TYPE_CHECKING for the native build."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules a file imports, wherever in the file it does so."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "ludoteka":
                yield from (f"ludoteka.{alias.name}" for alias in node.names)
            else:
                yield str(node.module)


def layer(names: Sequence[str]) -> str:
    """The layer of a module of ours. What a game's folder holds for bots and learners belongs to their layers."""
    if names[0] == "games" and names[-1].startswith("judge"):
        return "bots"
    return "envs" if names[0] == "games" and names[-1] == "scheme" else names[0]


def part_of(path: Path) -> str:
    return layer(path.relative_to(ROOT).with_suffix("").parts)


FILES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.name != "__init__.py")


def test_arrows() -> None:
    for path in FILES:
        part = part_of(path)
        for name in imports(path):
            if name.startswith("ludoteka."):
                other = layer(name.split(".")[1:])
                allowed = other in MAY_IMPORT[part] | {part} or other in ("__version__", "is_native")
                assert allowed, f"{path}: {part} must not import {other}"


def test_rules_need_nothing_but_python() -> None:
    for path in FILES:
        if part_of(path) in PURE:
            for name in imports(path):
                first = name.split(".")[0]
                if first not in TYPES_ONLY:
                    assert first == "ludoteka" or first in sys.stdlib_module_names, f"{path} imports {name}"


def test_what_only_mypyc_reads_is_never_imported() -> None:
    code = "import sys, ludoteka.core.native, ludoteka.games.tigris_euphrates.registers; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not TYPES_ONLY & set(loaded)


def test_a_game_never_imports_another() -> None:
    for path in sorted((ROOT / "games").glob("*/**/*.py")):
        own = path.relative_to(ROOT / "games").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["ludoteka", "games"]:
                assert parts[2:3] == [own], f"{path} imports {name}"


def modules_of(game: Path) -> dict[str, Path]:
    return {".".join((game.name, *path.relative_to(game).with_suffix("").parts)): path for path in game.rglob("*.py")}


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules of its own game that this one names, wherever it does so: at the top, in a function or for types."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.removeprefix("ludoteka.games.") for alias in node.names} & known.keys()
        elif isinstance(node, ast.ImportFrom):
            module = str(node.module).removeprefix("ludoteka.games.")
            found |= {name for name in (module, *(f"{module}.{alias.name}" for alias in node.names)) if name in known}
    return found


def cycle(arrows: dict[str, set[str]]) -> list[str]:
    """The modules that are left when all that need nothing further are taken away, again and again."""
    left = dict(arrows)
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    return sorted(left)


def test_modules_of_a_game_do_not_go_in_circles() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
    for game in sorted(path for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()):
        known = modules_of(game)
        assert cycle({name: imported(path, known) for name, path in known.items()}) == [], game.name


def test_importing_the_library_loads_no_game_and_no_stranger() -> None:
    code = "import sys, ludoteka; from ludoteka import games; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "ludoteka.games" in loaded
    assert not [name for name in loaded if name.startswith("ludoteka.games.")]
    for stranger in ("click", "rich", "numpy", "litestar", "sqlalchemy"):
        assert stranger not in loaded

"""What may lie in the folder of a game besides its rules: the layers above look for it there and do without it.

`judge*.py` with `judge.toml` and `levels.toml` are for bots, `scheme.py` for learners, `learn.toml` is the lesson,
`intentions.py` says how people think of moves. A game of another package has the same folder.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any


@cache
def module_of(package: str, name: str) -> ModuleType | None:
    """The module of that name in the package of a game; None if there is none."""
    if not hasattr(import_module(package), "__path__") or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def file_of(package: str, name: str) -> Path:
    return Path(str(import_module(package).__file__)).with_name(name)


def table_of(package: str, name: str) -> dict[str, Any]:
    """What `<name>.toml` in the folder of a game says; nothing if there is none."""
    file = file_of(package, f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def is_rule(file: Path) -> bool:
    """Whether a file of a game's folder can have to do with how a match goes on."""
    return not file.stem.startswith("judge") and file.stem not in ("scheme", "levels", "learn")

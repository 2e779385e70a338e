"""What may lie in the folder of a game besides its rules: the layers above look for it there and do without it.

`judge*.py` with `judge.toml` and `levels.toml` are for bots, `scheme.py` for learners, `learn.toml` is the lesson,
`intentions.py` says how people think of moves, `cards.toml` and `explain.py` explain each thing, `themes.py` and
`puzzles.json` are positions for thinking, `statistics.py` and `league.json` what is counted. A game of another package
has the same folder. What a game does not have, a third package may bring: the entry point `ludoteka.judges` with
`mancala = "clever.mancala_judge"` names a module and the folder it lies in; so do `ludoteka.schemes` and
`ludoteka.lessons`.
"""

from __future__ import annotations

import logging
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

NO_RULE = ("scheme", "levels", "learn", "explain", "cards", "themes", "puzzles", "statistics", "league")
GROUPS = {"judge": "judges", "levels": "judges", "scheme": "schemes", "learn": "lessons"}
"""What other packages may bring, and the entry points it comes in through."""
_log = logging.getLogger("ludoteka")


@cache  # to put a path together costs more than saying a sentence
def folder_of(file: str) -> Path:
    return Path(file).parent


@cache
def module_of(package: str, name: str) -> ModuleType | None:
    """The module of that name in the package of a game, or one that another package brings; None if there is none."""
    if not hasattr(import_module(package), "__path__") or find_spec(f"{package}.{name}") is None:
        return brought(package, name)
    return import_module(f"{package}.{name}")


@cache
def brought(package: str, name: str) -> ModuleType | None:
    """What another package brings for a game that has none; one that cannot be loaded is left out with a reason."""
    game = getattr(import_module(package), "GAME", None)
    for entry in entry_points(group=f"ludoteka.{GROUPS.get(name, name)}"):
        if game is not None and entry.name == game.name:
            try:
                found = entry.load()
                if isinstance(found, ModuleType):
                    return found
                problem = "is no module"
            except Exception as error:  # whatever a stranger's module may do
                problem = f"{type(error).__name__}: {error}"
            _log.warning("the %s of %s, %s, is left out: %s", name, entry.name, entry.value, problem)
    return None


def file_of(package: str, name: str) -> Path:
    return Path(str(import_module(package).__file__)).with_name(name)


def table_of(package: str, name: str) -> dict[str, Any]:
    """What `<name>.toml` in the folder of a game says, or in that of what another package brings; else nothing."""
    file = file_of(package, f"{name}.toml")
    if not file.exists() and (guest := brought(package, name)) is not None:
        file = Path(str(guest.__file__)).with_name(f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def is_rule(file: Path) -> bool:
    """Whether a file of a game's folder can have to do with how a match goes on."""
    return not file.stem.startswith("judge") and file.stem not in NO_RULE

"""The reference of the Python library, written from its docstrings: `python -m scripts.reference docs/reference.md`.

`make docs` calls it; the page is not kept, so it is never out of date.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

MODULES = {
    "The door": ("ludoteka", "ludoteka.games"),
    "Rules and matches": (
        *("ludoteka.core.game", "ludoteka.core.action", "ludoteka.core.match", "ludoteka.core.events"),
        *("ludoteka.core.errors", "ludoteka.core.contract", "ludoteka.core.consequences", "ludoteka.core.told"),
    ),
    "For those who write a game": (
        *("ludoteka.core.options", "ludoteka.core.bag", "ludoteka.core.bits", "ludoteka.core.position"),
        *("ludoteka.core.text", "ludoteka.core.cards", "ludoteka.core.svg", "ludoteka.core.manner"),
    ),
    "Bots": (
        "ludoteka.bots",
        "ludoteka.bots.judge",
        "ludoteka.bots.arena",
        "ludoteka.bots.hint",
        "ludoteka.bots.analyse",
    ),
    "Learning": ("ludoteka.envs.aec", "ludoteka.envs.solo", "ludoteka.envs.batch", "ludoteka.envs.scheme"),
    "A table server from Python": ("ludoteka.client.synchronous", "ludoteka.client.refusals", "ludoteka.client.sse"),
}
HEAD = "# Python reference\n\nWhat can be imported, from the docstrings of this release.\n"


def page() -> str:
    parts = [HEAD]
    for title, names in MODULES.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += module(import_module(name))
    return "\n".join(parts)


def module(found: ModuleType) -> Iterator[str]:
    yield f"### `{found.__name__}`\n"
    yield words(found)
    for name, thing in public(found):
        if inspect.isclass(thing):
            yield from a_class(name, thing)
        else:
            yield f"**`{name}{signature(thing)}`** {words(thing)}"


def public(found: ModuleType) -> list[tuple[str, Any]]:
    """Classes and functions that belong to the module, or that its door names, in the order of the source."""
    named = getattr(found, "__all__", None)
    things = [(n, getattr(found, n)) for n in named] if named else list(vars(found).items())
    return [
        (name, thing)
        for name, thing in things
        if name[:1] != "_" and callable(thing) and (named or getattr(thing, "__module__", "") == found.__name__)
    ]


def a_class(name: str, cls: type) -> Iterator[str]:
    yield f"#### `{name}{signature(cls)}`\n"
    yield words(cls)
    for method, thing in vars(cls).items():
        inner = thing.__func__ if isinstance(thing, classmethod | staticmethod) else thing
        inner = inner.fget if isinstance(inner, property) else inner
        if method[:1] != "_" and inspect.isfunction(inner) and inner.__doc__:
            shown = "" if isinstance(thing, property) else signature(inner)
            yield f"- `{method}{shown}` {' '.join(inner.__doc__.split())}"
    yield ""


def signature(thing: Any) -> str:
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return "(…)"
    kept = [p.replace(annotation=p.empty) for n, p in found.parameters.items() if n not in ("self", "cls")]
    return str(found.replace(parameters=kept, return_annotation=found.empty))


def words(thing: Any) -> str:
    """The docstring; one that only repeats the fields, as dataclasses have it, says nothing."""
    said = inspect.getdoc(thing) or ""
    return "" if said.startswith(f"{getattr(thing, '__name__', '')}(") else f"{said}\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")

"""Help for positions in one line: the stack as plain values, and back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ludoteka.core.errors import BadOptions
from ludoteka.core.game import Asked, Frame, Phase, Step


def bad_position(problem: str) -> BadOptions:
    return BadOptions("error.bad_position", problem=problem)


def write_stack(stack: Sequence[Frame]) -> list[list[Any]]:
    """Each frame as the name of its kind, the name of its phase, its seat and its data."""
    return [[type(f).__name__, repr(f[0]), *f[1:]] for f in stack]


def read_stack(package: str, written: Any) -> list[Frame]:
    """The same frames again, with the phases of that package. What does not fit is refused."""
    known = _names(package)
    if not isinstance(written, list):
        raise bad_position("the stack is no list")
    stack: list[Frame] = []
    for item in written:
        if not isinstance(item, list) or len(item) < 3 or not all(isinstance(word, str) for word in item[:2]):
            raise bad_position(f"{item} is no frame")
        kind, phase = known.get(item[0]), known.get(item[1])
        if not isinstance(kind, type) or not isinstance(phase, Phase) or len(item) - 1 != len(_fields(kind)):
            raise bad_position(f"{item} is no frame of this game")
        if not all(value is None or type(value) in (int, str) for value in item[2:]):
            raise bad_position(f"{item} holds more than words and numbers")
        stack.append(kind(phase, *item[2:]))
    return stack


def _fields(kind: type) -> tuple[str, ...]:
    return getattr(kind, "_fields", ())


def _names(package: str) -> dict[str, Any]:
    """The kinds of frames and the phases of a game, by name."""
    found: dict[str, Any] = {"Asked": Asked, "Step": Step}
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(package + "."):
            for value in list(vars(module).values()):
                if isinstance(value, Phase):
                    found[repr(value)] = value
                elif isinstance(value, type) and issubclass(value, tuple) and _fields(value)[:2] == ("phase", "seat"):
                    found[value.__name__] = value
    return found

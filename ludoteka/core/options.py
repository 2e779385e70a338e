"""Options of a game: what a table may decide before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from functools import lru_cache
from typing import Any, Self

from ludoteka.core.content import packed
from ludoteka.core.errors import BadOptions, Reason
from ludoteka.core.native import mypyc_attr

About = Callable[[str, str], list[tuple[str, str]]]
"""Of a value and a language: each thing of the text with what it can do."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Options:
    """Base of a game's options: a frozen dataclass whose defaults are the rulebook. Values are bool, int or str."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, f.name) for f in fields(self)])  # type: ignore[arg-type]

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """The options as a frozen record; strings are read by the type of the default."""
        known = {f.name: f for f in fields(cls)}  # type: ignore[arg-type]
        values = {}
        for name, value in given.items():
            if name not in known:
                raise BadOptions("error.unknown_option", name=name, known=", ".join(known) or "-")
            values[name] = option_value(known[name], value)
        return cls(**values)

    @classmethod
    def choices(cls) -> dict[str, tuple[Any, ...]]:
        """Name of each option -> its default first, then the other choices (free ones have the default only)."""
        every = fields(cls)  # type: ignore[arg-type]
        return {f.name: (f.default, *(c for c in f.metadata.get("choices", ()) if c != f.default)) for f in every}

    @classmethod
    def contents(cls) -> dict[str, Callable[[str], Any]]:
        """The options that take a text of people's own -> what reads it."""
        every = fields(cls)  # type: ignore[arg-type]
        return {f.name: f.metadata["content"] for f in every if "content" in f.metadata}

    @classmethod
    def abouts(cls) -> dict[str, About]:
        """What each of them is about in words, where the game can say it."""
        every = fields(cls)  # type: ignore[arg-type]
        return {f.name: f.metadata["about"] for f in every if f.metadata.get("about")}

    def unusual(self) -> Mapping[str, Any]:
        """Those that are not at their default, as records and views name them: a text of people's own is packed."""
        return _unusual(self)

    def problem(self, seats: int) -> Reason | None:
        """Why these options do not go together or with this number of seats."""
        return None


def option(default: Any, *choices: Any) -> Any:
    """A field of an options class; without choices any value of the default's type will do (bool: both)."""
    if isinstance(default, bool):
        choices = (False, True)
    return field(default=default, metadata={"choices": choices})


def content_option(read: Callable[[str], Any], about: About | None = None) -> Any:
    """A field that takes a text of people's own (`core.content`); `read` takes the text and raises a LudotekaError
    that says what is wrong with it and in which line. `about` says what the value brings into the match."""
    return field(default="", metadata={"choices": (), "content": read, "about": about})


@lru_cache(maxsize=256)
def _unusual(options: Options) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for f in fields(options):  # type: ignore[arg-type]
        value = getattr(options, f.name)
        if value != f.default:
            found[f.name] = packed(value) if "content" in f.metadata else value
    return found


def option_value(f: Any, value: Any) -> Any:
    """What was given for an option, read by the type of its default."""
    default = f.default
    assert default is not MISSING, "every option has a default"
    if isinstance(value, str) and not isinstance(default, str):
        readable = {"true": True, "false": False} if isinstance(default, bool) else _numbers(value)
        value = readable.get(value.lower(), value)
    choices = f.metadata.get("choices", ())
    if type(value) is not type(default) or (choices and value not in choices):
        shown = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in choices)
        raise BadOptions("error.option_value", name=f.name, value=str(value), choices=shown or type(default).__name__)
    return value


def _numbers(value: str) -> dict[str, int]:
    return {value: int(value)} if value.lstrip("-").isdecimal() and value.isascii() else {}

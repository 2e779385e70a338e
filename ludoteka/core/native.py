"""What has to do with the optional native build (setup.py). This module itself is never compiled."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**settings):
        """Only mypyc reads it: `allow_interpreted_subclasses` lets a game that is not compiled use a compiled core."""
        return lambda cls: cls


def restored(cls: type[T], values: dict[str, Any]) -> T:
    """An instance with these fields, for pickle. A compiled class is made by `__init__`, so that takes nothing."""
    thing = cls.__new__(cls)
    for name, value in values.items():
        setattr(thing, name, value)
    return thing


_SLOTS: dict[type, list[str]] = {}


def slot_names(cls: type) -> list[str]:
    """The fields of a class with slots, sorted. A compiled class names them itself: its properties look like fields."""
    if cls not in _SLOTS:
        found: set[str] = set()
        for c in cls.__mro__:
            own = vars(c)
            found.update(own.get("__mypyc_attrs__") or [k for k in own if type(own[k]).__name__ == "member_descriptor"])
        _SLOTS[cls] = sorted(k for k in found if k[:2] != "__")
    return _SLOTS[cls]


def _is_native() -> bool:
    core = find_spec("ludoteka.core.game")
    return core is not None and not str(core.origin).endswith(".py")


NATIVE = _is_native()
"""Whether the rules run compiled. The build takes it for true, and leaves out what is only for plain Python."""

"""What has to do with the optional native build (setup.py). This module itself is never compiled."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**settings):
        """Only mypyc reads it: `allow_interpreted_subclasses` lets a game that is not compiled use a compiled core."""
        return lambda cls: cls


def _is_native() -> bool:
    core = find_spec("ludoteka.core.game")
    return core is not None and not str(core.origin).endswith(".py")


NATIVE = _is_native()
"""Whether the rules run compiled. The build takes it for true, and leaves out what is only for plain Python."""

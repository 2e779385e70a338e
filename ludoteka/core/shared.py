"""Things that exist once: phases, boards, factions, tables. Whatever copies or pickles one gets the thing itself.

Rules compare such things with `is`, so a position that travels to another process must find the ones that live there.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

from ludoteka.core.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Shared:
    """Base of an immutable thing that is a constant of some module. Travels by the name of that constant.

    One that lives in a table of its own travels by what finds it there: `return find_faction, (self.name,)`.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return constant, name_of_constant(self)


def constant(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


_names: Final[dict[int, tuple[str, str]]] = {}


def name_of_constant(thing: object) -> tuple[str, str]:
    """Module and name under which the thing can be found, looked for where its class is defined and then around it."""
    known = _names.get(id(thing))
    if known is not None and getattr(sys.modules.get(known[0]), known[1], None) is thing:
        return known
    home = type(thing).__module__
    package = home.partition(".")[0]
    around = [name for name in sys.modules if name.partition(".")[0] == package]
    for module in [home, *sorted(around)]:
        for name, value in list(vars(sys.modules[module]).items()):
            if value is thing:
                _names[id(thing)] = module, name
                return module, name
    raise TypeError(f"{thing!r} is no constant of a module: it would not be the same thing elsewhere")

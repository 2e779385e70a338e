"""Only for the optional native build; everything else stands in pyproject.toml.

With LUDOTEKA_NATIVE=1 the same source of core and games goes through mypyc. Without it the package is pure Python and
plays the identical matches.
"""

import os
from pathlib import Path

from setuptools import setup

# words and pictures gain nothing from being compiled, and tables only make the build slow
LEFT_OUT = ("__init__", "contract", "draw", "errors", "icons", "match", "palette", "panels", "rules", "svg", "symbols")
LEFT_OUT_TOO = ("text", "why", "words", "data", "maps")


def sources() -> list[str]:
    found = sorted(Path("ludoteka/core").glob("*.py")) + sorted(Path("ludoteka/games").rglob("*.py"))
    return [str(path) for path in found if path.stem not in LEFT_OUT + LEFT_OUT_TOO]


modules = []
if os.environ.get("LUDOTEKA_NATIVE") == "1":
    from mypyc.build import mypycify

    modules = mypycify(sources(), opt_level="3", debug_level="0")

setup(ext_modules=modules)

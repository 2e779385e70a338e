"""Only for the optional native build; everything else stands in pyproject.toml.

With LUDOTEKA_NATIVE=1 the same source of core and games goes through mypyc, of bots what thinks and of envs what looks.
Without it the package is pure Python and plays the identical matches.
"""

import os
from pathlib import Path

from setuptools import setup

# words, pictures and what runs once per match gain nothing from being compiled and only make the build slow
LEFT_OUT = {
    *(
        "__init__",
        "consequences",
        "contract",
        "errors",
        "events",
        "laws",
        "match",
        "native",
        "position",
        "proof",
        "rules",
    ),
    *("layers", "scenario", "shape", "worlds", "writing"),
    *("art", "banners", "cards", "draw", "geometry", "icons", "lands", "mats", "palette", "panels"),
    *("realms", "svg", "symbols"),
    *("text", "plain", "why", "why_open", "words", "refusal", "refusals", "maps", "custom", "listing", "loader"),
    *("folder", "arrange", "intentions", "intentions_check", "intentions_words", "manner", "wish"),
    *("check", "commands", "explain", "explain_now", "grammar", "placing", "shuffle", "told", "translate", "setup"),
}
RULES = {("phases", "lands"), ("phases", "setup")}
"""What is a rule in spite of its name."""
THINKING = ("judge", "thought", "greedy", "rollout", "planner", "mcts")
LEARNING = ("scheme", "table")


def is_left_out(path: Path) -> bool:
    return path.stem in LEFT_OUT and (path.parent / path.stem).parts[-2:] not in RULES


def sources() -> list[str]:
    found = sorted(Path("ludoteka/core").glob("*.py")) + sorted(Path("ludoteka/games").rglob("*.py"))
    more = [f"ludoteka/bots/{name}.py" for name in THINKING] + [f"ludoteka/envs/{name}.py" for name in LEARNING]
    return [*(str(path) for path in found if not is_left_out(path)), *more]


modules = []
if os.environ.get("LUDOTEKA_NATIVE") == "1":
    from mypyc.build import mypycify

    # what learners need besides is not there where wheels are built
    flags = ["--always-true=NATIVE", "--ignore-missing-imports"]
    modules = mypycify([*flags, *sources()], opt_level="3", multi_file=True, debug_level="0")
    if os.name == "posix":  # what no other library can replace calls straight and stands in line: 4 to 13 % faster
        for module in modules:
            module.extra_compile_args.append("-fvisibility=hidden")

setup(ext_modules=modules)

"""The work of `make` without make, also on Windows: `python -m scripts.dev check`.

install   what the others need, into the environment of this Python
check     form, types and rules, side by side
test      the same, then everything that proves the rules
format    the form of everything, written anew
docs      the site, with the reference written anew
lock      the versions that are installed
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

PYTHON = sys.executable
BIN = Path(PYTHON).parent
WEB = "ludoteka/server/web/static"
SCRIPTS = (f"{WEB}/js", "tests/web/units")
WORKERS = (f"{WEB}/js/service.js", f"{WEB}/js/worker.js")
SHEETS = (f"{WEB}/css", "ludoteka/core/board.css")
ENVIRON = os.environ | {"DENO_DIR": ".cache/deno", "NO_COLOR": "1"}
Command = Sequence[str]


def tool(name: str, *args: str) -> Command:
    """A program that came with a package."""
    return str(BIN / name), *args


def module(name: str, *args: str) -> Command:
    return PYTHON, "-m", name, *args


def types(config: str, *scripts: str) -> Command:
    """TypeScript reads the scripts as they are; without the network and without files of its own among ours."""
    return tool("deno", "check", "--quiet", "--no-lock", "--no-remote", "--no-npm", "--config", config, *scripts)


INSTALL = module("pip", "install", "--quiet", "--requirement", "requirements/dev.txt", "--editable", ".")
CHECKS = (
    tool("ruff", "format", "--check", "--quiet", "."),
    tool("ruff", "check", "--quiet", "."),
    tool("oxlint", "--quiet", *SCRIPTS),
    types(".deno.json", f"{WEB}/js"),
    types(".deno-workers.json", *WORKERS),
    tool("oxfmt", "--check", *SCRIPTS, *SHEETS),
    tool("mypy"),
    module("scripts.rules"),
)
LOCK = (
    "--quiet",
    "--upgrade",
    "--universal",
    "--python-version",
    "3.11",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
)


def lock(file: str, *extras: str) -> Command:
    wanted = [word for extra in extras for word in ("--extra", extra)]
    return tool("uv", "pip", "compile", *LOCK, *wanted, "pyproject.toml", "--output-file", f"requirements/{file}.txt")


WORK: dict[str, tuple[Command, ...]] = {
    "install": (INSTALL,),
    "test": (module("pytest", "-n", "auto", "--dist", "worksteal"),),
    "format": (
        tool("ruff", "format", "--quiet", "."),
        tool("ruff", "check", "--quiet", "--fix", "."),
        tool("oxfmt", *SCRIPTS, *SHEETS),
        module("scripts.page_types"),
    ),
    "docs": (module("scripts.reference", "docs/reference.md"), tool("zensical", "build", "--strict")),
    "lock": (lock("server", "server"), lock("dev", "server", "dev", "rl", "cluster")),
}


def started(command: Command) -> subprocess.Popen[str]:
    out, err = subprocess.PIPE, subprocess.STDOUT
    return subprocess.Popen(command, stdout=out, stderr=err, env=ENVIRON, text=True, encoding="utf-8")


def check() -> int:
    """All checks at once; what one of them says is shown if it found something."""
    failed = 0
    for command, process in [(c, started(c)) for c in CHECKS]:
        said, _ = process.communicate()
        if process.returncode:
            failed = 1
            print(f"$ {' '.join(command)}\n{said}")
    return failed


def main(work: str) -> int:
    if work == "check":
        return check()
    if work not in WORK:
        print(__doc__)
        return 2
    if work == "test" and check():
        return 1
    return next((code for command in WORK[work] if (code := subprocess.run(command).returncode)), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else ""))

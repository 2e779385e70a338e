"""Which extra brings a library that is not installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, requires


def extra_for(module: str) -> str:
    """The extra of ours that brings the package which a module belongs to; empty if none does. What the client of the
    server needs is also in the extra of the server itself, and it is the server that commands need."""
    name = module.partition(".")[0].lower().replace("_", "-")
    try:
        wanted = requires("ludoteka") or []
    except PackageNotFoundError:
        return ""
    extras = set()
    for line in wanted:
        package, _, condition = line.partition(";")
        if package.lower().replace("_", "-").startswith(name) and "extra ==" in condition:
            extras.add(condition.rpartition("extra ==")[2].strip(" '\""))
    return "server" if "server" in extras else min(extras, default="")

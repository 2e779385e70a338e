"""Which extra brings a library that is not installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, requires


def extra_for(module: str) -> str:
    """The extra of ours that brings the package which a module belongs to; empty if none does."""
    name = module.partition(".")[0].lower().replace("_", "-")
    try:
        wanted = requires("ludoteka") or []
    except PackageNotFoundError:
        return ""
    for line in wanted:
        package, _, condition = line.partition(";")
        if package.lower().replace("_", "-").startswith(name) and "extra ==" in condition:
            return condition.rpartition("extra ==")[2].strip(" '\"")
    return ""

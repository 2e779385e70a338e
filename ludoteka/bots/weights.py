"""The weights of a judge as numbers under names of their own, and back into its file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

Flat = dict[str, float]


def flatten(tree: Mapping[str, Any], prefix: str = "") -> Flat:
    """Every number under a name of its own: `coin.3`, `stronghold.witches`."""
    flat: Flat = {}
    for key, value in tree.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            flat |= flatten(value, f"{name}.")
        elif isinstance(value, list):
            flat |= {f"{name}.{i}": float(v) for i, v in enumerate(value)}
        else:
            flat[name] = float(value)
    return flat


def unflatten(flat: Flat, like: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in like.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            tree[key] = unflatten(flat, value, f"{name}.")
        elif isinstance(value, list):
            tree[key] = [flat[f"{name}.{i}"] for i in range(len(value))]
        else:
            tree[key] = flat[name]
    return tree


def write(path: Path, flat: Flat, made: str = "") -> None:
    """Change the numbers in the file and nothing else: comments and order stay. `made` says where they come from and
    becomes its first line."""
    table, lines = "", [f"# {made}"] if made else []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            table = line.strip("[] ") + "."
        key, equals, value = line.partition(" = ")
        if equals and not line.startswith("#"):
            name = table + key
            if value.startswith("["):
                count = value.count(",") + 1
                line = f"{key} = [{', '.join(_number(flat[f'{name}.{i}']) for i in range(count))}]"
            else:
                line = f"{key} = {_number(flat[name])}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _number(value: float) -> str:
    return f"{value:.3g}" if "." in f"{value:.3g}" else f"{value:.3g}.0"

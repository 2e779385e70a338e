"""Whether the installed rules are those by which a match was begun, and what is left of one that they do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from ludoteka import core
from ludoteka.core.folder import is_rule
from ludoteka.core.game import CHANCE, Game, State
from ludoteka.core.match import EVENT
from ludoteka.server.store import Row

UNDO = "!undo"
_PARTS = (".py", ".so", ".pyd", ".toml", ".json")


class Drifted(Exception):
    """The rules of today go another way than the match did; says where."""


def installed(game: Game) -> str:
    """The rules as they are on this machine: their version and a fingerprint of all they are made of."""
    return f"{game.version}.{_fingerprint(game.folder)}"


@cache
def _fingerprint(folder: Path) -> str:
    found = sha256()
    for part in (Path(core.__path__[0]), folder):
        for file in sorted(part.rglob("*")):
            if file.suffix in _PARTS and "locale" not in file.parts and is_rule(file):
                found.update(file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


def digest_of(state: State) -> str:
    """A short name of a position as it is written, not as it is kept in memory: that may change with a release."""
    written = state.position()
    return sha256(written.encode()).hexdigest()[:16] if written else state.digest()


def stored_record(row: Row, players: Sequence[str], rows: Sequence[Row]) -> str:
    """The record as it was stored, for the rules that it was played by."""
    options: dict[str, Any] = msgspec.json.decode(row["options"])
    words = [f"{k}={str(v).lower() if isinstance(v, bool) else v}" for k, v in options.items()]
    lines: list[str] = []
    for stored in rows:
        text, mover = stored["text"], stored["mover"]
        if text.startswith(UNDO):
            del lines[int(text.split()[1]) :]
        else:
            lines.append(text if mover == EVENT else f"{'*' if mover == CHANCE else mover} {text}")
    head = ["ludoteka 1", " ".join([f"game {row['game']} {row['version']} seats={row['seats']}", *words])]
    head += ["seats " + " | ".join(players)]
    head += [f"position {row['position']}"] if row["position"] else []
    return "\n".join([*head, *lines, "open"]) + "\n"

"""Records that people bring: ours, or one that a game itself can read."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from ludoteka import games
from ludoteka.core.errors import LudotekaError
from ludoteka.core.match import Match
from ludoteka.server.refused import Refused


def read_record(text: str) -> Match:
    """The match in `text`, every action checked. Raises BadRecord with the line."""
    if not text.endswith("\n"):
        text += "\n"
    # both kinds may begin with remarks
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    if first.startswith("ludoteka"):
        return Match.load(text, games.load)
    problem: LudotekaError | None = None
    for name in games.names():
        game = games.load(name)
        # a game that knows records of another site has a module `ledger` for them
        if find_spec(f"{game.package}.ledger") is None:
            continue
        try:
            found = import_module(f"{game.package}.ledger").import_ledger(text, game)
            return Match.load(found.record, games.load)
        except LudotekaError as error:
            problem = error
    raise problem or Refused(422, "error.not_a_record")

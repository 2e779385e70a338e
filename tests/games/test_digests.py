"""Random play is what it was. If it is not and that was meant: raise the game's version and run `digests write`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludoteka import games
from tests.games.digests import ALL, FEW, configurations, file_of, fingerprint, name_of

CASES = [(name, seats, options) for name in games.names() for seats, options in configurations(games.load(name))]


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=[f"{n} {name_of(s, o)}" for n, s, o in CASES])
def test_random_play_is_as_recorded(name: str, seats: int, options: dict[str, Any]) -> None:
    game = games.load(name)
    recorded = json.loads(file_of(game).read_text("utf-8"))[name_of(seats, options)]
    assert set(recorded) == {str(FEW), str(ALL)}
    assert fingerprint(game, seats, options, FEW) == recorded[str(FEW)]

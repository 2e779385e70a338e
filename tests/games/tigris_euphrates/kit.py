"""Positions and questions in one line each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

import pytest

from ludoteka.core.errors import IllegalAction, Reason
from ludoteka.core.game import CHANCE
from ludoteka.core.proof import disproof
from ludoteka.games.tigris_euphrates import GAME
from ludoteka.games.tigris_euphrates.board import BIT, cell_names
from ludoteka.games.tigris_euphrates.data import LETTERS
from ludoteka.games.tigris_euphrates.laws import LAWS
from ludoteka.games.tigris_euphrates.scenario import play, scenario
from ludoteka.games.tigris_euphrates.state import TigrisState

from .proofs import mend

BUILDINGS, WONDER, ENGLISH = ("buildings",), ("wonder",), ("english",)


def after(
    pieces: str = "",
    script: str = "",
    *,
    players: int = 2,
    active: int = 1,
    variants: Iterable[str] = (),
    board: str = "standard",
    hands: Mapping[str, str] | None = None,
    points: Mapping[str, str] | None = None,
    given: str = "",
    lawful: bool = True,
    **clauses: str,
) -> TigrisState:
    """The state after a script from a position; the laws must hold before and after."""
    s = scenario(board, players, variants, pieces, hands, points, active, given, **clauses)
    if lawful:
        keep_laws(s)
    play(s, script)
    if lawful:
        keep_laws(s)
    return s


def keep_laws(s: TigrisState) -> None:
    for law in LAWS:
        law(s)


def refusal(s: TigrisState, script: str) -> Reason:
    """Why the script's last item is refused; nothing has changed then."""
    with pytest.raises(IllegalAction) as caught:
        play(s, script)
    for lang in ("en", "ru"):
        said = GAME.catalogue(lang).why(caught.value.why)
        assert "{" not in said
        assert caught.value.why.rule in said
    return caught.value.why


def refused_by(s: TigrisState, text: str) -> tuple[str, str]:
    """Message id and rule for an action in machine notation that is not legal; what the message claims is true."""
    wish = GAME.parse(text)
    why = s.why_not(wish)
    assert why is not None, f"{text} is legal"
    assert not (false := disproof(s, wish, why, mend, Random(0))), (false, why)
    for lang in ("en", "ru"):
        assert "{" not in GAME.catalogue(lang).why(why)
    return why.id, why.rule


def points(s: TigrisState, player: int) -> tuple[int, ...]:
    """Red, blue, green, black."""
    return tuple(s.points[player * 4 - 4 : player * 4])


def leaders(s: TigrisState, player: int) -> dict[str, str]:
    """Letter of the colour -> cell, for the leaders on the board."""
    found = s.leaders[player * 4 - 4 : player * 4]
    return {LETTERS[c]: cell_names(bit)[0] for c, bit in enumerate(found) if bit}


def tile_at(s: TigrisState, name: str) -> str:
    """The letter of the face-up tile on a cell, `#` face down, `x` dead, nothing if there is none."""
    bit = BIT[name]
    for c, letter in enumerate(LETTERS):
        if s.tiles[c] & bit:
            return letter
    return "#" if s.down & bit else "x" if s.dead & bit else ""


def kingdoms(s: TigrisState) -> set[frozenset[str]]:
    return {frozenset(cell_names(realm)) for realm in s.realms}


def treasures(s: TigrisState) -> set[str]:
    return set(cell_names(s.treasures))


def asked(s: TigrisState) -> str:
    """Which question is open and to whom: `Attack p1`."""
    if not s.stack:
        return "over"
    who = s.to_move()
    return f"{s.stack[-1][0]!r} {'chance' if who == CHANCE else f'p{who + 1}'}"


def choices(s: TigrisState) -> list[str]:
    return [str(a) for a in s.legal_actions()]


def random_match(seats: int, seed: int, steps: int = 10**6, **options: object) -> TigrisState:
    s = GAME.new(seats, **options)
    assert isinstance(s, TigrisState)
    rng = Random(seed)
    while s.stack and steps:
        s.apply(s.sample(rng))
        steps -= 1
    return s

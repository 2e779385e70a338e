"""What an action did, in words: "War of the traders 5:4, F5 G5 removed, Ann +3 green, Bob −1 trader".

One source for the terminal, the page and the record: the notes that a state keeps while somebody listens, and what a
game itself tells about the difference (`Game.told`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludoteka.core.action import Action
from ludoteka.core.game import Game, State
from ludoteka.core.text import Catalogue

Note = tuple[int, str, int, str]


@dataclass(frozen=True, slots=True)
class Brought:
    """What one seat gained or lost of one kind."""

    seat: int
    n: int
    text: str
    """The word after the number, in the right form: 1 point, 2 points."""
    what: str = field(default="", compare=False)
    """The kind, for programs."""


def amount(words: Catalogue, what: str, n: int) -> str:
    """The word after a number, in the right form."""
    return words.say(f"note.{what}", n=abs(n)) if f"note.{what}" in words else words.name("what", what)


def brought(game: Game, seats: int, notes: Sequence[Note], lang: str) -> list[Brought]:
    """Gains and losses summed up by seat and kind."""
    words = game.catalogue(lang)
    totals: dict[tuple[int, str], int] = {}
    for seat, what, n, _ in notes:
        if 0 <= seat < seats:
            totals[seat, what] = totals.get((seat, what), 0) + n
    return [Brought(seat, n, amount(words, what, n), what) for (seat, what), n in totals.items() if n]


def happen(game: Game, state: State, action: Action, lang: str, players: Sequence[str] = ()) -> list[str]:
    """Make an action or event happen in this state and say what it did."""
    words = game.catalogue(lang).calling(players)
    before = state.clone()
    state.notes = []
    state.happen(action)
    told = game.told(before, action, state, words) if game.told is not None else []
    for b in brought(game, state.seats, state.notes, lang):
        told.append(f"{words.player(b.seat)} {'+' if b.n > 0 else '−'}{abs(b.n)} {b.text}")
    state.notes = None
    return told

"""What an action did, in words: "War of the traders 5:4, F5 G5 removed, Ann +3 green, Bob −1 trader".

One source for the terminal, the page and the record: the notes that a state keeps while somebody listens, and what a
game itself tells about the difference (`Game.told`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ludoteka.core.action import Action
from ludoteka.core.game import Game, State
from ludoteka.core.match import Match
from ludoteka.core.text import Catalogue
from ludoteka.core.told import Brought, Told

Note = tuple[int, str, int, str]
Source = Callable[[str, str], str]
"""`Game.source`."""


def amount(words: Catalogue, what: str, n: int) -> str:
    """The word after a number, in the right form."""
    return words.say(f"note.{what}", n=abs(n)) if f"note.{what}" in words else words.name("what", what)


def brought(words: Catalogue, seats: int, notes: Sequence[Note], source: Source | None = None) -> list[Brought]:
    """Gains and losses summed up by seat and kind; by source, too, where the game has words for that."""
    if not notes:
        return []
    totals: dict[tuple[int, str], int] = {}
    parts: dict[tuple[int, str], Counter[str]] = {}
    for seat, what, n, why in notes:
        if 0 <= seat < seats:
            totals[seat, what] = totals.get((seat, what), 0) + n
            parts.setdefault((seat, what), Counter())[source(what, why) if source is not None else ""] += n
    return [
        Brought(seat, n, amount(words, what, n), what, _causes(words, parts[seat, what]))
        for (seat, what), n in totals.items()
        if n
    ]


def _causes(words: Catalogue, parts: Counter[str]) -> str:
    """Such as "2 scoring tile, 2 favor": only of several sources, and all of them with a name."""
    named = [(f"cause.{source}", n) for source, n in parts.items() if n]
    if len(named) < 2 or any(key not in words for key, _ in named):
        return ""
    return ", ".join(f"{str(n).replace('-', '−')} {words.say(key)}" for key, n in named)


def happen(game: Game, state: State, action: Action, words: Catalogue) -> tuple[list[Told], list[Brought]]:
    """Make an action or event happen in this state; what is told about it, and what it brought."""
    before = state.clone() if game.told is not None else state
    state.notes = []
    state.happen(action)
    told = game.told(before, action, state, words) if game.told is not None else []
    gains = brought(words, state.seats, state.notes, game.source)
    state.notes = None
    return told, gains


def untold(words: Catalogue, told: Sequence[Told], gains: Sequence[Brought]) -> list[Brought]:
    """What an action brought and cost but for what its moments tell."""
    if not told or not any(t.gains for t in told):
        return list(gains)
    rest = Counter({(b.seat, b.what): b.n for b in gains})
    whole = {(b.seat, b.what, b.n): b for b in gains}
    for b in (b for t in told for b in t.gains):
        rest[b.seat, b.what] -= b.n
    return [
        whole.get((seat, what, n)) or Brought(seat, n, amount(words, what, n), what)
        for (seat, what), n in rest.items()
        if n
    ]


def in_words(game: Game, state: State, action: Action, lang: str, players: Sequence[str] = ()) -> list[str]:
    """The same as phrases, one after the other."""
    words = game.catalogue(lang).calling(players)
    told, gains = happen(game, state, action, words)
    return [*(_phrase(t, words) for t in told), *(f"{words.player(b.seat)} {b}" for b in gains)]


def _phrase(t: Told, words: Catalogue) -> str:
    """A step of the final scoring with what was counted: "Fire: Ann 8, Bob 3 (8, 4 and 2 points …)"."""
    if not t.counts:
        return str(t)
    counted = ", ".join(f"{words.player(seat)} {n}" for seat, n in enumerate(t.counts))
    return f"{t.text}: {counted}" + (f" ({t.more})" if t.more else "")


def annotated(match: Match, lang: str) -> str:
    """The record of a match with remarks: after every action what it did."""
    state, steps = match.at(0), iter(match.actions)
    lines = []
    for line in match.save().splitlines():
        lines.append(line)
        if line.startswith(("*", "!")) or line.split(" ", 1)[0].isdecimal():
            did = in_words(match.game, state, next(steps), lang, match.players)
            lines += [f"# {', '.join(did)}"] if did else []
    return "\n".join(lines) + "\n"

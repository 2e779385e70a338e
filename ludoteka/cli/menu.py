"""What may be chosen, for people at a terminal: short lists by piece, and what somebody means who types little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludoteka.core.action import Action, args_of, verb_of
from ludoteka.core.game import Game, State
from ludoteka.core.text import Catalogue

SHOWN = 24
"""Longer lists are grouped by piece."""
MOST_PLACES = 16
"""Of a group; all are shown to whoever looks into it."""
PLACES = ("at", "to")
Fits = Callable[[str, str], bool]


@dataclass(frozen=True)
class Entry:
    """A line of the menu: an action or several that are one move, or a group to look into."""

    text: str
    label: str
    actions: tuple[Action, ...]
    group: bool = False


def single(game: Game, state: State, action: Action, lang: str) -> Entry:
    return Entry(str(action), game.describe(state, action, lang, offered=True), (action,))


def entries(game: Game, state: State, actions: Sequence[Action], lang: str) -> list[Entry]:
    """One line for each action or, if they are many, for each piece with all its places."""
    if len(actions) <= SHOWN:
        return [single(game, state, a, lang) for a in actions]
    words, found = game.catalogue(lang), list[Entry]()
    for text, together in _by_piece(actions).items():
        if len(together) == 1:
            found.append(single(game, state, together[0], lang))
            continue
        label = f"{_piece(words, together[0])}: {where(together[:MOST_PLACES])}"
        found.append(Entry(text, label + " …" * (len(together) > MOST_PLACES), tuple(together), group=True))
    return found


def _by_piece(actions: Sequence[Action]) -> dict[str, list[Action]]:
    """By verb and all that is no place; where that is still a long list, by verb alone."""
    for wide in (False, True):
        found: dict[str, list[Action]] = {}
        for action in actions:
            rest = [] if wide else [str(v) for k, v in args_of(action).items() if k not in PLACES]
            found.setdefault(" ".join([verb_of(action), *rest]), []).append(action)
        if len(found) <= SHOWN:
            break
    return found


def where(actions: Sequence[Action]) -> str:
    """The places of actions with the same piece, or whatever else they differ in."""
    places = ("–".join(str(v) for k, v in args_of(a).items() if k in PLACES) for a in actions)
    return " ".join(place or str(a).partition(" ")[2] for place, a in zip(places, actions, strict=True))


def _piece(words: Catalogue, action: Action) -> str:
    """ "Place a tile, temple"."""
    verb = words.messages.get(f"verb.{verb_of(action)}", verb_of(action))
    rest = [words.name(k, v) for k, v in args_of(action).items() if k not in PLACES]
    return ", ".join([verb, *rest])


def meant(legal: Sequence[Action], line: str) -> list[Action]:
    """The legal actions that a line may mean: by its very words, by some of them, or by their beginnings."""
    wanted = line.casefold().split()
    texts = [str(action).casefold().split() for action in legal]
    for fits in (str.__eq__, str.startswith):
        found = [a for a, text in zip(legal, texts, strict=True) if text == wanted or _in_order(wanted, text, fits)]
        exact = [a for a in found if str(a).casefold() == line.casefold()]
        if found:
            return exact or found
    return []


def called(game: Game, state: State, legal: Sequence[Action], line: str, lang: str) -> list[Action]:
    """The legal actions whose description has these words in it."""
    wanted = line.casefold().split()
    said = (game.describe(state, a, lang, offered=True).casefold() for a in legal)
    return [a for a, label in zip(legal, said, strict=True) if all(word in label for word in wanted)]


def _in_order(wanted: Sequence[str], text: Sequence[str], fits: Fits) -> bool:
    """Whether the words stand in the text in this order, others between them."""
    rest: Iterator[str] = iter(text)
    return all(any(fits(word, want) for word in rest) for want in wanted)

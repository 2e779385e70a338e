"""Cards: what explains a thing. Its name, what it does in our words, the numbers of this moment, its rules.

The texts of a game are one table, `cards.toml` in its folder, with the languages side by side:

    [FAV11]
    kind = "favor"
    rules = ["TM-10.13"]
    en = ["Favor of Earth, 1 step", "One step on Earth at once; from then on 2 points for every dwelling you build."]
    ru = ["Благодать Земли, 1 шаг", "…"]

A thing without a name here is called as in the catalogue (`what.FAV11`). `explain.py` in the same folder adds what the
position says. The table, the rules page, `ludoteka rules` and screen readers all read these. `[questions]` names the
rule that each question is about, `[choices]` the verbs that are chosen by what they name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteka.core.folder import file_of, module_of, table_of
from ludoteka.core.game import Game
from ludoteka.core.svg import Figure, Svg
from ludoteka.core.text import LANGS, Catalogue, game_catalogue

KINDS = ("at", "what", "seat")
"""What a thing on a drawing can be, by its `data-…`."""
Lines = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    name: str
    text: str
    kind: str = ""
    """What sort of thing it is: "Favor tile · 1 left"."""
    now: Lines = ()
    """Numbers of this moment, each with its label."""
    rules: tuple[str, ...] = ()
    note: str = ""
    """Where it comes from, or a hint, if that is worth saying."""
    face: Svg | None = None
    """Its picture, about as large as a thumb."""
    hard: int = 0
    """How hard it is to play well, from 1 to 3, where that is said."""
    places: tuple[str, ...] = ()
    """Where on the board it is at home, such as the land of a faction."""
    brief: str = ""
    """Its text in a few words, for a list of choices that are compared."""
    figures: tuple[Figure, ...] = ()
    """Beside its name in such a list: what it gives and costs."""


class Deck:
    """The cards of a game in one language, as they stand in the table."""

    def __init__(self, records: Mapping[str, Mapping[str, Any]], words: Catalogue) -> None:
        self.records = records
        names, texts = {}, {}
        for id, record in records.items():
            said = next(record[lang] for lang in (words.lang, *LANGS) if lang in record)
            if isinstance(said, list):
                names[id] = said[0]
            texts[f"card.{id}"] = said if isinstance(said, str) else said[1]
        self.names = names
        self.words = Catalogue(words.lang, {**words.messages, **texts})

    def __contains__(self, id: str) -> bool:
        return id in self.records

    def __iter__(self) -> Iterator[str]:
        return iter(self.records)

    def name(self, id: str) -> str:
        """With a capital letter, as a title."""
        name = self.names.get(id) or self.words.name("what", id)
        return name[:1].upper() + name[1:]

    def text(self, id: str, **args: Any) -> str:
        return self.words.say(f"card.{id}", **args)

    def kind(self, id: str) -> str:
        kind = self.records[id].get("kind", "")
        return self.words.say(f"kind.{kind}") if kind else ""

    def stands_alone(self, id: str) -> bool:
        """Whether it can be read without a position: it has a name, and no number is missing in its text."""
        named = id in self.names or f"what.{id}" in self.words
        return named and "{" not in self.words.messages[f"card.{id}"]

    def rules(self, id: str) -> tuple[str, ...]:
        return tuple(self.records[id].get("rules", ()))

    def card(self, id: str, now: Lines = (), name: str = "", kind: str = "", **args: Any) -> Card:
        """The card of the table with the numbers of a position. `kind` is said beside the kind of the table."""
        kinds = " · ".join(k for k in (self.kind(id), kind) if k)
        return Card(
            name or self.name(id),
            self.text(id, **args),
            kinds,
            now,
            self.rules(id),
            hard=self.records[id].get("hard", 0),
        )

    def line(self, label: str, value: str | int) -> tuple[str, str]:
        """A number of the moment under the message `now.<label>`."""
        return self.words.say(f"now.{label}"), str(value)


@cache
def _questions(package: str) -> dict[str, str]:
    return dict(table_of(package, "cards").get("questions", {}))


def rule_of(game: Game, question: str) -> str:
    """The number of the rule that a question is about, or ""."""
    return _questions(game.package).get(question, "")


@cache
def telling(package: str) -> tuple[str, ...]:
    """The verbs whose choices show the card of what they name."""
    return tuple(table_of(package, "cards").get("choices", {}).get("verbs", ()))


def contents(game: Game, lang: str) -> list[Card]:
    """Every card of a game as it stands in the table, in its order: for pages and terminals."""
    cards = deck(game.package, lang)
    return [cards.card(id) for id in cards if cards.stands_alone(id)]


def find(game: Game, name: str, lang: str) -> list[Card]:
    """The cards whose name in that language, or name in the notation, has these letters; the exact one alone."""
    cards, wanted = deck(game.package, lang), name.casefold()
    found = {id: cards.name(id).casefold() for id in cards if cards.stands_alone(id)}
    exact = [id for id, title in found.items() if wanted in (title, id.casefold())]
    return [cards.card(id) for id in exact or (id for id, title in found.items() if wanted in title)]


@cache
def deck(package: str, lang: str) -> Deck:
    """The table of the game in that package; empty if it has none."""
    return Deck(_flat(table_of(package, "cards")), game_catalogue(lang, file_of(package, "locale").parent))


def _flat(table: Mapping[str, Any], over: str = "") -> dict[str, Mapping[str, Any]]:
    """Records by their full name: `[witches.SH]` is "witches.SH"."""
    found: dict[str, Mapping[str, Any]] = {}
    for id, record in table.items():
        if not isinstance(record, dict):
            continue
        if any(lang in record for lang in LANGS):
            found[over + id] = record
        found |= _flat(record, f"{over}{id}.")
    return found


def called(view: Mapping[str, Any], seat: int) -> str:
    """The name of who sits there, where `explain` was told the names; else nothing."""
    names: Sequence[str] = view.get("called", ())
    return names[seat] if seat < len(names) else ""


def explain(
    game: Game, view: Mapping[str, Any], kind: str, thing: str, lang: str, players: Sequence[str] = ()
) -> Card | None:
    """The card of a thing on a drawing, as whoever has this view may know it; None if there is no such thing."""
    view = {**view, "called": players} if players else view
    if kind == "seat" and not thing.isdecimal():
        return None
    module = module_of(game.package, "explain")
    card: Card | None = module.explain(view, kind, thing, lang) if module is not None else None
    if card is None and kind == "what" and thing in (known := deck(game.package, lang)):
        return known.card(thing)
    return card


def portrait(game: Game, view: Mapping[str, Any], kind: str, thing: str, lang: str) -> Svg | None:
    """A large picture of a thing that is chosen once and kept, such as a faction: its whole board."""
    module = module_of(game.package, "explain")
    draw = getattr(module, "portrait", None)
    found: Svg | None = draw(view, kind, thing, lang) if draw is not None else None
    return found

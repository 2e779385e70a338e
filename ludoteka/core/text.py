"""Every visible word, in English and Russian.

A message is a format string: `"{n} {n:coin|coins}"`. A spec with bars picks the plural form for that number, two forms
in English, three in Russian. An argument is itself translated where the catalogue knows it: `what="red"` is looked up
as `what.red`, so rules never hold words. Where a language bends nouns, a spec names the case: `{home:ins}` is looked up
as `home.red@ins`, if there is such a key; so can one verb name a thing in its own way (`{what:act}`). Places that are
parts of others need no message each: `at="G10.d3"` is said by `at.*.d*`, with `{of}` for G10 and `{n}` for 3.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

from ludoteka.core.errors import Reason

LANGS = ("en", "ru")
MOST_KEPT = 10_000
PLAIN = {str, int}
_log = logging.getLogger("ludoteka")
CORE_LOCALE = Path(__file__).parent / "locale"


def plural_form(n: int, lang: str) -> int:
    """Which form a number takes: 1 coin, 2 coins; 1 монета, 2 монеты, 5 монет."""
    n = abs(n)
    if lang != "ru":
        return 0 if n == 1 else 1
    if n % 10 == 1 and n % 100 != 11:
        return 0
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return 1
    return 2


class _Noun(str):
    """A translated argument that can be bent."""

    __slots__ = ("kind", "value", "words")

    words: Catalogue
    kind: str
    value: str


class _PluralFormatter(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, _Noun):
            return value.words.name(value.kind, value.value, f"@{format_spec}") if format_spec else str(value)
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        forms = format_spec.split("|")  # by their number, since a game without Russian words lends its English ones
        return forms[plural_form(int(value), "ru" if len(forms) == 3 else "en")]


class Catalogue:
    """The messages of one language: those of the core and of one game."""

    def __init__(
        self, lang: str, messages: Mapping[str, str], players: Sequence[str] = (), reader: int | None = None
    ) -> None:
        self.lang = lang
        self.messages = messages
        self.players = players
        self.reader = reader
        self._formatter = _PluralFormatter()
        self._said: dict[tuple[Any, ...], str] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def name(self, kind: str, value: str | int, case: str = "") -> str:
        """The word for a value of a field, or the value itself: `name("what", "red")`."""
        found = self.messages.get(f"{kind}.{value}{case}") or self._part(kind, str(value), case)
        return found or (self.name(kind, value) if case else str(value))

    def player(self, seat: int) -> str:
        """Who sits there, for sentences: a name where names are known, else the number, counted from 1."""
        return self.players[seat] if seat < len(self.players) else self.say("player.number", n=seat + 1)

    def calling(self, players: Sequence[str], reader: int | None = None) -> Catalogue:
        """The same messages, with seats called by these names, told to somebody who sits on one of them."""
        return _calling(self, tuple(players), reader)

    def tell(self, key: str, seat: int, name: str = "", **args: Any) -> str:
        """What happened to somebody, by `{name}`: the player's if no other is given. Those themselves are told
        `<key>.you` where there is such a message."""
        if seat == self.reader and f"{key}.you" in self.messages:
            return self.say(f"{key}.you", **args)
        return self.say(key, name=name or self.player(seat), **args)

    def say(self, key: str, **args: Any) -> str:
        """The message with its arguments. Drawings say the same things again and again, so plain ones are kept."""
        said = (key, *args.items())
        plain = not args or PLAIN.issuperset(map(type, args.values()))
        if plain and (known := self._said.get(said)) is not None:
            return known
        text = self._say(key, args)
        if plain:
            if len(self._said) >= MOST_KEPT:
                self._said.clear()
            self._said[said] = text
        return text

    def _say(self, key: str, args: Mapping[str, Any]) -> str:
        named = {
            kind: self.noun(kind, v) if isinstance(v, str) and not isinstance(v, _Noun) else v
            for kind, v in args.items()
        }
        return self._formatter.vformat(self.messages[key], (), named)

    def noun(self, kind: str, value: str) -> _Noun:
        """The word for a value, which a message with another name for the field can bend."""
        noun = _Noun(self.name(kind, value))
        noun.words, noun.kind, noun.value = self, kind, value
        return noun

    def _part(self, kind: str, value: str, case: str) -> str:
        """The word for a part of something, if parts are named alike: "cell 3 of G10" for G10.3."""
        of, dot, part = value.rpartition(".")
        if not dot:
            return ""
        head = part.rstrip("0123456789")
        text = self.messages.get(f"{kind}.*.{head}*{case}", "")
        return text and text.format(of=self.name(kind, of), n=part[len(head) :])

    def why(self, why: Reason) -> str:
        text = self.say(why.id, **why.args)
        return f"{text} [{why.rule}]" if why.rule else text


@lru_cache(8)  # the lines of a log ask for the same one, and what was said once is remembered
def _calling(words: Catalogue, players: tuple[str, ...], reader: int | None) -> Catalogue:
    return Catalogue(words.lang, words.messages, players, reader)


@cache
def load_catalogue(lang: str, *folders: Path) -> Catalogue:
    """The catalogue made of `<folder>/<lang>.json`; a later folder wins. One without that language lends another."""
    messages: dict[str, str] = {}
    for folder in folders:
        messages |= json.loads(_file_in(lang, folder).read_text("utf-8"))
    return Catalogue(lang, messages)


def _file_in(lang: str, folder: Path) -> Path:
    there = [file for other in (lang, *LANGS) if (file := folder / f"{other}.json").exists()]
    if not there:
        raise FileNotFoundError(f"no words in {folder}: write {lang}.json")
    if there[0].stem != lang:
        _log.warning("no words in %s for %s, so they are shown in %s", folder, lang, there[0].stem)
    return there[0]


@cache
def offering(lang: str, folder: Path) -> Catalogue:
    """The messages of a game where actions are offered, not told: "Build a dwelling" for "builds a dwelling".

    Every `do.<key>` stands in for `action.<key>`."""
    messages = game_catalogue(lang, folder).messages
    return Catalogue(lang, {**messages, **{f"action.{k[3:]}": t for k, t in messages.items() if k[:3] == "do."}})


def core_catalogue(lang: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE)


def game_catalogue(lang: str, folder: Path) -> Catalogue:
    """The messages of the game whose package lies in that folder."""
    return catalogue_in(lang, str(folder))


@cache  # drawings ask for it a dozen times a position; comparing and joining paths costs more than saying a sentence
def catalogue_in(lang: str, folder: str) -> Catalogue:
    return load_catalogue(lang, CORE_LOCALE, Path(folder) / "locale")

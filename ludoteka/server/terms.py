"""What people agree to when they sit down: the clock, the map, options that differ from the usual."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from ludoteka.core.content import BadContent
from ludoteka.core.game import Game
from ludoteka.server.clocks import DAY, Clock
from ludoteka.server.refused import words

MAPS = ("map", "board")
"""Options that are told even where they are the usual ones."""


class Term(msgspec.Struct):
    label: str
    value: str
    usual: bool = False
    """What a short list may leave out."""
    about: list[tuple[str, str]] = []
    """What a text of people's own brings into the match; only in the room."""


def clock_words(clock: Clock, lang: str) -> str:
    say = words(lang).say
    if clock.kind == "none":
        return say("terms.none")
    if clock.kind == "correspondence":
        if clock.seconds >= DAY:
            return say("terms.days", n=round(clock.seconds / DAY))
        return say("terms.hours", n=max(1, round(clock.seconds / 3600)))
    return say("terms.live", n=round(clock.seconds / 60), k=clock.increment)


def terms(game: Game, options: Mapping[str, Any], clock: Clock, lang: str, whole: bool = False) -> list[Term]:
    """`whole`: with what a text of people's own brings."""
    messages, page = game.catalogue(lang).messages, words(lang)
    found = [Term(page.say("terms.clock"), clock_words(clock, lang), clock.kind == "none")]
    for name, choices in game.options.choices().items():
        value = options.get(name, choices[0])
        usual = str(value).lower() == str(choices[0]).lower()
        if usual and name not in MAPS:
            continue
        own = name in game.options.contents()
        yes = {"true": "terms.yes", "false": "terms.no"}.get(str(value).lower())
        shown = page.say("terms.own") if own else page.say(yes) if yes else str(value)
        tell = game.options.abouts().get(name) if whole and not usual else None
        about: list[tuple[str, str]] = []
        if tell is not None:
            with suppress(BadContent):  # others have pushed it out of memory
                about = tell(str(value), lang)
        label = messages.get(f"option.{name}", name)
        found.append(Term(label, messages.get(f"option.{name}.{value}", shown), usual, about))
    return found

"""What races and powers can do, in words: from the table of cards, or from the effects where players made them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ludoteka.core.cards import Deck
from ludoteka.games.small_world.custom import read_option
from ludoteka.games.small_world.data import Power, Race
from ludoteka.games.small_world.effects import CoinsFlat, Effect


def talent(view: Mapping[str, Any], what: str, cards: Deck) -> str:
    """The text of a race or power in this match."""
    return cards.text(what) if what in cards else effects_text(made(view, what), cards)


def hint(view: Mapping[str, Any], what: str, cards: Deck) -> str:
    """The same in a few words."""
    return cards.words.messages.get(f"hint.{what}") or talent(view, what, cards).rstrip(".")


def made(view: Mapping[str, Any], what: str) -> tuple[Effect, ...]:
    """The effects of a race or power that a player has made."""
    custom = read_option(str(view.get("custom", "")))
    things: tuple[Race | Power, ...] = (*custom.races, *custom.powers)
    return next((thing.effects for thing in things if thing.id == what), ())


def effects_text(effects: Iterable[Effect], cards: Deck) -> str:
    return " ".join(_sentence(effect, cards) for effect in effects) or cards.text("ratmen")


def _sentence(effect: Effect, cards: Deck) -> str:
    kind = re.sub(r"(?<!^)([A-Z])", r"_\1", type(effect).__name__).lower()
    if isinstance(effect, CoinsFlat) and effect.first_turn_only:
        kind = "coins_first"
    given = asdict(effect)
    numbers = {k: v for k, v in given.items() if type(v) is int}
    return cards.text(f"effect.{kind}", where=_where(given, cards), **numbers)


def _where(given: Mapping[str, Any], cards: Deck) -> str:
    """The regions an effect is about."""
    words, terrains = cards.words, given.get("terrain") or ()
    names = [words.name("terrain", t) for t in ((terrains,) if isinstance(terrains, str) else terrains)]
    names += [words.name("symbol", given["symbol"])] if given.get("symbol") else []
    names += [words.say("where.shore")] if given.get("coastal") else []
    names += [words.say("where.beside", terrain=given["beside"])] if given.get("beside") else []
    return ", ".join(names) or words.say("where.any")

"""What races and powers can do, in words: from the table of cards, or from the effects where players made them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from ludoteka.core.cards import Deck, deck
from ludoteka.games.small_world.custom import read_option
from ludoteka.games.small_world.data import POWER_INDEX, RACES, Power, Race
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


def about(value: str, lang: str) -> list[tuple[str, str]]:
    """Races and powers that players have made, as they will stand at the table."""
    custom, cards = read_option(value), deck(__package__, lang)
    say, found = cards.words.say, []

    def called(what: str) -> str:
        return custom.names[what][lang] if what in custom.names else cards.words.name("what", what)

    for race, usual in zip(custom.races, RACES, strict=True):
        if race.id != usual.id:
            name = say("own.race", name=called(race.id), n=race.tokens, instead=called(usual.id))
            found.append((name, effects_text(race.effects, cards)))
    for power in custom.powers:
        if power.id not in POWER_INDEX:
            name = say("own.power", name=called(power.id), n=power.tokens)
            found.append((name, effects_text(power.effects, cards)))
    return found

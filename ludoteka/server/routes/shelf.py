"""What there is to play, and with which bots."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, get

from ludoteka import games
from ludoteka.bots.levels import LEVELS
from ludoteka.server.auth import Lang


class OptionOut(msgspec.Struct):
    name: str
    label: str
    default: Any
    choices: list[Any]
    """The default first; a free option has only that."""
    content: bool
    """Takes a text of your own: `POST /api/contents` names it."""


class GameOut(msgspec.Struct):
    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionOut]
    presets: dict[str, dict[str, Any]]
    verbs: dict[str, list[str]]
    """The notation: each verb with the names of its words."""


class BotOut(msgspec.Struct):
    name: str
    """For `bot:<name>`."""
    title: str
    about: str


class Shelf(msgspec.Struct):
    games: list[GameOut]
    bots: list[BotOut]
    """The levels from weak to strong."""


def bots_out(lang: str) -> list[BotOut]:
    return [BotOut(level.bot, level.name(lang), level.about(lang)) for level in LEVELS]


def game_out(name: str, lang: str) -> GameOut:
    game = games.load(name)
    say = game.catalogue(lang).messages
    options = [
        OptionOut(key, say.get(f"option.{key}", key), choices[0], list(choices), key in game.options.contents())
        for key, choices in game.options.choices().items()
    ]
    verbs: dict[str, list[str]] = {verb: list(cls.__match_args__) for verb, cls in game.known_verbs.items()}
    presets = {key: dict(values) for key, values in game.presets.items()}
    title, tagline = say["game.title"], say.get("game.tagline", "")
    return GameOut(name, title, tagline, list(game.seats), options, presets, verbs)


class ShelfController(Controller):
    path = "/api"
    tags = ("shelf",)

    @get("/games")
    async def shelf(self, lang: Lang) -> Shelf:
        """Games with their seats and options, and the bots that can sit down."""
        return Shelf([game_out(name, lang) for name in games.names()], bots_out(lang))

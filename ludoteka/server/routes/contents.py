"""Texts of people's own, for options that take one."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from ludoteka import games
from ludoteka.core.content import LARGEST, OWN, BadContent
from ludoteka.server.auth import Lang, Player, TheHouse
from ludoteka.server.limits import limit
from ludoteka.server.refused import ruled_by


class ContentIn(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    option: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST)]
    """TOML, at most 200 KB."""


class ContentOut(msgspec.Struct):
    word: str
    """The value of the option."""
    about: list[tuple[str, str]]
    """What it brings into the match: each thing and what it can do."""


class ContentsController(Controller):
    path = "/api/contents"
    tags = ("tables",)

    @post("/", middleware=[limit("content", "minute", 10, 20), limit("content", "day", 100, 200)],
          request_max_body_size=700_000)  # fmt: skip
    async def bring(self, data: JSONBody[ContentIn], house: TheHouse, player: Player, lang: Lang) -> ContentOut:
        """Bring a text of your own: the cards of a box you own, a race you made. The answer names it for `options`."""
        game = games.load(data.game)
        word = await house.contents.bring(player.id, game, data.option, data.text)
        about = game.options.abouts().get(data.option)
        return ContentOut(word, await asyncio.to_thread(about, word, lang) if about is not None else [])

    @get("/{word:str}", refuses=(422,))
    async def about(
        self,
        word: FromPath[str],
        house: TheHouse,
        lang: Lang,
        game: Annotated[str, QueryParameter(name="game", max_length=40)],
        option: Annotated[str, QueryParameter(name="option", max_length=40)],
    ) -> ContentOut:
        """What a text brings into the match that somebody else has brought."""
        rules = games.load(game)
        with ruled_by(rules):
            if not word.startswith(OWN):
                raise BadContent("error.content_unknown", word=word[:60])  # a path is never opened
            await house.contents.ready({option: word})
            about = rules.options.abouts().get(option)
            return ContentOut(word, await asyncio.to_thread(about, word, lang) if about is not None else [])

"""Texts of people's own, for options that take one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, post
from litestar.params import JSONBody
from msgspec import Meta

from ludoteka import games
from ludoteka.core.content import LARGEST
from ludoteka.server.auth import Player, TheHouse
from ludoteka.server.limits import limit


class ContentIn(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    option: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(min_length=1, max_length=LARGEST)]
    """TOML, at most 200 KB."""


class ContentOut(msgspec.Struct):
    word: str
    """The value of the option."""


class ContentsController(Controller):
    path = "/api/contents"
    tags = ("tables",)

    @post("/", middleware=[limit("content", "minute", 10, 20), limit("content", "day", 100, 200)],
          request_max_body_size=700_000)  # fmt: skip
    async def bring(self, data: JSONBody[ContentIn], house: TheHouse, player: Player) -> ContentOut:
        """Bring a text of your own: the cards of a box you own, a race you made. The answer names it for `options`."""
        return ContentOut(await house.contents.bring(player.id, games.load(data.game), data.option, data.text))

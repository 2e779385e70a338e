"""What the page asks for beyond playing: what an action would bring, what a bot would do, how a match came about."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludoteka.server.auth import Lang, Member, TheHouse, Viewer
from ludoteka.server.limits import limit
from ludoteka.server.pages.story import Story, story
from ludoteka.server.refused import Conflict, Refused
from ludoteka.server.routes.moves import Number, OneSeat, own_seat
from ludoteka.server.routes.tables import Code, seen_table
from ludoteka.server.views import called


class HintOut(msgspec.Struct):
    text: str
    """The action in machine notation."""
    words: str
    why: str
    """What the bot expects from it."""
    share: float | None
    """The chance of winning, 0 to 1; null where the bot knows the points of your seat only."""


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    n: Number
    """The number of the position it is about: `state.n`."""
    seat: OneSeat | None = None


class ExtrasController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("page",)

    @post("/hint", status_code=HTTP_200_OK, middleware=[limit("hint", "minute", 12, 30)])
    async def hint(
        self, id: FromPath[str], data: JSONBody[Ask], house: TheHouse, member: Member, lang: Lang
    ) -> list[HintOut]:
        """What a strong bot would do on your seat, from what your seat knows. Only where all others are bots and the
        match does not count for ratings."""
        table = await seen_table(house, id, member)
        seat = own_seat(table, member, data.seat)
        if not table.is_alone(seat):
            raise Refused(403, "error.no_hint_rated" if table.row["rated"] else "error.no_hint")
        if seat != table.to_move:
            raise Refused(409, "error.not_asked")
        if data.n != table.n:
            raise Conflict(table.n)
        found = await house.driver.thinker.hint(table, seat, lang, called(table, lang))
        return [HintOut(h.text, h.words, h.why, h.share) for h in found]

    @get("/story")
    async def story(self, id: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang, code: Code = "") -> Story:
        """Where the points of a finished match came from, and the moments that counted."""
        table = await seen_table(house, id, viewer, code)
        if table.status != "finished":
            raise Refused(409, "error.not_finished")
        key = ("story", lang)
        if key not in table.drawn:  # a whole match is replayed for it; kept as bytes, which are weighed
            table.drawn[key] = msgspec.json.encode(await asyncio.to_thread(story, table.game, table.match, lang))
        return msgspec.json.decode(table.drawn[key], type=Story)

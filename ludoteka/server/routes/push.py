"""Notices in the browser itself."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka.server.auth import Member, Player, TheHouse
from ludoteka.server.limits import limit
from ludoteka.server.push import Subscription


class PushKey(msgspec.Struct):
    key: str
    """The `applicationServerKey` of this house."""


class Gone(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=1000)]


class PushController(Controller):
    path = "/api"
    tags = ("me",)

    @get("/push")
    async def key(self, house: TheHouse) -> PushKey:
        """What a browser needs to subscribe."""
        return PushKey(house.notices.push.public_key)

    @post("/me/push", status_code=HTTP_200_OK, middleware=[limit("push", "hour", 30, 60)])
    async def subscribe(self, data: JSONBody[Subscription], house: TheHouse, player: Player) -> None:
        """Let this browser hear of your turns."""
        await house.notices.subscribe(player.id, data)

    @post("/me/push/gone", status_code=HTTP_200_OK)
    async def unsubscribe(self, data: JSONBody[Gone], house: TheHouse, member: Member) -> None:
        """This browser wants to hear no more."""
        await house.notices.push.unsubscribe(member.id, data.endpoint)

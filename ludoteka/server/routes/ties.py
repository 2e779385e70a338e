"""Whom you know: friends, and whom you do not want to hear or meet."""

from __future__ import annotations

from litestar import Controller, delete, get, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from ludoteka.server.auth import Member, Player, TheHouse
from ludoteka.server.limits import limit
from ludoteka.server.profile import Opponent, opponents
from ludoteka.server.ties import Kind, Known


class TiesController(Controller):
    path = "/api/me/people"
    tags = ("people",)

    @get("/")
    async def known(self, house: TheHouse, member: Member) -> Known:
        """Your friends, wishes for friendship, and whom you muted or blocked."""
        return await house.ties.known(member)

    @get("/recent")
    async def recent(self, house: TheHouse, member: Member) -> list[Opponent]:
        """With whom you played lately."""
        return await opponents(house, member.id)

    @put("/{person:str}/{kind:str}", status_code=HTTP_200_OK, middleware=[limit("ties", "hour", 60, 200)])
    async def tie(self, person: FromPath[str], kind: FromPath[Kind], house: TheHouse, player: Player) -> Known:
        """`friend` asks for friendship or agrees to it, `mute` hides what they say in chats, `block` also keeps them
        from your tables and from inviting you."""
        await house.ties.tie(player, person, kind)
        return await house.ties.known(player)

    @delete("/{person:str}/{kind:str}", status_code=HTTP_200_OK)
    async def untie(self, person: FromPath[str], kind: FromPath[Kind], house: TheHouse, member: Member) -> Known:
        """No longer."""
        await house.ties.untie(member, person, kind)
        return await house.ties.known(member)

"""Order in the house: anybody reports, moderators and administrators act, and all of it is noted."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta
from sqlalchemy import select, update

from ludoteka.server.auth import Admin, Moderator, Player, TheHouse
from ludoteka.server.limits import limit
from ludoteka.server.order import until
from ludoteka.server.overview import Overview, overview
from ludoteka.server.people import Role, user_of
from ludoteka.server.refused import Refused
from ludoteka.server.routes.tables import seen_table
from ludoteka.server.schema import messages
from ludoteka.server.store import structs

Text = Annotated[str, Meta(max_length=1000)]
Id = Annotated[str, Meta(max_length=16)]


class ReportIn(msgspec.Struct, forbid_unknown_fields=True):
    """About a person, a table, or a message in the chat of a table."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    person: Id = ""
    table: Id = ""
    message: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    code: Annotated[str, Meta(max_length=40)] = ""
    """Of the invitation to the table, if you have no seat."""


class ReportOut(msgspec.Struct):
    id: int
    at: float
    by: str | None
    person_id: str | None
    about: str | None
    table_id: str | None
    message_id: int | None
    quote: str
    text: str
    done_at: float | None
    answer: str


class HouseGuest(msgspec.Struct):
    """A person as those who keep order see them."""

    id: str
    name: str
    account: bool
    role: Role
    created: float
    seen: float
    silent_until: float
    banned_until: float


class ReportAnswer(msgspec.Struct, forbid_unknown_fields=True):
    text: Text = ""


class Sentence(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=0, le=3650)]
    """0 is for ever."""
    why: Text = ""
    lift: bool = False
    """End it instead."""


class RoleIn(msgspec.Struct, forbid_unknown_fields=True):
    role: Role


class NetIn(msgspec.Struct, forbid_unknown_fields=True):
    net: Annotated[str, Meta(min_length=2, max_length=50)]
    """An address or a range: `203.0.113.0/24`."""
    days: Annotated[int, Meta(ge=0, le=3650)] = 30
    why: Text = ""
    lift: bool = False


class NetOut(msgspec.Struct):
    net: str
    until: float
    why: str


class Noted(msgspec.Struct):
    id: int
    at: float
    by: str | None
    """Nobody: the command line, or somebody who is gone."""
    what: str
    person_id: str | None
    person: str | None
    about: str
    why: str


class OrderController(Controller):
    path = "/api"
    tags = ("order",)

    @post("/reports", middleware=[limit("report", "hour", 10, 30)], refuses=(404,))
    async def report(self, data: JSONBody[ReportIn], house: TheHouse, player: Player) -> None:
        """Tell those who keep order that something is wrong."""
        if not (data.person or data.table):
            raise Refused(422, "error.report_what")
        if data.table:
            await seen_table(house, data.table, player, data.code, frozen=True)
        await house.order.report(player, data.text, data.person, data.table, data.message)

    @get("/house")
    async def figures(self, house: TheHouse, moderator: Moderator) -> Overview:
        """How the house is doing."""
        return await overview(house)

    @get("/house/reports")
    async def reports(
        self, house: TheHouse, moderator: Moderator, done: Annotated[bool, QueryParameter(name="done")] = False
    ) -> list[ReportOut]:
        """What people complain about, the newest first."""
        return structs(ReportOut, await house.order.open_reports(done=done))

    @post("/house/reports/{number:int}/close", status_code=HTTP_200_OK)
    async def close_report(
        self, number: FromPath[int], data: JSONBody[ReportAnswer], house: TheHouse, moderator: Moderator
    ) -> None:
        """It is dealt with."""
        await house.order.close_report(moderator, _small(number), data.text)

    @get("/house/people")
    async def people(
        self, house: TheHouse, moderator: Moderator, q: Annotated[str, QueryParameter(name="q", max_length=60)] = ""
    ) -> list[HouseGuest]:
        """People by name or id; the last seen first."""
        return [
            HouseGuest(
                r["id"],
                r["name"],
                r["password"] is not None,
                user_of(r).role,
                r["created"],
                r["seen"],
                r["silent_until"],
                r["banned_until"],
            )
            for r in await house.order.find(q.strip())
        ]

    @post("/house/people/{person:str}/silence", status_code=HTTP_200_OK)
    async def silence(
        self, person: FromPath[str], data: JSONBody[Sentence], house: TheHouse, moderator: Moderator
    ) -> None:
        """Somebody says nothing in chats for some days."""
        await house.order.silence(moderator, person, 0.0 if data.lift else until(data.days), data.why)

    @post("/house/people/{person:str}/ban", status_code=HTTP_200_OK)
    async def ban(self, person: FromPath[str], data: JSONBody[Sentence], house: TheHouse, admin: Admin) -> None:
        """Somebody is kept out; every session ends at once."""
        await house.order.ban(admin, person, 0.0 if data.lift else until(data.days), data.why)

    @put("/house/people/{person:str}/role", status_code=HTTP_200_OK)
    async def role(self, person: FromPath[str], data: JSONBody[RoleIn], house: TheHouse, admin: Admin) -> None:
        """An account becomes a moderator or administrator, or neither."""
        await house.order.set_role(admin, person, data.role)

    @delete("/house/messages/{number:int}", status_code=HTTP_200_OK)
    async def remove_message(self, number: FromPath[int], house: TheHouse, moderator: Moderator) -> None:
        """Take a message out of a chat."""
        said = await house.store.row(select(messages).where(messages.c.id == _small(number), messages.c.key == ""))
        if said is None:
            raise Refused(404, "error.no_message")
        gone = update(messages).where(messages.c.id == number).values(key="chat.taken_away", text="")
        await house.store.execute(gone)
        await house.order.note(moderator, "message", said["user_id"], said["table_id"], said["text"])
        table = await house.cache.get(said["table_id"])
        table.chat = None
        house.play.announce(table, chat=True)

    @post("/house/tables/{id:str}/close", status_code=HTTP_200_OK)
    async def close_table(
        self, id: FromPath[str], data: JSONBody[ReportAnswer], house: TheHouse, moderator: Moderator
    ) -> None:
        """Give up a table that has not begun."""
        table = await house.cache.newest(id)
        async with table.lock:
            if table.status != "waiting":
                raise Refused(409, "error.not_waiting")
            await house.play.change(table, status="closed", next_at=None)
        house.play.announce(table, *(s.user_id for s in table.seats))
        await house.order.note(moderator, "table", about=id, why=data.text)

    @get("/house/nets")
    async def nets(self, house: TheHouse, moderator: Moderator) -> list[NetOut]:
        """Address ranges that are kept out."""
        return structs(NetOut, await house.order.closed_nets())

    @post("/house/nets", status_code=HTTP_200_OK, refuses=(404,))
    async def set_net(
        self, data: JSONBody[NetIn], house: TheHouse, admin: Admin, request: Request[Any, Any, Any]
    ) -> list[NetOut]:
        """Keep an address range out, or let it in again."""
        if data.lift:
            await house.order.lift_net(admin, data.net)
        else:
            own = request.client.host if request.client else ""
            await house.order.ban_net(admin, data.net, until(data.days), data.why, own)
        return structs(NetOut, await house.order.closed_nets())

    @get("/house/audit")
    async def audit(self, house: TheHouse, moderator: Moderator) -> list[Noted]:
        """Who did what."""
        return structs(Noted, await house.order.noted())


def _small(number: int) -> int:
    """Numbers that a database can look for."""
    if not 0 < number < 2**31:
        raise Refused(404, "error.no_page")
    return number

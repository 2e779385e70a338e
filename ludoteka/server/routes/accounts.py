"""An account over the years: its address, a lost password, all its data as a file, and its end."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka.server.auth import Member, TheHouse, Viewer, begin_session
from ludoteka.server.limits import limit
from ludoteka.server.mydata import erase, export
from ludoteka.server.routes.me import Me, Password, me_out


class EmailIn(msgspec.Struct, forbid_unknown_fields=True):
    email: Annotated[str, Meta(max_length=254)]
    """Empty forgets the address."""
    password: Annotated[str, Meta(max_length=200)] = ""
    """Of the account; a guest has none."""


class CodeIn(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=20)]


class Forgotten(msgspec.Struct, forbid_unknown_fields=True):
    who: Annotated[str, Meta(min_length=1, max_length=254)]
    """The name of the account, or its address."""


class Reset(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=60)]
    password: Password


class Goodbye(msgspec.Struct, forbid_unknown_fields=True):
    password: Annotated[str, Meta(max_length=200)] = ""
    """Of the account; a guest has none."""


class AccountsController(Controller):
    path = "/api"
    tags = ("account",)

    @post(
        "/me/email",
        status_code=HTTP_200_OK,
        middleware=[limit("email", "hour", 10, 20), limit("login", "minute", 0, 10)],
        refuses=(502,),
    )
    async def email(self, data: JSONBody[EmailIn], house: TheHouse, member: Member) -> Me:
        """Your address; a code is sent there to prove that it is yours, and until then the old one counts."""
        if member.account:
            await house.people.check_password(member, data.password)
        await house.accounts.set_email(member, data.email)
        return await me_out(house, member)

    @post("/me/email/proof", status_code=HTTP_200_OK, middleware=[limit("proof", "hour", 20, 40)])
    async def prove(self, data: JSONBody[CodeIn], house: TheHouse, member: Member) -> Me:
        """The code from the mail."""
        await house.accounts.prove_email(member, data.code)
        return await me_out(house, member)

    @post("/forgotten", status_code=HTTP_200_OK, middleware=[limit("forgotten", "hour", 0, 20)])
    async def forgotten(self, data: JSONBody[Forgotten], house: TheHouse) -> None:
        """Mail a code for a new password to whom this name or address belongs. The answer is the same if there is
        nobody."""
        await house.accounts.forgotten(data.who)

    @post("/reset", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 10)])
    async def reset(
        self, data: JSONBody[Reset], request: Request[Any, Any, Any], house: TheHouse, viewer: Viewer
    ) -> Me:
        """A new password with the code from the mail, which counts once; every session ends, and you are logged in."""
        user = await house.accounts.reset(data.code, data.password)
        if viewer is not None and not viewer.account:
            await house.people.merge(viewer, user)
        request.session.clear()
        await begin_session(request, house, user)
        return await me_out(house, user)

    @get("/me/export", middleware=[limit("export", "hour", 6, 12)])
    async def export(self, house: TheHouse, member: Member) -> Response[dict[str, Any]]:
        """All that is kept about you, as one file."""
        name = 'attachment; filename="ludoteka.json"'
        found = await export(house, member)
        return Response(found, media_type=MediaType.JSON, headers={"content-disposition": name})

    @post("/me/delete", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 10)])
    async def delete(
        self, data: JSONBody[Goodbye], request: Request[Any, Any, Any], house: TheHouse, member: Member
    ) -> None:
        """Delete yourself for good. Matches under way are lost; finished ones stay under a name that says nothing."""
        if member.account:
            await house.people.check_password(member, data.password)
        await erase(house, member)
        request.clear_session()

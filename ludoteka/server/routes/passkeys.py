"""Passkeys: make one on this device, list and drop them, log in with one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka.server.auth import Member, TheHouse, Viewer, begin_session
from ludoteka.server.house import House
from ludoteka.server.limits import limit
from ludoteka.server.passkeys import PasskeyOut, Site
from ludoteka.server.routes.me import Me, me_out
from ludoteka.server.store import structs


class NewPasskey(msgspec.Struct, forbid_unknown_fields=True):
    credential: dict[str, Any]
    """What `navigator.credentials.create` gave, as JSON."""
    label: Annotated[str, Meta(max_length=60)] = ""


class PasskeyLogin(msgspec.Struct, forbid_unknown_fields=True):
    credential: dict[str, Any]
    """What `navigator.credentials.get` gave, as JSON."""


def site_of(house: House, request: Request[Any, Any, Any]) -> Site:
    return Site.of(house.settings.public_url, request.headers.get("host", ""))


class PasskeysController(Controller):
    path = "/api"
    tags = ("account",)

    @get("/me/passkeys")
    async def index(self, house: TheHouse, member: Member) -> list[PasskeyOut]:
        """Your passkeys."""
        return structs(PasskeyOut, await house.passkeys.mine(member))

    @post("/me/passkeys/options", status_code=HTTP_200_OK, middleware=[limit("passkey", "hour", 30, 60)])
    async def options(self, request: Request[Any, Any, Any], house: TheHouse, member: Member) -> dict[str, Any]:
        """What `navigator.credentials.create` needs to make one; you need an account."""
        return await house.passkeys.ask(member, site_of(house, request))

    @post("/me/passkeys", middleware=[limit("passkey", "hour", 30, 60)])
    async def add(
        self, data: JSONBody[NewPasskey], request: Request[Any, Any, Any], house: TheHouse, member: Member
    ) -> list[PasskeyOut]:
        """Keep a passkey that your browser has made."""
        label = data.label or request.headers.get("user-agent", "")[:120]
        await house.passkeys.add(member, site_of(house, request), data.credential, label)
        return structs(PasskeyOut, await house.passkeys.mine(member))

    @delete("/me/passkeys/{passkey:str}")
    async def drop(self, passkey: FromPath[str], house: TheHouse, member: Member) -> None:
        """It opens nothing any more."""
        await house.passkeys.drop(member, passkey)

    @post("/login/passkey/options", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 30)])
    async def login_options(self, request: Request[Any, Any, Any], house: TheHouse) -> dict[str, Any]:
        """What `navigator.credentials.get` needs."""
        return await house.passkeys.ask_anybody(site_of(house, request))

    @post("/login/passkey", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 10)])
    async def login(
        self, data: JSONBody[PasskeyLogin], request: Request[Any, Any, Any], house: TheHouse, viewer: Viewer
    ) -> Me:
        """Log in with a passkey; what you began as a guest comes along."""
        user = await house.passkeys.login(site_of(house, request), data.credential)
        if viewer is not None and not viewer.account:
            await house.people.merge(viewer, user)
        request.session.clear()
        await begin_session(request, house, user)
        return await me_out(house, user)

"""The person who asks: name, language, account, sessions, tokens."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ludoteka.server.auth import Lang, Member, Player, TheHouse, Viewer, begin_session, new_guest
from ludoteka.server.house import Brief, House
from ludoteka.server.limits import limit
from ludoteka.server.notices import Notify
from ludoteka.server.people import Role, User, user_of
from ludoteka.server.streams import MOST_TABS, OF_BROWSER, OF_PERSON, Watched, browser_stream, open_stream, user_stream

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Prefs = Annotated[dict[Annotated[str, Meta(max_length=40)], str | int | bool | None], Meta(max_length=60)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Me(msgspec.Struct):
    id: str | None
    name: str
    account: bool
    role: Role
    lang: Literal["en", "ru"]
    prefs: dict[str, Any]
    email: str | None
    """Proved to be yours."""
    email_asked: str | None
    """Waits for the code that was sent there."""
    away_until: float
    away_days: int


class GuestIn(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=60)] = ""


class Login(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    password: Annotated[str, Meta(min_length=1, max_length=200)]


class Register(msgspec.Struct, forbid_unknown_fields=True):
    name: Name
    password: Password


class Change(msgspec.Struct, forbid_unknown_fields=True):
    name: Name | None = None
    lang: Literal["en", "ru"] | None = None
    prefs: Annotated[dict[Annotated[str, Meta(max_length=40)], str | int | bool | None], Meta(max_length=60)] | None = (
        None
    )


class SessionOut(msgspec.Struct):
    id: str
    kind: Literal["cookie", "token"]
    label: str
    created: float
    seen: float
    current: bool


class TokenIn(msgspec.Struct, forbid_unknown_fields=True):
    label: Annotated[str, Meta(max_length=60)] = ""


class TokenOut(msgspec.Struct):
    token: str
    """Shown once; send it as `Authorization: Bearer <token>`."""


class Away(msgspec.Struct, forbid_unknown_fields=True):
    days: Annotated[int, Meta(ge=0, le=30)]
    """0 comes back at once."""


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    old: Annotated[str, Meta(max_length=200)]
    new: Password


NOBODY = Me(None, "", False, "", "en", {}, None, None, 0.0, 0)


async def me_out(house: House, user: User) -> Me:
    row = await house.people.row(user.id)
    return Me(
        row["id"],
        row["name"],
        row["password"] is not None,
        user_of(row).role,
        row["lang"],
        msgspec.json.decode(row["prefs"]),
        row["email"],
        await house.accounts.asked_address(user.id),
        row["away_until"],
        row["away_days"],
    )


class MeController(Controller):
    path = "/api"
    tags = ("me",)

    @get("/me")
    async def me(self, house: TheHouse, viewer: Viewer, lang: Lang) -> Me:
        """Who you are to this server."""
        return await me_out(house, viewer) if viewer else msgspec.structs.replace(NOBODY, lang=lang)

    @post("/guest", status_code=HTTP_200_OK, refuses=(429,))
    async def guest(
        self, data: JSONBody[GuestIn], request: Request[Any, Any, Any], house: TheHouse, viewer: Viewer, lang: Lang
    ) -> Me:
        """Play at once under a name of your own."""
        if viewer is None:
            user = await new_guest(request, house, data.name, lang)
        else:
            user = await house.people.change(viewer, name=data.name) if data.name else viewer
        return await me_out(house, user)

    @patch("/me")
    async def change(self, data: JSONBody[Change], house: TheHouse, player: Player) -> Me:
        """Change name, language or preferences."""
        values = {k: v for k, v in (("name", data.name), ("lang", data.lang)) if v is not None}
        if data.prefs is not None:
            values["prefs"] = msgspec.json.encode(data.prefs).decode()
        user = await house.people.change(player, **values) if values else player
        return await me_out(house, user)

    @post("/register", status_code=HTTP_200_OK, middleware=[limit("register", "hour", 0, 20)])
    async def register(
        self, data: JSONBody[Register], request: Request[Any, Any, Any], house: TheHouse, player: Player
    ) -> Me:
        """Make an account of the guest you are; your matches stay yours."""
        user = await house.people.register(player, data.name, data.password)
        if request.auth and request.session.get("sid"):
            # whoever may have got hold of the guest's cookie does not get the account
            await begin_session(request, house, user)
            await house.people.end_session(user, request.auth)
        return await me_out(house, user)

    @post("/login", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 10)])
    async def login(
        self,
        data: JSONBody[Login],
        request: Request[Any, Any, Any],
        house: TheHouse,
        viewer: Viewer,
    ) -> Me:
        """Log in; what you began as a guest comes along."""
        user = await house.people.login(data.name, data.password)
        if viewer is not None and not viewer.account and viewer.id != user.id:
            await house.people.merge(viewer, user)
        request.session.clear()
        await begin_session(request, house, user)
        return await me_out(house, user)

    @post("/logout", status_code=HTTP_200_OK)
    async def logout(self, request: Request[Any, Any, Any], house: TheHouse, viewer: Viewer) -> Me:
        """End this session."""
        if viewer is not None and request.auth:
            await house.people.end_session(viewer, request.auth)
        request.clear_session()
        return NOBODY

    @get("/me/sessions")
    async def sessions(self, request: Request[Any, Any, Any], house: TheHouse, member: Member) -> list[SessionOut]:
        """Where you are logged in, and the tokens of your programs."""
        return [
            SessionOut(s["id"], s["kind"], s["label"], s["created"], s["seen"], s["id"] == request.auth)
            for s in await house.people.sessions(member)
        ]

    @delete("/me/sessions/{session:str}")
    async def end_session(self, session: FromPath[str], house: TheHouse, member: Member) -> None:
        """End a session or token; its streams end too."""
        await house.people.end_session(member, session)

    @post("/me/tokens", middleware=[limit("tokens", "hour", 30, 60)])
    async def token(self, data: JSONBody[TokenIn], house: TheHouse, player: Player) -> TokenOut:
        """A token for a program that plays in your name."""
        return TokenOut(await house.people.open_session(player, data.label or "token", "token"))

    @post("/me/password", status_code=HTTP_200_OK, middleware=[limit("login", "minute", 0, 10)])
    async def password(
        self, data: JSONBody[NewPassword], request: Request[Any, Any, Any], house: TheHouse, member: Member
    ) -> Me:
        """A new password; every other session ends."""
        await house.people.check_password(member, data.old)
        await house.people.set_password(member.id, data.new)
        request.session.clear()
        await begin_session(request, house, member)
        return await me_out(house, member)

    @get("/me/notify")
    async def notify(self, house: TheHouse, member: Member) -> Notify:
        """Where you want to hear that it is your turn."""
        return await house.notices.get_notify(member.id)

    @put("/me/notify")
    async def set_notify(self, data: JSONBody[Notify], house: TheHouse, member: Member) -> Notify:
        """Mail, a webhook (Discord, Slack, Telegram or plain JSON), and your quiet hours."""
        await house.notices.set_notify(member.id, data)
        return data

    @post("/me/notify/test", status_code=HTTP_200_OK, middleware=[limit("notify", "hour", 20, 40)])
    async def try_notify(self, house: TheHouse, member: Member) -> None:
        """Send a notice now to where you want to hear."""
        await house.notices.try_out(member.id)

    @post("/me/away", status_code=HTTP_200_OK)
    async def away(self, data: JSONBody[Away], house: TheHouse, member: Member) -> Me:
        """Vacation: your time does not run at correspondence tables."""
        await house.go_away(member, data.days)
        return await me_out(house, member)

    @get("/me/tables")
    async def tables(self, house: TheHouse, viewer: Viewer, lang: Lang) -> list[Brief]:
        """Your tables, those that wait for you first."""
        return await house.my_tables(viewer.id, lang) if viewer else []

    @get("/me/events", events=OF_PERSON)
    async def events(
        self, house: TheHouse, member: Member, request: Request[Any, Any, Any], lang: Lang
    ) -> ServerSentEvent:
        """Live: your tables whenever something about them changes."""
        return open_stream(house, request, user_stream(house, member.id, request.auth, lang))

    @get("/events", events=OF_BROWSER)
    async def browser_events(
        self,
        house: TheHouse,
        viewer: Viewer,
        request: Request[Any, Any, Any],
        lang: Lang,
        t: Annotated[list[str] | None, QueryParameter(name="t", max_items=MOST_TABS)] = None,
    ) -> ServerSentEvent:
        """Live: your tables, and every table that a tab of yours looks at (`t`), in one stream."""
        watched = [w for w in map(Watched.read, t or []) if w is not None]
        return open_stream(
            house, request, browser_stream(house, watched, viewer.id if viewer else None, request.auth, lang)
        )

"""Tables: find, make, join, start, leave, watch."""

from __future__ import annotations

from time import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta
from sqlalchemy import insert, select

from ludoteka import games
from ludoteka.server.auth import Lang, Member, Player, TheHouse, Viewer
from ludoteka.server.finding import Wish, listed
from ludoteka.server.house import Brief, House
from ludoteka.server.limits import address_of, limit
from ludoteka.server.logged import ChatLine, LogLine, chat_out, log_out, told_to
from ludoteka.server.newtable import NewTable
from ludoteka.server.people import User
from ludoteka.server.refused import Refused, ruled_by, words
from ludoteka.server.schema import messages, notes
from ludoteka.server.stakes import Stakes, stakes
from ludoteka.server.streams import OF_TABLE, Since, TableStream, open_stream
from ludoteka.server.table import Table, Teach
from ludoteka.server.views import StateOut, TableOut, state_out, table_out

Code = Annotated[str, QueryParameter(name="code", max_length=40)]
Page = Annotated[int, QueryParameter(name="page", ge=0, le=1000)]
SeatWish = Annotated[int | None, QueryParameter(name="seat", ge=0, le=20)]


class Whole(msgspec.Struct):
    """A table as one person may see it now. `since` is where its event stream goes on."""

    table: TableOut
    state: StateOut
    log: list[LogLine]
    chat: list[ChatLine]
    since: str


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=20)] | None = None
    code: Annotated[str, Meta(max_length=40)] = ""


class Substitute(msgspec.Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=20)]
    code: Annotated[str, Meta(max_length=40)] = ""


class Joined(msgspec.Struct):
    seat: int


class Start(msgspec.Struct, forbid_unknown_fields=True):
    fill: Annotated[str, Meta(max_length=40)] = ""
    """A bot for every seat that is still open."""


class Leaving(msgspec.Struct):
    message: str
    """In words, for the one who is about to."""
    ends: bool
    """The match would be over."""


class SeatBot(msgspec.Struct, forbid_unknown_fields=True):
    bot: Annotated[str, Meta(max_length=40)] = ""


class Invite(msgspec.Struct, forbid_unknown_fields=True):
    person: Annotated[str, Meta(min_length=1, max_length=16)]


class Said(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class Note(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=10_000)] = ""


async def seen_table(
    house: House,
    id: str,
    user: User | None,
    code: str = "",
    newest: bool = False,
    frozen: bool = False,
    teach: Teach | None = None,
) -> Table:
    """The table, if this person may know of it; else it does not exist for them. One that the installed rules do not
    fit is refused with a sentence, but to those who can do with what is left of it (`frozen`)."""
    table = await (house.cache.newest(id, teach) if newest else house.cache.get(id, teach))
    if not house.lobby.may_see(table, user.id if user else None, code):
        raise Refused(404, "error.no_table")
    if table.misfit and not frozen:
        raise table.misfit
    return table


async def whole(house: House, table: Table, user: User | None, lang: str, seat: int | None = None) -> Whole:
    user_id = user.id if user else None
    chat = await house.cache.chat(table)
    eyes = table.eyes(user_id, seat)
    since = Since(table.n, chat[-1]["id"] if chat else 0, table.row["revision"])
    return Whole(
        table_out(table, user_id, lang),
        state_out(table, eyes, lang),
        log_out(table, eyes, lang),
        chat_out(chat, user_id, lang),
        str(since),
    )


class TablesController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/")
    async def index(
        self,
        house: TheHouse,
        viewer: Viewer,
        lang: Lang,
        status: FromQuery[Literal["waiting", "playing", "finished"]] = "waiting",
        page: Page = 0,
        game: Annotated[str, QueryParameter(name="game", max_length=40)] = "",
        clock: FromQuery[Literal["", "none", "live", "correspondence"]] = "",
        rated: FromQuery[bool | None] = None,
        speaks: FromQuery[Literal["", "en", "ru"]] = "",
        near: FromQuery[bool] = False,
        free: FromQuery[bool] = False,
    ) -> list[Brief]:
        """Open tables everybody may see, the newest first, fifty to a page; on wish only of one game, clock, language
        of the host (`speaks`), rated or not, of hosts whose rating is close to yours (`near`), or with a seat that
        somebody handed over (`free`, while they are played)."""
        ids = await listed(house.store, status, Wish(game, clock, rated, speaks, near, free), viewer, page=page)
        return await house.briefs(ids, viewer.id if viewer else None, lang)

    @post("/", middleware=[limit("create", "minute", 20, 60), limit("create", "day", 200, 400)], refuses=(404,))
    async def create(
        self, data: JSONBody[NewTable], house: TheHouse, player: Player, lang: Lang, request: Request[Any, Any, Any]
    ) -> Whole:
        """Make a table; with `start` the match begins at once."""
        game = games.load(data.game)
        with ruled_by(game):
            data.options = await house.contents.admit(player.id, game, data.options)
            table = await house.lobby.create(player, data, address=address_of(request.scope))
        return await whole(house, table, player, lang)

    @get("/{id:str}")
    async def show(
        self, id: FromPath[str], house: TheHouse, viewer: Viewer, lang: Lang, code: Code = "", seat: SeatWish = None
    ) -> Whole:
        """The table, the position as you may see it, the log and the chat."""
        teach = told_to(viewer.id if viewer else None, seat, lang)
        table = await seen_table(house, id, viewer, code, newest=True, teach=teach)
        return await whole(house, table, viewer, lang, seat)

    @get("/{id:str}/events", events=OF_TABLE)
    async def events(
        self,
        id: FromPath[str],
        house: TheHouse,
        viewer: Viewer,
        request: Request[Any, Any, Any],
        lang: Lang,
        code: Code = "",
        seat: SeatWish = None,
        since: Annotated[str, QueryParameter(name="since", max_length=40)] = "",
    ) -> ServerSentEvent:
        """Live: events `table`, `state`, `chat`. A browser sends Last-Event-ID after a break by itself."""
        await seen_table(house, id, viewer, code)
        last = request.headers.get("last-event-id") or since
        stream = TableStream(house, id, viewer.id if viewer else None, request.auth, code, lang, seat)
        return open_stream(house, request, stream.run(Since.read(last)))

    @post("/{id:str}/join", status_code=HTTP_200_OK, middleware=[limit("join", "minute", 60, 300)])
    async def join(self, id: FromPath[str], data: JSONBody[Join], house: TheHouse, player: Player) -> Joined:
        """Take the wanted seat, or any open one."""
        table = await seen_table(house, id, player, data.code, newest=True)
        return Joined(await house.lobby.join(table, player, data.seat, data.code))

    @post("/{id:str}/start", status_code=HTTP_200_OK, refuses=(429,))
    async def start(
        self,
        id: FromPath[str],
        data: JSONBody[Start],
        house: TheHouse,
        member: Member,
        lang: Lang,
        request: Request[Any, Any, Any],
    ) -> TableOut:
        """The host begins; `fill` puts that bot on every open seat."""
        table = await seen_table(house, id, member, newest=True)
        await house.lobby.start(table, member, data.fill, address_of(request.scope))
        return table_out(table, member.id, lang)

    @put("/{id:str}/seats/{seat:int}")
    async def seat_bot(
        self,
        id: FromPath[str],
        seat: FromPath[int],
        data: JSONBody[SeatBot],
        house: TheHouse,
        member: Member,
        lang: Lang,
    ) -> TableOut:
        """The host puts a bot on a seat, or without a name empties it."""
        table = await seen_table(house, id, member, newest=True)
        await house.lobby.seat_bot(table, member, seat, data.bot)
        return table_out(table, member.id, lang)

    @post("/{id:str}/invite", status_code=HTTP_200_OK, middleware=[limit("invite", "hour", 40, 100)])
    async def invite(
        self, id: FromPath[str], data: JSONBody[Invite], house: TheHouse, member: Member, lang: Lang
    ) -> TableOut:
        """The host keeps an open seat for somebody, who is told."""
        table = await seen_table(house, id, member, newest=True)
        await house.lobby.invite(table, member, data.person)
        return table_out(table, member.id, lang)

    @get("/{id:str}/leave")
    async def leaving(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> Leaving:
        """What would follow if you left now."""
        table = await seen_table(house, id, member, newest=True)
        mine = table.seats_of(member.id)
        if not mine or table.status not in ("waiting", "playing"):
            raise Refused(409, "error.not_seated")
        ends = table.status == "playing" and table.ends_without(mine)
        kind = "waiting" if table.status == "waiting" else "ends" if ends else "goes_on"
        said = [words(lang).say(f"leaving.{kind}")]
        if table.status == "playing" and table.row["rated"]:
            said.append(words(lang).say("leaving.rated"))
        return Leaving(" ".join(said), ends)

    @post("/{id:str}/leave", status_code=HTTP_200_OK)
    async def leave(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TableOut:
        """Give up your seat. During play that is a loss; a bot answers for the seat if the others play on."""
        table = await seen_table(house, id, member, newest=True)
        with ruled_by(table.game):
            await house.lobby.leave(table, member)
        return table_out(table, member.id, lang)

    @post("/{id:str}/hand-over", status_code=HTTP_200_OK)
    async def hand_over(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TableOut:
        """You have to go: anybody may play on for you, and until then a bot does. Only in matches that do not count."""
        table = await seen_table(house, id, member, newest=True)
        await house.substitutes.hand_over(table, member)
        return table_out(table, member.id, lang)

    @post("/{id:str}/substitute", status_code=HTTP_200_OK, middleware=[limit("join", "minute", 60, 300)])
    async def substitute(
        self, id: FromPath[str], data: JSONBody[Substitute], house: TheHouse, player: Player, lang: Lang
    ) -> TableOut:
        """Take a seat that its owner handed over, in the middle of the match."""
        table = await seen_table(house, id, player, data.code, newest=True)
        await house.substitutes.take(table, player, data.seat, data.code)
        return table_out(table, player.id, lang)

    @post("/{id:str}/back", status_code=HTTP_200_OK)
    async def back(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TableOut:
        """Take your seat again after your time ran out."""
        table = await seen_table(house, id, member, newest=True)
        await house.lobby.come_back(table, member)
        return table_out(table, member.id, lang)

    @post("/{id:str}/close", status_code=HTTP_200_OK)
    async def close(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> TableOut:
        """The host gives up a table that has not begun; anybody at a frozen one calls the match off."""
        table = await seen_table(house, id, member, frozen=True, newest=True)
        await house.lobby.close(table, member)
        return table_out(table, member.id, lang)

    @post("/{id:str}/rematch", refuses=(429,))
    async def rematch(self, id: FromPath[str], house: TheHouse, member: Member, lang: Lang) -> Whole:
        """The same people again; asked twice it is the same new table."""
        table = await seen_table(house, id, member, newest=True)
        return await whole(house, await house.lobby.rematch(table, member), member, lang)

    @post("/{id:str}/chat", status_code=HTTP_200_OK, middleware=[limit("chat", "minute", 30, 150)])
    async def say(
        self,
        id: FromPath[str],
        data: JSONBody[Said],
        house: TheHouse,
        player: Player,
        code: Code = "",
    ) -> None:
        """Say something to everybody at the table."""
        if player.silent_until > time():
            raise Refused(403, "error.silent")
        table = await seen_table(house, id, player, code)
        text = "".join(c if c.isprintable() or c == "\n" else " " for c in data.text).strip()
        line = {"table_id": table.id, "user_id": player.id, "name": player.name, "text": text or "…", "at": time()}
        await house.store.execute(insert(messages).values(line))
        table.chat = None
        house.play.announce(table, chat=True)

    @get("/{id:str}/stakes")
    async def stakes(self, id: FromPath[str], house: TheHouse, viewer: Viewer, code: Code = "") -> Stakes:
        """How well those at the table play and answer, and what each place would bring you."""
        return await stakes(house, await seen_table(house, id, viewer, code), viewer)

    @get("/{id:str}/note")
    async def note(self, id: FromPath[str], house: TheHouse, member: Member) -> Note:
        """Your own note about this table; nobody else sees it."""
        table = await seen_table(house, id, member)
        mine = select(notes.c.text).where(notes.c.table_id == table.id, notes.c.user_id == member.id)
        row = await house.store.row(mine)
        return Note(row["text"] if row else "")

    @put("/{id:str}/note")
    async def set_note(self, id: FromPath[str], data: JSONBody[Note], house: TheHouse, member: Member) -> Note:
        """Keep a note to yourself."""
        table = await seen_table(house, id, member)
        values = {"table_id": table.id, "user_id": member.id, "text": data.text}
        statement = house.store.insert(notes).values(values)
        await house.store.execute(
            statement.on_conflict_do_update(index_elements=["table_id", "user_id"], set_={"text": data.text})
        )
        return data

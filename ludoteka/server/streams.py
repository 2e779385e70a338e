"""Server-sent events: each connection gets what its eyes may see, and after a break exactly what it missed.

The id of an event is `<n>.<last chat>.<revision>`; it is all a client needs to send to go on without a gap.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from random import random
from typing import Any, Literal, TypeVar

import msgspec
from litestar.response import ServerSentEvent
from litestar.response.sse import ServerSentEventMessage

from ludoteka.server.house import Brief, House
from ludoteka.server.hub import Listener
from ludoteka.server.limits import STREAMS, STREAMS_OF_ADDRESS, address_of
from ludoteka.server.logged import ChatLine, LogLine, chat_out, log_out
from ludoteka.server.refused import Refused
from ludoteka.server.table import Table
from ludoteka.server.views import StateOut, TableOut, lean, state_out, symbols_of, table_out

PING = 15.0
MOST_TABS = 24
"""Tables that one browser looks at in one stream."""
T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Since(msgspec.Struct):
    """What a client has already."""

    n: int = 0
    chat: int = 0
    revision: int = -1

    @classmethod
    def read(cls, word: str) -> Since:
        parts = word.split(".")
        if len(parts) != 3 or not all(p.isascii() and p.isdigit() and len(p) < 10 for p in parts):
            return cls()
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return f"{self.n}.{self.chat}.{max(0, self.revision)}"


class Bye(msgspec.Struct):
    """The last event: the server stops and will be back, or the session was ended."""

    why: Literal["stop", "session"]


class News(msgspec.Struct):
    """A new position: cut your log to `log_from` lines, then add `log`."""

    state: StateOut
    log_from: int
    log: list[LogLine]


class Event(ServerSentEventMessage):
    """JSON for listeners. Litestar looks through the text for ends of lines, for each listener anew; here are none."""

    data: bytes

    def encode(self) -> bytes:
        return b"id: %b\r\nevent: %b\r\ndata: %b\r\n\r\n" % (str(self.id).encode(), str(self.event).encode(), self.data)


OF_TABLE = {"table": TableOut, "state": News, "chat": list[ChatLine], "bye": Bye}
OF_PERSON = {"tables": list[Brief], "bye": Bye}
OF_BROWSER = OF_PERSON | {f"<tag>.{name}": shape for name, shape in OF_TABLE.items() if name != "bye"}
"""The events of each stream, by name."""


class TableStream:
    tag = ""
    """What the names of its events begin with, where several tables share a stream."""

    def __init__(
        self, house: House, id: str, user_id: str | None, session: str, code: str, lang: str, wanted: int | None
    ) -> None:
        self.house = house
        self.id = id
        self.user_id = user_id
        self.session = session
        self.code = code
        self.lang = lang
        self.wanted = wanted
        self.grounds: set[str] = set()
        self.eyes: Any = ...
        self.place = 0

    async def run(self, since: Since) -> AsyncGenerator[ServerSentEventMessage, None]:
        house = self.house
        keys = [f"table:{self.id}", f"session:{self.session}"]
        with house.hub.listen(keys) as listener:
            yield ServerSentEventMessage(data=None, retry=1500, comment="ludoteka")
            while not listener.closed:
                table = await house.cache.get(self.id)
                if table.misfit or not house.lobby.may_see(table, self.user_id, self.code):
                    return
                chat = await house.cache.chat(table)
                for message in self.news(table, chat, since):
                    yield message
                if not await listener.wait(some_time()):
                    yield ServerSentEventMessage(data=None, comment="ping")
                    await house.cache.look_again(table)
            yield bye(listener)

    def news(self, table: Table, chat: list[Any], since: Since) -> list[Event]:
        """The events that bring the client from `since` to now. No await here: it is one moment of the table."""
        eyes = table.eyes(self.user_id, self.wanted)
        first, other_eyes = self.eyes is ..., eyes != self.eyes
        self.eyes = eyes
        revision = int(table.row["revision"])
        found: list[tuple[str, bytes]] = []
        moved = table.n != since.n
        if first or moved or since.revision != revision or table.place != self.place:
            self.place = table.place
            found.append(("table", self.table_bytes(table)))
        if first or moved or other_eyes or since.revision != revision:
            have = 0 if other_eyes and not first else bisect_left(table.done, since.n, key=_number)
            found.append(("state", self.state_bytes(table, eyes, have)))
        if chat and chat[-1]["id"] > since.chat:
            new = [c for c in chat if c["id"] > since.chat]
            found.append(("chat", _encode(chat_out(new, self.user_id, self.lang))))
            since.chat = chat[-1]["id"]
        since.n, since.revision = table.n, revision
        return [Event(data=data, event=self.tag + name, id=str(since)) for name, data in found]

    def table_bytes(self, table: Table) -> bytes:
        who = self.user_id if table.is_member(self.user_id) else None  # to everybody else it looks alike
        key = ("table", who, self.lang, table.place)
        return shared(table, key, lambda: _encode(table_out(table, who, self.lang)))

    def state_bytes(self, table: Table, eyes: int | None, log_from: int) -> bytes:
        state = state_out(table, eyes, self.lang)
        grounds = grounds_of(state)
        known = grounds & self.grounds  # many who watch have the same: then it is written once, new ground or not
        body = shared(table, (eyes, self.lang, known), lambda: _encode(lean(state, set(known))))
        self.grounds |= grounds
        lines = shared(
            table, ("log", eyes, self.lang, log_from), lambda: _encode(log_out(table, eyes, self.lang)[log_from:])
        )
        return b'{"state":%b,"log_from":%d,"log":%b}' % (body, log_from, lines)


def shared(table: Table, key: Any, make: Callable[[], bytes]) -> bytes:
    """Written once for all who see the same, until something changes."""
    if key not in table.drawn:
        table.drawn[key] = make()
    found: bytes = table.drawn[key]
    return found


class Watched(msgspec.Struct):
    """A table that a tab of a browser looks at: `<tag>:<table>:<since>:<code>`."""

    tag: str
    id: str
    since: Since
    code: str

    @classmethod
    def read(cls, word: str) -> Watched | None:
        parts = word.split(":")
        if len(parts) != 4 or not parts[0].isalnum() or len(word) > 120:
            return None
        return cls(parts[0], parts[1], Since.read(parts[2]), parts[3])


async def browser_stream(
    house: House, watched: list[Watched], user_id: str | None, session: str, lang: str
) -> AsyncGenerator[ServerSentEventMessage, None]:
    """All that the tabs of one browser wait for, in one stream: the person's tables, and each table looked at.

    An event about a table is called `<tag>.state` and so on; `<tag>.gone` says that there is nothing more to see."""
    streams = {w.tag: TableStream(house, w.id, user_id, session, w.code, lang, None) for w in watched}
    since = {w.tag: w.since for w in watched}
    keys = {f"table:{w.id}" for w in watched} | {f"session:{session}"} | ({f"user:{user_id}"} if user_id else set())
    with house.hub.listen(keys) as listener:
        yield ServerSentEventMessage(data=None, retry=1500, comment="ludoteka")
        heard = set(keys)
        while not listener.closed:
            if f"user:{user_id}" in heard and user_id:
                mine = await unbroken(house.my_tables(user_id, lang))
                yield ServerSentEventMessage(data=_encode(mine), event="tables")
            for tag, stream in list(streams.items()):
                if f"table:{stream.id}" not in heard:
                    continue
                stream.tag = tag + "."
                try:
                    table = await unbroken(house.cache.get(stream.id))
                    if not house.lobby.may_see(table, user_id, stream.code):
                        raise Refused(404, "error.no_table")
                except Refused:
                    del streams[tag]
                    yield ServerSentEventMessage(data="{}", event=f"{tag}.gone")
                    continue
                chat = await unbroken(house.cache.chat(table))
                for message in stream.news(table, chat, since[tag]):
                    yield message
            if not await listener.wait(some_time()):
                yield ServerSentEventMessage(data=None, comment="ping")
                for stream in streams.values():
                    known = house.cache.tables.get(stream.id)
                    if known is not None:
                        await house.cache.look_again(known)
            heard, listener.heard = listener.heard, set()
        yield bye(listener)


async def unbroken(work: Coroutine[Any, Any, T]) -> T:
    """Whoever closes a tab in the middle of a query must not cost the database a connection."""
    return await asyncio.shield(asyncio.ensure_future(work))


def bye(listener: Listener) -> ServerSentEventMessage:
    return ServerSentEventMessage(data=_encode(Bye("session" if listener.ended else "stop")), event="bye")


async def counted(
    house: House, keys: tuple[str, ...], events: AsyncGenerator[ServerSentEventMessage, None]
) -> AsyncGenerator[ServerSentEventMessage, None]:
    """The same events, held against the budget of the person and the address as long as they flow."""
    async with aclosing(events):
        with house.limits.hold(*keys):
            async for event in events:
                yield event


def open_stream(house: House, request: Any, events: AsyncGenerator[ServerSentEventMessage, None]) -> ServerSentEvent:
    """Answer with a stream, if the one who asks has not too many already."""
    keys = [(f"streams {address_of(request.scope)}", STREAMS_OF_ADDRESS)]
    keys += [(f"streams {request.user.id}", STREAMS)] if request.user else []
    for key, most in keys:
        house.limits.need_room(key, most)
    return ServerSentEvent(counted(house, tuple(key for key, _ in keys), events))


def some_time() -> float:
    """Until the next ping; never the same for many who came together, or they would all be served in one moment."""
    return PING * (0.6 + 0.8 * random())


def grounds_of(state: StateOut) -> frozenset[str]:
    """All that need not be sent twice."""
    drawings = [state.board, *(p.svg for p in state.panels)]
    return frozenset(word for d in drawings for word in (d.ground, symbols_of(d)))


def _number(done: Any) -> int:
    return int(done.n)


async def user_stream(
    house: House, user_id: str, session: str, lang: str
) -> AsyncGenerator[ServerSentEventMessage, None]:
    """News for one person anywhere on the site: their tables, and whose turn it is there."""
    with house.hub.listen([f"user:{user_id}", f"session:{session}"]) as listener:
        yield ServerSentEventMessage(data=None, retry=3000, comment="ludoteka")
        while not listener.closed:
            mine = await house.my_tables(user_id, lang)
            yield ServerSentEventMessage(data=_encode(mine), event="tables")
            while not await listener.wait(some_time()):
                yield ServerSentEventMessage(data=None, comment="ping")
        yield bye(listener)

"""Server-sent events: each connection gets what its eyes may see, and after a break exactly what it missed.

The id of an event is `<n>.<last chat>.<revision>`; it is all a client needs to send to go on without a gap.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import AsyncIterator
from random import random
from typing import Any

import msgspec
from litestar.response.sse import ServerSentEventMessage

from ludoteka.server.house import House
from ludoteka.server.table import Table
from ludoteka.server.views import LogLine, StateOut, chat_out, lean, log_out, state_out, table_out

PING = 15.0
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


class TableStream:
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

    async def run(self, since: Since) -> AsyncIterator[ServerSentEventMessage]:
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
            yield ServerSentEventMessage(data="{}", event="bye")

    def news(self, table: Table, chat: list[Any], since: Since) -> list[ServerSentEventMessage]:
        """The events that bring the client from `since` to now. No await here: it is one moment of the table."""
        eyes = table.eyes(self.user_id, self.wanted)
        first, other_eyes = self.eyes is ..., eyes != self.eyes
        self.eyes = eyes
        revision = int(table.row["revision"])
        found: list[tuple[str, bytes]] = []
        moved = table.n != since.n
        if first or moved or since.revision != revision:
            found.append(("table", _encode(table_out(table, self.user_id, self.lang))))
        if first or moved or other_eyes or since.revision != revision:
            have = 0 if other_eyes and not first else bisect_left(table.done, since.n, key=_number)
            lines = log_out(table, eyes, self.lang)[have:]
            found.append(("state", self.state_bytes(table, eyes, have, lines)))
        if chat and chat[-1]["id"] > since.chat:
            new = [c for c in chat if c["id"] > since.chat]
            found.append(("chat", _encode(chat_out(new, self.user_id, self.lang))))
            since.chat = chat[-1]["id"]
        since.n, since.revision = table.n, revision
        return [ServerSentEventMessage(data=data, event=name, id=str(since)) for name, data in found]

    def state_bytes(self, table: Table, eyes: int | None, log_from: int, lines: list[LogLine]) -> bytes:
        state = state_out(table, eyes, self.lang)
        key = (eyes, self.lang, "json")
        if all(d in self.grounds for d in grounds_of(state)):
            if key not in table.drawn:  # spectators share it
                table.drawn[key] = _encode(lean(state, set(self.grounds)))
            body = table.drawn[key]
        else:
            body = _encode(lean(state, self.grounds))
        return b'{"state":%b,"log_from":%d,"log":%b}' % (body, log_from, _encode(lines))


def some_time() -> float:
    """Until the next ping; never the same for many who came together, or they would all be served in one moment."""
    return PING * (0.6 + 0.8 * random())


def grounds_of(state: StateOut) -> list[str]:
    return [state.board.ground, *(p.svg.ground for p in state.panels)]


def _number(done: Any) -> int:
    return int(done.n)


async def user_stream(house: House, user_id: str, session: str, lang: str) -> AsyncIterator[ServerSentEventMessage]:
    """News for one person anywhere on the site: their tables, and whose turn it is there."""
    with house.hub.listen([f"user:{user_id}", f"session:{session}"]) as listener:
        yield ServerSentEventMessage(data=None, retry=3000, comment="ludoteka")
        while not listener.closed:
            mine = await house.my_tables(user_id, lang)
            yield ServerSentEventMessage(data=_encode(mine), event="tables")
            while not await listener.wait(some_time()):
                yield ServerSentEventMessage(data=None, comment="ping")

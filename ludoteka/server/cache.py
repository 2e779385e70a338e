"""Tables in memory, as many as fit into so many bytes, least recently used first to go. What is not here is replayed
from its moves; drawings and logs are there only while somebody looks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from sys import getsizeof
from time import monotonic, time
from typing import Any

import msgspec
from sqlalchemy import bindparam, select, update

from ludoteka.core import content
from ludoteka.core.errors import UnknownGame
from ludoteka.server.fit import digest_of, installed
from ludoteka.server.hub import Hub, News
from ludoteka.server.refused import Refused
from ludoteka.server.rows import SEATED
from ludoteka.server.schema import messages, moves, orders, seats, tables
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Table, Teach
from ludoteka.server.views import StateOut

_ROW = select(tables).where(tables.c.id == bindparam("id"))
_SEATS = SEATED.where(seats.c.table_id == bindparam("id"))
_MOVES = (
    select(moves.c.n, moves.c.mover, moves.c.text, moves.c.by, moves.c.at, moves.c.joined)
    .where(moves.c.table_id == bindparam("id"), moves.c.n >= bindparam("from"))
    .order_by(moves.c.n)
)
_ORDERS = select(orders).where(orders.c.table_id == bindparam("id"))
_CHAT = select(messages).where(messages.c.table_id == bindparam("id")).order_by(messages.c.id.desc()).limit(200)
LOOK_AGAIN = 10.0
QUIET, LONG, SOME = 10.0, 64, 5
"""A digest is kept of a table after so many seconds without a move or so many moves; so many at a time."""
LOOKED = 15.0
"""Seconds after which nobody looks any more, without a stream that is open."""
PER_TABLE, PER_ACTION, PER_LINE, PER_PICTURE, PER_MESSAGE = 20_000, 60, 370, 4000, 900
"""Bytes, measured (tests/server/test_memory.py holds them to it)."""


def weight(table: Table) -> int:
    """About how many bytes a table takes."""
    pictures = sum(getsizeof(p) if isinstance(p, bytes) else _drawn(p) for p in table.drawn.values())
    lines = sum(map(len, table.log_lines.values()))
    chat = sum(PER_MESSAGE + getsizeof(m["text"]) for m in table.chat or ())
    return PER_TABLE + PER_ACTION * len(table.done) + PER_LINE * lines + pictures + chat


def _drawn(picture: Any) -> int:
    if not isinstance(picture, StateOut):
        return getsizeof(picture)
    # what lies below the live layers is shared by all tables with the same board
    live = getsizeof(picture.board.live) + sum(getsizeof(p.svg.live) for p in picture.panels)
    written: list[Any] = [picture.actions, picture.view]
    return PER_PICTURE + live + sum(memoryview(part).nbytes for part in written)


class Cache:
    def __init__(self, store: Store, hub: Hub, most: float) -> None:
        self.store = store
        self.hub = hub
        self.most = most
        """Bytes of all tables together."""
        self.bytes = 0
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.weighed: dict[str, int] = {}
        """What each of them counts in `bytes`: as it came, or at the last sweep."""
        self.loads = 0
        self.digests: dict[str, dict[str, Any]] = {}
        """Of tables that have left the memory, until they are stored."""
        self.prepare: Callable[[dict[str, Any]], Awaitable[None]] = _nothing
        """Has the texts at hand that a match is played with."""
        hub.readers.append(self._news)
        hub.lost = self._lost

    def _news(self, news: News) -> None:
        for id, place in news.places.items():
            if id in self.tables:
                self.tables[id].place = place
        table = self.tables.get(news.table)
        if table is None:
            return
        if news.n > table.n or news.revision > table.row["revision"]:
            table.stale = True
        if news.chat:
            table.chat = None

    def _lost(self) -> None:
        for table in self.tables.values():
            table.stale = True
            table.chat = None

    async def get(self, id: str, teach: Teach | None = None) -> Table:
        """The table as it is now, or Refused 404. `teach`: who listens while its moves are made, if it must be read."""
        table = self.tables.get(id)
        if table is None:
            table = await self._load(id, teach)
        else:
            self.tables.move_to_end(id)
            if not all(map(content.has, table.own)):
                await self.prepare(table.options)
            if table.stale:
                # a move of our own may be committed but not yet here: whoever stores it holds the lock
                async with table.lock:
                    if table.stale:
                        await self.refresh(table)
        if table.status == "frozen" and not table.misfit:  # by a process with other rules: what do ours say?
            self.drop(id)
            return await self._load(id)
        return table

    async def _load(self, id: str, teach: Teach | None = None) -> Table:
        async with self.store.read() as connection:
            row = (await connection.execute(_ROW, {"id": id})).mappings().first()
            if row is None:
                raise Refused(404, "error.no_table")
            its_seats = (await connection.execute(_SEATS, {"id": id})).mappings().all()
            its_moves = (await connection.execute(_MOVES, {"id": id, "from": 0})).mappings().all()
            its_orders = (await connection.execute(_ORDERS, {"id": id})).mappings().all()
        await self.prepare(msgspec.json.decode(row["options"]))
        already = self.tables.get(id)
        if already is not None:  # somebody else loaded it while we waited
            return already
        self.loads += 1
        try:
            read = _plain(row), _plain_all(its_seats), _plain_all(its_moves)
            table = Table(*read, teach)
            if table.misfit and teach is not None:  # the rules must have failed, and not whoever listened
                table = Table(*read)
        except UnknownGame as error:
            raise Refused(409, "error.no_game", game=row["game"]) from error
        table.set_orders(_plain_all(its_orders))
        self.tables[id] = table
        self.weighed[id] = weight(table)
        self.bytes += self.weighed[id]
        self._make_room(id)
        await self._vouch(table)
        return table

    async def _vouch(self, table: Table) -> None:
        """Write down what the installed rules make of a match: they go on with it, or freeze it, unless newer rules are
        at work elsewhere. One that was frozen and fits again is taken up, with the time of its turn anew."""
        row, rules, now = table.row, installed(table.game), time()
        values: dict[str, Any] = {}
        if not table.misfit and row["rules"] != rules:
            values = {"rules": rules, "version": table.game.version, "digest": digest_of(table.match.state)}
            values |= {"digest_n": table.n, "options": msgspec.json.encode(table.options).decode()}
        if table.misfit and row["status"] == "playing" and row["version"] <= table.game.version:
            values |= {"status": "frozen", "next_at": None, "revision": row["revision"] + 1}
        elif not table.misfit and row["status"] == "frozen":
            table.clock_state.since = now
            clock = msgspec.json.encode(table.clock_state).decode()
            values |= {"status": "playing", "next_at": now, "clock_state": clock, "revision": row["revision"] + 1}
        if values:
            same = update(tables).where(tables.c.id == table.id, tables.c.revision == row["revision"])
            table.row.update(values)
            if not await self.store.execute(same.values(values)):
                table.stale = True

    async def keep_digests(self, every: bool = False) -> None:
        """Store digests of positions, so that rules to come can be held to them. Not with each move, which would cost
        as much as the move: a few at a time, of tables that are quiet now or have gone on for long; at the end all."""
        found, self.digests = self.digests, {}
        for table in list(self.tables.values()):
            if len(found) >= SOME and not every:
                break
            late = table.behind >= LONG or time() - table.row["updated"] > QUIET
            if table.behind and not table.stale and (every or late):
                found[table.id] = table.digest()
        if found:
            async with self.store.write() as connection:
                for id, values in found.items():
                    newer = update(tables).where(tables.c.id == id, tables.c.digest_n < values["digest_n"])
                    await connection.execute(newer.values(values))

    def _let_go(self, id: str) -> None:
        table = self.tables[id]
        self.drop(id)
        if table.behind and not table.stale:
            self.digests[id] = table.digest()

    def _make_room(self, but: str = "") -> None:
        if self.bytes <= self.most:
            return
        for id in [k for k, t in self.tables.items() if not t.lock.locked() and k != but]:
            self._let_go(id)
            if self.bytes <= self.most:
                return

    async def tidy(self) -> None:
        """Forget what nobody looks at, and weigh the rest anew."""
        now = monotonic()
        for id, table in self.tables.items():
            if now - table.seen > LOOKED and f"table:{id}" not in self.hub.listeners:
                table.forget_pictures()
                table.chat = None
        self.weighed = {id: weight(table) for id, table in self.tables.items()}
        self.bytes = sum(self.weighed.values())
        self._make_room()

    async def refresh(self, table: Table) -> None:
        """Read what other processes have done. The caller holds the table's lock."""
        table.stale = False  # first: what is told while we read makes it stale again
        table.looked = time()
        try:
            await self._read_again(table)
        except BaseException:
            table.stale = True
            raise

    async def _read_again(self, table: Table) -> None:
        async with self.store.read() as connection:
            row = (await connection.execute(_ROW, {"id": table.id})).mappings().first()
            if row is None:
                self.drop(table.id)
                raise Refused(404, "error.no_table")
            its_seats = (await connection.execute(_SEATS, {"id": table.id})).mappings().all()
            its_moves = (await connection.execute(_MOVES, {"id": table.id, "from": table.n})).mappings().all()
            its_orders = (await connection.execute(_ORDERS, {"id": table.id})).mappings().all()
        table.set_row(_plain(row), _plain_all(its_seats))
        table.set_orders(_plain_all(its_orders))
        try:
            table.add_rows(_plain_all(its_moves))
        except Exception as error:  # a process with other rules has played on; it is read anew when asked for
            table.refuse(_plain_all(its_moves), error)
            self.drop(table.id)

    async def newest(self, id: str, teach: Teach | None = None) -> Table:
        """The table with everything that any process has committed: for one who reads without listening."""
        known = id in self.tables
        table = await self.get(id, teach)
        if known:
            await self.look_again(table, 0.0)
        return await self.get(id)

    async def look_again(self, table: Table, after: float = LOOK_AGAIN) -> None:
        """Has another process stored something that we have not heard of (yet, or because it died)?"""
        if self.store.is_sqlite or time() - table.looked < after:
            return
        table.looked = time()
        row = await self.store.row(select(tables.c.n, tables.c.revision).where(tables.c.id == table.id))
        if row is not None and (row["n"] != table.n or row["revision"] != table.row["revision"]):
            table.stale = True
            self.hub.deliver(News(keys=[f"table:{table.id}"]))

    async def chat(self, table: Table) -> list[Row]:
        """The last messages, oldest first."""
        table.seen = monotonic()
        if table.chat is None:
            table.chat = list(reversed(await self.store.rows(_CHAT, {"id": table.id})))
        return table.chat

    def drop(self, id: str) -> None:
        self.tables.pop(id, None)
        self.bytes -= self.weighed.pop(id, 0)


async def _nothing(options: dict[str, Any]) -> None:
    return None


def _plain(row: Any) -> Row:
    return dict(row)


def _plain_all(rows: Sequence[Any]) -> list[Row]:
    return [dict(r) for r in rows]

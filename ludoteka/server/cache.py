"""Tables in memory, least recently used first to go. What is not here is replayed from its moves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from time import time
from typing import Any

from sqlalchemy import bindparam, select

from ludoteka.server.hub import Hub, News
from ludoteka.server.refused import Refused
from ludoteka.server.schema import messages, moves, orders, seats, tables
from ludoteka.server.store import Row, Store
from ludoteka.server.table import Table

_ROW = select(tables).where(tables.c.id == bindparam("id"))
_SEATS = select(seats).where(seats.c.table_id == bindparam("id")).order_by(seats.c.seat)
_MOVES = (
    select(moves.c.n, moves.c.mover, moves.c.text, moves.c.by, moves.c.at, moves.c.joined)
    .where(moves.c.table_id == bindparam("id"), moves.c.n >= bindparam("from"))
    .order_by(moves.c.n)
)
_ORDERS = select(orders).where(orders.c.table_id == bindparam("id"))
_CHAT = select(messages).where(messages.c.table_id == bindparam("id")).order_by(messages.c.id.desc()).limit(200)
LOOK_AGAIN = 10.0


class Cache:
    def __init__(self, store: Store, hub: Hub, size: int) -> None:
        self.store = store
        self.hub = hub
        self.size = size
        self.tables: OrderedDict[str, Table] = OrderedDict()
        self.loads = 0
        hub.readers.append(self._news)
        hub.lost = self._lost

    def _news(self, news: News) -> None:
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

    async def get(self, id: str) -> Table:
        """The table as it is now, or Refused 404."""
        table = self.tables.get(id)
        if table is None:
            table = await self._load(id)
        else:
            self.tables.move_to_end(id)
            if table.stale:
                # a move of our own may be committed but not yet here: whoever stores it holds the lock
                async with table.lock:
                    if table.stale:
                        await self.refresh(table)
        return table

    async def _load(self, id: str) -> Table:
        async with self.store.read() as connection:
            row = (await connection.execute(_ROW, {"id": id})).mappings().first()
            if row is None:
                raise Refused(404, "error.no_table")
            its_seats = (await connection.execute(_SEATS, {"id": id})).mappings().all()
            its_moves = (await connection.execute(_MOVES, {"id": id, "from": 0})).mappings().all()
            its_orders = (await connection.execute(_ORDERS, {"id": id})).mappings().all()
        already = self.tables.get(id)
        if already is not None:  # somebody else loaded it while we waited
            return already
        self.loads += 1
        table = Table(_plain(row), _plain_all(its_seats), _plain_all(its_moves))
        table.set_orders(_plain_all(its_orders))
        self.tables[id] = table
        while len(self.tables) > self.size:
            oldest = next((k for k, t in self.tables.items() if not t.lock.locked() and k != id), None)
            if oldest is None:
                break
            del self.tables[oldest]
        return table

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
                self.tables.pop(table.id, None)
                raise Refused(404, "error.no_table")
            its_seats = (await connection.execute(_SEATS, {"id": table.id})).mappings().all()
            its_moves = (await connection.execute(_MOVES, {"id": table.id, "from": table.n})).mappings().all()
            its_orders = (await connection.execute(_ORDERS, {"id": table.id})).mappings().all()
        table.set_row(_plain(row), _plain_all(its_seats))
        table.set_orders(_plain_all(its_orders))
        table.add_rows(_plain_all(its_moves))

    async def newest(self, id: str) -> Table:
        """The table with everything that any process has committed: for one who reads without listening."""
        known = id in self.tables
        table = await self.get(id)
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
        if table.chat is None:
            table.chat = list(reversed(await self.store.rows(_CHAT, {"id": table.id})))
        return table.chat

    def drop(self, id: str) -> None:
        self.tables.pop(id, None)


def _plain(row: Any) -> Row:
    return dict(row)


def _plain_all(rows: Sequence[Any]) -> list[Row]:
    return [dict(r) for r in rows]

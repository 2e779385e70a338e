"""The database: one SQLite file or PostgreSQL, migrated at the start.

Moves go through `transact`: a plain function on a plain connection. On PostgreSQL SQLAlchemy runs it on the
asynchronous driver. On SQLite it runs in the one thread that writes, where a statement costs microseconds instead of
two changes of thread, and functions that wait at the same time share one commit, which is one wait for the disk.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, MappingResult, create_engine, event, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from ludoteka.server.migrate import known_revisions, revision, upgrade

Row = Mapping[str, Any]
T = TypeVar("T")
Work = Callable[[Connection], Any]
QUIET = 2
"""Rounds of the loop without a new move before a batch is stored: so many a request takes from its socket to here, so
that moves that arrive together share one wait for the disk."""


def structs(kind: type[T], rows: list[Row]) -> list[T]:
    """Rows as what the API answers; its fields are columns of them."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return [kind(**{name: row[name] for name in fields}) for row in rows]


class Store:
    """`read()` sees what is committed; `write()` and `transact()` are the only ways to change anything."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        if self.is_sqlite:
            _make_private(Path(url.split(":///", 1)[1]))
            # SQLite has one writer at a time anyway: one connection queues them fairly and without busy errors
            self.writer = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
            self.reader = create_async_engine(url, pool_size=4, max_overflow=0, pool_timeout=60)
            for engine in (self.writer, self.reader):
                event.listen(engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(self.writer.sync_engine, "begin", _begin_immediate)
        else:
            self.writer = create_async_engine(url, pool_size=8, max_overflow=8, pool_timeout=60)
            self.reader = self.writer
        self._turn = Turn()
        self.lane = Lane(url, self._turn) if self.is_sqlite else None
        self._looking: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        if not self.is_sqlite:
            async with self.writer.begin() as connection:
                yield connection
            return
        async with self._turn, self.writer.begin() as connection:
            yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction: all of it or, if it raises, nothing. Returns after the commit."""
        if self.lane is None:
            async with self.writer.begin() as connection:
                return await connection.run_sync(work)
        return await self.lane.run(work)  # type: ignore[no-any-return]

    async def rows(self, statement: Any, parameters: Any = None) -> list[Row]:
        return await self._look(statement, parameters, lambda found: [dict(row) for row in found])

    async def row(self, statement: Any, parameters: Any = None) -> Row | None:
        return await self._look(statement, parameters, lambda found: dict(row) if (row := found.first()) else None)

    async def _look(self, statement: Any, parameters: Any, take: Callable[[MappingResult], T]) -> T:
        async def look() -> T:
            async with self.read() as connection:
                return take((await connection.execute(statement, parameters)).mappings())

        # a browser that goes away cancels its request: the connection is given back whole all the same
        looking = asyncio.create_task(look())
        self._looking.add(looking)
        looking.add_done_callback(self._looking.discard)
        return await asyncio.shield(looking)

    async def execute(self, statement: Any, parameters: Any = None) -> int:
        """One statement in a transaction of its own; how many rows it touched."""
        async with self.write() as connection:
            return int((await connection.execute(statement, parameters)).rowcount)

    def insert(self, table: Any) -> Any:
        """An insert that knows `on_conflict_do_update`, which both databases spell alike."""
        if self.is_sqlite:
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # loaded with the first connection

        return postgresql.insert(table)

    async def is_older(self) -> bool:
        """An older release made the tables: only the start of a server brings them up to date."""
        async with self.read() as connection:
            return await connection.run_sync(revision) in known_revisions()[:-1]

    async def migrate(self, to: str = "head") -> None:
        """Bring the tables up to date. Raises NewerDatabase where they are ahead of us."""
        async with self.writer.begin() as connection:
            if not self.is_sqlite:
                # processes that start together take turns
                await connection.execute(text("SELECT pg_advisory_xact_lock(846235)"))
            await connection.run_sync(upgrade, to)

    async def close(self) -> None:
        """After everything that is stored or looked up, also for who has gone: a connection out of the house then would
        never be closed."""
        if self.lane is not None:
            await self.lane.close()
        await asyncio.gather(*self._looking, return_exceptions=True)
        for engine in {self.writer, self.reader}:
            await engine.dispose()


class Turn:
    """Of SQLite's two ways to write: fair, and nearly free where nobody waits."""

    def __init__(self) -> None:
        self.taken = False
        self.waiting: deque[Callable[[], bool]] = deque()

    def take(self, begin: Callable[[], bool]) -> None:
        """Call `begin` when it is its turn, perhaps now. It says whether it still wants it."""
        if not self.taken and begin():
            self.taken = True
        elif self.taken:
            self.waiting.append(begin)

    def give(self) -> None:
        while self.waiting:
            if self.waiting.popleft()():
                return
        self.taken = False

    async def __aenter__(self) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def begin() -> bool:
            if mine.done():  # whoever waited has gone
                return False
            mine.set_result(None)
            return True

        self.take(begin)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # it had just become ours
                self.give()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()


Waiting = tuple[Work, "asyncio.Future[Any]"]


class Lane:
    """The thread that stores moves in SQLite. What comes while it works, or in the same breath, is its next batch. No
    task and no lock of its own: for a move that comes alone those would cost more than its rules."""

    def __init__(self, url: str, turn: Turn) -> None:
        plain = url.replace("+aiosqlite", "")
        self.engine: Engine = create_engine(plain, pool_size=1, max_overflow=0, isolation_level="AUTOCOMMIT")
        event.listen(self.engine, "connect", _set_up_sqlite)
        self.turn = turn
        self.waiting: list[Waiting] = []
        self.busy = False
        self.inbox: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self.thread: threading.Thread | None = None

    def run(self, work: Work) -> asyncio.Future[Any]:
        """What the work returns, after the commit."""
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[Any] = loop.create_future()
        self.waiting.append((work, mine))
        if not self.busy:
            self.busy = True
            loop.call_soon(self._gather, loop, 1, 1)
        return mine

    def _gather(self, loop: asyncio.AbstractEventLoop, seen: int, quiet: int) -> None:
        """Wait for those who are just coming in, then for our turn."""
        if len(self.waiting) > seen:
            seen, quiet = len(self.waiting), 0
        if quiet < QUIET:
            loop.call_soon(self._gather, loop, seen, quiet + 1)
            return
        if self.thread is None:
            self.thread = threading.Thread(target=self._work, args=(loop,), name="store")
            self.thread.start()
        self.turn.take(self._begin)

    def _begin(self) -> bool:
        batch, self.waiting = self.waiting, []
        self.inbox.put(batch)
        return True

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """In the thread, until it is told to stop."""
        connection: Connection | None = None
        while (batch := self.inbox.get()) is not None:
            try:
                connection = connection or self.engine.connect()
                results = _commit(connection, [work for work, _ in batch])
            except Exception as error:
                results = [error] * len(batch)
            loop.call_soon_threadsafe(self._done, loop, batch, results)
        if connection is not None:
            connection.close()
        self.engine.dispose()

    def _done(self, loop: asyncio.AbstractEventLoop, batch: list[Waiting], results: list[Any]) -> None:
        self.turn.give()
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():
                continue  # whoever asked has gone; it is stored all the same
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)
        self.busy = bool(self.waiting)
        if self.busy:
            loop.call_soon(self._gather, loop, 0, 0)

    async def close(self) -> None:
        """After everything that waits is stored."""
        if self.thread is not None or self.waiting:
            await self.run(lambda connection: None)
        if self.thread is not None:
            self.inbox.put(None)
            await asyncio.to_thread(self.thread.join)


def _commit(connection: Connection, batch: list[Work]) -> list[Any]:
    """Everybody's work and one commit. Should some fail, which is seldom, all is undone and each is done alone."""
    run = raw(connection).execute
    run("BEGIN IMMEDIATE")
    try:
        results = [work(connection) for work in batch]
        run("COMMIT")
        return results
    except Exception as error:
        run("ROLLBACK")
        return [error] if len(batch) == 1 else [_commit(connection, [work])[0] for work in batch]


class Sql:
    """A statement ready for the driver of SQLite: in the busiest place SQLAlchemy's bookkeeping is most of the cost."""

    def __init__(self, statement: Any) -> None:
        self.statement = statement
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        self.text = str(compiled)
        self.names: list[str] = list(compiled.positiontup)
        self.more = f", ({', '.join('?' * len(self.names))})"
        """A further row of an insert: all rows in one step, as between two the driver lets other threads go first."""

    def run(self, connection: Connection, parameters: Any) -> int:
        """How many rows it touched. Several rows are a list."""
        if connection.dialect.name != "sqlite":
            return int(connection.execute(self.statement, parameters).rowcount)
        rows = parameters if isinstance(parameters, list) else [parameters]
        values = [row[name] for row in rows for name in self.names]
        return int(raw(connection).execute(self.text + self.more * (len(rows) - 1), values).rowcount)


def raw(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _make_private(file: Path) -> None:
    """A database that only its owner can read; SQLite's other files take after it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    # WAL: readers never wait for the writer; FULL: an acknowledged move survives a power cut
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

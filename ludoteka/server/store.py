"""The database: one SQLite file or PostgreSQL, migrated at the start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

MIGRATIONS = Path(__file__).parent / "migrations"
Row = Mapping[str, Any]


class Store:
    """Two doors: `read()` sees what is committed, `write()` is a transaction and the only way to change anything."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.is_sqlite = url.startswith("sqlite")
        if self.is_sqlite:
            Path(url.split(":///", 1)[1]).parent.mkdir(parents=True, exist_ok=True)
            # SQLite has one writer at a time anyway: one connection queues them fairly and without busy errors
            self.writer = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
            self.reader = create_async_engine(url, pool_size=4, max_overflow=0, pool_timeout=60)
            for engine in (self.writer, self.reader):
                event.listen(engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(self.writer.sync_engine, "begin", _begin_immediate)
        else:
            self.writer = create_async_engine(url, pool_size=8, max_overflow=8, pool_timeout=60)
            self.reader = self.writer

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with self.reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with self.writer.begin() as connection:
            yield connection

    async def rows(self, statement: Any, parameters: Any = None) -> list[Row]:
        async with self.read() as connection:
            return [dict(row) for row in (await connection.execute(statement, parameters)).mappings()]

    async def row(self, statement: Any, parameters: Any = None) -> Row | None:
        async with self.read() as connection:
            row = (await connection.execute(statement, parameters)).mappings().first()
            return dict(row) if row is not None else None

    async def execute(self, statement: Any, parameters: Any = None) -> int:
        """One statement in a transaction of its own; how many rows it touched."""
        async with self.write() as connection:
            return int((await connection.execute(statement, parameters)).rowcount)

    def insert(self, table: Any) -> Any:
        """An insert that knows `on_conflict_do_update`, which both databases spell alike."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    async def migrate(self) -> None:
        async with self.writer.begin() as connection:
            if not self.is_sqlite:
                # processes that start together take turns
                await connection.execute(text("SELECT pg_advisory_xact_lock(846235)"))
            await connection.run_sync(_upgrade)

    async def close(self) -> None:
        for engine in {self.writer, self.reader}:
            await engine.dispose()


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _upgrade(connection: Connection) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say, not where the driver guesses
    cursor = connection.cursor()
    # WAL: readers never wait for the writer; FULL: an acknowledged move survives a power cut
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

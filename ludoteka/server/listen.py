"""News between processes over PostgreSQL's LISTEN and NOTIFY, for Litestar's channels.

Litestar has such a backend; it opens a connection for every message and does not come back after a lost one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable

import asyncpg  # type: ignore[import-untyped]
import structlog
from litestar.channels import ChannelsBackend
from sqlalchemy import text

from ludoteka.server.store import Store

NOTIFY = text("SELECT pg_notify(:channel, :data)")
log = structlog.get_logger()


class PostgresBackend(ChannelsBackend):
    def __init__(self, store: Store, missed: Callable[[], None]) -> None:
        self.store = store
        self.missed = missed
        """Called when the connection is back: nobody knows what was said meanwhile."""
        self.address = store.writer.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.channels: set[str] = set()
        self.heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.connection: asyncpg.Connection | None = None
        self.stopping = False
        self.returning: asyncio.Task[None] | None = None

    async def on_startup(self) -> None:
        await self._connect()

    async def on_shutdown(self) -> None:
        self.stopping = True
        if self.returning is not None:
            self.returning.cancel()
        if self.connection is not None:
            await self.connection.close()

    async def _connect(self) -> None:
        connection = await asyncpg.connect(self.address)
        connection.add_termination_listener(self._lost)
        for channel in self.channels:
            await connection.add_listener(channel, self._hear)
        self.connection = connection

    def _lost(self, _: object) -> None:
        if not self.stopping:
            log.warning("listener_lost")
            self.connection = None
            self.returning = asyncio.get_running_loop().create_task(self._return())

    async def _return(self) -> None:
        while self.connection is None:
            try:
                await self._connect()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(1)
        log.info("listener_back")
        self.missed()

    async def subscribe(self, channels: Iterable[str]) -> None:
        for channel in set(channels) - self.channels:
            self.channels.add(channel)
            if self.connection is not None:
                await self.connection.add_listener(channel, self._hear)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        for channel in set(channels) & self.channels:
            self.channels.remove(channel)
            if self.connection is not None:
                await self.connection.remove_listener(channel, self._hear)

    def _hear(self, connection: asyncpg.Connection, pid: int, channel: str, data: str) -> None:
        self.heard.put_nowait((channel, data.encode()))

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        try:
            async with self.store.write() as connection:
                for channel in channels:
                    await connection.execute(NOTIFY, {"channel": channel, "data": data.decode()})
        except (OSError, asyncpg.PostgresError) as error:
            # the move is stored; viewers elsewhere see it when they next look
            log.warning("publish_failed", error=repr(error))

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            yield await self.heard.get()

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        raise NotImplementedError

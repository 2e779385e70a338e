"""The heartbeat of the house: time does not run for anybody while no server does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import time
from typing import Any

import msgspec
import structlog
from sqlalchemy import select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ludoteka.server.clocks import ClockState
from ludoteka.server.schema import house, rounds, tables
from ludoteka.server.store import Store

BEAT = 5.0
_LOCK = 846236
log = structlog.get_logger()


class Heart:
    """Beats while the server lives. The first process to come back sets all clocks on by the time nobody was there.

    On PostgreSQL every process holds a shared lock as long as it lives, so that one that starts knows whether it is
    alone: the lock of a killed process ends with its connection."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.line: AsyncConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        alone = True
        if not self.store.is_sqlite:
            self.line = await self.store.writer.connect()
            await self.line.execution_options(isolation_level="AUTOCOMMIT")
            alone = bool((await self._lock("pg_try_advisory_lock")).scalar())
        if alone:
            await self._wake()
        if self.line is not None:
            await self._lock("pg_advisory_lock_shared")
            if alone:
                await self._lock("pg_advisory_unlock")
        self.task = asyncio.create_task(self._beat_forever(), name="heart")

    async def _lock(self, function: str) -> Any:
        assert self.line is not None
        return await self.line.execute(text(f"SELECT {function}({_LOCK})"))

    async def _wake(self) -> None:
        now = time()
        last = await self.store.row(select(house.c.beat))
        away = now - last["beat"] if last else 0.0
        if away > 0:
            moved = await self._set_on(away, now)
            log.info("clocks_set_on", seconds=round(away, 1), tables=moved)

    async def _set_on(self, away: float, now: float) -> int:
        """Every clock that runs, of tournaments too, and the beat with them: whatever kills us now, it is done once."""
        running = select(tables.c.id, tables.c.clock_state, tables.c.next_at).where(
            tables.c.status == "playing", tables.c.clock.not_like('%"none"%')
        )
        async with self.store.write() as connection:
            rows = (await connection.execute(running)).all()
            for id, written, next_at in rows:
                state = msgspec.json.decode(written or "{}", type=ClockState)
                if state.since:
                    state.since += away
                values = {"clock_state": msgspec.json.encode(state).decode(), "next_at": next_at and next_at + away}
                await connection.execute(update(tables).where(tables.c.id == id).values(values))
            round_under_way = update(rounds).where(rounds.c.finished.is_(None))
            await connection.execute(round_under_way.values(until=rounds.c.until + away))
            await connection.execute(update(house).values(beat=now))
        return len(rows)

    async def beat(self) -> None:
        now = time()
        statement = self.store.insert(house).values(id=1, beat=now)
        await self.store.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"beat": now}))

    async def _beat_forever(self) -> None:
        while True:
            try:
                await self.beat()
            except Exception as error:  # the database is away: the next beat may reach it
                log.warning("no_beat", error=repr(error))
            await asyncio.sleep(BEAT)

    async def stop(self) -> None:
        if self.task is None:
            return
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task
        with suppress(Exception):
            await self.beat()
        if self.line is not None:
            await self.line.close()
